/**
 * @param {HTMLElement} element
 * @param {import("./studio.js").Studio} studio
 */
export function mountFiles(element, studio) {
  void element;
  void studio;
}
