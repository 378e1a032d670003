// What the keys do. The keyboard and the help both read this table.

/**
 * @typedef {"play" | "forward" | "back" | "event-forward" | "event-back" | "first" | "last" | "leap-forward" |
 *   "leap-back" | "next" | "previous" | "goto" | "slower" | "faster" | "zoom-in" | "zoom-out" | "fit" | "pan" |
 *   "cursor" | "unpin" | "layer" | "heat" | "theme" | "language" | "sync" | "difference" | "picture" | "help"} Action
 */

/**
 * @typedef {object} Shortcut
 * @property {Action} action
 * @property {string[]} keys as KeyboardEvent.key has them, with "Shift+" in front where that counts
 * @property {string} shown in the help
 * @property {"everywhere" | "map" | "off-map"} where it has this meaning
 */

/** @type {Shortcut[]} */
export const SHORTCUTS = [
  { action: "play", keys: [" ", "k"], shown: "Space", where: "everywhere" },
  { action: "forward", keys: ["."], shown: ".", where: "everywhere" },
  { action: "forward", keys: ["ArrowRight"], shown: "→", where: "off-map" },
  { action: "back", keys: [","], shown: ",", where: "everywhere" },
  { action: "back", keys: ["ArrowLeft"], shown: "←", where: "off-map" },
  { action: "event-forward", keys: [">"], shown: ">", where: "everywhere" },
  { action: "event-back", keys: ["<"], shown: "<", where: "everywhere" },
  { action: "first", keys: ["Home"], shown: "Home", where: "everywhere" },
  { action: "last", keys: ["End"], shown: "End", where: "everywhere" },
  { action: "leap-forward", keys: ["PageDown"], shown: "Page Down", where: "everywhere" },
  { action: "leap-back", keys: ["PageUp"], shown: "Page Up", where: "everywhere" },
  { action: "next", keys: ["n"], shown: "N", where: "everywhere" },
  { action: "previous", keys: ["p"], shown: "P", where: "everywhere" },
  { action: "goto", keys: ["g"], shown: "G", where: "everywhere" },
  { action: "slower", keys: ["["], shown: "[", where: "everywhere" },
  { action: "faster", keys: ["]"], shown: "]", where: "everywhere" },
  { action: "zoom-in", keys: ["+", "="], shown: "+", where: "everywhere" },
  { action: "zoom-out", keys: ["-"], shown: "−", where: "everywhere" },
  { action: "fit", keys: ["0"], shown: "0", where: "everywhere" },
  { action: "cursor", keys: ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"], shown: "← → ↑ ↓", where: "map" },
  { action: "pan", keys: ["Shift+ArrowLeft", "Shift+ArrowRight", "Shift+ArrowUp", "Shift+ArrowDown"], shown: "Shift + ← → ↑ ↓", where: "everywhere" },
  { action: "unpin", keys: ["Escape"], shown: "Esc", where: "everywhere" },
  { action: "layer", keys: ["1", "2", "3", "4", "5", "6", "7", "8"], shown: "1 – 8", where: "everywhere" },
  { action: "heat", keys: ["h"], shown: "H", where: "everywhere" },
  { action: "sync", keys: ["c"], shown: "C", where: "everywhere" },
  { action: "difference", keys: ["d"], shown: "D", where: "everywhere" },
  { action: "theme", keys: ["t"], shown: "T", where: "everywhere" },
  { action: "language", keys: ["l"], shown: "L", where: "everywhere" },
  { action: "picture", keys: ["s"], shown: "S", where: "everywhere" },
  { action: "help", keys: ["?"], shown: "?", where: "everywhere" },
];

/**
 * Returns what a key does, or null.
 *
 * @param {KeyboardEvent} event
 * @param {boolean} onMap whether the map has the focus
 * @returns {Action | null}
 */
export function actionOf(event, onMap) {
  if (event.ctrlKey || event.altKey || event.metaKey) return null;
  const name = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const key = event.shiftKey && name.startsWith("Arrow") ? `Shift+${name}` : name;
  const found = SHORTCUTS.find(({ keys, where }) => keys.includes(key) && (where === "everywhere" || (where === "map") === onMap));
  return found?.action ?? null;
}

/**
 * Tells whether a key belongs to the element that has the focus, as letters do
 * to a field, and must be left to it.
 *
 * @param {KeyboardEvent} event
 * @returns {boolean}
 */
export function keyIsTaken(event) {
  const { target, key } = event;
  if (target instanceof HTMLInputElement && target.type === "range") {
    return key.startsWith("Arrow") || ["Home", "End", "PageUp", "PageDown"].includes(key);
  }
  if (target instanceof HTMLInputElement && target.type === "checkbox") return key === " ";
  if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) return key !== "Escape";
  if (target instanceof HTMLSelectElement) return key !== "?" && key !== "Escape";
  if (target instanceof HTMLButtonElement) return key === " " || key === "Enter";
  return false;
}
