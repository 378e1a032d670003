// Pointers, wheel and pinch on a canvas, as what they mean.

// A pointer that moves less than this many CSS pixels taps.
const SLACK = 5;

/**
 * @typedef {object} Intents
 * @property {(dx: number, dy: number) => void} pan by CSS pixels
 * @property {(factor: number, x: number, y: number) => void} zoom around a point
 * @property {(x: number, y: number) => void} tap
 * @property {(x: number, y: number) => void} hover
 * @property {() => void} leave the pointer is gone
 */

/**
 * Watches a canvas until the signal is aborted. Points are in CSS pixels from
 * the canvas's corner.
 *
 * @param {HTMLElement} canvas
 * @param {Intents} intents
 * @param {AbortSignal} signal
 */
export function watchGestures(canvas, intents, signal) {
  /** @type {Map<number, {x: number, y: number}>} */
  const down = new Map();
  let moved = false;

  /** @param {MouseEvent} event */
  const point = (event) => {
    const box = canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };

  /** @param {PointerEvent} event */
  const onDown = (event) => {
    if (event.pointerType === "mouse" && event.button > 1) return;
    if (down.size === 0) moved = false;
    down.set(event.pointerId, point(event));
    canvas.setPointerCapture(event.pointerId);
  };

  /** @param {PointerEvent} event */
  const onMove = (event) => {
    const now = point(event);
    const before = down.get(event.pointerId);
    if (before === undefined) {
      if (event.pointerType !== "touch") intents.hover(now.x, now.y);
      return;
    }
    if (down.size === 1) {
      if (!moved && Math.hypot(now.x - before.x, now.y - before.y) < SLACK) return;
      moved = true;
      intents.pan(now.x - before.x, now.y - before.y);
    } else if (down.size === 2) {
      moved = true;
      const other = [...down].find(([id]) => id !== event.pointerId)?.[1];
      if (other !== undefined) pinch(before, now, other);
    }
    down.set(event.pointerId, now);
  };

  /**
   * @param {{x: number, y: number}} before
   * @param {{x: number, y: number}} now
   * @param {{x: number, y: number}} other
   */
  const pinch = (before, now, other) => {
    const was = Math.hypot(before.x - other.x, before.y - other.y);
    const is = Math.hypot(now.x - other.x, now.y - other.y);
    intents.pan((now.x - before.x) / 2, (now.y - before.y) / 2);
    if (was > 0 && is > 0) intents.zoom(is / was, (now.x + other.x) / 2, (now.y + other.y) / 2);
  };

  /** @param {PointerEvent} event */
  const onUp = (event) => {
    if (!down.delete(event.pointerId)) return;
    const at = point(event);
    if (down.size === 0 && !moved && event.type === "pointerup") intents.tap(at.x, at.y);
  };

  /** @param {WheelEvent} event */
  const onWheel = (event) => {
    event.preventDefault();
    const at = point(event);
    // Lines and pages, as some mice report, are about this many pixels.
    const pixels = event.deltaY * [1, 16, 400][event.deltaMode];
    intents.zoom(Math.exp(-Math.max(-300, Math.min(300, pixels)) * (event.ctrlKey ? 0.01 : 0.002)), at.x, at.y);
  };

  canvas.addEventListener("pointerdown", onDown, { signal });
  canvas.addEventListener("pointermove", onMove, { signal });
  canvas.addEventListener("pointerup", onUp, { signal });
  canvas.addEventListener("pointercancel", onUp, { signal });
  canvas.addEventListener("pointerleave", () => intents.leave(), { signal });
  canvas.addEventListener("wheel", onWheel, { signal, passive: false });
}
