// l1-path-finder, which preprocesses a board for four moves. Its paths are
// turning points, which it writes into an array; the array is kept.
import ndarray from 'ndarray';
import createPlanner from 'l1-path-finder';

export function planner({ width, height, rows }) {
  const blocked = ndarray(new Uint8Array(width * height), [width, height]);
  rows.forEach((row, y) => {
    for (let x = 0; x < width; x++) blocked.set(x, y, row[x] === '.' ? 0 : 1);
  });
  const made = createPlanner(blocked);
  const turns = [];
  let length = 0;
  return {
    find(fromX, fromY, toX, toY) {
      turns.length = 0;
      length = made.search(fromX, fromY, toX, toY, turns);
      return length < Infinity;
    },
    answer() {
      const path = [];
      for (let i = 0; i < turns.length; i += 2) path.push([turns[i], turns[i + 1]]);
      return { length, path };
    },
  };
}
