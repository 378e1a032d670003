import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { test } from "node:test";

// Each file is read by a process of its own, whose memory is measured: small files
// that stand for many values, and what they may take.
const files = {
  options: { text: '{"version":1,"algorithm":"x","options":[' + repeated('["",""]') + "]}" },
  starts: { text: '{"version":1,"algorithm":"x","start":[' + repeated("[]") + "]}" },
  kinds: { text: '{"version":1,"algorithm":"x","map":{"kinds":[' + repeated("{}") + "]}}" },
  rows: { text: '{"version":1,"algorithm":"x","map":{"rows":[' + repeated('""') + "]}}" },
  numbers: { text: '{"version":1,"algorithm":"x","start":[' + repeated("0") + "]}" },
  escapes: { text: '{"version":1,"algorithm":"\\\\\\"' + repeated("[") + '","options":[' + repeated("[[]]") + "]}" },
};

/** @param {string} item */
function repeated(item) {
  return (item + ",").repeat(Math.floor((1 << 26) / (item.length + 1))) + item;
}

const reading = `
import { deflateRawSync } from "node:zlib";
import { readFileSync } from "node:fs";
import { checksum, readTrace } from ${JSON.stringify(new URL("../assets/reader.js", import.meta.url).href)};
import { Trace } from ${JSON.stringify(new URL("../assets/trace.js", import.meta.url).href)};
const file = new Uint8Array(readFileSync(0));
const before = process.resourceUsage().maxRSS;
let code = "";
try {
  await readTrace(file, new Trace());
} catch (error) {
  code = error.code ?? String(error);
}
console.log(JSON.stringify({ code, taken: (process.resourceUsage().maxRSS - before) * 1024, size: file.length }));
`;

const writing = `
import { deflateRawSync } from "node:zlib";
import { checksum } from ${JSON.stringify(new URL("../assets/reader.js", import.meta.url).href)};
import { readFileSync } from "node:fs";
const raw = readFileSync(0);
const data = deflateRawSync(raw, { level: 9 });
const head = Buffer.alloc(16);
head[0] = 0x48;
head.writeUInt32LE(data.length, 4);
head.writeUInt32LE(raw.length, 8);
head.writeUInt32LE(checksum(data, checksum(head.subarray(0, 12))), 12);
process.stdout.write(Buffer.concat([Buffer.from([0x89, 0x41, 0x54, 0x52, 0x0d, 0x0a, 0x1a, 0x0a, 1, 0, 0, 0]), head, data]));
`;

for (const [name, { text }] of Object.entries(files)) {
  test(`a header with millions of ${name} takes little memory`, () => {
    const run = (/** @type {string} */ script, /** @type {string | Buffer} */ input) => {
      const child = spawnSync(process.execPath, ["--input-type=module", "--max-old-space-size=256", "-e", script], { input, maxBuffer: 1 << 28, cwd: fileURLToPath(new URL(".", import.meta.url)) });
      assert.equal(child.status, 0, String(child.stderr));
      return child.stdout;
    };
    const { code, taken, size } = JSON.parse(String(run(reading, run(writing, text))));
    assert.equal(code, "too-large");
    assert.ok(size < 1 << 18, `${size} bytes of file`);
    assert.ok(taken < 160 << 20, `${name}: ${size} bytes of file take ${taken}`);
  });
}
