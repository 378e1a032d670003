package posthoc

import (
	"errors"
	"fmt"
	"io"

	"github.com/astrolabe-search/astrolabe/internal/jsonscan"
)

// maxKey bounds the bytes of a field's name.
const maxKey = 1 << 10

// readJSON reads events one by one, in memory in proportion to what is kept of them.
func (i *importer) readJSON(r io.Reader) error {
	s := jsonscan.New(r)
	var version scalar
	err := s.Object(maxKey, func(key string) (err error) {
		switch key {
		case "version":
			if version, err = jsonScalar(s); err == nil {
				err = i.checkVersion(version)
			}
			return err
		case "events":
			if first, err := s.Peek(); err == nil && first != '[' {
				return fmt.Errorf("%w: events is no list", ErrFormat)
			}
			return s.List(func(int) error { return i.readJSONEvent(s) })
		}
		return s.Skip()
	})
	if err == nil {
		err = s.End()
	}
	switch {
	case err == nil:
		return i.checkVersion(version)
	case errors.Is(err, ErrFormat):
		return err
	case errors.Is(err, jsonscan.ErrSyntax), errors.Is(err, jsonscan.ErrTooLong):
		return fmt.Errorf("%w: event %d, after byte %d: %w", ErrFormat, len(i.events)+i.skipped+1, s.Offset(), err)
	}
	return fmt.Errorf("posthoc: reading: %w", err)
}

func (i *importer) readJSONEvent(s *jsonscan.Scanner) error {
	var fields item
	first, err := s.Peek()
	if err == nil && first != '{' {
		return i.wrong(0, "fields such as type and id", "it has no fields")
	}
	err = s.Object(maxKey, func(key string) (err error) {
		field := fieldOf(key)
		if field < 0 {
			return s.Skip()
		}
		if fields[field].given {
			return i.wrong(0, "it once", "%s is there twice", key)
		}
		fields[field], err = jsonScalar(s)
		return err
	})
	if err != nil {
		return err
	}
	return i.add(0, &fields)
}

// jsonScalar reads a value. What is neither a string nor a number is a text.
func jsonScalar(s *jsonscan.Scanner) (scalar, error) {
	v := scalar{given: true}
	first, err := s.Peek()
	if err != nil {
		return v, err
	}
	switch {
	case first == '"':
		v.text, err = s.String(maxItem)
	case first == 'n':
		v.null = true
		err = s.Null()
	case first == '-' || first >= '0' && first <= '9':
		v.number = true
		v.text, err = s.Number()
	case first == '{':
		v.text = "an object"
		err = s.Skip()
	case first == '[':
		v.text = "a list"
		err = s.Skip()
	default:
		var word bool
		word, err = s.Bool()
		v.text = fmt.Sprint(word)
	}
	return v, err
}
