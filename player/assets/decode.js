// Decodes a block of events. docs/trace.md has the layout.

import { TraceError } from "./errors.js";
import { EXPAND, KINDS, Trace } from "./trace.js";

const MAX_RECORDS = 1 << 16;
const MAX_SHAPES = 256;
const MAX_DICTIONARY = 127;

// The fields of a record that have a difference, in the order of their columns.
const STATE = 0;
const PARENT = 1;
const G = 2;
const H = 3;
const EXCESS = 4;
const FIELDS = 5;

// Thrown where a number does not fit into 53 bits: the block is read again,
// with 64.
const TOO_WIDE = Symbol("too wide");

/**
 * Costs as numbers while they are exact as such, else as bigints. All of a block
 * are one or the other, so that + means the same for both.
 *
 * @typedef {any} Cost
 */

/**
 * @typedef {object} Shape
 * @property {number} kind
 * @property {number} side
 * @property {number} base
 * @property {number} parent
 * @property {number} rule
 * @property {number} operands
 * @property {Cost[]} delta
 */

/**
 * Decodes a block and appends its events to the trace.
 *
 * @param {Uint8Array} data
 * @param {Trace} trace
 * @param {number} at offset of its chunk, for errors
 */
export function decodeBlock(data, trace, at) {
  try {
    new Decoder(data, trace, at, trace.wide).run();
  } catch (wrong) {
    if (wrong !== TOO_WIDE) throw wrong;
    trace.widen();
    new Decoder(data, trace, at, true).run();
  }
}

class Decoder {
  /**
   * @param {Uint8Array} data
   * @param {Trace} trace
   * @param {number} at
   * @param {boolean} wide whether costs are bigints
   */
  constructor(data, trace, at, wide) {
    this.trace = trace;
    this.at = at;
    this.wide = wide;
    this.cursor = new Cursor(data, 0, data.length, this);
  }

  bad() {
    return new TraceError("block", this.at);
  }

  run() {
    const { cursor, trace } = this;
    const first = cursor.uvarint();
    const steps = cursor.uvarint();
    const n = cursor.uvarint();
    const m = cursor.uvarint();
    if (first !== trace.count || steps !== trace.steps) throw this.bad();
    if (n < 1 || n > MAX_RECORDS || m < 1 || m > MAX_SHAPES) throw this.bad();
    const shapes = [];
    for (let i = 0; i < m; i++) shapes.push(this.shape());
    const codes = cursor.part(n);
    const back = cursor.part(cursor.uvarint());
    /** @type {Column[]} */
    const columns = [];
    for (let field = 0; field < FIELDS; field++) {
      const part = cursor.part(cursor.uvarint());
      columns.push(new Column(part, this.wide && field >= G));
    }
    if (!cursor.done()) throw this.bad();
    trace.reserve(n);
    this.records(codes, shapes, back, columns);
    if (!back.done() || !columns.every((column) => column.cursor.done())) throw this.bad();
    trace.append(n, this.at);
  }

  /** @returns {Shape} */
  shape() {
    const { cursor } = this;
    const a = cursor.byte();
    const b = cursor.byte();
    const shape = {
      kind: a & 15, side: (a >> 4) & 1, base: a >> 5,
      parent: b & 3, rule: b >> 2, operands: cursor.byte(),
      delta: this.wide ? [0, 0, 0n, 0n, 0n] : [0, 0, 0, 0, 0],
    };
    if (shape.kind >= KINDS || shape.base > 2 || shape.rule > 3 || shape.operands >= 1 << FIELDS) throw this.bad();
    for (let field = 0; field < FIELDS; field++) {
      if ((shape.operands >> field) & 1) continue;
      if ((field === PARENT && shape.parent !== 3) || (field === EXCESS && shape.rule !== 3)) continue;
      shape.delta[field] = this.wide && field >= G ? cursor.wideSvarint() : cursor.svarint();
    }
    return shape;
  }

