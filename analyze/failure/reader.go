package failure

// reader reads texts for the errors that they tell. One error stands in the logs of many runs,
// so it remembers what it read. The zero value is ready.
type reader struct {
	lines  map[readText]bestLine
	normal map[string]string
}

type readText struct {
	text   string
	output bool
}

// bestLine is the line that says most.
type bestLine struct {
	line string
	of   weight
}

// maxRemembered bounds what is remembered of each kind, where every run has an error of its
// own.
const maxRemembered = 1 << 12

// line is [errorLineOf].
func (r *reader) line(s source) (string, weight) {
	if s.text == "" {
		return "", nothing
	}
	k := readText{s.text, s.output}
	x, known := r.lines[k]
	if !known {
		x.line, x.of = errorLineOf(s)
		remember(&r.lines, k, x)
	}
	return x.line, x.of
}

// normalise is [Normalise].
func (r *reader) normalise(text string) string {
	x, known := r.normal[text]
	if !known {
		x = Normalise(text)
		remember(&r.normal, text, x)
	}
	return x
}

// remember keeps a value, and forgets all others where there are too many.
func remember[K comparable, V any](in *map[K]V, k K, v V) {
	if *in == nil {
		*in = map[K]V{}
	}
	if len(*in) >= maxRemembered {
		clear(*in)
	}
	(*in)[k] = v
}
