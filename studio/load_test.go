package studio_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"runtime/metrics"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/astrolabe-search/astrolabe/studio"
)

// measured is what a load left behind.
type measured struct {
	codes    map[int]int
	took     []time.Duration // of requests that were answered with 200, in order
	peakHeap uint64          // of server and clients
}

// percentile returns the time that so many of 1,000 requests took at most.
func (m *measured) percentile(perMille int) time.Duration {
	return m.took[(len(m.took)-1)*perMille/1000]
}

// load lets 100 clients ask for paths on maps of 512×512 cells, one request after the other.
func load(t testing.TB, duration time.Duration) measured {
	t.Helper()
	const clients = 100
	s := start(t, studio.Options{})
	var asks []string
	for _, kind := range []fields{
		{"kind": "random", "density": 0.3},
		{"kind": "rooms"},
		{"kind": "maze"},
	} {
		made := s.post("/api/generate", kind.with(fields{"width": 512, "height": 512})).object(t)
		for _, algorithm := range []string{"astar", "jump-point", "dijkstra"} {
			asks = append(asks, text(t, fields{"map": made["text"], "algorithm": algorithm}))
		}
	}
	m := measured{codes: map[int]int{}}
	var mu sync.Mutex
	ctx, cancel := context.WithTimeout(context.Background(), duration)
	defer cancel()
	var group sync.WaitGroup
	for client := range clients {
		group.Go(func() {
			for n := client; ctx.Err() == nil; n++ {
				r := s.request(http.MethodPost, "/api/solve", "")
				body := asks[n%len(asks)]
				r.Body, r.ContentLength = io.NopCloser(strings.NewReader(body)), int64(len(body))
				r.Header.Set("Content-Type", "application/json")
				begin := time.Now()
				response, err := s.client.Do(r)
				if err != nil {
					t.Errorf("client %d: %v", client, err)
					return
				}
				_, err = io.Copy(io.Discard, response.Body)
				response.Body.Close()
				elapsed := time.Since(begin)
				if err != nil {
					t.Errorf("client %d: %v", client, err)
					return
				}
				mu.Lock()
				m.codes[response.StatusCode]++
				if response.StatusCode == http.StatusOK {
					m.took = append(m.took, elapsed)
				}
				mu.Unlock()
				if response.StatusCode == http.StatusServiceUnavailable {
					time.Sleep(100 * time.Millisecond) // a tenth of what Retry-After asks for
				}
			}
		})
	}
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	for ctx.Err() == nil {
		metrics.Read(sample)
		m.peakHeap = max(m.peakHeap, sample[0].Value.Uint64())
		time.Sleep(10 * time.Millisecond)
	}
	group.Wait()
	slices.Sort(m.took)
	if len(m.took) == 0 {
		t.Fatal("nobody was answered")
	}
	for code, count := range m.codes {
		if code != http.StatusOK && code != http.StatusServiceUnavailable {
			t.Errorf("%d requests were answered with the status %d", count, code)
		}
	}
	return m
}

// maxHeap bounds the heap under load: the memory that 16 bodies of 4 MiB, 8 searches on maps
// of 512×512 cells and 100 clients take, with as much again for the collector.
const maxHeap = 600 << 20

// BenchmarkLoad reports how long requests take, how many are refused, and how much
// memory that takes. The environment variable ASTROLABE_LOAD sets how long
// it goes on, 30s without it.
func BenchmarkLoad(b *testing.B) {
	duration := 30 * time.Second
	if given := os.Getenv("ASTROLABE_LOAD"); given != "" {
		var err error
		if duration, err = time.ParseDuration(given); err != nil {
			b.Fatal(err)
		}
	}
	for b.Loop() {
		m := load(b, duration)
		b.ReportMetric(m.percentile(500).Seconds(), "p50-s")
		b.ReportMetric(m.percentile(990).Seconds(), "p99-s")
		b.ReportMetric(float64(m.peakHeap)/(1<<20), "peak-heap-MiB")
		for code, count := range m.codes {
			b.ReportMetric(float64(count), fmt.Sprintf("status-%d", code))
		}
		if m.peakHeap > maxHeap {
			b.Errorf("the heap grew to %d MiB, want at most %d", m.peakHeap>>20, maxHeap>>20)
		}
	}
}