  /**
   * Fills in the events behind those that the trace has.
   *
   * @param {Cursor} codes
   * @param {Shape[]} shapes
   * @param {Cursor} back
   * @param {Column[]} columns
   */
  records(codes, shapes, back, columns) {
    const { trace, wide } = this;
    const first = trace.count;
    const end = first + codes.end - codes.at;
    const { kind, state, parent } = trace;
    /** @type {{g: Cost[], h: Cost[], f: Cost[]}} */
    const { g, h, f } = /** @type {any} */ (wide ? trace.exact() : trace);
    /** @type {Cost} */
    const zero = wide ? 0n : 0;
    const noEnd = trace.limit;
    let latest = -1;
    for (let i = first; i < end; i++) {
      const code = codes.byte();
      if (code >= shapes.length) throw this.bad();
      const shape = shapes[code];
      let base = latest;
      if (shape.base === 1) {
        base = i > first ? i - 1 : -1;
      } else if (shape.base === 2) {
        const k = back.uvarint();
        if (k < 1 || k > i - first) throw this.bad();
        base = i - k;
      }
      const { operands, delta } = shape;
      const some = base >= 0;
      const newState = (some ? state[base] : 0) + (operands & 1 ? columns[STATE].next() : delta[STATE]);
      const dParent = operands & 2 ? columns[PARENT].next() : delta[PARENT];
      /** @type {Cost} */
      const dG = operands & 4 ? columns[G].next() : delta[G];
      /** @type {Cost} */
      const dH = operands & 8 ? columns[H].next() : delta[H];
      /** @type {Cost} */
      const dExcess = operands & 16 ? columns[EXCESS].next() : delta[EXCESS];
      let newParent = -1;
      if (shape.parent === 1) newParent = some ? state[base] : 0;
      else if (shape.parent === 2) newParent = some ? parent[base] : -1;
      else if (shape.parent === 3) newParent = newState + dParent;
      const isEnd = shape.kind === KINDS - 1;
      if (newState >= noEnd || newState < (isEnd ? -1 : 0) || newParent < -1 || newParent >= noEnd) throw this.bad();
      /** @type {Cost} */
      let newG = (some ? g[base] : zero) + dG;
      /** @type {Cost} */
      let newH = (some ? h[base] : zero) + dH;
      /** @type {Cost} */
      let newF = newG + newH;
      if (shape.rule === 1) newF = newG;
      else if (shape.rule === 2) newF = newH;
      else if (shape.rule === 3) newF = newF + (some ? f[base] - g[base] - h[base] : zero) + dExcess;
      if (wide) {
        newG = BigInt.asIntN(64, newG);
        newH = BigInt.asIntN(64, newH);
        newF = BigInt.asIntN(64, newF);
        trace.g[i] = Number(newG);
        trace.h[i] = Number(newH);
        trace.f[i] = Number(newF);
      } else if (!(Math.abs(newG) < 2 ** 52 && Math.abs(newH) < 2 ** 52 && Math.abs(newF) < 2 ** 52)) {
        throw TOO_WIDE;
      }
      kind[i] = shape.kind | (shape.side << 4);
      state[i] = newState;
      parent[i] = newParent;
      g[i] = newG;
      h[i] = newH;
      f[i] = newF;
      if (shape.kind === EXPAND) latest = i;
    }
  }
}

/** A column of operands with its dictionary. */
class Column {
  /**
   * @param {Cursor} cursor
   * @param {boolean} wide
   */
  constructor(cursor, wide) {
    this.cursor = cursor;
    this.wide = wide;
    /** @type {Cost[]} */
    this.dictionary = [];
  }

  /** @returns {Cost} */
  next() {
    const k = this.cursor.uvarint();
    if (k > 0) {
      if (k > this.dictionary.length) throw this.cursor.decoder.bad();
      return this.dictionary[k - 1];
    }
    const value = this.wide ? this.cursor.wideSvarint() : this.cursor.svarint();
    if (this.dictionary.length < MAX_DICTIONARY) this.dictionary.push(value);
    return value;
  }
}

/** Reads numbers from a part of a block. */
class Cursor {
  /**
   * @param {Uint8Array} data
   * @param {number} at
   * @param {number} end
   * @param {Decoder} decoder
   */
  constructor(data, at, end, decoder) {
    this.data = data;
    this.at = at;
    this.end = end;
    this.decoder = decoder;
  }

  done() {
    return this.at === this.end;
  }

  byte() {
    if (this.at >= this.end) throw this.decoder.bad();
    return this.data[this.at++];
  }

  /**
   * Cuts off the next n bytes.
   *
   * @param {number} n
   */
  part(n) {
    if (n > this.end - this.at) throw this.decoder.bad();
    this.at += n;
    return new Cursor(this.data, this.at - n, this.at, this.decoder);
  }

  /** @returns {number} */
  uvarint() {
    let byte = this.byte();
    if (byte < 128) return byte;
    let value = byte & 127;
    let unit = 128;
    for (let i = 1; i < 10; i++) {
      byte = this.byte();
      value += (byte & 127) * unit;
      if (value > Number.MAX_SAFE_INTEGER) throw tooWide(this.decoder);
      if (byte < 128) return value;
      unit *= 128;
    }
    throw this.decoder.bad();
  }

  /** @returns {number} */
  svarint() {
    const u = this.uvarint();
    return u % 2 === 0 ? u / 2 : -(u + 1) / 2;
  }

  /** @returns {bigint} */
  wideSvarint() {
    let value = 0n;
    for (let i = 0n; i < 10n; i++) {
      const byte = this.byte();
      value |= BigInt(byte & 127) << (7n * i);
      if (byte < 128) {
        if (value >= 1n << 64n) break;
        return (value >> 1n) ^ -(value & 1n);
      }
    }
    throw this.decoder.bad();
  }
}

/**
 * What a number over 53 bits means: at the first reading that costs need 64,
 * at the second, where only other numbers are read so, that the block is damaged.
 *
 * @param {Decoder} decoder
 */
function tooWide(decoder) {
  return decoder.wide ? decoder.bad() : TOO_WIDE;
}
