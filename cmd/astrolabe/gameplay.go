package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/astrolabe-search/astrolabe/game"
	"github.com/spf13/cobra"
)

const gamePlayLong = `Play lets you play in the terminal: type a move and Enter. ? lists the legal
moves, hint shows what the other player would do, undo takes your last move back.
q, quit, exit, the end of input (Ctrl-D) and Ctrl-C leave the game.

Moves are written: tic-tac-toe, the cell from 1 to 9 by rows; connect-four, the
column from 1 to 7; nim, HEAP:COUNT, as 2:3 for three objects from the second; kalah,
the pit from 1 in the order in which you sow.`

// playOptions are what the flags of game play say.
type playOptions struct {
	second bool
	seed   uint64
}

func (a *app) gamePlayCommand() *cobra.Command {
	var o playOptions
	var against, position string
	cmd := &cobra.Command{
		Use:   "play GAME [flags]",
		Short: "Play against a search in the terminal",
		Long:  gamePlayLong + "\n\n" + playersLong,
		Example: `  astrolabe game play tic-tac-toe
  astrolabe game play connect-four --against deepening:10 --second`,
		Args:              takesGame(1, 1),
		ValidArgsFunction: completeGame,
		RunE: func(cmd *cobra.Command, args []string) error {
			g, err := parseGame(args[0])
			if err != nil {
				return err
			}
			return g.play(cmd.Context(), a, position, against, o)
		},
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringVar(&against, "against", "deepening:9", "the other player")
	f.BoolVar(&o.second, "second", false, "let the other player begin")
	f.StringVar(&position, "position", "", "begin from this position")
	f.Uint64Var(&o.seed, "seed", 1, "seed of the other player's random numbers")
	return cmd
}

func (g *gameOf[S, M]) play(ctx context.Context, a *app, text, against string, o playOptions) error {
	s, err := g.position(text)
	if err != nil {
		return fmt.Errorf("game play: %w", err)
	}
	opponent, err := g.player(against)
	if err != nil {
		return err
	}
	t := &gameTable[S, M]{gameOf: g, app: a, opponent: opponent, random: seeded(o.seed), input: bufio.NewReader(a.stdin), s: s, yourTurn: !o.second}
	return t.run(ctx)
}

// gameTable is a game that is being played.
type gameTable[S, M comparable] struct {
	*gameOf[S, M]
	app      *app
	opponent game.Player[S, M]
	random   game.Source
	input    *bufio.Reader
	s        S
	yourTurn bool
	past     []S // positions in which it was your turn
}

// errQuit ends a game early.
var errQuit = errors.New("quit")

func (t *gameTable[S, M]) run(ctx context.Context) error {
	t.app.stdout.printf("Type a move and Enter; ? lists the moves, hint and undo help, q leaves.\n\n")
	for {
		t.app.stdout.printf("%s\n\n", strings.TrimRight(t.game.Board(t.s), "\n"))
		if score, over := t.game.Score(t.s); over {
			if !t.yourTurn {
				score = -score
			}
			t.app.stdout.printf("%s\n", map[string]string{"win": "You win.", "draw": "A draw.", "loss": "You lose."}[scoreWords(score)])
			return nil
		}
		if ctx.Err() != nil {
			return &codedError{exitLimit, context.Cause(ctx)}
		}
		if !t.yourTurn {
			choice, err := t.opponent.Choose(ctx, t.s, t.random)
			if err != nil {
				return fmt.Errorf("game play: %w", err)
			}
			if ctx.Err() != nil {
				continue
			}
			t.app.stdout.printf("I play %s.\n", t.game.FormatMove(choice.Move))
			t.make(choice.Move)
			continue
		}
		move, err := t.ask(ctx)
		switch {
		case errors.Is(err, errQuit):
			return nil
		case err != nil:
			return err
		}
		t.past = append(t.past, t.s)
		t.make(move)
	}
}

// make makes a move for the player whose turn it is.
func (t *gameTable[S, M]) make(m M) {
	next := t.game.Play(t.s, m)
	if !game.SameTurn(t.game, t.s, next) {
		t.yourTurn = !t.yourTurn
	}
	t.s = next
}

// readLine reads a line, or returns at once when the context is done: whoever
// waits at a terminal can leave by Ctrl-C.
func (t *gameTable[S, M]) readLine(ctx context.Context) (string, error) {
	type read struct {
		text string
		err  error
	}
	if t.app.stdout.Flush() != nil {
		return "", io.EOF // nobody sees the game any more; the command says why at its end
	}
	done := make(chan read, 1)
	go func() {
		text, err := t.input.ReadString('\n')
		done <- read{text, err}
	}()
	select {
	case r := <-done:
		return r.text, r.err
	case <-ctx.Done():
		return "", &codedError{exitLimit, context.Cause(ctx)}
	}
}

// ask reads lines until one is a move.
func (t *gameTable[S, M]) ask(ctx context.Context) (M, error) {
	var none M
	for {
		t.app.stdout.printf("Your move: ")
		text, err := t.readLine(ctx)
		if coded := new(codedError); errors.As(err, &coded) {
			t.app.stdout.printf("\n")
			return none, err
		}
		if errors.Is(err, io.EOF) && strings.TrimSpace(text) == "" {
			t.app.stdout.printf("\n")
			return none, errQuit
		}
		if err != nil && !errors.Is(err, io.EOF) {
			return none, fmt.Errorf("game play: reading a move: %w", err)
		}
		switch text = strings.TrimSpace(text); text {
		case "q", "quit", "exit":
			return none, errQuit
		case "":
		case "?":
			var words []string
			for _, m := range t.game.AppendMoves(nil, t.s) {
				words = append(words, t.game.FormatMove(m))
			}
			t.app.stdout.printf("Legal moves: %s\n", strings.Join(words, " "))
		case "hint":
			choice, err := t.opponent.Choose(ctx, t.s, t.random)
			if err != nil {
				return none, fmt.Errorf("game play: %w", err)
			}
			t.app.stdout.printf("I would play %s.\n", t.game.FormatMove(choice.Move))
		case "undo":
			if len(t.past) == 0 {
				t.app.stdout.printf("There is nothing to take back.\n")
				continue
			}
			t.s = t.past[len(t.past)-1]
			t.past = t.past[:len(t.past)-1]
			t.app.stdout.printf("%s\n\n", strings.TrimRight(t.game.Board(t.s), "\n"))
		default:
			move, err := t.game.ParseMove(t.s, text)
			if err == nil {
				return move, nil
			}
			t.app.stdout.printf("%s\n", err)
		}
	}
}
