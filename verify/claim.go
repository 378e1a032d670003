package verify

import (
	"fmt"
	"math/big"

	"github.com/astrolabe-search/astrolabe/search"
)

func (c *checker) checkNoPath() error {
	if c.Status != search.NoPath {
		return nil
	}
	reached, reachesGoal := c.ground.flood(c.From, c.To)
	if reachesGoal {
		return wrong(SubjectStatus, "is %v, but a path leads from %v to %v", c.Status, c.From, c.To)
	}
	c.pass("no path leads to %v (flooded the %d cells that can be reached)", c.To, reached)
	return nil
}

// findOptimum makes the optimum known.
func (c *checker) findOptimum() error {
	if c.best != nil {
		return nil
	}
	best, err := c.ground.dijkstra(c.From, c.To)
	if err != nil {
		return err
	}
	length, err := c.length(best.cost)
	if err != nil {
		return fmt.Errorf("verify: the optimum: %w", err)
	}
	c.best, c.bestText = &best, c.costs.Format(length)
	return nil
}

func (c *checker) checkLowerBound() error {
	if !c.HasLowerBound || c.Status != search.Found && c.Status != search.Limit {
		return nil
	}
	text := c.costs.Format(c.LowerBound)
	if a, b := c.LowerBound.Coefficients(); a < 0 || b < 0 { // no sum of steps
		text = fmt.Sprintf("≈ %.9g", c.costs.Float64(c.LowerBound))
	}
	if c.LowerBound <= 0 {
		c.pass("lower bound %s holds, as no step costs less than 0", text)
		return nil
	}
	if err := c.findOptimum(); err != nil {
		return err
	}
	if !c.best.reachable {
		c.pass("lower bound %s holds, as no path leads to %v (%s)", text, c.To, c.effort())
		return nil
	}
	var bound sum
	bound.straight, bound.diagonal = c.LowerBound.Coefficients()
	if bound.compare(c.best.cost) > 0 {
		return wrong(SubjectLowerBound, "is %s, but the optimum is %s", text, c.bestText)
	}
	c.pass("lower bound %s does not exceed the optimum %s (%s)", text, c.bestText, c.effort())
	return nil
}

func (c *checker) checkCertificate() error {
	switch c.Certificate {
	case search.None:
		return nil
	case search.Feasible:
		c.pass("nothing more is claimed of the cost (certificate %v)", c.Certificate)
		return nil
	}
	if err := c.findOptimum(); err != nil {
		return err
	}
	costText := c.costs.Format(c.Cost)
	if c.Certificate == search.Optimal {
		switch {
		case c.cost.compare(c.best.cost) != 0:
			return wrong(SubjectCertificate, "is %v, but the path costs %s and the optimum is %s", c.Certificate, costText, c.bestText)
		case c.HasLowerBound && c.LowerBound != c.Cost:
			return wrong(SubjectLowerBound, "is %s, but the certificate is %v; want the cost, %s", c.costs.Format(c.LowerBound), c.Certificate, costText)
		}
		c.pass("no path is cheaper (%s)", c.effort())
		return nil
	}
	bound := c.Bound
	if bound == (search.Ratio{}) {
		bound = search.Ratio{Num: 1, Den: 1}
	}
	switch {
	case bound.Den < 1 || bound.Num < bound.Den:
		return wrong(SubjectCertificate, "is %v by %d/%d; want a ratio of at least 1", c.Certificate, bound.Num, bound.Den)
	case !atMostTimes(c.cost, bound, c.best.cost):
		return wrong(SubjectCertificate, "is %v by %v, but the path costs %s and the optimum is %s", c.Certificate, bound, costText, c.bestText)
	}
	c.pass("cost is at most %v times the optimum %s (%s)", bound, c.bestText, c.effort())
	return nil
}

func (c *checker) effort() string {
	return fmt.Sprintf("plain Dijkstra over %d cells", c.best.settled)
}

// atMostTimes tells whether x <= bound·y, exactly: whether Num·y − Den·x is not
// negative.
func atMostTimes(x sum, bound search.Ratio, y sum) bool {
	difference := func(x, y int64) *big.Int {
		more := new(big.Int).Mul(big.NewInt(bound.Num), big.NewInt(y))
		return more.Sub(more, new(big.Int).Mul(big.NewInt(bound.Den), big.NewInt(x)))
	}
	a, b := difference(x.straight, y.straight), difference(x.diagonal, y.diagonal)
	if a.Sign()*b.Sign() >= 0 {
		return a.Sign()+b.Sign() >= 0
	}
	// The signs differ: a + b√2 has that of a if a² > 2b², else that of b.
	// Equality is impossible, √2 being irrational.
	square := new(big.Int).Mul(a, a)
	twice := new(big.Int).Mul(b, b)
	if square.Cmp(twice.Lsh(twice, 1)) > 0 {
		return a.Sign() > 0
	}
	return b.Sign() > 0
}
