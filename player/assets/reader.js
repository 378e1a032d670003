// Reads a trace from bytes as they come: chunk by chunk, each checked and
// inflated before anything in it is believed. docs/trace.md has the format.

import { decodeBlock } from "./decode.js";
import { TraceError } from "./errors.js";
import { parseHeader, parseTrailer } from "./documents.js";
import { Trace } from "./trace.js";

const MAGIC = [0x89, 0x41, 0x54, 0x52, 0x0d, 0x0a, 0x1a, 0x0a];
const VERSION = 1;
const PROLOGUE = 12;
const CHUNK_HEAD = 16;
const FOOTER = 24;

// What a chunk may hold once inflated, as in package trace.
const MAX_BLOCK = (1 << 16) * 59 + 256 * 53 + 128;
const MAX_DOCUMENT = 1 << 27;

// DEFLATE makes at most 258 bytes of two bits.
const MAX_RATIO = 1032;

/**
 * A trace's bytes, whole or as they come.
 *
 * @typedef {Uint8Array | AsyncIterable<Uint8Array> | ReadableStream<Uint8Array>} Source
 */

/**
 * Reads a trace. Events go into the trace as soon as their block has come, and
 * `changed` is called after each, so that a page can draw before the end. The
 * trace is returned when all of it has been read and checked.
 *
 * @param {Source} source
 * @param {Trace} trace an empty one, filled meanwhile
 * @param {() => void} [changed]
 * @returns {Promise<void>}
 * @throws {TraceError} says what is wrong and where; what came before it was right
 */
export async function readTrace(source, trace, changed = () => {}) {
  const queue = new ByteQueue(source);
  try {
    await readPrologue(queue);
    for (;;) {
      const at = queue.offset;
      const { type, data } = await readChunk(queue);
      const header = trace.header !== null;
      if (header !== (type !== "H")) throw new TraceError("order", at, { found: type });
      if (type === "I") {
        if (trace.end === null) throw new TraceError("order", at, { found: type });
        break;
      }
      if (trace.end !== null) throw new TraceError("order", at, { found: type });
      switch (type) {
        case "H":
          trace.begin(parseHeader(data, at));
          break;
        case "E":
          decodeBlock(data, trace, at);
          break;
        case "T":
          trace.finish(parseTrailer(data, trace.limit, at), at);
          break;
      }
      changed();
    }
    await readFooter(queue);
  } finally {
    await queue.close();
  }
}

/**
 * Bytes that arrive in pieces and are taken in others.
 */
class ByteQueue {
  /** @param {Source} source */
  constructor(source) {
    this.pieces = pieces(source);
    /** @type {Uint8Array[]} */
    this.waiting = [];
    this.length = 0;
    this.offset = 0;
  }

  /**
   * Waits for n bytes and takes them; fewer come only at the end.
   *
   * @param {number} n
   * @returns {Promise<Uint8Array>}
   */
  async take(n) {
    while (this.length < n) {
      const { done, value } = await this.pieces.next();
      if (done) break;
      this.waiting.push(value);
      this.length += value.length;
    }
    const size = Math.min(n, this.length);
    this.offset += size;
    this.length -= size;
    const first = this.waiting[0];
    if (first !== undefined && first.length > size) {
      this.waiting[0] = first.subarray(size);
      return first.subarray(0, size);
    }
    const taken = new Uint8Array(size);
    for (let at = 0; at < size; ) {
      const piece = this.waiting[0];
      const part = piece.subarray(0, size - at);
      taken.set(part, at);
      at += part.length;
      if (part.length === piece.length) this.waiting.shift();
      else this.waiting[0] = piece.subarray(part.length);
    }
    return taken;
  }

  /**
   * Like take, but fewer bytes are an error.
   *
   * @param {number} n
   * @returns {Promise<Uint8Array>}
   */
  async need(n) {
    const bytes = await this.take(n);
    if (bytes.length < n) throw new TraceError("truncated", this.offset);
    return bytes;
  }

  /** Lets go of the source. */
  async close() {
    await this.pieces.return?.(undefined);
  }
}

/**
 * @param {Source} source
 * @returns {AsyncGenerator<Uint8Array>}
 */
async function* pieces(source) {
  if (source instanceof Uint8Array) {
    yield source;
  } else if (source instanceof ReadableStream) {
    // Not every browser can iterate over a stream.
    const reader = source.getReader();
    try {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return;
        yield value;
      }
    } finally {
      await reader.cancel();
    }
  } else {
    yield* source;
  }
}

/** @param {ByteQueue} queue */
async function readPrologue(queue) {
  const bytes = await queue.take(PROLOGUE);
  for (let i = 0; i < Math.min(bytes.length, MAGIC.length); i++) {
    if (bytes[i] !== MAGIC[i]) throw new TraceError("not-a-trace", 0);
  }
  if (bytes.length === 0) throw new TraceError("empty", 0);
  if (bytes.length < PROLOGUE) throw new TraceError("truncated", bytes.length);
  const version = view(bytes).getUint32(MAGIC.length, true);
  if (version > VERSION) throw new TraceError("newer", MAGIC.length, { version });
  if (version < VERSION) throw new TraceError("damaged", MAGIC.length);
}

/**
 * @param {ByteQueue} queue
 * @returns {Promise<{type: string, data: Uint8Array}>}
 */
