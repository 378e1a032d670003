package sharedtest

import (
	"archive/tar"
	"compress/gzip"
	"errors"
	"io"
	"os"
	"testing"
)

// Archived returns the content of a file of the archive of data sets, such as
// "truths/korf100_15puzzle/korf100.tsv". If there is no archive the test is skipped,
// or fails where CI=true.
func Archived(tb testing.TB, name string) []byte {
	tb.Helper()
	file, err := os.Open(Path(tb, "archive", "truths.tgz"))
	if err != nil {
		tb.Fatal(err)
	}
	defer file.Close()
	unzipped, err := gzip.NewReader(file)
	if err != nil {
		tb.Fatal(err)
	}
	for archive := tar.NewReader(unzipped); ; {
		header, err := archive.Next()
		if errors.Is(err, io.EOF) {
			tb.Fatalf("the archive has no %s", name)
		}
		if err != nil {
			tb.Fatal(err)
		}
		if header.Name != name {
			continue
		}
		data, err := io.ReadAll(archive)
		if err != nil {
			tb.Fatal(err)
		}
		return data
	}
}
