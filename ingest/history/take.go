package history

import (
	"bytes"
	"errors"
	"fmt"
)

// ErrOverlap are two parts that hold different content of one log.
var ErrOverlap = errors.New("two parts hold different content of one log")

// Take adds the rows of another history, of a shard, that are not there yet. A log that is
// there with the same content is left out; with another content it is ErrOverlap.
func (h *History) Take(o *History) error {
	for at, p := range o.stored {
		var rows []int
		for row := range p.rows.Len() {
			path := p.rows.Path.At(row)
			have := h.logs[path]
			if len(have) == 0 {
				rows = append(rows, row)
				continue
			}
			if !have[0].equal(Piece{&p.rows, row}) {
				return fmt.Errorf("%w: %s", ErrOverlap, path)
			}
		}
		if len(rows) == 0 {
			continue
		}
		if h.stored[at] == nil {
			h.stored[at] = &partition{}
		}
		to := h.stored[at]
		to.added = true
		from := to.rows.Len()
		p.rows.Named().Pick(rows).CopyTo(to.rows.Named())
		for row := from; row < to.rows.Len(); row++ {
			path := to.rows.Path.At(row)
			h.logs[path] = append(h.logs[path], Piece{&to.rows, row})
		}
	}
	return nil
}

// equal reports whether two whole logs hold the same.
func (p Piece) equal(o Piece) bool {
	return p.Size() == o.Size() && p.rows.Format.At(p.row) == o.rows.Format.At(o.row) &&
		bytes.Equal(p.rows.Records.At(p.row), o.rows.Records.At(o.row)) && bytes.Equal(p.rows.Findings.At(p.row), o.rows.Findings.At(o.row))
}
