package record

// keyTable finds the field of a kind by a key: a small hash table in one piece of memory,
// since every value of every line is looked up in it.
type keyTable struct {
	slots []keySlot // a power of two of them, at most half of them taken
}

// keySlot is a key and the field that it names.
type keySlot struct {
	key   string
	field int32 // index of the field, from 1; 0: the slot is free
	also  bool  // it is not the documented key
}

// newKeyTable makes a table with room for n keys.
func newKeyTable(n int) *keyTable {
	size := 4
	for size < 2*n {
		size *= 2
	}
	return &keyTable{make([]keySlot, size)}
}

// keyHash tells most keys of a kind apart by their lengths and three of their bytes.
func keyHash(key string) uint32 {
	n := uint32(len(key))
	if n == 0 {
		return 0
	}
	h := n*0x9e3779b1 + uint32(key[0])*0x85ebca6b + uint32(key[n/2])*0xc2b2ae35 + uint32(key[n-1])*0x27d4eb2f
	return h ^ h>>15
}

// set makes the key name the field; a key that is there gets the new field.
func (t *keyTable) set(key string, field int, also bool) {
	mask := uint32(len(t.slots) - 1)
	i := keyHash(key) & mask
	for t.slots[i].field != 0 && t.slots[i].key != key {
		i = (i + 1) & mask
	}
	t.slots[i] = keySlot{key, int32(field + 1), also}
}

// find is the index of the field that the key names. also says that the key is another
// than the documented one.
func (t *keyTable) find(key string) (field int, also, ok bool) {
	mask := uint32(len(t.slots) - 1)
	for i := keyHash(key) & mask; t.slots[i].field != 0; i = (i + 1) & mask {
		if s := &t.slots[i]; s.key == key {
			return int(s.field - 1), s.also, true
		}
	}
	return 0, false, false
}
