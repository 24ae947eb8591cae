package table

// DropLonger makes every duration above the limit null that is in a row behind the mark: the
// values of the columns of floats whose name ends in _s, since those hold seconds. found is
// told of each, with the name of its column and the unit of its row.
func (s *Set) DropLonger(limit float64, from Marks, found func(column, run string, at Place, seconds float64)) {
	for n, t := range s.list() {
		if t.rows().n == int(from[n]) {
			continue
		}
		all := ragged(t)
		layout := t.rows().lists.layout
		for _, i := range layout.durations {
			seconds := all[i].(*Float)
			for row := int(from[n]); row < len(seconds.vals); row++ {
				v := seconds.vals[row]
				if v <= limit || !seconds.valid.has(row) {
					continue
				}
				seconds.valid.clear(row)
				run := ""
				if at, ok := layout.byName["run"]; ok {
					run = all[at].(*String).At(row)
				}
				found(layout.docs[i].Name, run, t.rows().Place(row), v)
			}
		}
	}
}

// Longer reports whether a duration in a row behind the mark is above the limit.
func (s *Set) Longer(limit float64, from Marks) bool {
	for i, t := range s.list() {
		if t.rows().n == int(from[i]) {
			continue
		}
		columns := ragged(t)
		for _, at := range t.rows().lists.layout.durations {
			seconds := columns[at].(*Float)
			for row := int(from[i]); row < len(seconds.vals); row++ {
				if seconds.vals[row] > limit && seconds.valid.has(row) {
					return true
				}
			}
		}
	}
	return false
}
