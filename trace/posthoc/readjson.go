package posthoc

import (
	"encoding/json"
	"fmt"
	"io"
)

// readJSON reads events one by one, in memory in proportion to what is kept of them.
func (i *importer) readJSON(r io.Reader) error {
	d := json.NewDecoder(r)
	d.UseNumber()
	broken := func(err error) error {
		return fmt.Errorf("%w: %s, after byte %d: %w", ErrFormat, i.file, d.InputOffset(), err)
	}
	if _, err := d.Token(); err != nil { // the brace
		return broken(err)
	}
	hasVersion := false
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return broken(err)
		}
		switch key {
		case "version":
			var version any
			if err := d.Decode(&version); err != nil {
				return broken(err)
			}
			if err := i.checkVersion(jsonScalar(version)); err != nil {
				return err
			}
			hasVersion = true
		case "events":
			if err := i.readJSONEvents(d, broken); err != nil {
				return err
			}
		default:
			var skipped json.RawMessage
			if err := d.Decode(&skipped); err != nil {
				return broken(err)
			}
		}
	}
	if _, err := d.Token(); err != nil {
		return broken(err)
	}
	if !hasVersion {
		return fmt.Errorf("%w: %s has no version; want %q", ErrFormat, i.file, Version)
	}
	return nil
}

func (i *importer) readJSONEvents(d *json.Decoder, broken func(error) error) error {
	token, err := d.Token()
	if err != nil {
		return broken(err)
	}
	if token != json.Delim('[') {
		return fmt.Errorf("%w: %s: events is no list", ErrFormat, i.file)
	}
	for d.More() {
		var object map[string]any
		if err := d.Decode(&object); err != nil {
			return fmt.Errorf("%w: %s: event %d: %w", ErrFormat, i.file, len(i.events)+1, err)
		}
		field := func(name string) (scalar, bool) {
			v, given := object[name]
			return jsonScalar(v), given
		}
		if err := i.add(0, field); err != nil {
			return err
		}
	}
	if _, err := d.Token(); err != nil {
		return broken(err)
	}
	return nil
}

func jsonScalar(v any) scalar {
	switch v := v.(type) {
	case nil:
		return scalar{null: true}
	case json.Number:
		return scalar{number: true, text: v.String()}
	case string:
		return scalar{text: v}
	}
	return scalar{text: fmt.Sprintf("%T", v)}
}
