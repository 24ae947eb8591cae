package main

import (
	"context"
	"fmt"
	"iter"
	"runtime/debug"
	"time"

	"runreport/render"
)

// grace is how long a stage may take to end after an interruption. The stages look at
// the context themselves and clean up; one that is inside something long (drawing one
// chart, encoding one file) is left behind then, since the process ends.
const grace = 250 * time.Millisecond

// outcome is how work ended.
type outcome[T any] struct {
	value    T
	err      error
	panicked string // what it panicked with, and where; "": it did not
}

// begin does work in a goroutine of its own.
func begin[T any](work func() (T, error)) <-chan outcome[T] {
	done := make(chan outcome[T], 1)
	go func() {
		var o outcome[T]
		defer func() {
			if p := recover(); p != nil {
				o.panicked = fmt.Sprintf("%v\n%s", p, debug.Stack())
			}
			done <- o
		}()
		o.value, o.err = work()
	}()
	return done
}

// await does work that changes nothing outside of memory, or nothing more once it is interrupted. After an interruption it waits
// for it no longer than grace, and its error is that of the context.
func await[T any](ctx context.Context, work func() (T, error)) (T, error) {
	done := begin(work)
	select {
	case o := <-done:
		return o.result(ctx)
	case <-ctx.Done():
	}
	select {
	case o := <-done:
		return o.result(ctx)
	case <-time.After(grace):
		return outcome[T]{}.result(ctx)
	}
}

func (o outcome[T]) result(ctx context.Context) (T, error) {
	if o.panicked != "" {
		panic(o.panicked)
	}
	if ctx.Err() != nil {
		o.err = ctx.Err()
	}
	return o.value, o.err
}

// whileWanted ends the files with an error when the user has interrupted the program, be
// it in the middle of making one. One file is made ahead.
func whileWanted(ctx context.Context, files iter.Seq2[render.File, error]) iter.Seq2[render.File, error] {
	type made struct {
		file render.File
		err  error
	}
	return func(yield func(render.File, error) bool) {
		next, enough := make(chan made), make(chan struct{})
		done := begin(func() (struct{}, error) {
			defer close(next)
			for f, err := range files {
				select {
				case next <- made{f, err}:
				case <-enough:
					return struct{}{}, nil
				}
			}
			return struct{}{}, nil
		})
		more := true
		for more && ctx.Err() == nil {
			select {
			case m, ok := <-next:
				more = ok && yield(m.file, m.err) && m.err == nil
			case <-ctx.Done():
			}
		}
		close(enough)
		wait := time.After(grace)
		if ctx.Err() == nil {
			wait = nil // what is in the making ends by itself
		}
		select {
		case o := <-done:
			if o.panicked != "" {
				panic(o.panicked)
			}
		case <-wait:
		}
		if more {
			yield(render.File{}, ctx.Err())
		}
	}
}
