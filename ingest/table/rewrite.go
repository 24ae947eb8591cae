package table

// Rewrite replaces every distinct string of the tables by what f makes of it, in the
// order of tables, columns and first appearance. A column of keys, by which rows find
// each other, stays one to one: where two of its strings become the same, the later
// one is told apart.
func (s *Set) Rewrite(f func(string) string, apart func(text string, n int) string) {
	keys := oneToOne{f: f, apart: apart, made: map[string]string{}, count: map[string]int{}}
	for _, t := range s.Tables() {
		docs := t.Columns()
		for i, c := range ragged(t.table) {
			change := f
			if isKey[docs[i].Name] {
				change = keys.change
			}
			switch c := c.(type) {
			case *String:
				for j, text := range c.dict {
					if out := change(text); out != text {
						c.dict[j] = validText(out)
						c.index = textIndex{}
					}
				}
			case *Strings:
				for _, list := range c.lists {
					for j, text := range list {
						list[j] = validText(change(text))
					}
				}
			}
		}
	}
}

// isKey names the columns by which rows of one table find those of another.
var isKey = map[string]bool{"run": true, "cycle_key": true, "path": true}

// oneToOne makes different strings of different strings.
type oneToOne struct {
	f     func(string) string
	apart func(string, int) string
	made  map[string]string // original → what became of it
	count map[string]int    // how many originals became the same
}

func (o *oneToOne) change(text string) string {
	if out, ok := o.made[text]; ok {
		return out
	}
	out := o.f(text)
	o.count[out]++ // also where it stays: another one may become the same
	if n := o.count[out]; n > 1 {
		out = o.apart(out, n)
	}
	o.made[text] = out
	return out
}
