package game

import "context"

// Census counts lines of play by their length.
type Census struct {
	// Plies has an element for each number of moves made, from 0.
	Plies []PlyCount
	// Complete tells that the counts are not cut short; Reason says why they
	// are, or else is empty. Counts cut short are lower bounds.
	Complete bool
	Reason   string
	Nodes    int64 // positions visited
}

// PlyCount counts the lines of play of one length.
type PlyCount struct {
	Lines int64 // all of them
	Ended int64 // those at whose end the game is over: games
	// Of the games, those that the player whose turn it was in the first
	// position won, drew and lost.
	Wins, Draws, Losses int64
}

// Games returns the number of games and how they ended, of whatever length.
func (c *Census) Games() PlyCount {
	var total PlyCount
	for _, ply := range c.Plies {
		total.Lines += ply.Ended
		total.Ended += ply.Ended
		total.Wins += ply.Wins
		total.Draws += ply.Draws
		total.Losses += ply.Losses
	}
	return total
}

// Perft counts the lines of play from s of up to depth moves, or all with
// [Full]. Its numbers are known for many games and show at once whether the
// moves of a game are right. The depth must be at least 1. Time is in proportion
// to the number of lines, memory to the depth. It uses MaxNodes of the options.
func Perft[S, M comparable](ctx context.Context, g Game[S, M], s S, depth int, opts Options[S, M]) (Census, error) {
	if err := checkDepth(depth); err != nil {
		return Census{}, err
	}
	r := newRun(ctx, g, &opts)
	r.use(nil)
	r.horizon = depth
	var census Census
	r.perft(s, 0, &census)
	if r.err != nil {
		return Census{}, r.err
	}
	census.Complete, census.Reason, census.Nodes = !r.stopped, r.reason, r.nodes
	return census, nil
}

func (r *run[S, M]) perft(s S, ply int, census *Census) {
	if r.nodes == r.pause && !r.resume() {
		return
	}
	r.nodes++
	if len(census.Plies) == ply {
		census.Plies = append(census.Plies, PlyCount{})
	}
	count := &census.Plies[ply]
	count.Lines++
	if score, over := r.game.Score(s); over {
		r.final(s, score)
		if ply%2 == 1 {
			score = -score
		}
		count.Ended++
		switch {
		case score > 0:
			count.Wins++
		case score < 0:
			count.Losses++
		default:
			count.Draws++
		}
		return
	}
	if ply == r.horizon {
		return
	}
	first := len(r.moves)
	for _, m := range r.expand(s, ply) {
		r.perft(r.game.Play(s, m), ply+1, census)
		if r.stopped {
			return
		}
	}
	r.moves = r.moves[:first]
}
