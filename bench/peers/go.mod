module github.com/astrolabe-search/astrolabe/bench/peers

go 1.26.0

replace github.com/astrolabe-search/astrolabe => ../..

require (
	codeberg.org/anaseto/gruid v0.28.0
	github.com/astrolabe-search/astrolabe v0.0.0
	github.com/dominikbraun/graph v0.23.0
	gonum.org/v1/gonum v0.17.0
)
