package source

import (
	"bytes"
	"slices"
	"sync"

	"github.com/go-json-experiment/json/jsontext"
)

// headRoom is what the objects of a head are made in. Most logs are small and have a dozen
// objects in their head, so that making them anew for each took more memory than their records.
type headRoom struct {
	objects []Object
	used    int // of objects
	text    []byte
	names   map[string]string // of members, each made once, by how they are written
	found   []plainMember     // of the object that was looked at last
	gather  gatherer          // of the last head that wanted one
	buffer  bytes.Buffer      // what d reads
	d       *jsontext.Decoder
}

var headRooms = sync.Pool{New: func() any { return &headRoom{names: map[string]string{}} }}

// What a room keeps for the next head: no more than most logs need.
const (
	mostRoom    = 1 << 20 // bytes of text
	mostObjects = 64
	mostMembers = 64 // of an object
	mostNames   = 1 << 10
	longestName = 64 // bytes
)

// Release gives the room of the head to another. Nothing of the head may be used any more but its
// Path.
func (h *Head) Release() {
	r := h.room
	*h = Head{Path: h.Path}
	if r == nil {
		return
	}
	for i, o := range r.objects[:r.used] {
		if len(o) > mostMembers {
			r.objects[i] = Object{}
		} else {
			clear(o)
		}
	}
	if cap(r.found) > mostMembers {
		r.found = nil
	}
	clear(r.objects[min(mostObjects, len(r.objects)):])
	r.objects = r.objects[:min(mostObjects, len(r.objects))]
	r.used, r.buffer = 0, bytes.Buffer{}
	if r.gather = (gatherer{room: r.gather.room}); cap(r.gather.room) > mostRoom {
		r.gather.room = nil
	}
	if r.text = r.text[:0]; cap(r.text) > mostRoom {
		r.text = nil
	}
	if len(r.names) > mostNames {
		clear(r.names)
	}
	headRooms.Put(r)
}

// gatherer returns a gatherer for a head of so many bytes. It reuses the buffer of the previous gatherer if that is
// large enough.
func (r *headRoom) gatherer(bytes int, yield func(Line) bool) *gatherer {
	if r == nil {
		return &gatherer{yield: yield}
	}
	r.gather = gatherer{yield: yield, room: slices.Grow(r.gather.room[:0], bytes+1)} // the last line gets its newline
	return &r.gather
}

// object is an object without members; a new one without a room.
func (r *headRoom) object() Object {
	if r == nil {
		return Object{}
	}
	if r.used == len(r.objects) {
		r.objects = append(r.objects, Object{})
	}
	r.used++
	return r.objects[r.used-1]
}

// keep is a copy of the text.
func (r *headRoom) keep(text []byte) []byte {
	if r == nil {
		return bytes.Clone(text)
	}
	at := len(r.text)
	r.text = append(r.text, text...)
	return r.text[at:len(r.text):len(r.text)]
}

// decoder reads the text, until another one is asked for.
func (r *headRoom) decoder(text []byte) *jsontext.Decoder {
	if r == nil {
		return decoder(text)
	}
	r.buffer = *bytes.NewBuffer(text)
	if r.d == nil {
		r.d = jsontext.NewDecoder(&r.buffer, jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true))
	} else {
		r.d.Reset(&r.buffer, jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true))
	}
	return r.d
}

// name is the text of a key, as it is written.
func (r *headRoom) name(written jsontext.Value) string {
	if r == nil {
		return unquoted(written)
	}
	if name, known := r.names[string(written)]; known {
		return name
	}
	name := unquoted(written)
	if len(written) <= longestName {
		r.names[string(written)] = name
	}
	return name
}

// unquoted is the text of a JSON string; of broken UTF-8 in it, what a reader that allows it makes.
func unquoted(written jsontext.Value) string {
	text, _ := jsontext.AppendUnquote(nil, written) // the only error is of broken UTF-8
	return string(text)
}
