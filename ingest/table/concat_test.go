package table

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"
)

// Files that are put one behind the other hold the rows of all of them, in their order.
func TestConcat(t *testing.T) {
	at := time.Date(2026, 4, 22, 10, 0, 0, 0, time.UTC)
	events := func(run string, n int) Named {
		s := &Set{}
		for i := range n {
			row := s.Events.Add(Place{Source: i, Line: int64(i)})
			s.Events.Run.Set(row, run)
			s.Events.Text.SetText(row, fmt.Sprint("text ", i%7))
			if i%3 > 0 {
				s.Events.At.Set(row, at.Add(time.Duration(i)*time.Second))
			}
		}
		return Named{"events", "", &s.Events}
	}
	want, parts := events("", 0), [][]byte(nil)
	for i, n := range []int{1, 5, 3000, 2} { // the third is compressed
		part := events(fmt.Sprint("run ", i), n)
		b, err := part.Encode()
		if err != nil {
			t.Fatal(err)
		}
		part.CopyTo(want)
		parts = append(parts, b)
	}
	all, err := Concat(parts)
	if err != nil {
		t.Fatal(err)
	}
	got, _ := Empty("events")
	if err := got.Read(all); err != nil {
		t.Fatal(err)
	}
	if got.Len() != 3008 || got.Digest() != want.Digest() {
		t.Errorf("%d rows, other than the %d of the parts", got.Len(), want.Len())
	}
	twice, err := Concat([][]byte{all, parts[0]})
	if err != nil {
		t.Fatal(err)
	}
	events("run 0", 1).CopyTo(want)
	got, _ = Empty("events")
	if err := got.Read(twice); err != nil || got.Digest() != want.Digest() {
		t.Errorf("put together twice: %d rows, %v", got.Len(), err)
	}
}

func TestConcatRefuses(t *testing.T) {
	s := &Set{}
	s.Runs.Key.Set(s.Runs.Add(Place{}), "a")
	runs, err := (Named{"runs", "", &s.Runs}).Encode()
	if err != nil {
		t.Fatal(err)
	}
	s.Steps.Run.Set(s.Steps.Add(Place{}), "a")
	steps, err := (Named{"steps", "", &s.Steps}).Encode()
	if err != nil {
		t.Fatal(err)
	}
	deep := append([]byte(magic), bytes.Repeat([]byte{0x1c}, 1000)...) // a structure in a structure in a structure
	deep = append(binary.LittleEndian.AppendUint32(deep, 1000), magic...)
	for name, parts := range map[string][][]byte{
		"a footer of no end": {deep},
		"none":               nil,
		"nothing":            {runs, nil},
		"of another table":   {runs, steps},
		"cut at the front":   {runs[len(runs)/2:]},
		"cut off":            {runs[:len(runs)-9]},
		"a damaged footer":   {append(append([]byte{}, runs[:len(runs)-40]...), runs[len(runs)-20:]...)},
	} {
		if b, err := Concat(parts); err == nil {
			t.Errorf("%s: %d bytes", name, len(b))
		}
	}
}

// Parts of long values that are packed to little are put together as far as Read takes the whole:
// it has room for a mebibyte and 64 times its length.
func TestConcatOfPackedParts(t *testing.T) {
	logs := &Logs{}
	logs.Records.Set(logs.Add(Place{Line: 1}), make([]byte, 450_000))
	part, err := logs.Named().Encode()
	if err != nil || len(part) > 10_000 {
		t.Fatalf("a part of %d bytes, %v", len(part), err)
	}
	for n, good := range map[int]bool{1: true, 2: true, 6: false} {
		all, err := Concat(slices.Repeat([][]byte{part}, n))
		var got Logs
		read := got.Named().Read(all)
		if (err == nil) != good || !good && !errors.Is(err, ErrTooLarge) || (read == nil) != good || good && got.Len() != n {
			t.Errorf("%d parts: %v; %d rows, %v", n, err, got.Len(), read)
		}
	}
}

// Whatever byte of a footer is another, Concat returns.
func TestConcatOfDamagedFooters(t *testing.T) {
	s := &Set{}
	s.Runs.Key.Set(s.Runs.Add(Place{}), "a")
	whole, err := (Named{"runs", "", &s.Runs}).Encode()
	if err != nil {
		t.Fatal(err)
	}
	from, err := footerAt(whole)
	if err != nil {
		t.Fatal(err)
	}
	refused := 0
	for at := from; at < len(whole); at++ {
		for _, flip := range []byte{1, 0x80, 0xff} {
			part := bytes.Clone(whole)
			part[at] ^= flip
			if _, err := Concat([][]byte{part, part}); err != nil {
				refused++
			}
		}
	}
	if refused == 0 {
		t.Error("nothing was refused")
	}
}
