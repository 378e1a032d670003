package game

// heuristics order moves by what refuted others before.
//
// Killers are the last two moves that refuted at the same ply; Akl and Newborn,
// "The principal continuation and the killer heuristic", ACM Annual Conference,
// 1977. History counts, for each move of each side, how deep the searches were
// that it cut short; Schaeffer, "The history heuristic", ICCA Journal 6(3), 1983,
// but by the square of the depth in place of 2 to its power, so that many small
// searches still count.
type heuristics[M comparable] struct {
	killers [][2]killer[M] // by ply
	history [2][]int64     // by whose turn it is, by number of move; empty if moves have none
	numbers Numberer[M]
	keys    []int64 // of the moves being sorted
}

type killer[M comparable] struct {
	move M
	set  bool
}

func newHeuristics[S, M comparable](g Game[S, M]) *heuristics[M] {
	h := new(heuristics[M])
	if h.numbers, _ = g.(Numberer[M]); h.numbers != nil {
		for side := range h.history {
			h.history[side] = make([]int64, h.numbers.NumMoves())
		}
	}
	return h
}

// Keys of the moves that come before all others.
const (
	keyTable   = 1<<63 - 1 - iota // what the transposition table holds as best
	keyKiller0                    // the last move that refuted at this ply
	keyKiller1                    // the one before
	maxHistory = 1 << 62
)

// order puts the moves of s in the order in which to search them.
func (r *run[S, M]) order(moves []M, s S, ply int, k *knowledge[S, M]) {
	if r.orderer != nil {
		r.orderer.OrderMoves(moves, s)
	}
	if r.heuristics != nil {
		r.heuristics.sort(moves, ply, r.turnAt(s, ply), k.move, k.hasMove, r.orderer == nil)
		return
	}
	if !k.hasMove {
		return
	}
	for i, m := range moves {
		if m == k.move {
			copy(moves[1:i+1], moves[:i])
			moves[0] = m
			return
		}
	}
}

// sort orders moves by their keys, stably. Without byHistory the moves that
// are not first by other reasons stay in the order given.
func (h *heuristics[M]) sort(moves []M, ply, turn int, best M, hasBest, byHistory bool) {
	for len(h.killers) <= ply {
		h.killers = append(h.killers, [2]killer[M]{})
	}
	killers := &h.killers[ply]
	history := h.history[turn]
	if !byHistory {
		history = nil
	}
	keys := h.keys[:0]
	for _, m := range moves {
		var key int64
		switch {
		case hasBest && m == best:
			key = keyTable
		case killers[0].set && m == killers[0].move:
			key = keyKiller0
		case killers[1].set && m == killers[1].move:
			key = keyKiller1
		case history != nil:
			key = history[h.numbers.MoveNumber(m)]
		}
		// Insertion sort: moves are few, and almost in order.
		keys = append(keys, key)
		i := len(keys) - 1
		for ; i > 0 && keys[i-1] < key; i-- {
			keys[i] = keys[i-1]
			moves[i] = moves[i-1]
		}
		keys[i] = key
		moves[i] = m
	}
	h.keys = keys
}

// refuted notes that m cut the search of s short.
func (r *run[S, M]) refuted(m M, s S, ply int) {
	r.cutoffs++
	h := r.heuristics
	if h == nil {
		return
	}
	if killers := &h.killers[ply]; !killers[0].set || killers[0].move != m {
		killers[1] = killers[0]
		killers[0] = killer[M]{m, true}
	}
	if history := h.history[r.turnAt(s, ply)]; history != nil {
		depth := int64(min(r.horizon-ply, 1<<16))
		n := h.numbers.MoveNumber(m)
		history[n] = min(history[n]+depth*depth, maxHistory)
	}
}
