package studio_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/astrolabe-search/astrolabe/studio"
	"github.com/danielgtaylor/huma/v2"
)

// openapi is what the tests need of the API's document.
type openapi struct {
	OpenAPI    string
	Info       struct{ Title, Version, Description string }
	Paths      map[string]map[string]operation
	Components struct{ Schemas map[string]map[string]any }
}

type operation struct {
	OperationID, Summary, Description string
	Parameters                        []struct {
		Name, In, Description string
		Required              bool
		Schema                map[string]any
		Example               any
	}
	RequestBody *struct {
		Required bool
		Content  map[string]media
	}
	Responses map[string]struct {
		Description string
		Content     map[string]media
	}
}

type media struct {
	Schema  json.RawMessage
	Example map[string]any
}

func document(t testing.TB, s *site) openapi {
	t.Helper()
	got := s.get("/api/openapi.json")
	if got.code != http.StatusOK || got.header.Get("Content-Type") != "application/json" {
		t.Fatalf("status %d, %v", got.code, got.header)
	}
	return decode[openapi](t, got.body)
}

// TestEveryRouteIsDescribed compares the mux with the document.
func TestEveryRouteIsDescribed(t *testing.T) {
	s := start(t, studio.Options{})
	doc := document(t, s)
	if doc.OpenAPI != "3.1.0" || doc.Info.Title != "Astrolabe studio" || doc.Info.Version == "" || doc.Info.Description == "" {
		t.Errorf("OpenAPI %s, %+v", doc.OpenAPI, doc.Info)
	}
	var described, routes []string
	for path, operations := range doc.Paths {
		for method := range operations {
			described = append(described, strings.ToUpper(method)+" "+path)
		}
	}
	for _, pattern := range s.server.Patterns() {
		if pattern != "GET /{$}" && !strings.HasSuffix(pattern, "/{file...}") { // files, and what there is not
			routes = append(routes, pattern)
		}
	}
	slices.Sort(described)
	slices.Sort(routes)
	if !slices.Equal(described, routes) || len(routes) < 10 {
		t.Errorf("the document has\n%s\nthe server\n%s", strings.Join(described, "\n"), strings.Join(routes, "\n"))
	}
}

// TestOperationsAreDescribed holds what is said of each to a form.
func TestOperationsAreDescribed(t *testing.T) {
	s := start(t, studio.Options{})
	doc := document(t, s)
	seen := map[string]bool{}
	for path, operations := range doc.Paths {
		for method, op := range operations {
			name := strings.ToUpper(method) + " " + path
			if op.Summary == "" || op.Description == "" || op.OperationID == "" || seen[op.OperationID] {
				t.Errorf("%s: id %q, summary %q, description %q", name, op.OperationID, op.Summary, op.Description)
			}
			seen[op.OperationID] = true
			problems := []string{"403", "421", "500"}
			if method == "post" {
				problems = append(problems, "400", "408", "413", "415", "422", "503")
				if op.RequestBody == nil || !op.RequestBody.Required || len(op.RequestBody.Content["application/json"].Example) == 0 {
					t.Errorf("%s: the body is not required, or has no example", name)
				}
			}
			if len(op.Parameters) > 0 {
				problems = append(problems, "404", "422")
			}
			for _, code := range problems {
				if _, ok := op.Responses[code].Content["application/problem+json"]; !ok || op.Responses[code].Description == "" {
					t.Errorf("%s: nothing is said of the status %s", name, code)
				}
			}
			if len(op.Responses["200"].Content) == 0 || op.Responses["200"].Description == "" {
				t.Errorf("%s: nothing is said of the answer", name)
			}
			for code := range op.Responses {
				if code != "200" && !slices.Contains(problems, code) {
					t.Errorf("%s: the status %s is described, which there is not", name, code)
				}
			}
			for _, parameter := range op.Parameters {
				if parameter.Description == "" {
					t.Errorf("%s: nothing is said of the parameter %s", name, parameter.Name)
				}
			}
		}
	}
	for name, schema := range doc.Components.Schemas {
		if strings.HasPrefix(name, "Error") {
			continue // huma's
		}
		properties, _ := schema["properties"].(map[string]any)
		for property, value := range properties {
			if value.(map[string]any)["description"] == nil {
				t.Errorf("nothing is said of %s.%s", name, property)
			}
		}
	}
}

