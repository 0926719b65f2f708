package demo_test

import (
	"fmt"
	"os"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"bourse/backend/demo"
)

// heap is what the process holds once the collector has taken what nobody needs, in bytes.
func heap() int64 {
	var m runtime.MemStats
	for range 3 { // finalizers and pools let go one collection later
		runtime.GC()
	}
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// A session with traders holds at its last hour what it held at its first: nothing grows with time.
// By default an hour is of ten blocks; BOURSE_TEST_LONG makes a day of a block each second.
func TestMemoryStaysFlat(t *testing.T) {
	sequential(t)
	step, hours := 6*time.Minute, 3
	if os.Getenv("BOURSE_TEST_LONG") != "" {
		step, hours = time.Second, 24
	}
	var passed atomic.Int64
	s := openSession(t, 7, func() time.Time {
		return standing().Add(time.Duration(passed.Load()))
	})
	if err := s.Begin(t.Context()); err != nil {
		t.Fatal(err)
	}
	var first int64
	for hour := range hours {
		for range time.Hour / step {
			passed.Add(int64(step))
			if err := s.Step(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		checkGrowth(t, s)
		h := heap()
		t.Logf("hour %d: %d MiB; %s", hour+1, h>>20, held(s))
		if hour == 0 {
			first = h
		}
		if most := first + first/4 + 8<<20; h > most {
			t.Errorf("at hour %d it holds %d MiB, at the first %d", hour+1, h>>20, first>>20)
		}
	}
}

// held is what of it can be told to whom it belongs.
func held(s *demo.Session) (text string) {
	for _, h := range s.Held() {
		if h.Bytes > 1<<18 {
			text += fmt.Sprintf("%s %d KiB of %d, ", h.What, h.Bytes>>10, h.Most>>10)
		}
		if h.Bytes > h.Most {
			text += "TOO MUCH, "
		}
	}
	return text
}
