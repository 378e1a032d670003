package game

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
)

var (
	// ErrGames reports a number of games below 1.
	ErrGames = errors.New("games must be at least 1")
	// ErrLong reports a game of more than [MaxPlies] moves.
	ErrLong = errors.New("the game goes on for too long")
	// ErrIllegalMove reports that a player chose a move that is not legal.
	ErrIllegalMove = errors.New("the move is not legal")
)

// MatchOptions set how [Match] runs. The zero value is no match: Games must be
// at least 1.
type MatchOptions[M comparable] struct {
	// Games is how many to play.
	Games int
	// DrawByRepetition makes a game a draw as soon as a position occurs for the
	// second time.
	DrawByRepetition bool
	// Seed chooses the random numbers of each game.
	Seed uint64
	// Source, if not nil, provides them instead, for the game of that number,
	// from 0.
	Source func(game int) Source
	// AfterGame, if not nil, is told of each game.
	AfterGame func(Record[M])
}

// Record is a game that was played.
type Record[M comparable] struct {
	Number int // from 0
	// SecondBegan tells that the second player of the match made the first move.
	SecondBegan bool
	Moves       []M // valid until the next game
	Outcome     int // 1, 0 or −1: the first player of the match won, drew or lost
}

// Tally counts how games ended for one of the players.
type Tally struct{ Wins, Draws, Losses int }

// Games returns the number of games.
func (t Tally) Games() int { return t.Wins + t.Draws + t.Losses }

// Score returns the points per game, from 0 to 1: a win counts 1, a draw one
// half. Without games it is 0.
func (t Tally) Score() float64 {
	if t.Games() == 0 {
		return 0
	}
	return float64(2*t.Wins+t.Draws) / float64(2*t.Games())
}

// Confidence95 is the number of standard deviations for [Tally.Interval]
// within which 95% of a normal distribution lie.
const Confidence95 = 1.959963984540054

// Interval returns the Wilson confidence interval of the score, z standard
// deviations to each side: Wilson, "Probable inference, the law of succession,
// and statistical inference", Journal of the American Statistical Association
// 22(158), 1927. It stays within 0 and 1 and is meant for few games too. It
// takes the score for a rate of wins; draws make it wider than need be.
func (t Tally) Interval(z float64) (low, high float64) {
	n := float64(t.Games())
	if n == 0 {
		return 0, 1
	}
	p := t.Score()
	zz := float64(z * z)
	center := p + zz/(2*n)
	half := float64(z * math.Sqrt(float64(p*(1-p))/n+zz/float64(4*n*n)))
	scale := 1 + zz/n
	// At a score of 0 or 1 rounding could leave the bound next to it inside.
	return max(0, min(p, (center-half)/scale)), min(1, max(p, (center+half)/scale))
}

func (t *Tally) add(outcome int) {
	switch {
	case outcome > 0:
		t.Wins++
	case outcome < 0:
		t.Losses++
	default:
		t.Draws++
	}
}

// MatchResult counts a match, from the view of its first player.
type MatchResult struct {
	// Complete tells that all games were played. Reason says why not, or else
	// is empty; a game cut short is not counted.
	Complete bool
	Reason   string

	Tally
	Beginning, Replying Tally // the games in which the first player began, and the others

	// Moves and Nodes are those of the first player and of the second.
	Moves, Nodes [2]int64
}

// Match lets two players play a number of games from the start position. They
// take turns to begin: the first player in games 0, 2, 4 and so on. The same
// players and seed make the same match. A player's error ends it, as does one
// who makes an illegal move, with an error, and so does a game of more than
// [MaxPlies] moves ([ErrLong]); a context that is done ends it with the games
// played so far.
func Match[S, M comparable](ctx context.Context, g Game[S, M], first, second Player[S, M], opts MatchOptions[M]) (MatchResult, error) {
	if opts.Games < 1 {
		return MatchResult{}, fmt.Errorf("game: a match of %d games: %w", opts.Games, ErrGames)
	}
	source := opts.Source
	if source == nil {
		source = func(game int) Source { return rand.New(rand.NewPCG(opts.Seed, uint64(game))) }
	}
	players := [2]Player[S, M]{first, second}
	var result MatchResult
	var record Record[M]
	for number := range opts.Games {
		before := result
		record = Record[M]{Number: number, SecondBegan: number%2 == 1, Moves: record.Moves[:0]}
		if err := play(ctx, g, players, source(number), opts.DrawByRepetition, &record, &result); err != nil {
			return MatchResult{}, err
		}
		if ctx.Err() != nil {
			before.Reason = fmt.Sprintf("the match was stopped after %d of %d games: %v", number, opts.Games, context.Cause(ctx))
			return before, nil
		}
		result.add(record.Outcome)
		if record.SecondBegan {
			result.Replying.add(record.Outcome)
		} else {
			result.Beginning.add(record.Outcome)
		}
		if opts.AfterGame != nil {
			opts.AfterGame(record)
		}
	}
	result.Complete = true
	return result, nil
}

// play plays one game, until it or the context is done.
func play[S, M comparable](ctx context.Context, g Game[S, M], players [2]Player[S, M], random Source, draws bool, record *Record[M], result *MatchResult) error {
	turn := 0
	if record.SecondBegan {
		turn = 1
	}
	var legal []M
	type turnIn struct {
		state S
		turn  int
	}
	seen := map[turnIn]bool{} // stays empty unless repetition is a draw
	for s := g.Start(); ; {
		if score, over := g.Score(s); over {
			record.Outcome = knownOf(score).outcome()
			if turn == 1 {
				record.Outcome = -record.Outcome
			}
			return nil
		}
		at := turnIn{s, turn}
		if seen[at] {
			return nil
		}
		if draws {
			seen[at] = true
		}
		if len(record.Moves) == MaxPlies {
			return fmt.Errorf("game: game %d: %w: %d moves", record.Number, ErrLong, MaxPlies)
		}
		choice, err := players[turn].Choose(ctx, s, random)
		if err != nil {
			return fmt.Errorf("game: game %d, player %d: %w", record.Number, turn+1, err)
		}
		if ctx.Err() != nil {
			return nil
		}
		if legal = g.AppendMoves(legal[:0], s); !slices.Contains(legal, choice.Move) {
			return fmt.Errorf("game: game %d, player %d: %v in %v: %w", record.Number, turn+1, choice.Move, s, ErrIllegalMove)
		}
		record.Moves = append(record.Moves, choice.Move)
		result.Moves[turn]++
		result.Nodes[turn] += choice.Nodes
		next := g.Play(s, choice.Move)
		if !SameTurn(g, s, next) {
			turn = 1 - turn
		}
		s = next
	}
}
