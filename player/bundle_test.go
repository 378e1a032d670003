package player

import (
	"errors"
	"strings"
	"testing"
	"testing/fstest"
)

func files(pairs ...string) fstest.MapFS {
	all := fstest.MapFS{}
	for i := 0; i < len(pairs); i += 2 {
		all[pairs[i]] = &fstest.MapFile{Data: []byte(pairs[i+1])}
	}
	return all
}

func TestBundleScopesModules(t *testing.T) {
	got, err := bundle(files(
		"main.js", "import { two, half } from \"./two-things.js\";\nimport { one } from \"./one.js\";\n\nconst hidden = two(one);\n",
		"two-things.js", "import { one } from \"./one.js\";\nexport function two() { return one + one; }\nexport async function* half() {}\nexport class Third {}\n",
		"one.js", "// The first.\nconst hidden = 1;\nexport const one = hidden;\n",
	), "main.js")
	if err != nil {
		t.Fatal(err)
	}
	const want = `// one.js
const module_one = (() => {
// The first.
const hidden = 1;
const one = hidden;
return { one };
})();
// two-things.js
const module_two_things = (() => {
const { one } = module_one;
function two() { return one + one; }
async function* half() {}
class Third {}
return { two, half, Third };
})();
// main.js
const module_main = (() => {
const { two, half } = module_two_things;
const { one } = module_one;

const hidden = two(one);
return {  };
})();
`
	if got != want {
		t.Errorf("the bundle is\n%s\nwant\n%s", got, want)
	}
}

func TestBundleRefuses(t *testing.T) {
	for name, c := range map[string]struct {
		says  string
		files fstest.MapFS
	}{
		"a missing module":   {"gone.js", files("main.js", `import { a } from "./gone.js";`)},
		"a circle":           {"main.js imports itself by main.js, b.js", files("main.js", `import { b } from "./b.js";`, "b.js", `import { a } from "./main.js";`)},
		"a default import":   {`import a from`, files("main.js", `import a from "./b.js";`, "b.js", "")},
		"a namespace":        {`import * as b`, files("main.js", `import * as b from "./b.js";`, "b.js", "")},
		"a foreign module":   {`from \"left-pad\"`, files("main.js", `import { a } from "left-pad";`)},
		"a default export":   {"export default", files("main.js", "export default 1;")},
		"a variable":         {"export let", files("main.js", "export let a = 1;")},
		"a list of exports":  {"export {", files("main.js", "const a = 1;\nexport { a };")},
		"the end of scripts": {"</SCRIPT", files("main.js", `const a = "</SCRIPT>";`)},
		"a comment of HTML":  {"<!--", files("main.js", `const a = "<!--";`)},
	} {
		if got, err := bundle(c.files, "main.js"); !errors.Is(err, errBundle) || !strings.Contains(err.Error(), c.says) || got != "" {
			t.Errorf("%s: %v, want %q", name, err, c.says)
		}
	}
}
