// Files that are dropped anywhere on the page, and what shows that they can be.

import { make } from "/player/dom.js";
import { icon } from "./icons.js";

// A drag that leaves the window by its edge does not always say so, in milliseconds.
const SILENCE = 1500;

/**
 * @param {import("./studio.js").Studio} studio
 * @param {(files: File[]) => void} dropped
 */
export function takeDrops({ words }, dropped) {
  const overlay = make("div", { class: "drop", "data-part": "drop", hidden: true },
    make("div", { class: "drop-sheet" }, icon("file"),
      words.bind(make("p", { class: "drop-title" }), "files.drop"),
      words.bind(make("p", { class: "hint" }), "files.drop.hint")));
  document.body.append(overlay);
  let timer = 0;
  /** @param {boolean} shown */
  const show = (shown) => {
    overlay.hidden = !shown;
    clearTimeout(timer);
    if (shown) timer = setTimeout(() => show(false), SILENCE);
  };
  /** @param {DragEvent} event */
  const holdsFiles = (event) => event.dataTransfer?.types.includes("Files") === true;
  for (const kind of /** @type {const} */ (["dragenter", "dragover"])) {
    document.addEventListener(kind, (event) => {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      if (event.dataTransfer !== null) event.dataTransfer.dropEffect = "copy";
      show(true);
    });
  }
  document.addEventListener("dragleave", (event) => {
    if (event.relatedTarget === null) show(false);
  });
  document.addEventListener("drop", (event) => {
    if (!holdsFiles(event)) return;
    event.preventDefault();
    show(false);
    dropped([...event.dataTransfer?.files ?? []]);
  });
}