// checker validates answers against the schemas of the document as it is served.
type checker struct {
	registry huma.Registry
	schemas  map[string]*huma.Schema
}

// registry gives huma the served schemas.
type registry struct {
	huma.Registry
	schemas map[string]*huma.Schema
}

func (r *registry) SchemaFromRef(ref string) *huma.Schema {
	return r.schemas[strings.TrimPrefix(ref, "#/components/schemas/")]
}

func newChecker(t testing.TB, doc openapi) *checker {
	t.Helper()
	c := &checker{schemas: map[string]*huma.Schema{}}
	c.registry = &registry{huma.NewMapRegistry("#/components/schemas/", huma.DefaultSchemaNamer), c.schemas}
	for name, schema := range doc.Components.Schemas {
		c.schemas[name] = toSchema(t, schema)
	}
	return c
}

// toSchema reads a JSON schema, as far as huma writes it.
func toSchema(t testing.TB, from map[string]any) *huma.Schema {
	t.Helper()
	s := &huma.Schema{}
	number := func(key string) *float64 {
		if n, ok := from[key].(float64); ok {
			return &n
		}
		return nil
	}
	count := func(key string) *int {
		if n := number(key); n != nil {
			i := int(*n)
			return &i
		}
		return nil
	}
	for key, value := range from {
		switch key {
		case "type":
			switch kind := value.(type) {
			case string:
				s.Type = kind
			case []any:
				s.Type, s.Nullable = kind[0].(string), true
				if len(kind) != 2 || kind[1] != "null" {
					t.Fatalf("type %v", kind)
				}
			}
		case "$ref":
			s.Ref = value.(string)
		case "items":
			s.Items = toSchema(t, value.(map[string]any))
		case "properties":
			s.Properties = map[string]*huma.Schema{}
			for name, property := range value.(map[string]any) {
				s.Properties[name] = toSchema(t, property.(map[string]any))
			}
		case "additionalProperties":
			s.AdditionalProperties = value
			if schema, ok := value.(map[string]any); ok {
				s.AdditionalProperties = toSchema(t, schema)
			}
		case "required":
			for _, name := range value.([]any) {
				s.Required = append(s.Required, name.(string))
			}
		case "anyOf":
			for _, option := range value.([]any) {
				s.AnyOf = append(s.AnyOf, toSchema(t, option.(map[string]any)))
			}
		case "enum":
			s.Enum = value.([]any)
		case "minimum":
			s.Minimum = number(key)
		case "maximum":
			s.Maximum = number(key)
		case "minItems":
			s.MinItems = count(key)
		case "maxItems":
			s.MaxItems = count(key)
		case "minLength":
			s.MinLength = count(key)
		case "maxLength":
			s.MaxLength = count(key)
		case "format", "description", "default", "examples", "contentMediaType":
			// says nothing of the form, or of numbers what Go's types do
		default:
			t.Fatalf("the schema has %q, which the test does not know", key)
		}
	}
	s.PrecomputeMessages()
	return s
}

// check returns what is wrong with a JSON text.
func (c *checker) check(t testing.TB, schema json.RawMessage, body []byte) []error {
	t.Helper()
	var result huma.ValidateResult
	value := decode[any](t, body)
	huma.Validate(c.registry, toSchema(t, decode[map[string]any](t, schema)), huma.NewPathBuffer(nil, 0), huma.ModeReadFromServer, value, &result)
	return result.Errors
}

