// ngraph.path on an ngraph.graph of the board's open cells: A* and NBA*, which
// searches from both ends. A link stands for a step there and back.
import createGraph from 'ngraph.graph';
import { aStar, nba as bidirectional } from 'ngraph.path';

const options = {
  distance: (a, b) => (a.data.x !== b.data.x && a.data.y !== b.data.y ? Math.SQRT2 : 1),
  heuristic(a, b) {
    const dx = Math.abs(a.data.x - b.data.x);
    const dy = Math.abs(a.data.y - b.data.y);
    return dx > dy ? dx - dy + Math.SQRT2 * dy : dy - dx + Math.SQRT2 * dx;
  },
};

export const astar = (board) => pathfinder(board, aStar);
export const nba = (board) => pathfinder(board, bidirectional);

function pathfinder(board, algorithm) {
  const finder = algorithm(toGraph(board), options);
  let path = [];
  return {
    find(fromX, fromY, toX, toY) {
      path = finder.find(fromY * board.width + fromX, toY * board.width + toX);
      return path.length > 0;
    },
    answer: () => ({
      length: path.reduce((sum, node, i) => (i > 0 ? sum + options.distance(path[i - 1], node) : 0), 0),
      path: path.map(({ data }) => [data.x, data.y]).reverse(),
    }),
  };
}

function toGraph({ width, height, rows }) {
  const graph = createGraph();
  const open = (x, y) => x >= 0 && x < width && y < height && rows[y][x] === '.';
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (open(x, y)) graph.addNode(y * width + x, { x, y });
    }
  }
  const link = (x, y, toX, toY) => graph.addLink(y * width + x, toY * width + toX);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (!open(x, y)) continue;
      const east = open(x + 1, y);
      const south = open(x, y + 1);
      if (east) link(x, y, x + 1, y);
      if (south) link(x, y, x, y + 1);
      if (east && south && open(x + 1, y + 1)) link(x, y, x + 1, y + 1);
      if (south && open(x - 1, y) && open(x - 1, y + 1)) link(x, y, x - 1, y + 1);
    }
  }
  return graph;
}
