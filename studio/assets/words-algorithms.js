// What algorithms are called, do and prove. A name is short, for menus and
// tables; summaries and guarantees stand where the server's are in English.

/** @typedef {[name: string, summary: string, guarantee: string]} Entry */

/** @type {Record<"en" | "ja" | "zh", Record<string, Entry>>} */
const ENTRIES = {
  en: {
    "breadth-first": ["Breadth-first", "Expands cells in the order in which they were met.", "the fewest steps; the least cost where all steps cost the same"],
    "dijkstra": ["Dijkstra", "Expands cells in the order of their cost from the start.", "the shortest path, always"],
    "greedy": ["Greedy best-first", "Expands the cell that seems nearest to the goal, whatever it cost to get there.", "a legal path, no more"],
    "astar": ["A*", "Expands the cell with the least cost so far plus estimate.", "the shortest path if the heuristic is admissible; without reopening, if it is consistent"],
    "weighted-astar": ["Weighted A*", "A* with the estimate multiplied by a weight, which makes it hurry.", "at most w times the optimum if the heuristic is admissible"],
    "bidirectional-first-meeting": ["First meeting (wrong)", "A* from both ends that stops at the first cell expanded from both: popular, and wrong.", "a legal path, no more"],
    "bidirectional": ["Bidirectional A*", "A* from both ends that stops when no cheaper meeting can be left.", "the shortest path if the heuristic is admissible; without reopening, if it is consistent"],
    "bidirectional-dijkstra": ["Bidirectional Dijkstra", "Dijkstra's algorithm from both ends, with a proved stop.", "the shortest path, always"],
    "ida-star": ["IDA*", "Depth-first searches under a rising threshold, with a table of the cells met.", "the shortest path if the heuristic is admissible"],
    "branch-and-bound": ["Branch and bound", "Dives for the goal, then cuts off whatever cannot beat the best path so far.", "the shortest path, always"],
    "fringe": ["Fringe search", "Works through rising thresholds like IDA*, but goes on where the last one stopped.", "the shortest path if the heuristic is admissible"],
    "auto": ["Fastest (auto)", "Takes the engine that is expected to be the fastest on this map.", "the shortest path, at any costs"],
    "bucket-astar": ["Bucket A*", "A* with small nodes, and a ring of stacks in place of a heap.", "the shortest path, unless weights span too far"],
    "canonical-astar": ["Canonical A*", "Bucket A* that follows only the moves that no other path covers.", "the shortest path, at uniform costs"],
    "jump-point": ["Jump point search", "Scans 64 cells at a time for the next one where paths have to branch.", "the shortest path, at uniform costs"],
    "bucket-dijkstra": ["Bucket Dijkstra", "Dijkstra's algorithm over a ring of stacks.", "the shortest path, unless weights span too far"],
    "generic": ["Generic A*", "A* of the library with its defaults, in memory kept between queries.", "the shortest path, at any costs"],
  },
  ja: {
    "breadth-first": ["幅優先探索", "見つけた順にマスを展開します。", "ステップ数が最小。どのステップも同じコストなら最短"],
    "dijkstra": ["ダイクストラ法", "始点からのコストが小さい順にマスを展開します。", "常に最短経路"],
    "greedy": ["貪欲最良優先探索", "そこまでのコストに関係なく、ゴールに最も近そうなマスを展開します。", "通れる経路であることだけ"],
    "astar": ["A*", "ここまでのコストと見積もりの和が最小のマスを展開します。", "ヒューリスティックが許容的なら最短経路。再オープンしない場合は無矛盾なら最短"],
    "weighted-astar": ["重み付き A*", "見積もりに重みを掛けてゴールへ急ぐ A* です。", "ヒューリスティックが許容的なら最適の w 倍以内"],
    "bidirectional-first-meeting": ["最初の出会い（誤り）", "両端からの A* を、両側が展開した最初のマスで止めます。よく使われますが誤りです。", "通れる経路であることだけ"],
    "bidirectional": ["双方向 A*", "両端からの A* を、より安い出会いが残っていないと分かった時点で止めます。", "ヒューリスティックが許容的なら最短経路。再オープンしない場合は無矛盾なら最短"],
    "bidirectional-dijkstra": ["双方向ダイクストラ法", "両端からのダイクストラ法を、証明できた時点で止めます。", "常に最短経路"],
    "ida-star": ["IDA*", "しきい値を上げながら深さ優先探索を繰り返し、訪れたマスを表に記録します。", "ヒューリスティックが許容的なら最短経路"],
    "branch-and-bound": ["分枝限定法", "まずゴールへ潜り、最良の経路に勝てない枝を刈ります。", "常に最短経路"],
    "fringe": ["フリンジ探索", "IDA* のようにしきい値を上げますが、前回止まった所から続けます。", "ヒューリスティックが許容的なら最短経路"],
    "auto": ["最速（自動）", "この地図で最も速いと見込まれるエンジンを選びます。", "どのコストでも最短経路"],
    "bucket-astar": ["バケット A*", "小さなノードと、ヒープの代わりに環状のスタックを使う A* です。", "重みの幅が広すぎなければ最短経路"],
    "canonical-astar": ["正準 A*", "他の経路で代用できない移動だけをたどるバケット A* です。", "一様コストで最短経路"],
    "jump-point": ["ジャンプポイント探索", "経路が分かれる次のマスを 64 マスずつ走査して探します。", "一様コストで最短経路"],
    "bucket-dijkstra": ["バケットダイクストラ法", "環状のスタックを使うダイクストラ法です。", "重みの幅が広すぎなければ最短経路"],
    "generic": ["汎用 A*", "ライブラリの A* を既定の設定で、メモリーを使い回して実行します。", "どのコストでも最短経路"],
  },
  zh: {
    "breadth-first": ["广度优先搜索", "按发现的先后扩展格子。", "步数最少；每步代价相同时路径最短"],
    "dijkstra": ["Dijkstra 算法", "按到起点的代价从小到大扩展格子。", "总是最短路径"],
    "greedy": ["贪婪最佳优先搜索", "不管已付出的代价，只扩展看起来离终点最近的格子。", "只保证是可行路径"],
    "astar": ["A*", "扩展“已付代价 + 估计值”最小的格子。", "启发函数可采纳时为最短路径；不重新打开时需要一致"],
    "weighted-astar": ["加权 A*", "把估计值乘以权重的 A*，更快奔向终点。", "启发函数可采纳时不超过最优的 w 倍"],
    "bidirectional-first-meeting": ["首次相遇（有误）", "从两端运行 A*，在两侧都扩展过的第一个格子停下：流行但不正确。", "只保证是可行路径"],
    "bidirectional": ["双向 A*", "从两端运行 A*，直到不可能再有更便宜的相遇才停下。", "启发函数可采纳时为最短路径；不重新打开时需要一致"],
    "bidirectional-dijkstra": ["双向 Dijkstra 算法", "从两端运行 Dijkstra 算法，得到证明后停下。", "总是最短路径"],
    "ida-star": ["IDA*", "在逐步提高的阈值下反复深度优先搜索，并用表记录见过的格子。", "启发函数可采纳时为最短路径"],
    "branch-and-bound": ["分支限界法", "先直奔终点，再剪掉不可能胜过当前最佳路径的分支。", "总是最短路径"],
    "fringe": ["边缘搜索", "像 IDA* 一样提高阈值，但从上次停下的地方继续。", "启发函数可采纳时为最短路径"],
    "auto": ["最快（自动）", "选择预计在此地图上最快的引擎。", "任何代价下都是最短路径"],
    "bucket-astar": ["桶式 A*", "节点很小、用环形栈代替堆的 A*。", "权重跨度不太大时为最短路径"],
    "canonical-astar": ["规范 A*", "只走其他路径无法替代的移动的桶式 A*。", "均匀代价下为最短路径"],
    "jump-point": ["跳点搜索", "每次扫描 64 个格子，寻找路径必须分岔的下一个格子。", "均匀代价下为最短路径"],
    "bucket-dijkstra": ["桶式 Dijkstra 算法", "使用环形栈的 Dijkstra 算法。", "权重跨度不太大时为最短路径"],
    "generic": ["通用 A*", "使用默认设置的库内 A*，在多次查询间复用内存。", "任何代价下都是最短路径"],
  },
};

/** @param {Record<string, Entry>} entries */
function dictionary(entries) {
  return Object.fromEntries(Object.entries(entries).flatMap(([algorithm, [name, summary, guarantee]]) => [
    [`algorithm.${algorithm}.name`, name],
    [`algorithm.${algorithm}.summary`, summary],
    [`algorithm.${algorithm}.guarantee`, guarantee],
  ]));
}

/** @type {Record<"en" | "ja" | "zh", Record<string, string>>} */
export const algorithms = { en: dictionary(ENTRIES.en), ja: dictionary(ENTRIES.ja), zh: dictionary(ENTRIES.zh) };