// variations are bodies to send beside an operation's example, so that the answers
// have what they need not have.
var variations = map[string][]fields{
	"solve": {
		{"algorithm": "jump-point"},
		{"algorithm": "weighted-astar"},
		{"max_expanded": 1},
		{"map": "S@G\n"},
		{"to": []int{9, 9}},
		{"from": []int{1, 1}},
	},
	"convert":  {{"map": "S@G\n", "format": "movingai"}, {"map": "...\n"}},
	"generate": {{"kind": "random", "density": 1}},
	"applies":  {{"map": "..2\n"}},
}

// TestAnswersFollowTheDocument sends the example of each operation, and more, and validates
// the answers, problems included.
func TestAnswersFollowTheDocument(t *testing.T) {
	s := start(t, studio.Options{})
	doc := document(t, s)
	c := newChecker(t, doc)
	for path, operations := range doc.Paths {
		for method, op := range operations {
			var requests []*http.Request
			if method == "post" {
				example := fields(op.RequestBody.Content["application/json"].Example)
				requests = append(requests, s.request("POST", path, text(t, example)))
				for _, more := range variations[op.OperationID] {
					requests = append(requests, s.request("POST", path, text(t, example.with(more))))
				}
				requests = append(requests, s.request("POST", path, "{"), s.request("POST", path, "{}"))
				for code, broken := range map[int]*http.Request{200: requests[0], 400: requests[len(requests)-2], 422: requests[len(requests)-1]} {
					if got := s.do(broken.Clone(t.Context())); got.code != code {
						t.Errorf("%s: status %d, want %d: %.300s", path, got.code, code, got.body)
					}
					broken.Body, _ = broken.GetBody()
				}
			} else {
				requests = append(requests, s.request("GET", strings.ReplaceAll(path, "{name}", "swamp"), ""))
				if strings.Contains(path, "{") {
					requests = append(requests, s.request("GET", strings.ReplaceAll(path, "{name}", "nowhere"), ""))
				}
			}
			for _, r := range requests {
				got := s.do(r)
				kind, _, _ := strings.Cut(got.header.Get("Content-Type"), ";")
				described, ok := op.Responses[text(t, got.code)].Content[kind]
				if !ok {
					t.Errorf("%s %s: nothing is said of the status %d with %s", method, path, got.code, kind)
					continue
				}
				if !strings.HasSuffix(kind, "json") {
					continue
				}
				for _, err := range c.check(t, described.Schema, got.body) {
					t.Errorf("%s %s, status %d: %v", method, path, got.code, err)
				}
			}
		}
	}
}

// TestCheckerChecks changes a right answer until it is wrong.
func TestCheckerChecks(t *testing.T) {
	s := start(t, studio.Options{})
	doc := document(t, s)
	c := newChecker(t, doc)
	schema := doc.Paths["/api/solve"]["post"].Responses["200"].Content["application/json"].Schema
	right := s.post("/api/solve", fields{"map": small}).body
	if errs := c.check(t, schema, right); len(errs) > 0 {
		t.Fatal(errs)
	}
	for _, change := range [][2]string{
		{`"path":[[0,0]`, `"path":[[0,0,0]`},
		{`"path":[[0,0]`, `"path":[[0,"0"]`},
		{`"status":"found"`, `"status":1`},
		{`"status":"found"`, `"state":"found"`},
		{`"cost":{"text":"4"`, `"cost":{"text":4`},
		{`"straight":4`, `"straight":"4"`},
		{`"expanded":6`, `"expanded":null`},
		{`"options":{`, `"options":{"more":1,`},
		{`"from":[0,0]`, `"from":null`},
	} {
		wrong := bytes.Replace(right, []byte(change[0]), []byte(change[1]), 1)
		if bytes.Equal(wrong, right) {
			t.Fatalf("%s is not in %s", change[0], right)
		}
		if len(c.check(t, schema, wrong)) == 0 {
			t.Errorf("%s in place of %s is taken for right", change[1], change[0])
		}
	}
}
