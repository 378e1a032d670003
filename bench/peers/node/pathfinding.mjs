// PathFinding.js on a board. A search writes into the nodes of its grid, so
// each query gets a clone, as the library's documentation says; that is timed.
import PF from 'pathfinding';

const options = {
  diagonalMovement: PF.DiagonalMovement.OnlyWhenNoObstacles,
  heuristic: PF.Heuristic.octile,
};

export const astar = (board) => pathfinder(board, new PF.AStarFinder(options));
export const jps = (board) => pathfinder(board, new PF.JumpPointFinder(options));

function pathfinder({ rows }, finder) {
  const grid = new PF.Grid(rows.map((row) => Array.from(row, (symbol) => (symbol === '.' ? 0 : 1))));
  let path = [];
  return {
    find(fromX, fromY, toX, toY) {
      path = finder.findPath(fromX, fromY, toX, toY, grid.clone());
      return path.length > 0;
    },
    answer: () => ({ length: length(path), path }),
  };
}

function length(path) {
  let straight = 0;
  let diagonal = 0;
  for (let i = 1; i < path.length; i++) {
    if (path[i][0] !== path[i - 1][0] && path[i][1] !== path[i - 1][1]) diagonal++;
    else straight++;
  }
  return straight + diagonal * Math.SQRT2;
}
