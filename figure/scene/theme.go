package scene

import (
	"fmt"
	"image/color"
	"strings"
)

// Theme says which color each role is.
type Theme uint8

const (
	// Light is dark ink on white. It is the zero value.
	Light Theme = iota
	// Dark is light ink on near-black.
	Dark
	// Auto makes one SVG that is light or dark as its reader's system is. In a
	// format that cannot follow its reader (PDF, PNG, GIF) it means Light.
	Auto
)

var themeNames = [...]string{"light", "dark", "auto"}

// String returns "light", "dark" or "auto".
func (t Theme) String() string {
	if int(t) < len(themeNames) {
		return themeNames[t]
	}
	return fmt.Sprintf("Theme(%d)", uint8(t))
}

// ParseTheme is the inverse of [Theme.String].
func ParseTheme(s string) (Theme, error) {
	for i, name := range themeNames {
		if s == name {
			return Theme(i), nil
		}
	}
	return 0, fmt.Errorf("%q is not a theme; want %s", s, strings.Join(themeNames[:], ", "))
}

// Color returns the opaque color of a role; [None] is transparent. Of [Auto] it
// is that of [Light].
func (t Theme) Color(r Role) color.RGBA {
	if r == None || r >= roleCount {
		return color.RGBA{}
	}
	rgb := palettes[r][0]
	if t == Dark {
		rgb = palettes[r][1]
	}
	return color.RGBA{uint8(rgb >> 16), uint8(rgb >> 8), uint8(rgb), 255}
}

// hex returns the shortest CSS form of the color.
func hex(c color.RGBA) string {
	s := fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B)
	if s[1] == s[2] && s[3] == s[4] && s[5] == s[6] {
		return "#" + s[1:2] + s[3:4] + s[5:6]
	}
	return s
}

// palettes holds each role's color in light and in dark. They were chosen by
// the numbers that the tests assert: text at least 4.5:1 on whatever it stands,
// and every two colors that must be told apart far enough from each other for
// eyes that see all colors and for those that lack one kind of cone.
var palettes = [roleCount][2]uint32{
	Background: {0xffffff, 0x14171c},
	Ground0:    {0xeef0f3, 0x272c34},
	Ground1:    {0xe6dcc8, 0x3d372a},
	Ground2:    {0xd9c59f, 0x4f452e},
	Ground3:    {0xc8ac78, 0x625332},
	Ground4:    {0xb39354, 0x766236},
	Explored0:  {0xa8d0f5, 0x1a4468},
	Explored1:  {0x92c1ee, 0x1f507b},
	Explored2:  {0x7cb1e5, 0x265d8f},
	Explored3:  {0x67a1db, 0x2b679e},
	Explored4:  {0x5290d0, 0x3172ae},
	Frontier:   {0xf7b955, 0x8a5a00},
	Wall:       {0x343b48, 0x98a2b3},
	Path:       {0xc8102e, 0xff6a5e},
	Start:      {0x00776b, 0x86efc0},
	Goal:       {0x5b1fc0, 0xb79dff},
	OnMark:     {0xffffff, 0x14171c},
	TreeEdge:   {0x4a5568, 0xb6c2d2},
	GridLine:   {0xd3d8e0, 0x3a414c},
	Text:       {0x1b212c, 0xf0f3f7},
	Muted:      {0x565f6e, 0xa9b3c1},
	Accent1:    {0x2f57a8, 0x6f86ff},
	Accent2:    {0xb87900, 0xff9130},
	Accent3:    {0x1f9e96, 0x7de8dc},
	Accent4:    {0xd92be0, 0xc05a94},
	Accent5:    {0x6e4a00, 0xf2e25a},
	Accent6:    {0x33302f, 0xa7aebb},
}
