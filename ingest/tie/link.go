package tie

import (
	"cmp"
	"encoding/binary"
)

// Link is something that a file has in common with others, as the name of a unit, by hashes of its name and its value.
// Files are tied if they have different values of one name: a file with the same value of it tells nothing new.
type Link struct{ Name, Value int64 }

// Compare orders links by their names and values.
func (a Link) Compare(b Link) int {
	return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Value, b.Value))
}

// bytesOfLink is how long a packed link is.
const bytesOfLink = 16

// Pack packs links, for Unpack.
func Pack(links []Link) []byte {
	b := make([]byte, 0, bytesOfLink*len(links))
	for _, l := range links {
		b = binary.LittleEndian.AppendUint64(b, uint64(l.Name))
		b = binary.LittleEndian.AppendUint64(b, uint64(l.Value))
	}
	return b
}

// Unpack appends what Pack packed.
func Unpack(to []Link, packed []byte) []Link {
	for ; len(packed) >= bytesOfLink; packed = packed[bytesOfLink:] {
		to = append(to, Link{
			Name:  int64(binary.LittleEndian.Uint64(packed)),
			Value: int64(binary.LittleEndian.Uint64(packed[bytesOfLink/2:])),
		})
	}
	return to
}

// fileLink is one link of one file.
type fileLink struct {
	file *File
	Link
}

// nameValue is the value of a name in the first file that has it.
type nameValue struct {
	value int64
	first *File
	tied  bool // another file has another value
}
