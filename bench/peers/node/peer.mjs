// One JavaScript library as a peer: `node peer.mjs LIBRARY`. It reads a board
// as a line of JSON, then lines with queries, and answers each with a line (see
// ../protocol.go). Time is the process's processor time, so compiling and
// collecting garbage beside the search are paid for, but not node's start.
import { createInterface } from 'node:readline';

const libraries = {
  'pathfinding-astar': ['./pathfinding.mjs', 'astar'],
  'pathfinding-jps': ['./pathfinding.mjs', 'jps'],
  'ngraph-astar': ['./ngraph.mjs', 'astar'],
  'ngraph-nba': ['./ngraph.mjs', 'nba'],
  'l1-path-finder': ['./l1.mjs', 'planner'],
};

const library = libraries[process.argv[2]];
if (!library) {
  console.error(`peer.mjs: no library is named ${process.argv[2]}; want one of ${Object.keys(libraries).join(', ')}`);
  process.exit(2);
}

const write = (message) => process.stdout.write(JSON.stringify(message) + '\n');

/** Nanoseconds on a processor so far, all threads, user and system. */
function cpuNS() {
  const { user, system } = process.cpuUsage();
  return (user + system) * 1000;
}

function reply(peer, { queries, times, answers }) {
  const before = cpuNS();
  for (let i = 0; i < times; i++) {
    for (const q of queries) peer.find(q[0], q[1], q[2], q[3]);
  }
  const message = { cpu_ns: cpuNS() - before };
  if (answers) {
    message.answers = queries.map((q) => {
      const found = peer.find(q[0], q[1], q[2], q[3]);
      return found ? { found, ...peer.answer() } : { found };
    });
  }
  return message;
}

let prepare;
try {
  prepare = (await import(library[0]))[library[1]];
} catch (error) {
  if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
  write({ prepare_ns: 0, unavailable: `${error.message.split('\n')[0]}; run npm ci in the folder of peer.mjs` });
  process.exit(0);
}

let peer;
for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  if (!peer) {
    const before = cpuNS();
    peer = prepare(message);
    write({ prepare_ns: cpuNS() - before });
    continue;
  }
  try {
    write(reply(peer, message));
  } catch (error) {
    write({ cpu_ns: 0, error: String(error) });
  }
}
