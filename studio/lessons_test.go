package studio_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/astrolabe-search/astrolabe/reproduce"
	"github.com/astrolabe-search/astrolabe/studio"
	"github.com/astrolabe-search/astrolabe/trace"
)

// tour is a guided tour of the page, as assets/lessons holds it; lesson-tour.js says
// what the fields mean.
type tour struct {
	Tour string
	Maps map[string]struct {
		Name     string
		Lines    []string
		Generate fields
	}
	Set   fields
	Steps []tourStep
}

type tourStep struct {
	ID    string
	Map   string
	Set   fields
	Game  fields
	Shows []struct {
		ID  string
		Set fields
	}
	Rows []tourRow
}

// tourRow is a figure of a step and what comes out.
type tourRow struct {
	Of, What, Algorithm, Over, Show, Tie, Fact string
	Want                                       any
}

// TestLessonFigures asks the server what each step of the tours asks, and holds what
// comes out against the step and, where a figure was published, against the article.
func TestLessonFigures(t *testing.T) {
	s := start(t, studio.Options{})
	for _, name := range []string{"notebook", "visualiser", "terrain"} {
		t.Run(name, func(t *testing.T) {
			var lesson tour
			decoder := json.NewDecoder(bytes.NewReader(s.get("/lessons/" + name + ".json").body))
			decoder.UseNumber()
			if err := decoder.Decode(&lesson); err != nil {
				t.Fatal(err)
			}
			if n := len(lesson.Steps); n < 10 || n > 12 {
				t.Errorf("%d steps; want about ten", n)
			}
			published := publishedFigures(t, name)
			for _, step := range lesson.Steps {
				for _, row := range step.Rows {
					label := fmt.Sprint(step.ID, ": ", row.Show, row.Tie, " ", row.Algorithm, " ", row.What)
					want := fmt.Sprint(row.Want)
					if row.Of != "cited" {
						if got := s.figure(t, &lesson, &step, row); got != want {
							t.Errorf("%s: %s comes out, and the step says %s", label, got, want)
						}
					}
					if row.Fact == "" {
						continue
					}
					figure, ok := published[row.Fact]
					if !ok && published != nil {
						t.Errorf("%s: the article has no figure %q", label, row.Fact)
					}
					if ok && !slices.Contains(append(strings.Fields(figure), figure), want) {
						t.Errorf("%s: the article says %s, and the step %s", label, figure, want)
					}
				}
			}
		})
	}
}

// publishedFigures returns an article's figures by name, or nil if they are too long in
// coming.
func publishedFigures(t *testing.T, name string) map[string]string {
	t.Helper()
	if name == "notebook" && testing.Short() {
		t.Log("short: the notebook's games are left to the full run")
		return nil
	}
	article, err := reproduce.Lookup(name)
	if err != nil {
		t.Fatal(err)
	}
	facts, err := article.Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	published := map[string]string{}
	for _, f := range facts {
		published[f.Name] = strings.TrimSuffix(strings.ReplaceAll(f.Published, ",", ""), "%")
	}
	return published
}

// figure works out a row of a step, as the page does.
func (s *site) figure(t *testing.T, lesson *tour, step *tourStep, row tourRow) string {
	t.Helper()
	if row.Of == "game" {
		ask := step.Game
		if row.Algorithm != "" {
			ask = ask.with(fields{"algorithm": row.Algorithm})
		}
		return fmt.Sprint(s.post("/api/game", ask).object(t)["nodes"])
	}
	source, ok := lesson.Maps[step.Map]
	if !ok {
		t.Fatalf("%s: there is no map %q", step.ID, step.Map)
	}
	var reply studio.MapReply
	if source.Lines != nil {
		reply = decode[studio.MapReply](t, s.post("/api/convert", fields{"map": strings.Join(source.Lines, "\n") + "\n", "name": source.Name}).body)
	} else {
		reply = decode[studio.MapReply](t, s.post("/api/generate", source.Generate).body)
	}
	if row.Of == "map" {
		return strconv.Itoa(map[string]int{"cells": reply.Width * reply.Height, "walls": reply.Width*reply.Height - reply.Open}[row.What])
	}
	ask := lesson.ask(t, step, row)
	ask["map"] = reply.Text
	switch row.Of {
	case "solve":
		answer := s.post("/api/solve", ask).object(t)
		var other map[string]any
		if row.Over != "" {
			other = s.post("/api/solve", ask.with(fields{"algorithm": row.Over})).object(t)
		}
		return answerFigure(t, row.What, answer, other)
	case "ties":
		for _, p := range s.post("/api/ties", ask).object(t)["policies"].([]any) {
			if p := p.(map[string]any); p["tie"] == row.Tie {
				return fmt.Sprint(p["expanded"])
			}
		}
	case "heuristic":
		return fmt.Sprint(s.post("/api/check-heuristic", ask).object(t)["above"])
	case "trace":
		return traceFigure(t, row.What, s.post("/api/trace", ask).body, int64(reply.Width))
	}
	t.Fatalf("%s: there is no figure %s of %s", step.ID, row.What, row.Of)
	return ""
}

