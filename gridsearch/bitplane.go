package gridsearch

// bitPlane holds one bit for each cell of a padded map: line by line, 64 to a
// word, the first lowest. Lines are rows, or columns after transposing.
type bitPlane struct {
	words  []uint64
	lines  int
	across int // bits of a line
	length int // words of a line
}

func newBitPlane(lines, across int) bitPlane {
	length := (across + 63) / 64
	return bitPlane{make([]uint64, lines*length), lines, across, length}
}

// at returns the 64 bits of a line that begin at a position, which may lie
// outside; bits outside are 0.
func (p *bitPlane) at(line, position int) uint64 {
	row := p.words[line*p.length:][:p.length]
	i, shift := position>>6, uint(position&63)
	var bits uint64
	if uint(i) < uint(len(row)) {
		bits = row[i] >> shift
	}
	if uint(i+1) < uint(len(row)) && shift > 0 {
		bits |= row[i+1] << (64 - shift)
	}
	return bits
}

// trim clears the bits of each line's last word that lie beyond the line's end.
func (p *bitPlane) trim() {
	if p.across&63 == 0 {
		return
	}
	for i := p.length - 1; i < len(p.words); i += p.length {
		p.words[i] &= 1<<(p.across&63) - 1
	}
}

// transposed returns the plane with lines and positions exchanged.
func (p *bitPlane) transposed() bitPlane {
	t := newBitPlane(p.across, p.lines)
	var square [64]uint64
	for band := 0; band < p.lines; band += 64 {
		for word := range p.length {
			for j := range square {
				square[j] = 0
				if band+j < p.lines {
					square[j] = p.words[(band+j)*p.length+word]
				}
			}
			transpose(&square)
			for j := range min(64, p.across-word*64) {
				t.words[(word*64+j)*t.length+band>>6] = square[j]
			}
		}
	}
	return t
}

// diagonals calls yield for each 64 bits along a diagonal of the plane: those of
// the lines from 64·band on. A diagonal is numbered by position − line, or, where
// rising, by position + line, modulo the bits of a line. Two diagonals that share
// a number have no line in common, so their bits come in one, or one after the
// other and are to be joined by "or".
func (p *bitPlane) diagonals(rising bool, yield func(number, band int, bits uint64)) {
	var square [64]uint64
	for band := 0; band < p.lines; band += 64 {
		lines := min(64, p.lines-band)
		first, last := -(band + lines - 1), p.across-1-band // of position − line
		if rising {
			first, last = band, p.across-1+band+lines-1
		}
		for d := first; d <= last; d += 64 {
			for j := range square {
				square[j] = 0
				switch {
				case j >= lines:
				case rising:
					square[j] = p.at(band+j, d-band-j)
				default:
					square[j] = p.at(band+j, d+band+j)
				}
			}
			transpose(&square)
			for i := range min(64, last-d+1) {
				if square[i] != 0 {
					yield(wrap(d+i, p.across), band>>6, square[i])
				}
			}
		}
	}
}

// wrap returns n modulo m, from 0 to m−1.
func wrap(n, m int) int {
	if n %= m; n < 0 {
		n += m
	}
	return n
}

// transpose exchanges rows and bits: bit i of word j becomes bit j of word i. It
// exchanges halves, then quarters, and so on (H. S. Warren, Hacker's Delight, 2002,
// section 7-3).
func transpose(square *[64]uint64) {
	mask := uint64(1<<32 - 1)
	for half := 32; half > 0; half >>= 1 {
		for j := 0; j < 64; j = (j + half + 1) &^ half {
			swap := (square[j]>>half ^ square[j+half]) & mask
			square[j] ^= swap << half
			square[j+half] ^= swap
		}
		mask ^= mask << (half >> 1)
	}
}
