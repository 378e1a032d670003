package main

import (
	"fmt"
	"io"
	"text/tabwriter"
	"time"
)

// A row sums up what one peer did on the queries of one class, or on all.
type row struct {
	class, peer string
	queries     int
	expanded    int
	total       time.Duration // sum of each query's median
}

func (r row) nsPerExpansion() float64 { return float64(r.total) / float64(r.expanded) }

// allClasses names the rows that count every query.
const allClasses = "all"

// summarize returns a row for each class and peer, in the order in which they
// first occur, and last the rows for all classes.
func summarize(list []measurement) []row {
	type key struct{ class, peer string }
	var rows []row
	place := map[key]int{}
	add := func(class string, m measurement) {
		k := key{class, m.peer}
		if _, ok := place[k]; !ok {
			place[k] = len(rows)
			rows = append(rows, row{class: class, peer: m.peer})
		}
		r := &rows[place[k]]
		r.queries++
		r.expanded += m.expanded
		r.total += median(m.samples)
	}
	for _, m := range list {
		add(m.class, m)
	}
	for _, m := range list {
		add(allClasses, m)
	}
	return rows
}

// printTable writes rows as a table, with each peer's time, and its time per
// expansion, as multiples of those of the peer baseline on the same queries.
func printTable(w io.Writer, rows []row, baseline string) error {
	base := map[string]row{}
	for _, r := range rows {
		if r.peer == baseline {
			base[r.class] = r
		}
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(t, "class\tpeer\tqueries\texpanded\ttotal ms\tns/expansion\ttotal ×\tns/expansion ×\t\n")
	for _, r := range rows {
		b := base[r.class]
		fmt.Fprintf(t, "%s\t%s\t%d\t%d\t%.3f\t%.1f\t%.2f\t%.2f\t\n", r.class, r.peer, r.queries, r.expanded,
			float64(r.total)/float64(time.Millisecond), r.nsPerExpansion(),
			float64(r.total)/float64(b.total), r.nsPerExpansion()/b.nsPerExpansion())
	}
	return t.Flush()
}
