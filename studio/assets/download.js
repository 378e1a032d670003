// Gives the reader files and texts: to keep, and to paste elsewhere.

import { icon, make } from "/player/dom.js";

/** @typedef {import("./studio.js").Studio} Studio */

// The browser reads the file from its address a while after the press.
const KEEP_ADDRESS = 60_000;

/**
 * Saves a file where the browser saves files.
 *
 * @param {Blob} blob
 * @param {string} name
 */
export function saveFile(blob, name) {
  const url = URL.createObjectURL(blob);
  const link = make("a", { href: url, download: name, hidden: true });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), KEEP_ADDRESS);
}

/**
 * Puts a text on the clipboard or, where the browser does not let the page,
 * shows it selected in a dialog. Returns whether it is on the clipboard.
 *
 * @param {Studio} studio
 * @param {string} text
 * @param {string} title what the text is: the dialog's heading
 * @returns {Promise<boolean>}
 */
export async function copyText({ words }, text, title) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    showText(words, text, title);
    return false;
  }
}

/**
 * @param {import("./words.js").Words} words
 * @param {string} text
 * @param {string} title
 */
function showText(words, text, title) {
  const close = make("button", { type: "button", class: "tool", "data-action": "close-copy" }, icon("close"));
  words.bind(close, "shell.close", "aria-label");
  const area = make("textarea", { class: "copy-text", readonly: true, rows: 12, spellcheck: "false", "aria-labelledby": "copy-title", "aria-describedby": "copy-hint" });
  area.value = text;
  const dialog = make("dialog", { class: "help copy-dialog", "aria-labelledby": "copy-title", "data-part": "copy-dialog" },
    make("div", { class: "dialog-head" }, make("h2", { id: "copy-title" }, title), close),
    words.bind(make("p", { id: "copy-hint" }), "export.copy.by-hand"), area);
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  area.focus();
  area.select();
  area.scrollTop = 0;
}
