// The best path so far of a search that a limit ended: to the cell that seems
// nearest to the goal.

/**
 * Returns that path as states; empty where there is a path to the goal, or none.
 *
 * @param {import("./runner.js").Answer | null | undefined} answer
 * @param {number} width of the map
 * @returns {number[]}
 */
export function trailOf(answer, width) {
  /** @type {import("./certificate.js").Solved | undefined} */
  const solved = answer?.ok;
  if (solved?.status !== "limit" || solved.path.length > 0) return [];
  return (solved.nearest?.path ?? []).map(([x, y]) => y * width + x);
}

/**
 * Draws it in dashes, since it is none to the goal.
 *
 * @param {CanvasRenderingContext2D} context
 * @param {import("/player/board.js").Board} board
 * @param {number[]} trail
 * @param {import("/player/colors.js").Colors} colors
 */
export function drawTrail(context, board, trail, colors) {
  if (trail.length < 2) return;
  const { ratio } = board;
  board.polyline(trail);
  board.stroke(colors.css("sheet"), board.lineWidth() + 2.5);
  context.setLineDash([6 * ratio, 5 * ratio]);
  board.stroke(colors.css("path"), board.lineWidth());
  context.setLineDash([]);
  const [x, y] = board.center(trail[trail.length - 1]);
  context.beginPath();
  context.arc(x, y, Math.max(3 * ratio, board.cell * 0.22), 0, 2 * Math.PI);
  context.fillStyle = colors.css("path");
  context.fill();
  board.stroke(colors.css("sheet"), 1.5);
}
