package termdraw

import "strings"

// appendPlain draws without color: a character a block, in a frame.
func (b *blocks) appendPlain(dst []byte) []byte {
	edge := strings.Repeat("─", b.width)
	dst = append(dst, "┌"+edge+"┐\n"...)
	for y := range b.height {
		dst = append(dst, "│"...)
		for x := range b.width {
			dst = append(dst, b.at(x, y).character()...)
		}
		dst = append(dst, "│\n"...)
	}
	return append(dst, "└"+edge+"┘\n"...)
}

// character returns how a block looks without color.
func (b block) character() string {
	switch b.role {
	case start:
		return "S"
	case goal:
		return "G"
	case onPath:
		return "•"
	case wall:
		return "█"
	case expanded:
		return "░"
	}
	switch {
	case b.shade == 0:
		return " "
	case b.shade < shades-1:
		return "."
	}
	return ":"
}

// appendColored draws two rows of blocks a line. Of the characters that can
// show a pair of blocks it takes the one for which fewer colors change.
func (b *blocks) appendColored(dst []byte, colors Colors) []byte {
	paint := newPaint(colors)
	for y := 0; y < b.height; y += 2 {
		var now colorPair // as the terminal has them; "" is its own color
		for x := range b.width {
			top, bottom := paint.of(b.at(x, y)), colorPair{}
			if y+1 < b.height {
				bottom = paint.of(b.at(x, y+1))
			}
			character, want := halfBlock(top, bottom, now)
			dst = append(dst, now.changeTo(want)...)
			dst = append(dst, character...)
			now = want
		}
		dst = append(dst, reset+"\n"...)
	}
	return dst
}

// halfBlock returns the character that shows two blocks one above the other,
// and the colors it needs, given the colors now set. A bottom without colors
// is the terminal's own background.
func halfBlock(top, bottom, now colorPair) (string, colorPair) {
	upper := colorPair{fg: top.fg, bg: bottom.bg}
	if top == bottom {
		if now.fg == top.fg {
			return "█", now
		}
		return " ", colorPair{fg: now.fg, bg: top.bg}
	}
	lower := colorPair{fg: bottom.fg, bg: top.bg}
	if bottom.fg != "" && now.changes(lower) < now.changes(upper) {
		return "▄", lower
	}
	return "▀", upper
}
