// What each action does to a player, whether a key or a button asked for it.

import { SPEEDS } from "./clock.js";
import { make, say } from "./dom.js";
import { HEATS, LAYERS } from "./legend.js";
import { cellSummary } from "./summary.js";
import { MODES } from "./sync.js";
import { reveal } from "./view.js";
import { LANGUAGES } from "./words.js";

// How far a key moves the map, in CSS pixels.
const PAN = 64;

const ZOOM = 1.5;

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * @param {import("./player.js").Player} player
 * @param {import("./actions.js").Action} action
 * @param {string} key that was pressed, if one was
 */
export function perform(player, action, key) {
  const [pane] = player.panes;
  const leap = Math.max(1, Math.round(player.timeline.length / 10));
  const [dx, dy] = ARROWS[key] ?? [0, 0];
  switch (action) {
    case "play": return player.toggle();
    case "forward": return player.stepBy(1);
    case "back": return player.stepBy(-1);
    case "event-forward": return player.stepEvent(1);
    case "event-back": return player.stepEvent(-1);
    case "first": return player.seek(0);
    case "last": return player.seek(player.timeline.length);
    case "leap-forward": return player.seek(player.at + leap);
    case "leap-back": return player.seek(player.at - leap);
    case "next": return jump(player, 1);
    case "previous": return jump(player, -1);
    case "goto": return player.frame.transport.step.select();
    case "slower": return player.setSpeed(SPEEDS[Math.max(0, SPEEDS.indexOf(player.speed) - 1)]);
    case "faster": return player.setSpeed(SPEEDS[Math.min(SPEEDS.length - 1, SPEEDS.indexOf(player.speed) + 1)]);
    case "zoom-in": return player.zoomBy(pane, ZOOM);
    case "zoom-out": return player.zoomBy(pane, 1 / ZOOM);
    case "fit":
      player.view = null;
      return player.invalidate();
    case "pan": return player.panBy(pane, -PAN * dx, -PAN * dy);
    case "cursor": return moveCursor(player, dx, dy);
    case "unpin": return player.select(-1);
    case "layer": {
      const layer = LAYERS[Number(key) - 1];
      return player.setLayer(layer, !player.layers[layer]);
    }
    case "heat": return player.setHeat(HEATS[(HEATS.indexOf(player.heat) + 1) % HEATS.length]);
    case "theme": return player.setTheme(player.root.dataset.theme === "dark" ? "light" : "dark");
    case "language": {
      const i = LANGUAGES.findIndex(({ code }) => code === player.words.language);
      return player.setLanguage(LANGUAGES[(i + 1) % LANGUAGES.length].code);
    }
    case "sync":
      if (player.panes.length > 1) player.setMode(MODES[(MODES.indexOf(player.mode) + 1) % MODES.length]);
      return undefined;
    case "difference": {
      const place = player.differencePlace();
      if (place >= 0) player.seek(place);
      return undefined;
    }
    case "picture": return savePicture(player);
    case "help": return player.frame.help.open();
  }
}

/**
 * Moves to the next event of the chosen kind, or to the one before.
 *
 * @param {import("./player.js").Player} player
 * @param {1 | -1} by
 */
function jump(player, by) {
  player.clock.pause();
  const [trace] = player.traces;
  const { position } = player.panes[0].replay;
  for (let i = position - 1 + by; i >= 0 && i < trace.count; i += by) {
    if ((trace.kind[i] & 15) !== player.kind) continue;
    if (player.panes.length === 1) player.seekEvent(i + 1);
    else player.seek(player.timeline.placeOf(trace, i + 1));
    return;
  }
  say(player.frame.announcer.element, player.words.text("jump.none"));
}

/**
 * Moves the chosen cell.
 *
 * @param {import("./player.js").Player} player
 * @param {number} dx
 * @param {number} dy
 */
function moveCursor(player, dx, dy) {
  const pane = player.panes.find(({ canvas }) => canvas === document.activeElement) ?? player.panes[0];
  if (pane.board === null) return;
  const { map, size } = pane.board;
  let state = player.selected;
  if (state < 0) {
    state = player.ground?.start[0] ?? player.traces[0].header?.start[0] ?? 0;
  } else {
    const x = Math.max(0, Math.min(map.width - 1, (state % map.width) + dx));
    const y = Math.max(0, Math.min(map.height - 1, Math.floor(state / map.width) + dy));
    state = y * map.width + x;
  }
  player.selected = state;
  player.hovered = -1;
  const x = state % map.width;
  if (player.view !== null) player.view = reveal(player.view, x, (state - x) / map.width, map, size);
  player.frame.announcer.tell(() => cellSummary(player.words, player.panes[0].replay, state), false);
  player.invalidate();
}

/**
 * Offers the picture of the first search for keeping.
 *
 * @param {import("./player.js").Player} player
 */
function savePicture({ panes: [pane], at }) {
  if (pane.board === null) return;
  pane.canvas.toBlob((blob) => {
    if (blob === null) return;
    const link = make("a", { href: URL.createObjectURL(blob), download: `${pane.name || "search"}-${at}.png` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  });
}
