package pyrand

import (
	"encoding/json"
	"math/big"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// vectors are what CPython 3.11.7 draws, one object a seed. testdata/vectors.json
// is the output of:
//
//	import json, random
//	seeds = [0, 1, 5, 11, -11, 2**32 - 1, 2**32, 2**63 - 1, -2**63, 10**50, -(2**20000 + 12345)]
//	records = []
//	for seed in seeds:
//	    rng = random.Random(seed)
//	    record = {"seed": str(seed) if abs(seed) < 2**200 else "-(2**20000+12345)"}
//	    record["random"] = [rng.random().hex() for _ in range(4)]
//	    record["getrandbits"] = [str(rng.getrandbits(k)) for k in (0, 1, 31, 32, 33, 53, 63, 64)]
//	    record["randrange"] = [rng.randrange(*r) for r in ((0, 1), (0, 48), (-5, 5), (0, 2**31), (-2**62, 2**62), (0, 2**62 + 1))]
//	    record["randint"] = [rng.randint(*r) for r in ((3, 3), (1, 6), (-1, 1))]
//	    record["choice"] = [rng.choice(range(n)) for n in (1, 2, 3, 10, 1000)]
//	    record["shuffle"] = list(range(12))
//	    rng.shuffle(record["shuffle"])
//	    record["sample"] = [rng.sample(range(n), k) for n, k in
//	        ((0, 0), (5, 5), (21, 3), (22, 3), (22, 5), (85, 6), (86, 6), (85, 21), (277, 22), (278, 22))]
//	    for _ in range(1000):
//	        rng.random()
//	    record["later"] = rng.random().hex()
//	    records.append(record)
//	print("[\n" + ",\n".join(json.dumps(r) for r in records) + "\n]")
type vectors struct {
	Seed      string   `json:"seed"`
	Random    []string `json:"random"`
	Bits      []string `json:"getrandbits"`
	RandRange []int    `json:"randrange"`
	RandInt   []int    `json:"randint"`
	Choice    []int    `json:"choice"`
	Shuffle   []int    `json:"shuffle"`
	Sample    [][]int  `json:"sample"`
	Later     string   `json:"later"`
}

// seedOf reads a seed of the vectors; one is too long to be written out.
func seedOf(t *testing.T, text string) *big.Int {
	if text == "-(2**20000+12345)" {
		long := new(big.Int).Lsh(big.NewInt(1), 20000)
		return long.Neg(long.Add(long, big.NewInt(12345)))
	}
	seed, ok := new(big.Int).SetString(text, 10)
	if !ok {
		t.Fatalf("seed %q", text)
	}
	return seed
}

// hex writes a float as Python's float.hex does.
func hex(f float64) string {
	mantissa, exponent, _ := strings.Cut(strconv.FormatFloat(f, 'x', 13, 64), "p")
	n, err := strconv.Atoi(exponent)
	if err != nil {
		return err.Error()
	}
	sign := ""
	if n >= 0 {
		sign = "+"
	}
	return mantissa + "p" + sign + strconv.Itoa(n)
}

func TestDrawsWhatPythonDraws(t *testing.T) {
	if strconv.IntSize < 64 {
		t.Skip("Python's ranges are wider than this machine's int")
	}
	data, err := os.ReadFile("testdata/vectors.json")
	if err != nil {
		t.Fatal(err)
	}
	var records []vectors
	if err := json.Unmarshal(data, &records); err != nil {
		t.Fatal(err)
	}
	if len(records) != 11 {
		t.Errorf("%d seeds, want 11", len(records))
	}
	for _, want := range records {
		seed := seedOf(t, want.Seed)
		generators := map[string]*Rand{"NewBig": NewBig(seed)}
		if seed.IsInt64() {
			generators["New"] = New(seed.Int64())
		}
		for name, r := range generators {
			t.Run(want.Seed+" "+name, func(t *testing.T) {
				if difference := cmp.Diff(want, drawAll(want.Seed, r)); difference != "" {
					t.Errorf("differs from Python's (-) in:\n%s", difference)
				}
			})
		}
	}
}

// drawAll draws in the order in which the vectors were made.
func drawAll(seed string, r *Rand) vectors {
	got := vectors{Seed: seed}
	for range 4 {
		got.Random = append(got.Random, hex(r.Random()))
	}
	for _, k := range []int{0, 1, 31, 32, 33, 53, 63, 64} {
		got.Bits = append(got.Bits, strconv.FormatUint(r.GetRandBits(k), 10))
	}
	for _, c := range [][2]int64{{0, 1}, {0, 48}, {-5, 5}, {0, 1 << 31}, {-1 << 62, 1 << 62}, {0, 1<<62 + 1}} {
		got.RandRange = append(got.RandRange, r.RandRange(int(c[0]), int(c[1])))
	}
	for _, c := range [][2]int{{3, 3}, {1, 6}, {-1, 1}} {
		got.RandInt = append(got.RandInt, r.RandInt(c[0], c[1]))
	}
	for _, n := range []int{1, 2, 3, 10, 1000} {
		got.Choice = append(got.Choice, r.Choice(n))
	}
	for i := range 12 {
		got.Shuffle = append(got.Shuffle, i)
	}
	r.Shuffle(12, func(i, j int) { got.Shuffle[i], got.Shuffle[j] = got.Shuffle[j], got.Shuffle[i] })
	for _, c := range [][2]int{{0, 0}, {5, 5}, {21, 3}, {22, 3}, {22, 5}, {85, 6}, {86, 6}, {85, 21}, {277, 22}, {278, 22}} {
		got.Sample = append(got.Sample, r.Sample(c[0], c[1]))
	}
	for range 1000 {
		r.Random()
	}
	got.Later = hex(r.Random())
	return got
}

// The authors of the Mersenne Twister publish the first outputs after seeding
// with the array 0x123, 0x234, 0x345, 0x456.
func TestPublishedOutputs(t *testing.T) {
	seed, _ := new(big.Int).SetString("00000456000003450000023400000123", 16)
	r := NewBig(seed)
	for i, want := range []uint64{1067595299, 955945823, 477289528, 4107218783, 4228976476} {
		if got := r.GetRandBits(32); got != want {
			t.Errorf("output %d is %d, want %d", i, got, want)
		}
	}
}

func TestSeedSignDoesNotMatter(t *testing.T) {
	if a, b := New(11).Random(), New(-11).Random(); a != b {
		t.Errorf("seeds 11 and -11 draw %v and %v", a, b)
	}
	if a, b := New(11).Random(), New(12).Random(); a == b {
		t.Errorf("seeds 11 and 12 both draw %v", a)
	}
}

func TestNewBigLeavesItsSeedAlone(t *testing.T) {
	seed := big.NewInt(-1 << 40)
	NewBig(seed)
	if seed.Cmp(big.NewInt(-1<<40)) != 0 {
		t.Errorf("the seed became %v", seed)
	}
}

func TestImpossibleDrawsPanic(t *testing.T) {
	for name, draw := range map[string]func(r *Rand){
		"bits below":    func(r *Rand) { r.GetRandBits(-1) },
		"bits above":    func(r *Rand) { r.GetRandBits(65) },
		"empty range":   func(r *Rand) { r.RandRange(3, 3) },
		"no number":     func(r *Rand) { r.RandInt(1, 0) },
		"no choice":     func(r *Rand) { r.Choice(0) },
		"sample of -1":  func(r *Rand) { r.Sample(3, -1) },
		"sample of all": func(r *Rand) { r.Sample(3, 4) },
	} {
		func() {
			defer func() {
				if message, _ := recover().(string); !strings.HasPrefix(message, "pyrand: ") {
					t.Errorf("%s: panics with %q, want the package's name in front", name, message)
				}
			}()
			draw(New(1))
		}()
	}
}

func BenchmarkRandom(b *testing.B) {
	r := New(11)
	if got := hex(r.Random()); got != "0x1.cf3c95eed0a4ap-2" {
		b.Fatalf("the first number of seed 11 is %s", got)
	}
	for range b.N {
		r.Random()
	}
}
