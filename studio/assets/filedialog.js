// Dialogs about files.

import { icon, make } from "/player/dom.js";

/**
 * Returns a dialog with a heading and a button that closes it. It is on the page
 * only while it is open.
 *
 * @param {import("./words.js").Words} words
 * @param {string} name
 * @param {string} title key of the heading
 * @param {...import("/player/dom.js").Child} children
 * @returns {HTMLDialogElement}
 */
export function fileDialog(words, name, title, ...children) {
  const close = make("button", { type: "button", class: "tool", "data-action": `close-${name}` }, icon("close"));
  words.bind(close, "shell.close", "aria-label");
  const heading = words.bind(make("h2", { id: `${name}-title` }), title);
  const dialog = make("dialog", { class: "help file-dialog", "aria-labelledby": heading.id, "data-part": `${name}-dialog` },
    make("div", { class: "dialog-head" }, heading, close), ...children);
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  dialog.addEventListener("close", () => dialog.remove());
  return dialog;
}

/** @param {HTMLDialogElement} dialog */
export function openDialog(dialog) {
  if (dialog.open) return;
  document.body.append(dialog);
  dialog.showModal();
}
