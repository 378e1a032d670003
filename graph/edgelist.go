package graph

// edgeList reads lines with "FROM TO" or "FROM TO COST". Nodes are numbered in the
// order in which they are named.
func (r *reading) edgeList() error {
	r.byName = map[string]Node{}
	r.names = []string{}
	for {
		more, err := r.next("#", "%", "//")
		if err != nil {
			return err
		}
		if !more {
			break
		}
		cost := int64(unitsPerOne)
		switch len(r.words) {
		case 3:
			if cost, err = r.cost(r.words[2]); err != nil {
				return err
			}
		case 2:
		default:
			return r.errorf(0, "the line has %d words; want FROM TO or FROM TO COST", len(r.words))
		}
		from, err := r.named(r.words[0])
		if err != nil {
			return err
		}
		to, err := r.named(r.words[1])
		if err != nil {
			return err
		}
		if err := r.add(from, to, cost); err != nil {
			return err
		}
	}
	if len(r.arcs) == 0 {
		r.number = max(r.number, 1)
		return r.errorf(0, "there is no arc; want lines with FROM TO or FROM TO COST, or a DIMACS file")
	}
	r.nodes = len(r.names)
	return nil
}

// named returns the node of a name, a new one if the name is new.
func (r *reading) named(w field) (Node, error) {
	if n, ok := r.byName[w.text]; ok {
		return n, nil
	}
	if len(r.names) == r.limits.nodes() {
		return 0, r.errorf(w.column, "there are more than %d nodes; that is the limit", r.limits.nodes())
	}
	n := Node(len(r.names))
	r.byName[w.text] = n
	r.names = append(r.names, w.text)
	return n, nil
}
