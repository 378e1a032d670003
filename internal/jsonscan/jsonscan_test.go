package jsonscan_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"

	"github.com/astrolabe-search/astrolabe/internal/jsonscan"
)

// read reads any value, with numbers as they are written, as package encoding/json does
// into an any.
func read(s *jsonscan.Scanner) (any, error) {
	c, err := s.Peek()
	if err != nil {
		return nil, err
	}
	switch c {
	case '{':
		object := map[string]any{}
		return object, s.Object(1<<20, func(key string) (err error) {
			object[key], err = read(s)
			return err
		})
	case '[':
		list := []any{}
		return list, s.List(func(int) error {
			v, err := read(s)
			list = append(list, v)
			return err
		})
	case '"':
		return s.String(1 << 20)
	case 't', 'f':
		return s.Bool()
	case 'n':
		return nil, s.Null()
	}
	number, err := s.Number()
	return json.Number(number), err
}

func readAll(r io.Reader) (any, error) {
	s := jsonscan.New(r)
	v, err := read(s)
	if err == nil {
		err = s.End()
	}
	if err != nil {
		return nil, err
	}
	return v, nil
}

// compare holds what is read to what package encoding/json reads.
func compare(t *testing.T, text string) {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	var want any
	wantErr := d.Decode(&want)
	if wantErr == nil {
		if _, err := d.Token(); err != io.EOF {
			wantErr = errors.New("something follows")
		}
	}
	got, err := readAll(iotest.OneByteReader(strings.NewReader(text)))
	if (err == nil) != (wantErr == nil) && utf8.ValidString(text) && !errors.Is(err, jsonscan.ErrTooLong) {
		t.Fatalf("%q: %v; package encoding/json says %v", text, err, wantErr)
	}
	if err == nil && !reflect.DeepEqual(got, want) {
		t.Fatalf("%q: %#v; want %#v", text, got, want)
	}
	s := jsonscan.New(strings.NewReader(text))
	skipErr := s.Skip()
	if skipErr == nil {
		skipErr = s.End()
	}
	if (skipErr == nil) != (err == nil) && !errors.Is(skipErr, jsonscan.ErrTooLong) && !errors.Is(err, jsonscan.ErrTooLong) {
		t.Fatalf("%q: skipped: %v; read: %v", text, skipErr, err)
	}
}

var texts = []string{
	``, ` `, `{}`, `[]`, `{"a":1,"b":[true,false,null,"x"],"c":{"d":-1.5e+3}}`, ` [ 1 , 2 ] `, `[1,]`, `[,1]`, `[1 2]`, `{"a"}`, `{"a":}`, `{a:1}`, `{"a":1,}`,
	`"\"\\\/\b\f\n\r\t\u00e9\u4e2d\ud83d\ude00"`, `"\ud83d"`, `"\ud83dx"`, `"\ud83d\n"`, `"\ud83d\u0041"`, `"\ud83d\ud83d\ude00"`, `"\ude00"`, `"\u12g4"`, `"\x"`, `"`, `"\`, `"\u1`,
	"\"\n\"", "\"\xff\"", "\"\xe4\xb8\"", `"é中😀"`, "\"\ufffd\"", `0`, `-0`, `01`, `-`, `1.`, `.5`, `1e`, `1e5`, `1E-5`, `+1`, `1.5.5`, `nul`, `nulll`, `tru`, `truee`, `NaN`,
	`1 2`, `{} {}`, `[[[[]]]]`, `{"a":{"a":{}}}`, `9223372036854775808`,
}

// TestLikeEncodingJSON reads what is JSON, and refuses what is none. Only bytes that are no
// UTF-8, which package encoding/json replaces, are refused besides.
func TestLikeEncodingJSON(t *testing.T) {
	for _, text := range texts {
		compare(t, text)
	}
	for _, text := range []string{"\"\xff\"", "\"\xe4\xb8\""} {
		if _, err := readAll(strings.NewReader(text)); !errors.Is(err, jsonscan.ErrSyntax) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func FuzzScanner(f *testing.F) {
	for _, text := range texts {
		f.Add(text)
	}
	f.Fuzz(compare)
}

// TestBounds reads up to a bound and not beyond.
func TestBounds(t *testing.T) {
	scan := func(text string) *jsonscan.Scanner { return jsonscan.New(strings.NewReader(text)) }
	if got, err := scan(`"éa"`).String(3); got != "éa" || err != nil {
		t.Errorf("%q, %v", got, err)
	}
	if _, err := scan(`"éa"`).String(2); !errors.Is(err, jsonscan.ErrTooLong) {
		t.Error(err)
	}
	if _, err := scan(strings.Repeat("1", 64)).Number(); err != nil {
		t.Error(err)
	}
	if _, err := scan(strings.Repeat("1", 65)).Number(); !errors.Is(err, jsonscan.ErrTooLong) {
		t.Error(err)
	}
	if err := scan(strings.Repeat("[", 1000) + strings.Repeat("]", 1000)).Skip(); err != nil {
		t.Error(err)
	}
	if err := scan(strings.Repeat("[", 1<<20)).Skip(); !errors.Is(err, jsonscan.ErrTooLong) {
		t.Error(err)
	}
	if err := scan(`{"abc":1}`).Object(2, func(string) error { return nil }); !errors.Is(err, jsonscan.ErrTooLong) {
		t.Error(err)
	}
	for text, want := range map[string]int64{"-9223372036854775808": -1 << 63, " 7 ": 7} {
		if got, err := scan(text).Int(); got != want || err != nil {
			t.Errorf("%q: %d, %v", text, got, err)
		}
	}
	for _, text := range []string{"9223372036854775808", "1.0", "1e2", "x", ""} {
		if _, err := scan(text).Int(); err == nil {
			t.Errorf("%q is a whole number", text)
		}
	}
}

// TestErrorsOfTheReader come through, and where they are.
func TestErrorsOfTheReader(t *testing.T) {
	broken := errors.New("broken")
	s := jsonscan.New(io.MultiReader(strings.NewReader(`[1, `), iotest.ErrReader(broken)))
	if err := s.Skip(); !errors.Is(err, broken) {
		t.Errorf("%v", err)
	}
	if s.Offset() != 4 {
		t.Errorf("offset %d", s.Offset())
	}
	if err := jsonscan.New(nothing{}).Skip(); !errors.Is(err, io.ErrNoProgress) {
		t.Errorf("%v", err)
	}
	if _, err := readAll(bytes.NewReader([]byte(`[1`))); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("%v", err)
	}
}

type nothing struct{}

func (nothing) Read([]byte) (int, error) { return 0, nil }
