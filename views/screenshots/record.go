package screenshots

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"bourse/ui/headless"
)

// recorder writes what a session shows as asciinema plays it: a line of JSON for the size, then one
// for each change with its second.
type recorder struct {
	*headless.Driver
	out   *bufio.Writer
	step  func() error
	began time.Time
	rows  []string // as they were last written
	err   error
}

// Pace of a recording.
const (
	keyTime   = 250 * time.Millisecond // after a key
	frameTime = 100 * time.Millisecond // between two looks at the screen
)

// Record drives a console over a stage and writes an asciicast (version 2) of it: the book moves,
// an order is signed and rests, a swap finds its route.
func Record(ctx context.Context, stage Stage, to io.Writer) error {
	c, driver, err := stage.begin(ctx)
	if err != nil {
		return err
	}
	size := sizes[0]
	r := &recorder{Driver: driver, out: bufio.NewWriter(to), began: stage.Clock.Now(),
		step: func() error { return stage.Step(ctx) }}
	r.write(map[string]any{"version": 2, "width": size.W, "height": size.H,
		"timestamp": r.began.Unix(), "title": "bourse",
		"env": map[string]string{"TERM": "xterm-256color"}})
	r.Start(size.W, size.H)
	r.play()
	return errors.Join(r.err, c.Err(), r.out.Flush())
}

// play is the script.
func (r *recorder) play() {
	r.live(3)
	r.keys("up", "up", "up", "up", "s", "2")
	r.live(1)
	r.keys("enter")
	r.live(3)
	r.keys("S", "enter")
	r.live(2)
	r.keys("3")
	r.live(3)
	r.keys("4", "2", "5")
	r.live(3)
	r.keys("esc", "1")
	r.live(3)
}

// keys presses keys as somebody would.
func (r *recorder) keys(keys ...string) {
	for _, k := range keys {
		r.Press(k)
		r.wait(keyTime)
	}
}

// live lets seconds pass, with a block in each.
func (r *recorder) live(seconds int) {
	for range seconds {
		if r.err == nil {
			r.err = r.step()
		}
		r.wait(time.Second)
	}
}

func (r *recorder) wait(d time.Duration) {
	for ; d > 0; d -= frameTime {
		r.look()
		r.Advance(min(d, frameTime))
	}
	r.look()
}

// look writes the rows that have changed.
func (r *recorder) look() {
	var changes strings.Builder
	rows := strings.Split(r.Root.View(), "\n")
	for i, row := range rows {
		if i >= len(r.rows) || r.rows[i] != row {
			fmt.Fprintf(&changes, "\x1b[%d;1H\x1b[0m%s\x1b[K", i+1, row)
		}
	}
	if r.rows = rows; changes.Len() > 0 {
		at := r.Clock.Now().Sub(r.began).Round(time.Millisecond).Seconds()
		r.write([]any{at, "o", changes.String()})
	}
}

func (r *recorder) write(line any) {
	text, err := json.Marshal(line)
	if err == nil && r.err == nil {
		_, err = r.out.Write(append(text, '\n'))
	}
	r.err = errors.Join(r.err, err)
}
