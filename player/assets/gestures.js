// Pointers, wheel and pinch on a canvas, as what they mean.

// A pointer that moves less than this many CSS pixels taps.
const SLACK = 5;

// The buttons of a mouse.
const MIDDLE = 1;
const SECOND = 2;

/**
 * @typedef {object} Intents
 * @property {(dx: number, dy: number) => void} pan by CSS pixels
 * @property {(factor: number, x: number, y: number) => void} zoom around a point
 * @property {(x: number, y: number) => void} tap
 * @property {(x: number, y: number) => void} hover
 * @property {() => void} leave the pointer is gone
 * @property {(x: number, y: number, event: PointerEvent) => boolean} claim whether
 *   somebody takes the pointer that has come down, and is told of all that it does
 * @property {(x: number, y: number, event: PointerEvent) => void} drag a claimed pointer has moved
 * @property {(kept: boolean) => void} drop a claimed pointer is up; not kept: it
 *   turned out to be part of a pinch, or was taken away
 */

/**
 * Watches a canvas until the signal is aborted. Points are in CSS pixels from
 * the canvas's corner. The middle button, and any while the space bar is down,
 * always pan, and so do two fingers.
 *
 * @param {HTMLElement} canvas
 * @param {Intents} intents
 * @param {AbortSignal} signal
 */
export function watchGestures(canvas, intents, signal) {
  /** @type {Map<number, {x: number, y: number}>} */
  const down = new Map();
  let moved = false;
  /** The pointer that somebody has claimed, or −1. */
  let claimed = -1;
  let spaceDown = false;

  /** @param {MouseEvent} event */
  const point = (event) => {
    const box = canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };

  /** @param {boolean} kept */
  const drop = (kept) => {
    if (claimed < 0) return;
    claimed = -1;
    intents.drop(kept);
  };

  /** @param {PointerEvent} event */
  const onDown = (event) => {
    if (event.pointerType === "mouse" && event.button > SECOND) return;
    const at = point(event);
    if (down.size === 0) {
      moved = false;
      const pans = event.pointerType === "mouse" && (event.button === MIDDLE || spaceDown);
      if (!pans && intents.claim(at.x, at.y, event)) claimed = event.pointerId;
      else if (event.button === SECOND) return;
    } else {
      drop(false);
    }
    if (event.button === MIDDLE) event.preventDefault(); // no automatic scrolling
    down.set(event.pointerId, at);
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
    if (event.pointerId === claimed) {
      intents.drag(now.x, now.y, event);
    } else if (down.size === 1) {
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
    const lifted = event.type === "pointerup";
    if (event.pointerId === claimed) {
      drop(lifted);
      return;
    }
    const at = point(event);
    if (down.size === 0 && !moved && lifted) intents.tap(at.x, at.y);
  };

  /** @param {WheelEvent} event */
  const onWheel = (event) => {
    event.preventDefault();
    const at = point(event);
    // Lines and pages, as some mice report, are about this many pixels.
    const pixels = event.deltaY * [1, 16, 400][event.deltaMode];
    intents.zoom(Math.exp(-Math.max(-300, Math.min(300, pixels)) * (event.ctrlKey ? 0.01 : 0.002)), at.x, at.y);
  };

  /** @param {KeyboardEvent} event */
  const onSpace = (event) => {
    if (event.key === " ") spaceDown = event.type === "keydown";
  };

  canvas.addEventListener("pointerdown", onDown, { signal });
  canvas.addEventListener("pointermove", onMove, { signal });
  canvas.addEventListener("pointerup", onUp, { signal });
  canvas.addEventListener("pointercancel", onUp, { signal });
  canvas.addEventListener("pointerleave", () => intents.leave(), { signal });
  canvas.addEventListener("wheel", onWheel, { signal, passive: false });
  addEventListener("keydown", onSpace, { signal, capture: true });
  addEventListener("keyup", onSpace, { signal, capture: true });
  addEventListener("blur", () => (spaceDown = false), { signal });
}