// ask is the question behind a row, as the page's store asks it.
func (l *tour) ask(t *testing.T, step *tourStep, row tourRow) fields {
	t.Helper()
	set := l.Set.with(step.Set)
	shown := len(step.Shows) == 0 && row.Show == ""
	for i, show := range step.Shows {
		if show.ID == row.Show || row.Show == "" && i == 0 {
			set = set.with(show.Set)
			shown = true
		}
	}
	if !shown {
		t.Fatalf("%s: there are no settings %q", step.ID, row.Show)
	}
	ask := fields{
		"from": set["from"], "to": set["to"], "moves": set["moves"], "cut_corners": set["corners"], "cost": set["cost"],
		"heuristic": set["heuristic"], "weight": set["weight"], "tie": set["tie"], "reopen": set["reopen"], "algorithm": row.Algorithm,
	}
	if row.Algorithm == "" {
		ask["algorithm"] = "astar"
	}
	if set["order"] != "" {
		ask["order"] = set["order"]
	}
	return ask
}

// answerFigure returns a figure of the object of solve --json.
func answerFigure(t *testing.T, what string, answer, other map[string]any) string {
	t.Helper()
	cost, _ := answer["cost"].(map[string]any)
	switch what {
	case "expanded", "certificate":
		return fmt.Sprint(answer[what])
	case "cost":
		return fmt.Sprint(cost["text"])
	case "outcome":
		if cost == nil {
			return fmt.Sprint(answer["status"])
		}
		return fmt.Sprint(cost["text"])
	case "bound":
		return fmt.Sprint(answer["lower_bound"].(map[string]any)["text"])
	case "cells":
		return strconv.Itoa(len(answer["path"].([]any)))
	case "straight", "diagonal":
		return fmt.Sprint(cost[what])
	case "decimal":
		return fmt.Sprint(cost["value"])
	case "fewer":
		return fmt.Sprint(math.Round(10*other["expanded"].(float64)/answer["expanded"].(float64)) / 10)
	case "saved":
		return fmt.Sprint(math.Round(100 * (1 - answer["expanded"].(float64)/other["expanded"].(float64))))
	}
	t.Fatalf("there is no figure %q", what)
	return ""
}

// traceFigure returns what a trace says of a claim of the step-wise article.
func traceFigure(t *testing.T, what string, data []byte, width int64) string {
	t.Helper()
	r, err := trace.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	fifo, oneEach := true, true
	var open []trace.Event // in the order of their coming
	expanded := map[int64]bool{}
	for {
		e, err := r.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		place := slices.IndexFunc(open, func(o trace.Event) bool { return o.State == e.State })
		switch e.Kind {
		case trace.Generate, trace.Improve, trace.Reopen:
			if place >= 0 {
				open = slices.Delete(open, place, place+1)
			}
			open = append(open, e)
		case trace.Expand:
			first := slices.MinFunc(open, func(a, b trace.Event) int { return int(a.F - b.F) })
			fifo = fifo && first.State == e.State
			open = slices.Delete(open, place, place+1)
			oneEach = oneEach && !expanded[e.State] && e.Step == int64(len(expanded))+1
			expanded[e.State] = true
		}
	}
	symmetric := true
	for state := range expanded {
		symmetric = symmetric && expanded[state%width*width+state/width]
	}
	claims := map[string]bool{"fifo": fifo, "one-each": oneEach, "symmetric": symmetric}
	if what == "steps" {
		return fmt.Sprint(r.Steps())
	}
	if claims[what] {
		return "yes"
	}
	return "no"
}
