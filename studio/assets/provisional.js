// The answer that a trace tells, for as long as the server's own is not asked for.

import { coefficients, decimal } from "/player/lengths.js";

/** @typedef {import("/player/trace.js").Trace} Trace */

/**
 * Returns the object of `solve --json` as far as a trace that was read to its end
 * tells it, or null if that is not the end. What a trace does not hold is the
 * time, and where nothing was found the way to the nearest cell.
 *
 * @param {Trace} trace
 * @param {Record<string, any>} ask the question
 */
export function answerOf({ header, end }, ask) {
  if (header === null || header.map === null || end === null) return null;
  const { map: { width }, lengths } = header;
  /** @param {bigint} cost */
  const length = (cost) => {
    const [a, b] = coefficients(cost);
    return {
      text: lengths.text(cost), straight: Number(decimal(a, lengths.scale).replace("−", "-")),
      diagonal: Number(decimal(b, lengths.scale).replace("−", "-")), value: lengths.value(Number(cost)),
    };
  };
  const bounded = end.status === "found" || end.status === "limit";
  return {
    status: end.status, algorithm: header.algorithm, certificate: end.certificate, reason: end.reason,
    ...(end.bound === "" ? {} : { bound: end.bound }),
    from: ask.from, to: ask.to,
    cost: end.path.length > 0 ? length(end.cost) : null,
    lower_bound: bounded ? length(end.lowerBound) : null,
    path: end.path.map((state) => [state % width, Math.floor(state / width)]),
    expanded: end.expanded, generated: end.generated, reopened: end.reopened, peak_open: end.peakOpen,
    time_ns: 0,
    options: Object.fromEntries(header.options),
  };
}
