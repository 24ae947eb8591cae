package redact

// A cue is a piece of text at which a rule is asked.
type cue struct {
	text  string
	fold  bool   // text is lower case and stands for either case
	rule  int    // index of its rule
	token *token // the shape that begins so; nil: ask the rule's finder
}

func (c *cue) in(s string, at int) bool {
	if c.fold {
		return hasFold(s, at, c.text)
	}
	return len(s)-at >= len(c.text) && s[at:at+len(c.text)] == c.text
}

// A window is the last windowLen symbols of the text. A symbol is a byte reduced
// to five bits: case is folded, and the rarer bytes share one.
type window uint16

const (
	symbolBits = 5
	windowLen  = 3
	windows    = 1 << (symbolBits * windowLen)

	otherSymbol = 1<<symbolBits - 1
	emptyWindow = window(windows - 1)
)

var symbols = symbolTable()

func symbolTable() (t [256]uint8) {
	for i := range t {
		t[i] = otherSymbol
	}
	for i := range 'z' - 'a' + 1 {
		t['a'+i], t['A'+i] = uint8(i), uint8(i)
	}
	// What is left goes to the bytes that cues are made of and text is not.
	for i, set := range []string{"@", "_-", "/", ":", "$%"} {
		for j := range set {
			t[set[j]] = uint8('z'-'a'+1) + uint8(i)
		}
	}
	return t
}

func (w window) with(c byte) window {
	return (w<<symbolBits | window(symbols[c])) & (windows - 1)
}

// cueIndex finds the cues that may end, with their first windowLen bytes, where a
// window ends.
type cueIndex struct {
	bucket [windows]uint16 // index into cues
	cues   [][]cue         // cues[0] is empty
}

func indexCues(list []rule) *cueIndex {
	index := &cueIndex{cues: make([][]cue, 1)}
	for i := range list {
		for j := range list[i].tokens {
			t := &list[i].tokens[j]
			index.add(cue{text: t.prefix, rule: i, token: t})
		}
		for _, text := range list[i].cues {
			index.add(cue{text: text, fold: true, rule: i})
		}
	}
	return index
}

func (x *cueIndex) add(c cue) {
	known := min(len(c.text), windowLen)
	var tail window
	for i := range known {
		tail = tail.with(c.text[i])
	}
	// A cue shorter than the window stands for all windows that end with it.
	step := window(1) << (symbolBits * known)
	for w := int(tail); w < windows; w += int(step) {
		if x.bucket[w] == 0 {
			x.bucket[w] = uint16(len(x.cues))
			x.cues = append(x.cues, nil)
		}
		x.cues[x.bucket[w]] = append(x.cues[x.bucket[w]], c)
	}
}
