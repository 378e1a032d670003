package scene

import "testing"

func TestNames(t *testing.T) {
	seen := map[string]bool{}
	for r := None; r < roleCount; r++ {
		name := r.String()
		if name == "" || seen[name] {
			t.Errorf("role %d is named %q, which is empty or taken", r, name)
		}
		seen[name] = true
	}
	if got := roleCount.String(); got != "Role(28)" {
		t.Errorf("a role that there is not is named %q", got)
	}
	for _, theme := range []Theme{Light, Dark, Auto} {
		if got, err := ParseTheme(theme.String()); err != nil || got != theme {
			t.Errorf("%v is read as %v, %v", theme, got, err)
		}
		if got := theme.Color(None); got.A != 0 {
			t.Errorf("%v: none is %v", theme, got)
		}
		for r := Background; r < roleCount; r++ {
			if theme.Color(r).A != 255 {
				t.Errorf("%v: %v is not opaque", theme, r)
			}
		}
	}
	if Auto.Color(Wall) != Light.Color(Wall) || Dark.Color(Wall) == Light.Color(Wall) {
		t.Error("auto is not light, or dark is")
	}
	if Ground(-1) != Ground0 || Ground(9) != Ground4 || Explored(3) != Explored3 || Accent(7) != Accent2 || Accent(-1) < Accent1 || Accent(-1) > Accent6 {
		t.Error("a shade or accent is out of its range")
	}
}
