package search_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/astrolabe-search/astrolabe/search"
)

// TestNames reads every name back as what it names.
func TestNames(t *testing.T) {
	var names []string
	for _, tie := range search.Ties() {
		names = append(names, tie.String())
		if got, err := search.ParseTie(tie.String()); err != nil || got != tie {
			t.Errorf("ParseTie(%q) = %v, %v", tie, got, err)
		}
	}
	if got := strings.Join(names, " "); got != "low-h-lifo low-h fifo lifo parent-g" {
		t.Errorf("ties %s", got)
	}
	names = nil
	for status := search.Found; status <= search.OutOfBounds; status++ {
		names = append(names, status.String())
		if got, err := search.ParseStatus(status.String()); err != nil || got != status {
			t.Errorf("ParseStatus(%q) = %v, %v", status, got, err)
		}
	}
	if got := strings.Join(names, " "); got != "found no-path limit start-blocked goal-blocked out-of-bounds" {
		t.Errorf("statuses %s", got)
	}
	names = nil
	for certificate := search.None; certificate <= search.Optimal; certificate++ {
		names = append(names, certificate.String())
		if got, err := search.ParseCertificate(certificate.String()); err != nil || got != certificate {
			t.Errorf("ParseCertificate(%q) = %v, %v", certificate, got, err)
		}
	}
	if got := strings.Join(names, " "); got != "none feasible bounded optimal" {
		t.Errorf("certificates %s", got)
	}
	if got := fmt.Sprint(search.Unknown, search.Admissible, search.Consistent, search.Forward, search.Backward); got != "unknown admissible consistent forward backward" {
		t.Errorf("claims and sides %s", got)
	}
	// Values that do not exist print, and names that do not exist are refused.
	if got := fmt.Sprint(search.Tie(9), search.Claim(9), search.Status(99), search.Certificate(9)); got != "Tie(9) Claim(9) Status(99) Certificate(9)" {
		t.Errorf("values out of range %s", got)
	}
	for _, name := range []string{"", "unfinished", "low-H", "Found"} {
		_, tieErr := search.ParseTie(name)
		_, statusErr := search.ParseStatus(name)
		_, certificateErr := search.ParseCertificate(name)
		if tieErr == nil || statusErr == nil || certificateErr == nil {
			t.Errorf("%q is a name: %v, %v, %v", name, tieErr, statusErr, certificateErr)
		}
	}
}
