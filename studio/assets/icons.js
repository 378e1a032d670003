// The studio's icons, in the manner of the player's: outlines on a square of 24.

const NAMESPACE = "http://www.w3.org/2000/svg";

/** @type {Record<string, string>} */
const PATHS = {
  wall: "M4 6h16v12H4zM4 12h16M10 6v6M15 12v6M8 12v0",
  weight: "M4 17c2-3 4-3 6 0s4 3 6 0 3-2 4-1M4 11c2-3 4-3 6 0s4 3 6 0 3-2 4-1",
  erase: "M8.5 19 4 14.5 13.5 5l6 6-8 8zM9 9.5l6 6M8.5 19H20",
  hand: "M8 12V6.5a1.3 1.3 0 0 1 2.6 0V11M10.6 11V5a1.3 1.3 0 0 1 2.6 0v6M13.2 11V6a1.3 1.3 0 0 1 2.6 0v6M15.8 12V8.5a1.3 1.3 0 0 1 2.6 0V14c0 3.5-2 6-5.4 6-2.6 0-4-1-5.4-3.2L5 12.6c-.6-1.2.9-2.3 1.9-1.3L8 12.5",
  undo: "M9 8H15a4.5 4.5 0 0 1 0 9H9M9 8l3.5-3.5M9 8l3.5 3.5",
  redo: "M15 8H9a4.5 4.5 0 0 0 0 9h6M15 8l-3.5-3.5M15 8l-3.5 3.5",
  free: "M4 16c3-9 6-9 8-4s5 5 8-4",
  line: "M5 19 19 5",
  box: "M5 6.5h14v11H5z",
  share: "M12 14.5V4M8 8l4-4 4 4M6 12v7h12v-7",
  clear: "M5 7h14M9.5 7V4.5h5V7M7 7l1 12.5h8L17 7M10.5 11v5M13.5 11v5",
  resize: "M5 5h14v14H5zM5 12h7V5M14 14l3 3M17 14v3h-3",
  dice: "M5 5h14v14H5zM9 9v.1M15 9v.1M12 12v.1M9 15v.1M15 15v.1",
  file: "M7 3.5h7l4 4v13H7zM14 3.5v4h4",
  more: "M6 12v.1M12 12v.1M18 12v.1",
  chevron: "M7 10l5 5 5-5",
};

/**
 * Returns an icon; it says nothing to those who cannot see it.
 *
 * @param {string} name
 * @returns {SVGSVGElement}
 */
export function icon(name) {
  return outline(PATHS[name]);
}

/**
 * Returns an icon from its outline.
 *
 * @param {string} path on a square of 24
 * @param {string} [kind] classes besides "icon"
 * @returns {SVGSVGElement}
 */
export function outline(path, kind = "") {
  const svg = document.createElementNS(NAMESPACE, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("class", kind === "" ? "icon" : `icon ${kind}`);
  const shape = document.createElementNS(NAMESPACE, "path");
  shape.setAttribute("d", path);
  svg.append(shape);
  return svg;
}
