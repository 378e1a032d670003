package gridsearch

import (
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/astrolabe-search/astrolabe/grid"
)

func TestCalibrate(t *testing.T) {
	if os.Getenv("CALIBRATE") == "" {
		t.Skip("no")
	}
	cpu := func() time.Duration {
		var r syscall.Rusage
		syscall.Getrusage(0, &r)
		return time.Duration(r.Utime.Nano() + r.Stime.Nano())
	}
	files, _ := filepath.Glob("../../shared/maps/*/*.map")
	for _, name := range files {
		m, qs := loadForCalibration(name)
		costs, _ := grid.NewCosts(m, grid.Rule{}, grid.Uniform)
		t0 := cpu()
		auto, _ := New(costs, EngineAuto)
		construct := cpu() - t0
		j, _ := New(costs, EngineJumpPoint)
		c, _ := New(costs, EngineCanonicalAStar)
		je, jg, jr, ce := 0, 0, 0, 0
		bj, bc := time.Duration(1<<60), time.Duration(1<<60)
		for range 3 {
			je, jg, jr, ce = 0, 0, 0, 0
			t1 := cpu()
			for _, q := range qs {
				j.FindLength(q[0], q[1])
				je += j.jump.stats.Expanded
				jg += j.jump.stats.Generated
				jr += j.jump.rayCells
			}
			t2 := cpu()
			for _, q := range qs {
				c.FindLength(q[0], q[1])
				ce += c.bucket.stats.Expanded
			}
			bj, bc = min(bj, t2-t1), min(bc, cpu()-t2)
		}
		n := len(qs)
		fmt.Printf("%s,%v,%.1f,%d,%d,%d,%d,%d,%d\n", filepath.Base(name), auto.Engine(), float64(construct)/1e6, bj.Nanoseconds()/int64(n), je/n, jg/n, jr/n, bc.Nanoseconds()/int64(n), ce/n)
	}
}
