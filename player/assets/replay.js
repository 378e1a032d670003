// What a search knew at any moment. The state of a cell is decided by the last
// event that touched it, so one array of event numbers by state is all there is
// to keep, and an event is taken back by the link to the one before.

import { CLOSED, NONE, OPEN, PLACE, Trace } from "./trace.js";

// Between two checkpoints lie at least this many events: replaying them takes
// some milliseconds.
const MIN_INTERVAL = 1 << 20;

// Moving by more events than these, it is quicker to look at every state anew
// than to follow what each event changed.
const FAR = 50000;

/** A trace with a position in it: the first `position` events have happened. */
export class Replay {
  /** @param {Trace} trace */
  constructor(trace) {
    this.trace = trace;
    this.position = 0;
    /** By side and state: the last event that put it where it is, or −1. */
    this.current = [new Int32Array(0), new Int32Array(0)];
    this.open = 0;
    this.closed = 0;
    /** @type {{position: number, current: Int32Array[]}[]} */
    this.checkpoints = [];
    /** Told of each state whose place, g, h, f or parent may have changed. */
    /** @type {(state: number) => void} */
    this.touched = () => {};
    /** Told instead if any state may have. */
    /** @type {() => void} */
    this.replaced = () => {};
  }

  /** The step of the last event that has happened. */
  get step() {
    return this.trace.stepAt(this.position);
  }

  /**
   * Moves to a position, which is cut to what there is of the trace.
   *
   * @param {number} position
   */
  seek(position) {
    const target = Math.max(0, Math.min(position, this.trace.count));
    this.makeRoom();
    const checkpoint = this.nearest(target);
    if (checkpoint !== null) {
      this.position = checkpoint.position;
      for (const side of [0, 1]) {
        this.current[side].fill(-1);
        this.current[side].set(checkpoint.current[side]);
      }
    }
    if (checkpoint !== null || Math.abs(target - this.position) > FAR) {
      if (target > this.position) this.leapForward(target);
      else this.leapBackward(target);
      this.recount();
      this.replaced();
    } else if (target > this.position) {
      this.forward(target);
    } else {
      this.backward(target);
    }
  }

  /**
   * Returns what is known of a state on one side: the event that decides it, or −1.
   *
   * @param {number} side
   * @param {number} state
   * @returns {number}
   */
  event(side, state) {
    const current = this.current[side];
    return state < current.length ? current[state] : -1;
  }

  /**
   * Returns where a state is on one side: NONE, OPEN or CLOSED.
   *
   * @param {number} side
   * @param {number} state
   * @returns {number}
   */
  place(side, state) {
    return this.placeAfter(this.event(side, state));
  }

  /**
   * Returns the path by which a side reached a state, from its start to the state.
   *
   * @param {number} side
   * @param {number} state
   * @returns {number[]}
   */
  path(side, state) {
    const states = [];
    const seen = new Set();
    for (let at = state; at >= 0 && !seen.has(at); ) {
      seen.add(at);
      states.push(at);
      const event = this.event(side, at);
      at = event < 0 ? -1 : this.trace.parent[event];
    }
    return states.reverse();
  }

  /** @param {number} target */
  forward(target) {
    const { kind, state, previous } = this.trace;
    for (let i = this.position; i < target; i++) {
      const place = PLACE[kind[i] & 15];
      if (place === NONE) continue;
      this.move(this.placeAfter(previous[i]), place);
      this.current[kind[i] >> 4][state[i]] = i;
      this.touched(state[i]);
    }
    this.position = target;
  }

  /** @param {number} target */
  backward(target) {
    const { kind, state, previous } = this.trace;
    for (let i = this.position - 1; i >= target; i--) {
      const place = PLACE[kind[i] & 15];
      if (place === NONE) continue;
      const before = previous[i];
      this.move(place, this.placeAfter(before));
      this.current[kind[i] >> 4][state[i]] = before;
      this.touched(state[i]);
    }
    this.position = target;
  }

  /**
   * Like forward, but leaves out counting and telling, and makes checkpoints.
   *
   * @param {number} target
   */
  leapForward(target) {
    const { kind, state, sides } = this.trace;
    const [forward, backward] = this.current;
    const interval = Math.max(MIN_INTERVAL, sides * forward.length);
    while (this.position < target) {
      const end = Math.min(target, (Math.floor(this.position / interval) + 1) * interval);
      for (let i = this.position; i < end; i++) {
        const code = kind[i];
        if (PLACE[code & 15] !== NONE) (code < 16 ? forward : backward)[state[i]] = i;
      }
      this.position = end;
      if (end % interval === 0) this.keep();
    }
  }

  /** @param {number} target */
  leapBackward(target) {
    const { kind, state, previous } = this.trace;
    const [forward, backward] = this.current;
    for (let i = this.position - 1; i >= target; i--) {
      const code = kind[i];
      if (PLACE[code & 15] !== NONE) (code < 16 ? forward : backward)[state[i]] = previous[i];
    }
    this.position = target;
  }

  /** Counts OPEN and CLOSED anew, from what they were before this step. */
  recount() {
    const { trace, position, step } = this;
    this.open = step > 0 ? trace.openCount[step - 1] : 0;
    this.closed = step > 0 ? trace.closedCount[step - 1] : 0;
    for (let i = step > 0 ? trace.expansion[step] : 0; i < position; i++) {
      const place = PLACE[trace.kind[i] & 15];
      if (place !== NONE) this.move(this.placeAfter(trace.previous[i]), place);
    }
  }

  /**
   * The place of a state after an event that decided it; −1 is none.
   *
   * @param {number} event
   */
  placeAfter(event) {
    return event < 0 ? NONE : PLACE[this.trace.kind[event] & 15];
  }

  /**
   * @param {number} from
   * @param {number} to
   */
  move(from, to) {
    if (from === to) return;
    if (from === OPEN) this.open--;
    else if (from === CLOSED) this.closed--;
    if (to === OPEN) this.open++;
    else if (to === CLOSED) this.closed++;
  }

  /** Makes a checkpoint here, unless there is one. */
  keep() {
    const last = this.checkpoints.at(-1);
    if (last !== undefined && last.position >= this.position) return;
    this.checkpoints.push({ position: this.position, current: this.current.map((current) => current.slice()) });
  }

  /**
   * Returns the checkpoint from which there is less to do than from here, or null.
   *
   * @param {number} target
   */
  nearest(target) {
    let best = null;
    let work = Math.abs(target - this.position);
    for (const checkpoint of this.checkpoints) {
      // Copying costs about as much as replaying an event for every 8 states.
      const cost = Math.abs(target - checkpoint.position) + this.current[0].length / 8;
      if (cost < work) {
        best = checkpoint;
        work = cost;
      }
    }
    return best;
  }

  /** Follows the trace where it has met more states. */
  makeRoom() {
    for (const side of [0, 1]) {
      const length = this.trace.last[side].length;
      if (this.current[side].length >= length) continue;
      const larger = new Int32Array(length).fill(-1);
      larger.set(this.current[side]);
      this.current[side] = larger;
    }
  }
}
