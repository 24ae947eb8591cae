package render

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash"
	"math"
	"reflect"
)

// contentFingerprint sums up plain data, all of it: two values of one type have the same sum only if
// they are equal, unexported fields, missing parts and the difference between nothing
// and an empty list included. The sum means something only beside the program that
// worked it out, since it holds no names of fields. It is the SHA-256 in hex. Data that
// is not plain, such as a function, a map or an interface, is an error.
func contentFingerprint(data ...any) (string, error) {
	s := summer{sum: sha256.New()}
	for _, d := range data {
		if err := s.value(reflect.ValueOf(d)); err != nil {
			return "", err
		}
	}
	s.flush()
	return hex.EncodeToString(s.sum.Sum(nil)), nil
}

// summer writes values in a form that can be read in one way only: every text and list
// begins with its length, and all else is as long as its type says.
type summer struct {
	sum hash.Hash
	out []byte // not yet in sum
}

func (s *summer) value(v reflect.Value) error {
	switch v.Kind() {
	case reflect.String:
		s.number(uint64(v.Len()))
		s.out = append(s.out, v.String()...)
	case reflect.Bool:
		if v.Bool() {
			s.number(1)
		} else {
			s.number(0)
		}
	case reflect.Int, reflect.Int64:
		s.number(uint64(v.Int()))
	case reflect.Float64:
		s.number(math.Float64bits(v.Float()))
	case reflect.Struct:
		for i := range v.NumField() {
			if err := s.value(v.Field(i)); err != nil {
				return err
			}
		}
	case reflect.Slice:
		if v.IsNil() {
			s.number(math.MaxUint64)
			break
		}
		s.number(uint64(v.Len()))
		for i := range v.Len() {
			if err := s.value(v.Index(i)); err != nil {
				return err
			}
		}
	case reflect.Pointer:
		if v.IsNil() {
			s.number(0)
			break
		}
		s.number(1)
		return s.value(v.Elem())
	default:
		return fmt.Errorf("a value of kind %s cannot be summed up", v.Kind())
	}
	if len(s.out) >= 4096 {
		s.flush()
	}
	return nil
}

func (s *summer) number(n uint64) { s.out = binary.LittleEndian.AppendUint64(s.out, n) }

func (s *summer) flush() {
	s.sum.Write(s.out)
	s.out = s.out[:0]
}
