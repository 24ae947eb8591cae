package table

// orderedTexts are different texts that are mostly looked for in the order in which they were added: the keys of
// runs stand in one order in all tables. Then a text is found by looking behind the one before, and not by its
// hash.
type orderedTexts struct {
	all  []string
	at   map[string]int // where they are in all
	next int            // behind the one that was found last
}

// ahead is how many texts a table may have between two that another one has side by side.
const ahead = 8

// find is the place of the text among those that were added; -1 where it is not one of them.
func (o *orderedTexts) find(text string) int {
	for at := o.next; at < min(len(o.all), o.next+ahead); at++ {
		if o.all[at] == text {
			o.next = at + 1
			return at
		}
	}
	at, ok := o.at[text]
	if !ok {
		return -1
	}
	o.next = at + 1
	return at
}

// add adds a text that is not there, and returns its place.
func (o *orderedTexts) add(text string) int {
	if o.at == nil {
		o.at = map[string]int{}
	}
	at := len(o.all)
	o.all, o.at[text] = append(o.all, text), at
	return at
}
