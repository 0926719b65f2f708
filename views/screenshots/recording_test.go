package screenshots

import (
	"bytes"
	"image"
	"image/draw"
	"image/gif"
	"testing"
	"time"
)

// TestRecordingShowsItsFrames plays a recording back: each picture is the frame's, to the pixel,
// and a frame that is as the one before it only makes that last longer.
func TestRecordingShowsItsFrames(t *testing.T) {
	t.Parallel()
	c, err := NewCamera()
	if err != nil {
		t.Fatal(err)
	}
	r := recording{camera: c}
	frames := []string{"ab\ncd", "ab\ncd", "ab\nc\x1b[31md\x1b[0m", "xb\ncd"}
	for _, f := range frames {
		if err := r.add(f, "#d8dee6", "#12151a", time.Second); err != nil {
			t.Fatal(err)
		}
	}
	var b bytes.Buffer
	if err := r.write(&b); err != nil {
		t.Fatal(err)
	}
	g, err := gif.DecodeAll(&b)
	if err != nil || len(g.Image) != 3 || g.Delay[0] != 200 || g.Delay[2] != 100 {
		t.Fatalf("%v, %+v", err, g)
	}
	seen := image.NewRGBA(g.Image[0].Rect)
	for i, part := range g.Image {
		draw.Draw(seen, part.Rect, part, part.Rect.Min, draw.Over)
		want, err := c.draw(frames[i+min(i, 1)], "#d8dee6", "#12151a")
		if err != nil || !bytes.Equal(seen.Pix, want.Pix) {
			t.Errorf("frame %d is another (%v)", i, err)
		}
	}
	if part := g.Image[1].Rect; part.Dx() > cellWidth+2 || part.Dy() > cellHeight+2 {
		t.Errorf("one changed cell takes %v", part)
	}
}
