package main

import (
	"fmt"
	"os"

	"github.com/astrolabe-search/astrolabe/internal/wholefile"
)

// named is a file of the command line, and what it is there.
type named struct{ what, file string }

// distinct is an error if writing an output would overwrite an input, another output
// or what goes to standard output. Outputs without a name are passed over. It is for
// before anything is computed.
func (a *app) distinct(verb string, inputs, outputs []named) error {
	for i, out := range outputs {
		if out.file == "" || out.file == "-" {
			continue
		}
		for _, in := range inputs {
			if in.file != "-" && wholefile.Same(in.file, out.file) {
				return fmt.Errorf("%s: %s %s is the same file as %s %s, and would overwrite it; name another", verb, out.what, out.file, in.what, in.file)
			}
		}
		for _, other := range outputs[:i] {
			if other.file != "" && wholefile.Same(other.file, out.file) {
				return fmt.Errorf("%s: %s %s and %s %s are the same file; name two", verb, other.what, other.file, out.what, out.file)
			}
		}
		if a.printsTo(out.file) {
			return fmt.Errorf("%s: %s %s is the file that standard output goes to; name another", verb, out.what, out.file)
		}
	}
	return nil
}

// printsTo tells whether a file is the regular file that standard output goes to.
func (a *app) printsTo(name string) bool {
	f, ok := a.printed.(*os.File)
	if !ok {
		return false
	}
	printed, err := f.Stat()
	if err != nil || !printed.Mode().IsRegular() {
		return false
	}
	info, err := os.Stat(name)
	return err == nil && os.SameFile(info, printed)
}
