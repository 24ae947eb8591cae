package table

import (
	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/memory"
)

var (
	timestampUTC = &arrow.TimestampType{Unit: arrow.Microsecond, TimeZone: "UTC"}
	dictionary   = &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Int32, ValueType: arrow.BinaryTypes.String}
	stringList   = arrow.ListOf(arrow.BinaryTypes.String)
)

func (*Int) dataType() arrow.DataType     { return arrow.PrimitiveTypes.Int64 }
func (*Float) dataType() arrow.DataType   { return arrow.PrimitiveTypes.Float64 }
func (*Bool) dataType() arrow.DataType    { return arrow.FixedWidthTypes.Boolean }
func (*Time) dataType() arrow.DataType    { return timestampUTC }
func (*Strings) dataType() arrow.DataType { return stringList }
func (*String) dataType() arrow.DataType  { return dictionary }
func (*Bytes) dataType() arrow.DataType   { return arrow.BinaryTypes.Binary }

func (c *Int) array() arrow.Array {
	all := span{0, c.size()}
	return wrap(c.dataType(), arrow.Int64Traits.CastToBytes(c.int64s(all, make([]int64, all.len()))), all.len(), &c.valid)
}

func (c *Float) array() arrow.Array {
	return wrap(c.dataType(), arrow.Float64Traits.CastToBytes(c.vals), len(c.vals), &c.valid)
}

func (c *Time) array() arrow.Array {
	return wrap(c.dataType(), arrow.Int64Traits.CastToBytes(c.vals), len(c.vals), &c.valid)
}

func (c *Bool) array() arrow.Array {
	var bits bitmap
	for i, v := range c.vals {
		if v {
			bits.set(i)
		}
	}
	bits = bits.grown(len(c.vals))
	return wrap(c.dataType(), bits, len(c.vals), &c.valid)
}

func (c *String) array() arrow.Array {
	words := array.NewStringBuilder(memory.DefaultAllocator)
	defer words.Release()
	words.AppendValues(c.dict, nil)
	dict := words.NewArray()
	defer dict.Release()
	places := make([]int32, c.size())
	for row := range places {
		places[row] = int32(c.at(row))
	}
	data := array.NewDataWithDictionary(dictionary, len(places),
		[]*memory.Buffer{validity(&c.valid, len(places)), memory.NewBufferBytes(arrow.Int32Traits.CastToBytes(places))},
		nulls(c.valid, len(places)), 0, dict.Data().(*array.Data))
	defer data.Release()
	return array.MakeFromData(data)
}

func (c *Strings) array() arrow.Array {
	b := array.NewListBuilder(memory.DefaultAllocator, arrow.BinaryTypes.String)
	defer b.Release()
	words := b.ValueBuilder().(*array.StringBuilder)
	for row := range c.size() {
		list, ok := c.Get(row)
		if !ok {
			b.AppendNull()
			continue
		}
		b.Append(true)
		words.AppendValues(list, nil)
	}
	return b.NewArray()
}

func (c *Bytes) array() arrow.Array {
	b := array.NewBinaryBuilder(memory.DefaultAllocator, arrow.BinaryTypes.Binary)
	defer b.Release()
	for i, v := range c.vals {
		if c.valid.has(i) {
			b.Append(v)
		} else {
			b.AppendNull()
		}
	}
	return b.NewArray()
}

// wrap makes an Arrow array of the column's own memory.
func wrap(t arrow.DataType, values []byte, n int, valid *bitmap) arrow.Array {
	data := array.NewData(t, n, []*memory.Buffer{validity(valid, n), memory.NewBufferBytes(values)}, nil, nulls(*valid, n), 0)
	defer data.Release()
	return array.MakeFromData(data)
}

func validity(b *bitmap, n int) *memory.Buffer {
	if len(*b) < (n+7)/8 {
		*b = b.grown(n)
	}
	return memory.NewBufferBytes(*b)
}

// grown is the bitmap with room for n rows: Arrow reads whole bytes.
func (b bitmap) grown(n int) bitmap {
	if more := (n+7)/8 - len(b); more > 0 {
		b = append(b, make([]byte, more)...)
	}
	return b
}

// nulls is how many of the first n bits are not set.
func nulls(b bitmap, n int) int { return n - b.count(span{0, n}) }
