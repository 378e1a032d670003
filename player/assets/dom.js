// Builds elements.

/** @typedef {Node | string | null} Child */

/**
 * Returns a new element with attributes and children. A boolean attribute is
 * there or not; text is never read as HTML.
 *
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, string | number | boolean>} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) element.setAttribute(name, name.startsWith("aria-") ? "true" : "");
    else if (value !== false) element.setAttribute(name, String(value));
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

// The icons: outlines on a square of 24, drawn with round pens, and solid ones.
/** @type {Record<string, {path: string, solid?: boolean}>} */
const ICONS = {
  play: { path: "M8 5.5v13l10.5-6.5z", solid: true },
  pause: { path: "M7 5.5h3.5v13H7zM13.5 5.5H17v13h-3.5z", solid: true },
  first: { path: "M6 6v12M18 6.5 10 12l8 5.5z" },
  last: { path: "M18 6v12M6 6.5 14 12l-8 5.5z" },
  back: { path: "M15 6l-7 6 7 6" },
  forward: { path: "M9 6l7 6-7 6" },
  plus: { path: "M12 6v12M6 12h12" },
  minus: { path: "M6 12h12" },
  fit: { path: "M5 9V5h4M15 5h4v4M19 15v4h-4M9 19H5v-4" },
  sun: { path: "M12 8.2a3.8 3.8 0 1 0 0 7.6 3.8 3.8 0 0 0 0-7.6zM12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6l1.4 1.4M17 17l1.4 1.4M5.6 18.4 7 17M17 7l1.4-1.4" },
  moon: { path: "M19 14.5A7.5 7.5 0 0 1 9.5 5a7.5 7.5 0 1 0 9.5 9.5z" },
  help: { path: "M9.2 9.3a2.9 2.9 0 1 1 4.3 2.5c-1 .6-1.5 1.1-1.5 2.2M12 17.3v.2" },
  close: { path: "M7 7l10 10M17 7 7 17" },
  picture: { path: "M4.5 6h15v12h-15zM4.5 15.5l4.5-4 3.5 3 2.5-2 4.5 4" },
  differs: { path: "M12 4v16M4 9h5M4 15h5M15 7l5 5-5 5" },
  warning: { path: "M12 4.5 20.5 19h-17zM12 10v4M12 16.6v.2" },
  map: { path: "M4 6.5 9 5l6 2 5-1.5v12L15 19l-6-2-5 1.5zM9 5v12M15 7v12" },
};

/**
 * Returns an icon; it says nothing to those who cannot see it.
 *
 * @param {string} name
 * @returns {SVGSVGElement}
 */
export function icon(name) {
  const namespace = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(namespace, "svg");
  const { path, solid } = ICONS[name];
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("class", solid ? "icon solid" : "icon");
  const shape = document.createElementNS(namespace, "path");
  shape.setAttribute("d", path);
  svg.append(shape);
  return svg;
}

/**
 * Sets an element's text, if it is another one.
 *
 * @param {Element} element
 * @param {string} text
 */
export function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
