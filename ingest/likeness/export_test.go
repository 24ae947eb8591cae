package likeness

// Signature is how a kind of record is told by its keys alone.
type Signature struct {
	Format, Kind string
	Keys         []string
	Lines        bool
}

// MaxKeyBytes is how many bytes keys are looked for in.
const MaxKeyBytes = maxKeyBytes

// Signatures are those that the rules go by.
func Signatures(r *Rules) (all []Signature) {
	for _, s := range r.signatures() {
		all = append(all, Signature{s.format, s.kind, s.keys, s.lines})
	}
	return all
}

// Match is what the rules say of text by its keys alone.
func Match(r *Rules, text []byte, lines bool) string { return r.matchSignature(text, lines) }
