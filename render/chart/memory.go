package chart

import (
	"crypto/sha256"
	"sync"
)

// maxSketches bounds what is remembered: some 40 kB each.
const maxSketches = 256

// sketches remembers the pictures drawn last.
var sketches memory

// memory remembers sketches by what they are drawn from. It may be used by several
// goroutines; whoever asks for what is being drawn waits for it.
type memory struct {
	mu    sync.Mutex
	drawn map[[sha256.Size]byte]func() (sketch, error)
	order [][sha256.Size]byte // oldest first
}

// get gives the sketch of that source, drawing it the first time.
func (m *memory) get(source string, draw func() (sketch, error)) (sketch, error) {
	key := sha256.Sum256([]byte(source))
	m.mu.Lock()
	once, known := m.drawn[key]
	if !known {
		if m.drawn == nil {
			m.drawn = map[[sha256.Size]byte]func() (sketch, error){}
		}
		if len(m.order) == maxSketches {
			delete(m.drawn, m.order[0])
			m.order = m.order[1:]
		}
		once = sync.OnceValues(draw)
		m.drawn[key], m.order = once, append(m.order, key)
	}
	m.mu.Unlock()
	return once()
}
