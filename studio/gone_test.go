package studio_test

import (
	"context"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/astrolabe-search/astrolabe/studio"
)

// BenchmarkGone asks for work on a map of a million cells, leaves while it is being done, and
// reports how long the work goes on. First it looks whether it is done at all.
func BenchmarkGone(b *testing.B) {
	s := start(b, studio.Options{})
	made := s.post("/api/generate", fields{"kind": "rooms", "width": 1023, "height": 1023, "seed": 5}).object(b)
	for _, work := range []struct {
		path  string
		asked fields
	}{
		{"/api/solve", fields{"algorithm": "auto"}},
		{"/api/solve", fields{"algorithm": "astar"}},
		{"/api/trace", fields{}},
		{"/api/compare", fields{}},
		{"/api/explain", fields{"cell": []int{5, 5}}},
		{"/api/check-heuristic", fields{"cells": true}},
		{"/api/ties", fields{}},
		{"/api/budget", fields{}},
		{"/api/figure", fields{"format": "gif"}},
		{"/api/figure", fields{"format": "png"}}, // which is drawn to its end
	} {
		name := strings.TrimPrefix(work.path, "/api/")
		for _, more := range []string{"algorithm", "format"} {
			if chosen, ok := work.asked[more].(string); ok {
				name += "-" + chosen
			}
		}
		b.Run(name, func(b *testing.B) {
			body := text(b, work.asked.with(fields{"map": made["text"]}))
			begin := time.Now()
			if got := s.post(work.path, body); got.code != http.StatusOK {
				b.Fatalf("status %d: %s", got.code, got.body)
			}
			whole := time.Since(begin)
			longest := time.Duration(0)
			for b.Loop() {
				ctx, leave := context.WithTimeout(b.Context(), whole/2)
				if response, err := s.client.Do(s.request(http.MethodPost, work.path, body).WithContext(ctx)); err == nil {
					_, _ = io.Copy(io.Discard, response.Body)
					response.Body.Close()
				}
				leave()
				left := time.Now()
				s.eventually(running, "0")
				longest = max(longest, time.Since(left))
			}
			b.ReportMetric(float64(whole.Milliseconds()), "whole-ms")
			b.ReportMetric(float64(longest.Milliseconds()), "longest-after-ms")
			b.ReportMetric(0, "ns/op")
		})
	}
}
