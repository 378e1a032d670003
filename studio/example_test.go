package studio_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/astrolabe-search/astrolabe/studio"
)

func Example() {
	server, err := studio.New(studio.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	site := httptest.NewServer(server) // or server.Serve, which also bounds the connections
	defer site.Close()

	response, err := http.Post(site.URL+"/api/solve", "application/json", strings.NewReader(`{"map":"S..\n.@.\n..G\n","moves":4}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer response.Body.Close()
	var answer struct {
		Status, Certificate string
		Cost                struct{ Text string }
	}
	if err := json.NewDecoder(response.Body).Decode(&answer); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(answer.Status, answer.Cost.Text, answer.Certificate)
	// Output: found 4 optimal
}
