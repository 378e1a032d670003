// The page of one file: mounts a player with the traces that the file holds.

import { mountPlayer } from "./player.js";

// This many characters of base64 at a time; a multiple of four.
const PIECE = 1 << 20;

/**
 * Decodes base64 piece by piece, so that drawing begins before the end.
 *
 * @param {string} text
 * @returns {AsyncGenerator<Uint8Array>}
 */
async function* decoded(text) {
  for (let at = 0; at < text.length; at += PIECE) {
    const characters = atob(text.slice(at, at + PIECE));
    const bytes = new Uint8Array(characters.length);
    for (let i = 0; i < bytes.length; i++) bytes[i] = characters.charCodeAt(i);
    yield bytes;
    await new Promise((resolve) => setTimeout(resolve));
  }
}

const root = /** @type {HTMLElement} */ (document.getElementById("player"));
const blocks = [...document.querySelectorAll('script[type="application/octet-stream"]')];
const traces = blocks.map((block) => {
  const name = /** @type {HTMLElement} */ (block).dataset.name;
  return { source: decoded((block.textContent ?? "").trim()), ...(name === undefined ? {} : { name }) };
});
const { title, theme, language } = root.dataset;
const player = mountPlayer(root, {
  traces,
  ...(title === undefined ? {} : { title }),
  ...(theme === "light" || theme === "dark" ? { theme } : {}),
  ...(language === "en" || language === "ja" || language === "zh" ? { language } : {}),
});
player.ready.then(() => {
  document.title = `${root.querySelector("h1")?.textContent} · Astrolabe`;
});
// For scripts that steer the page.
Object.assign(root, { player });
