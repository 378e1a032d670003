package posthoc

// The types of event that are written.
const (
	typeSource      = "source"
	typeDestination = "destination"
	typeExpanding   = "expanding"
	typeGenerating  = "generating"
	typeUpdating    = "updating"
	typeClosing     = "closing"
	typeEnd         = "end"
	// These are ours. They have no id, so that they change nothing of the tree of parents
	// that Posthoc draws.
	typeMeet = "meet"
	typeScan = "scan"
)

// kind is a type of event that is read.
type kind uint8

const (
	kindOther kind = iota
	kindSource
	kindDestination
	kindExpanding
	kindGenerating
	kindUpdating
	kindClosing
	kindEnd
	kindMeet
	kindScan
)

// kindOf returns the kind of a type. Posthoc's documentation has the types without "ing",
// its samples with it.
func kindOf(name string) kind {
	switch name {
	case typeSource:
		return kindSource
	case typeDestination:
		return kindDestination
	case typeExpanding, "expand":
		return kindExpanding
	case typeGenerating, "generate":
		return kindGenerating
	case typeUpdating, "update":
		return kindUpdating
	case typeClosing, "close":
		return kindClosing
	case typeEnd:
		return kindEnd
	case typeMeet:
		return kindMeet
	case typeScan:
		return kindScan
	}
	return kindOther
}
