// Takes files that are dropped anywhere on the page.

import { make } from "/player/dom.js";
import { outline } from "./icons.js";

const TRAY = "M4 14v5h16v-5M12 4v10M8 10.5l4 4 4-4";

/**
 * Shows where to drop while a file is dragged over the page, and hands on the
 * first of those that are dropped.
 *
 * @param {import("./studio.js").Studio} studio
 * @param {(file: File, others: number) => void} dropped
 */
export function watchDrops({ words }, dropped) {
  const target = make("div", { class: "drop-target", hidden: true, "data-part": "drop-target" },
    make("div", { class: "drop-card" }, outline(TRAY),
      words.bind(make("p", { class: "drop-title" }), "files.drop.title"),
      words.bind(make("p", {}), "files.drop.text")));
  document.body.append(target);
  /** @param {DragEvent} event */
  const hasFiles = (event) => event.dataTransfer?.types.includes("Files") ?? false;
  const hide = () => (target.hidden = true);
  addEventListener("dragenter", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    target.hidden = false;
  });
  addEventListener("dragover", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    if (event.dataTransfer) event.dataTransfer.dropEffect = "copy";
    target.hidden = false;
  });
  addEventListener("dragleave", (event) => {
    // Out of the window, not from one element into another.
    if (event.relatedTarget === null) hide();
  });
  addEventListener("dragend", hide);
  addEventListener("drop", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    hide();
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length > 0) dropped(files[0], files.length - 1);
  });
}
