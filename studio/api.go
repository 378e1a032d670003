package studio

import (
	"encoding/json"
	"net/http"
	"reflect"
	"slices"
	"strings"

	"github.com/astrolabe-search/astrolabe/internal/typo"
	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
)

// The title and the version of the API's document.
const (
	apiTitle   = "Astrolabe studio"
	apiVersion = "1.0.0"
)

const apiDescription = `Asks Astrolabe's search algorithms about grid maps, and watches them.

Bodies are JSON objects. A field that an operation does not know is an error; one that the chosen algorithm does not take is
ignored; one that is there twice is an error. Bodies may be compressed by gzip, if Content-Encoding says so. What is wrong
is told as application/problem+json, with the place and with what would be right. Costs are exact: a + b√2 with decimal a and b.`

const (
	jsonType    = "application/json"
	problemType = "application/problem+json"
	schemas     = "#/components/schemas/"
)

// newAPI returns an API whose operations become routes of the server.
func (s *Server) newAPI() huma.API {
	registry := huma.NewMapRegistry(schemas, huma.DefaultSchemaNamer)
	registry.RegisterTypeAlias(reflect.TypeFor[json.Number](), reflect.TypeFor[float64]())
	format := huma.Format{Marshal: huma.DefaultJSONFormat.Marshal, Unmarshal: decode}
	return huma.NewAPI(huma.Config{
		OpenAPI: &huma.OpenAPI{
			OpenAPI:    "3.1.0",
			Info:       &huma.Info{Title: apiTitle, Version: apiVersion, Description: apiDescription},
			Components: &huma.Components{Schemas: registry},
		},
		Formats:                      map[string]huma.Format{jsonType: format, "json": format},
		DefaultFormat:                jsonType,
		RejectUnknownQueryParameters: true,
		Transformers: []huma.Transformer{func(ctx huma.Context, _ string, v any) (any, error) {
			if model, ok := v.(*huma.ErrorModel); ok {
				tell(model, fieldsOf(ctx.Operation(), registry))
			}
			return v, nil
		}},
	}, &adapter{s})
}

// streams marks, in the metadata of an operation, one that searches while it
// answers: it is not compressed, and counts as a search until its answer is sent.
const streams = "streams"

// adapter makes routes of operations.
type adapter struct{ *Server }

// Handle implements [huma.Adapter]. It takes the reading of bodies from huma: that is
// done before, within limits of our own.
func (a *adapter) Handle(op *huma.Operation, handler func(huma.Context)) {
	op.MaxBodyBytes, op.BodyReadTimeout = -1, 0
	stream := op.Metadata[streams] == true
	var h http.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		handler(humago.NewContext(op, r, w))
	})
	if op.Method == http.MethodPost {
		h = a.work(h, stream)
	}
	if !stream {
		h = a.compress(h)
	}
	a.handle(op.Method+" "+op.Path, h)
}

// tell makes a problem say in its detail where, what and what would be right, and
// nowhere repeat the request. fields are those that the body may have.
func tell(model *huma.ErrorModel, fields []string) {
	const unknown, invalid, most = "unexpected property", "validation failed", 10
	for _, e := range model.Errors {
		if e.Message == unknown {
			e.Message, e.Value = unknownField(e.Location, fields), nil
		}
		if !isShort(e.Value) || e.Location == "body" {
			e.Value = nil
		}
	}
	// huma meets unknown fields in the order of a map.
	slices.SortFunc(model.Errors, func(a, b *huma.ErrorDetail) int {
		return strings.Compare(a.Location+"\n"+a.Message, b.Location+"\n"+b.Message)
	})
	model.Errors = model.Errors[:min(len(model.Errors), most)]
	if model.Detail != invalid {
		return
	}
	var texts []string
	for _, e := range model.Errors {
		where := strings.TrimPrefix(strings.TrimPrefix(e.Location, "body"), ".")
		if where != "" {
			where += ": "
		}
		texts = append(texts, where+e.Message)
	}
	model.Detail = strings.Join(texts, "; ")
}

// isShort tells whether a value of a request is one to be sent back.
func isShort(v any) bool {
	switch v := v.(type) {
	case string:
		return len(v) <= 100
	case bool, float64, nil:
		return true
	}
	return false
}

// fieldsOf lists the fields of an operation's body.
func fieldsOf(op *huma.Operation, registry huma.Registry) []string {
	if op.RequestBody == nil {
		return nil
	}
	var names []string
	for name := range bodySchema(op, registry).Properties {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// bodySchema returns the schema of an operation's JSON body.
func bodySchema(op *huma.Operation, registry huma.Registry) *huma.Schema {
	schema := op.RequestBody.Content[jsonType].Schema
	if schema.Ref != "" {
		schema = registry.SchemaFromRef(schema.Ref)
	}
	return schema
}

// unknownField says what would be right in place of a field that there is not.
func unknownField(location string, known []string) string {
	name := location[strings.LastIndexByte(location, '.')+1:]
	best, nearest := len(name)/3+1, ""
	for _, candidate := range known {
		if d := typo.Distance(strings.ToLower(name), candidate); len(name) < 50 && d < best {
			best, nearest = d, candidate
		}
	}
	if nearest != "" {
		return "unknown field; did you mean " + nearest + "?"
	}
	return "unknown field; want any of " + strings.Join(known, ", ")
}

// problem answers with what is wrong.
func problem(w http.ResponseWriter, status int, detail string) {
	// The model is one that can be encoded; what cannot be sent, nobody reads.
	body, _ := json.Marshal(huma.NewError(status, detail))
	w.Header().Set("Content-Type", problemType)
	w.WriteHeader(status)
	_, _ = w.Write(body)
}
