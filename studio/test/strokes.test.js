import assert from "node:assert/strict";
import { test } from "node:test";
import { box, brush, covered, line } from "../assets/strokes.js";

test("lines have no gap, however fast the pointer was", () => {
  for (let dx = -9; dx <= 9; dx++) {
    for (let dy = -9; dy <= 9; dy++) {
      const spots = line({ x: 3, y: 4 }, { x: 3 + dx, y: 4 + dy });
      assert.equal(spots.length, Math.max(Math.abs(dx), Math.abs(dy)) + 1);
      assert.deepEqual([spots[0], spots.at(-1)], [{ x: 3, y: 4 }, { x: 3 + dx, y: 4 + dy }]);
      for (let i = 1; i < spots.length; i++) {
        assert.equal(Math.max(Math.abs(spots[i].x - spots[i - 1].x), Math.abs(spots[i].y - spots[i - 1].y)), 1);
      }
      // No cell is farther from the straight line than half a cell along its lesser side.
      for (const { x, y } of spots) {
        const off = Math.abs((x - 3) * dy - (y - 4) * dx);
        assert.ok(2 * off <= Math.max(Math.abs(dx), Math.abs(dy)), `${dx} ${dy}: ${x} ${y}`);
      }
    }
  }
});

test("rectangles are cut off at the map", () => {
  assert.deepEqual(box({ x: 2, y: 1 }, { x: 1, y: -3 }, { width: 2, height: 9 }), [{ x: 1, y: 0 }, { x: 1, y: 1 }]);
  assert.equal(box({ x: 0, y: 0 }, { x: 3, y: 2 }, { width: 9, height: 9 }).length, 12);
});

test("a brush covers a square around its cell", () => {
  for (const size of [1, 2, 3, 4, 5]) {
    const { left, top, right, bottom } = brush({ x: 10, y: 20 }, size);
    assert.deepEqual([right - left + 1, bottom - top + 1], [size, size]);
    assert.ok(left <= 10 && right >= 10 && top <= 20 && bottom >= 20);
    assert.ok(right - 10 - (10 - left) <= 1);
    assert.equal(covered([{ x: 10, y: 20 }], size, { width: 30, height: 30 }).size, size * size);
  }
  assert.deepEqual([...covered([{ x: 0, y: 0 }], 3, { width: 4, height: 4 })], [0, 1, 4, 5]);
  assert.equal(covered([{ x: -9, y: 0 }], 3, { width: 4, height: 4 }).size, 0);
});
