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

// end counts a line at whose end the game is over.
func (p *PlyCount) end(score int) {
	p.Ended++
	switch {
	case score > 0:
		p.Wins++
	case score < 0:
		p.Losses++
	default:
		p.Draws++
	}
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
// to the number of lines, memory to the depth. It uses MaxNodes and
// DrawByRepetition of the options.
func Perft[S, M comparable](ctx context.Context, g Game[S, M], s S, depth int, opts Options[S, M]) (Census, error) {
	if err := checkDepth(depth); err != nil {
		return Census{}, err
	}
	r := newRun(ctx, g, &opts)
	r.use(nil)
	r.horizon = depth
	var census Census
	r.perft(s, 0, same, &census)
	if r.err != nil {
		return Census{}, r.err
	}
	census.Complete, census.Reason, census.Nodes = !r.stopped, r.reason, r.nodes
	return census, nil
}

// perft counts the lines that go on from s, where the turn is that of the player
// in the first position or of the other.
func (r *run[S, M]) perft(s S, ply int, turn side, census *Census) {
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
		count.end(score * int(turn))
		return
	}
	if ply >= r.watched {
		if _, ends := r.follow(s, ply); ends {
			if !r.stopped {
				count.end(0)
			}
			return
		}
	}
	if ply == r.horizon {
		return
	}
	first := len(r.moves)
	for _, m := range r.expand(s, ply) {
		next := r.game.Play(s, m)
		r.perft(next, ply+1, turn*r.side(s, next), census)
		if r.stopped {
			return
		}
	}
	r.moves = r.moves[:first]
}
