/**
 * @param {HTMLElement} element
 * @param {import("./studio.js").Studio} studio
 */
export function mountExport(element, studio) {
  void element;
  void studio;
}
