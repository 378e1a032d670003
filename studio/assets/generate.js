/**
 * @param {HTMLElement} element
 * @param {import("./studio.js").Studio} studio
 */
export function mountGenerate(element, studio) {
  void element;
  void studio;
}
