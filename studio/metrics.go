package studio

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// metrics are what the server counts, in a registry of its own.
type metrics struct {
	registry    *prometheus.Registry
	requests    *prometheus.CounterVec
	durations   *prometheus.HistogramVec
	refused     prometheus.Counter
	expansions  prometheus.Counter
	evicted     prometheus.Counter
	connections prometheus.Gauge
}

func newMetrics() *metrics {
	m := &metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "astrolabe_requests_total", Help: "Requests that were answered, by route and status.",
		}, []string{"route", "code"}),
		durations: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "astrolabe_request_duration_seconds", Help: "Time from a request's header to its answer, by route.",
			Buckets: []float64{.001, .002, .005, .01, .02, .05, .1, .2, .5, 1, 2, 5, 10, 20},
		}, []string{"route"}),
		refused: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "astrolabe_searches_refused_total", Help: "Requests that found no room to be worked on.",
		}),
		expansions: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "astrolabe_expansions_total", Help: "States that searches expanded.",
		}),
		evicted: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "astrolabe_connections_evicted_total", Help: "Connections that were closed to make room, as they kept the server waiting.",
		}),
		connections: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "astrolabe_connections_open", Help: "Open connections.",
		}),
	}
	m.registry.MustRegister(m.requests, m.durations, m.refused, m.expansions, m.evicted, m.connections,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// watch adds gauges of the gate.
func (m *metrics) watch(g *gate) {
	for _, gauge := range []struct {
		name, help string
		value      func() float64
	}{
		{"astrolabe_searches_running", "Requests that are being worked on.", func() float64 { return float64(len(g.slots)) }},
		{"astrolabe_searches_waiting", "Requests that wait to be worked on.", func() float64 { return float64(g.waiting.Load()) }},
		{"astrolabe_answers_sending", "Answers that are being sent.", func() float64 { return float64(len(g.sending)) }},
	} {
		m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: gauge.name, Help: gauge.help}, gauge.value))
	}
}

// request counts one that has been answered.
func (m *metrics) request(route string, code int, elapsed time.Duration) {
	m.requests.WithLabelValues(route, strconv.Itoa(code)).Inc()
	m.durations.WithLabelValues(route).Observe(elapsed.Seconds())
}

// tally counts the expansions of a search, for the metrics and for the log.
func (s *Server) tally(ctx context.Context, expanded int64) {
	s.metrics.expansions.Add(float64(expanded))
	if v, ok := ctx.Value(visitKey{}).(*visit); ok {
		v.expanded.Add(expanded)
	}
}

// Health is whether the server is well, and how busy.
type Health struct {
	Status  string `json:"status" enum:"ok" doc:"ok, if there is an answer at all."`
	Running int    `json:"running" doc:"Requests that are being worked on."`
	Waiting int64  `json:"waiting" doc:"Requests that wait to be worked on."`
}

func (s *Server) addMetrics(api huma.API) {
	type response struct{ Body Health }
	huma.Register(api, huma.Operation{
		OperationID: "health", Method: http.MethodGet, Path: "/healthz",
		Summary:     "Tell whether the server is well",
		Description: "Answers at once, however busy the server is.",
	}, func(context.Context, *struct{}) (*response, error) {
		return &response{Health{"ok", len(s.gate.slots), s.gate.waiting.Load()}}, nil
	})

	s.handle("GET /metrics", s.compress(promhttp.HandlerFor(s.metrics.registry, promhttp.HandlerOpts{DisableCompression: true})))
	api.OpenAPI().AddOperation(&huma.Operation{
		OperationID: "metrics", Method: http.MethodGet, Path: "/metrics",
		Summary:     "Count what the server does",
		Description: "Answers with counters and gauges in the text format of Prometheus.",
		Responses:   sends("The metrics.", "text/plain"),
	})
}
