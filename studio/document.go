package studio

import (
	"encoding/json"
	"net/http"
	"reflect"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// describe completes the API's document once all operations are there, and keeps
// it: what can go wrong with each, an example for each body, and which values may
// be null.
func (s *Server) describe(api huma.API) error {
	doc := api.OpenAPI()
	registry := doc.Components.Schemas
	for name, schema := range registry.Map() {
		if t := registry.TypeFromRef(schemas + name); t != nil {
			tellNull(schema, t)
		}
	}
	for _, item := range doc.Paths {
		for _, op := range []*huma.Operation{item.Get, item.Post} {
			if op == nil {
				continue
			}
			addProblems(op, registry)
			if op.RequestBody != nil {
				op.RequestBody.Content[jsonType].Example = exampleOf(bodySchema(op, registry))
			}
		}
	}
	var err error
	s.document, err = json.Marshal(doc)
	return err
}

// tellNull says of the properties of a struct's schema whether they may be null, as
// huma does not know: pointers to structs may, where they are not left out; lists may
// not, unless the tag "nullable" says so.
func tellNull(schema *huma.Schema, t reflect.Type) {
	for _, field := range reflect.VisibleFields(t) {
		name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		property := schema.Properties[name]
		if _, told := field.Tag.Lookup("nullable"); told || property == nil {
			continue
		}
		kind := field.Type.Kind()
		switch {
		case kind == reflect.Pointer && property.Ref != "" && !strings.Contains(options, "omitempty"):
			schema.Properties[name] = &huma.Schema{
				Description: property.Description,
				AnyOf:       []*huma.Schema{{Ref: property.Ref}, {Type: "null", Enum: []any{nil}}},
			}
		case kind == reflect.Slice || kind == reflect.Array:
			for elem := field.Type; property.Type == huma.TypeArray; elem, property = elem.Elem(), property.Items {
				property.Nullable = elem.Kind() == reflect.Pointer
			}
		}
	}
	schema.PrecomputeMessages()
}

// problems are what can go wrong with any request, and with one that has a body.
var problems = []struct {
	status   int
	withBody bool
	when     string
}{
	{http.StatusBadRequest, true, "The body is no JSON object, or has too many values."},
	{http.StatusForbidden, false, "The request comes from a page of another site."},
	{http.StatusRequestTimeout, true, "The body came too slowly."},
	{http.StatusRequestEntityTooLarge, true, "The body has too many bytes."},
	{http.StatusUnsupportedMediaType, true, "The body is not " + jsonType + ", or is compressed otherwise than by gzip."},
	{http.StatusMisdirectedRequest, false, "The host is not a name by which the server may be called."},
	{http.StatusUnprocessableEntity, true, "A field is unknown, missing or wrong, or a map is."},
	{http.StatusInternalServerError, false, "There is a mistake in the server."},
	{http.StatusServiceUnavailable, true, "Too many requests are being worked on; try again when Retry-After says."},
}

// addProblems adds the answers that tell what is wrong.
func addProblems(op *huma.Operation, registry huma.Registry) {
	schema := registry.Schema(reflect.TypeFor[huma.ErrorModel](), true, "")
	content := map[string]*huma.MediaType{problemType: {Schema: schema}}
	delete(op.Responses, "default")
	for _, p := range problems {
		if !p.withBody || op.RequestBody != nil {
			op.Responses[strconv.Itoa(p.status)] = &huma.Response{Description: p.when, Content: content}
		}
	}
	if op.RequestBody != nil {
		seconds := &huma.Schema{Type: huma.TypeInteger, Description: "Seconds to wait."}
		op.Responses["503"].Headers = map[string]*huma.Param{"Retry-After": {Schema: seconds}}
	}
	if len(op.Parameters) > 0 {
		op.Responses["404"] = &huma.Response{Description: "There is nothing of that name.", Content: content}
		op.Responses["422"] = &huma.Response{Description: "A parameter is wrong.", Content: content}
	}
}

// exampleOf makes an example of a body from those of its fields that have one.
func exampleOf(schema *huma.Schema) map[string]any {
	example := map[string]any{}
	for name, property := range schema.Properties {
		if len(property.Examples) > 0 {
			example[name] = property.Examples[0]
		}
	}
	return example
}

// sends describes an answer that is no JSON, of one of these media types.
func sends(description string, types ...string) map[string]*huma.Response {
	content := map[string]*huma.MediaType{}
	for _, t := range types {
		content[t] = &huma.MediaType{Schema: &huma.Schema{Type: huma.TypeString, Format: "binary"}}
		if strings.HasPrefix(t, "text/") {
			content[t].Schema.Format = ""
		}
	}
	return map[string]*huma.Response{"200": {Description: description, Content: content}}
}

// addDocument serves the document and says so in it. The document's own route and that of
// the metrics are none of huma's.
func (s *Server) addDocument(api huma.API) {
	s.handle("GET /api/openapi.json", s.compress(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", jsonType)
		_, _ = w.Write(s.document) // what cannot be sent, nobody reads
	})))
	api.OpenAPI().AddOperation(&huma.Operation{
		OperationID: "openapi", Method: http.MethodGet, Path: "/api/openapi.json",
		Summary:     "Describe the API",
		Description: "Answers with this document, in OpenAPI 3.1.",
		Responses: map[string]*huma.Response{"200": {Description: "The document.", Content: map[string]*huma.MediaType{
			jsonType: {Schema: &huma.Schema{Type: huma.TypeObject}},
		}}},
	})
}
