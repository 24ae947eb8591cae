package table

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/apache/arrow/go/v17/parquet"
	"github.com/apache/arrow/go/v17/parquet/compress"
)

// forge writes a table as Encode does, without asking whether Read would take it, and with a
// dictionary however large it is.
func forge(t testing.TB, n Named) []byte {
	t.Helper()
	var b bytes.Buffer
	rec := n.record()
	defer rec.Release()
	if err := writeColumns(&b, n, parquet.WithCompression(compress.Codecs.Zstd)); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// taken is how many bytes were allocated for work.
func taken(work func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	work()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// bombs are parts that hold far more than their files are long.
func bombs(t testing.TB) map[string]struct {
	name string
	part []byte
} {
	const size = 100 << 20
	long := strings.Repeat("a", size)
	out := map[string]struct {
		name string
		part []byte
	}{}
	add := func(what, name string, n Named) {
		out[what] = struct {
			name string
			part []byte
		}{name, forge(t, n)}
	}

	var word Runs
	word.Key.Set(word.Add(Place{Line: 1}), long)
	add("a word of a dictionary", "runs", Named{"runs", "", &word})

	var value Logs
	value.Records.Set(value.Add(Place{Line: 1}), []byte(long))
	add("a value", LogsName, value.Named())

	// A million rows of which every column is one run of the same value.
	var rows Events
	for range 1 << 20 {
		rows.Add(Place{})
	}
	add("rows", "events", Named{"events", "", &rows})

	// One text of 16 MB in a dictionary, and a list of 64 that name it in one row.
	var list Cycles
	list.Benchmarks.Set(list.Add(Place{}), slices.Repeat([]string{long[:16<<20]}, 64))
	add("a list of one text", "cycles", Named{"cycles", "", &list})
	return out
}

func TestReadRefusesBombsBeforeItDecodes(t *testing.T) {
	if testing.Short() {
		t.Skip("it forges parts of a gigabyte")
	}
	for what, bomb := range bombs(t) {
		n, _ := Empty(bomb.name)
		var err error
		if got := taken(func() { err = n.Read(bomb.part) }); got > 24<<20 {
			t.Errorf("%s: %d bytes were allocated for a part of %d", what, got, len(bomb.part))
		}
		if !errors.Is(err, ErrTooLarge) || n.Len() != 0 {
			t.Errorf("%s in %d bytes: %v, %d rows", what, len(bomb.part), err, n.Len())
		}
	}
}

// Long values of a dictionary that many rows name are read once.
func TestRowsShareALongValue(t *testing.T) {
	var logs Logs
	values := [][]byte{bytes.Repeat([]byte("a"), 200_000), bytes.Repeat([]byte("b"), 200_000)}
	for row := range 400 {
		logs.Records.Set(logs.Add(Place{Line: 1}), values[row%2])
	}
	part := forge(t, logs.Named())
	var again Logs
	var err error
	if got := taken(func() { err = again.Named().Read(part) }); err != nil || got > 20<<20 {
		t.Errorf("%d bytes were allocated for a part of %d, %v", got, len(part), err)
	}
	for row := range again.Len() {
		if !bytes.Equal(again.Records.At(row), values[row%2]) {
			t.Fatalf("row %d has another value", row)
		}
	}
}

// lying is zstd whose pages hold a bomb, whatever their headers say.
type lying struct {
	compress.Codec
	bomb []byte
}

func (l *lying) Encode(_, _ []byte) []byte                 { return l.bomb }
func (l *lying) EncodeLevel(dst, src []byte, _ int) []byte { return l.Encode(dst, src) }

func TestReadStopsAPageThatIsLongerThanItsHeaderSays(t *testing.T) {
	honest, err := compress.GetCodec(compress.Codecs.Zstd)
	if err != nil {
		t.Fatal(err)
	}
	bomb := honest.Encode(nil, make([]byte, 100<<20))
	compress.RegisterCodec(compress.Codecs.Zstd, &lying{honest, bomb})
	var runs Runs
	runs.Key.Set(runs.Add(Place{Line: 1}), "r")
	part := forge(t, Named{"runs", "", &runs})
	compress.RegisterCodec(compress.Codecs.Zstd, honest)
	n, _ := Empty("runs")
	if got := taken(func() { err = n.Read(part) }); err == nil || got > 24<<20 {
		t.Errorf("%d bytes were allocated, %v", got, err)
	}
}

// What Encode writes, Read takes: at both sides of the edge at which zstd makes a part
// too short for what it holds.
func TestWhatIsWrittenIsRead(t *testing.T) {
	for _, size := range []int{0, 1, roomFloor, 1_400_000, 1_800_000, 40 << 20} {
		var logs Logs
		logs.Records.Set(logs.Add(Place{Line: 1}), make([]byte, size))
		part, err := logs.Named().Encode()
		if err != nil {
			t.Fatalf("%d bytes: %v", size, err)
		}
		var again Logs
		if err := again.Named().Read(part); err != nil || len(again.Records.At(0)) != size {
			t.Errorf("%d bytes in a part of %d: %v", size, len(part), err)
		}
		if packed := len(part) < size/2; packed != (size == roomFloor || size == 1_400_000) {
			t.Errorf("%d bytes in a part of %d", size, len(part))
		}
	}
}

func TestRoom(t *testing.T) {
	for size, want := range map[int64]int64{0: 1 << 20, 1: 1<<20 + 64, 68 << 10: 1<<20 + 64*68<<10, 16 << 20: 1 << 30, 1<<30 + 1: 1 << 30, 1 << 62: 1 << 30} {
		if got := Room(size); got != want {
			t.Errorf("the room of %d bytes is %d, want %d", size, got, want)
		}
	}
}

// A part that is damaged anywhere ends in an error or in rows, and takes no more memory
// than its room: no size that it states is believed.
func TestDamagedPartsTakeNoMemory(t *testing.T) {
	s := sample("a")
	for i := range 50 {
		row := s.Attempts.Add(Place{Line: int64(i)})
		s.Attempts.Run.Set(row, strings.Repeat("r", i))
		s.Attempts.StartedAt.Set(row, time.Unix(int64(i), 0))
	}
	rounds := 400
	if testing.Short() {
		rounds = 100
	}
	rnd := rand.New(rand.NewPCG(7, 7))
	for _, tab := range s.Tables() {
		if tab.Name != "attempts" && tab.Name != "cycles" {
			continue
		}
		for _, codec := range []compress.Compression{compress.Codecs.Uncompressed, compress.Codecs.Zstd} {
			var b bytes.Buffer
			if err := writeParquetBy(codec, &b, tab); err != nil {
				t.Fatal(err)
			}
			whole := bytes.Clone(b.Bytes())
			for i := range rounds {
				part := bytes.Clone(whole)
				for range 1 + i%3 {
					part[rnd.IntN(len(part))] ^= byte(1 << rnd.IntN(8))
				}
				n := tab.empty()
				if got := taken(func() { _ = n.Read(part) }); got > 64<<20 {
					t.Fatalf("%s, round %d: %d bytes were allocated for a part of %d", tab.Name, i, got, len(part))
				}
			}
		}
	}
}

// Rows that differ in hardly anything are so short that their part looks like a bomb, compressed or not. It is padded.
func TestPartsOfEqualRowsAreRead(t *testing.T) {
	for _, n := range []int{20_000, 150_000} {
		events := &Events{}
		for i := range n {
			row := events.Add(Place{Source: i % 3, Line: 1})
			events.Run.Set(row, "junit:a")
			events.System.Set(row, "junit")
			events.Kind.Set(row, "testcase")
		}
		part, err := (Named{"events", "", events}).Encode()
		if err != nil {
			t.Fatal(err)
		}
		back := &Events{}
		if err := (Named{"events", "", back}).Read(part); err != nil || back.Len() != n || back.Line.At(n-1) != 1 || back.Kind.At(n-1) != "testcase" {
			t.Errorf("%d rows in %d bytes: %d are read, %v", n, len(part), back.Len(), err)
		}
	}
}