async function readChunk(queue) {
  const at = queue.offset;
  const head = await queue.need(CHUNK_HEAD);
  const numbers = view(head);
  const type = String.fromCharCode(head[0]);
  const stored = numbers.getUint32(4, true);
  const raw = numbers.getUint32(8, true);
  if (!"HECTI".includes(type) || (head[1] | head[2] | head[3]) !== 0) throw new TraceError("damaged", at);
  const most = type === "E" || type === "C" ? MAX_BLOCK : MAX_DOCUMENT;
  if (raw > most || stored > most + most / 1024 + 64) throw new TraceError("too-large", at + 4);
  if (raw > stored * MAX_RATIO) throw new TraceError("damaged", at + 8);
  // A chunk takes more than its head, and an entry of the index at most 12 bytes.
  if (type === "I" && raw > 10 + (at / (CHUNK_HEAD + 1)) * 12) throw new TraceError("too-large", at + 8);
  const data = await queue.need(stored);
  if (checksum(data, checksum(head.subarray(0, 12))) !== numbers.getUint32(12, true)) {
    throw new TraceError("damaged", at);
  }
  const counter = type === "H" || type === "T" ? new ValueCounter(at) : null;
  return { type, data: await inflate(data, raw, at + CHUNK_HEAD, counter) };
}

// What a header or a trailer may hold: as a value takes more memory than its text, more are
// refused before there are any.
const MAX_GROUPS = 1 << 11; // lists and objects: options and kinds are 256 each
const MAX_TEXTS = 1 << 21; // the rows of a map, and few others
const MAX_ITEMS = (1 << 24) + (1 << 22); // the weights of a map, or two paths

/** Counts the values of a JSON text as its bytes come. */
class ValueCounter {
  /** @param {number} at offset of the chunk, for errors */
  constructor(at) {
    this.at = at;
    this.inText = false;
    this.escaped = false;
    this.groups = 0;
    this.texts = 0;
    this.items = 0;
  }

  /** @param {Uint8Array} bytes */
  add(bytes) {
    for (const byte of bytes) {
      if (this.inText) {
        if (this.escaped) this.escaped = false;
        else if (byte === 0x5c) this.escaped = true;
        else if (byte === 0x22) this.inText = false;
      } else if (byte === 0x22) {
        this.inText = true;
        this.texts++;
      } else if (byte === 0x5b || byte === 0x7b) {
        this.groups++;
      } else if (byte === 0x2c) {
        this.items++;
      }
    }
    if (this.groups > MAX_GROUPS || this.texts > MAX_TEXTS || this.items > MAX_ITEMS) {
      throw new TraceError("too-large", this.at);
    }
  }
}

/**
 * @param {ByteQueue} queue
 */
async function readFooter(queue) {
  const at = queue.offset;
  const bytes = await queue.need(FOOTER);
  const numbers = view(bytes);
  const mark = String.fromCharCode(...bytes.subarray(20));
  if (mark !== "ATRE" || checksum(bytes.subarray(0, 16)) !== numbers.getUint32(16, true)) {
    throw new TraceError("damaged", at);
  }
  if ((await queue.take(1)).length > 0) throw new TraceError("damaged", at + FOOTER);
}

/**
 * Inflates data that must become exactly `raw` bytes, for which memory is taken as they
 * come.
 *
 * @param {Uint8Array} data
 * @param {number} raw
 * @param {number} offset of the data in the file
 * @param {ValueCounter | null} counter that is told of them
 * @returns {Promise<Uint8Array>}
 */
async function inflate(data, raw, offset, counter) {
  const stream = new DecompressionStream("deflate-raw");
  const writer = stream.writable.getWriter();
  // What goes wrong in writing also goes wrong in reading, where it is caught.
  writer.write(/** @type {Uint8Array<ArrayBuffer>} */ (data)).catch(() => {});
  writer.close().catch(() => {});
  const reader = stream.readable.getReader();
  /** @type {Uint8Array[]} */
  const pieces = [];
  let length = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      length += value.length;
      if (length > raw) throw new TraceError("damaged", offset);
      counter?.add(value);
      pieces.push(value);
    }
  } catch (wrong) {
    reader.cancel().catch(() => {});
    throw wrong instanceof TraceError ? wrong : new TraceError("damaged", offset);
  }
  if (length !== raw) throw new TraceError("damaged", offset);
  const out = new Uint8Array(raw);
  let at = 0;
  for (const piece of pieces) {
    out.set(piece, at);
    at += piece.length;
  }
  return out;
}

/** @type {Uint32Array | null} */
let table = null;

/**
 * The CRC-32 of zip and PNG.
 *
 * @param {Uint8Array} bytes
 * @param {number} [before] the sum of what stands before the bytes
 * @returns {number}
 */
export function checksum(bytes, before = 0) {
  if (table === null) {
    table = new Uint32Array(256);
    for (let i = 0; i < 256; i++) {
      let c = i;
      for (let bit = 0; bit < 8; bit++) c = c & 1 ? (c >>> 1) ^ 0xedb88320 : c >>> 1;
      table[i] = c;
    }
  }
  let sum = ~before;
  for (let i = 0; i < bytes.length; i++) sum = table[(sum ^ bytes[i]) & 255] ^ (sum >>> 8);
  return ~sum >>> 0;
}

/** @param {Uint8Array} bytes */
function view(bytes) {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
