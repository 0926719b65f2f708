package screenshots

import (
	"image"
	"image/color"
	"image/gif"
	"io"
	"time"
)

// recording is an animation of frames, each holding what has changed since the one before it.
type recording struct {
	camera *Camera
	gif    gif.GIF
	shown  *image.RGBA // what a viewer sees so far
}

// add shows a frame for a time. text and ground are as in Camera.PNG; all frames have one size.
func (r *recording) add(frame, text, ground string, hold time.Duration) error {
	img, err := r.camera.draw(frame, text, ground)
	if err != nil {
		return err
	}
	delay := int(hold / (10 * time.Millisecond))
	box := img.Bounds()
	if r.shown != nil {
		box = changes(r.shown, img)
	}
	if box.Empty() {
		r.gif.Delay[len(r.gif.Delay)-1] += delay
		return nil
	}
	r.gif.Image = append(r.gif.Image, since(r.shown, img, box))
	r.gif.Delay = append(r.gif.Delay, delay)
	r.gif.Disposal = append(r.gif.Disposal, gif.DisposalNone)
	r.shown = img
	return nil
}

// write writes the animation, which repeats.
func (r *recording) write(w io.Writer) error { return gif.EncodeAll(w, &r.gif) }

// changes is the smallest box that holds every pixel in which two pictures differ.
func changes(a, b *image.RGBA) (box image.Rectangle) {
	for y := b.Rect.Min.Y; y < b.Rect.Max.Y; y++ {
		for x := b.Rect.Min.X; x < b.Rect.Max.X; x++ {
			if a.RGBAAt(x, y) != b.RGBAAt(x, y) {
				box = box.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	return box
}

// since is a part of a picture with a palette, see-through where it is as before. Colours beyond
// what a palette holds become the nearest in it.
func since(before, now *image.RGBA, box image.Rectangle) *image.Paletted {
	const most = 256
	out := image.NewPaletted(box, color.Palette{color.RGBA{}})
	index := map[color.RGBA]uint8{}
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			c := now.RGBAAt(x, y)
			if before != nil && before.RGBAAt(x, y) == c {
				continue // the first colour is none
			}
			i, ok := index[c]
			switch {
			case ok:
			case len(out.Palette) < most:
				i = uint8(len(out.Palette))
				out.Palette = append(out.Palette, c)
			default:
				i = uint8(1 + color.Palette(out.Palette[1:]).Index(c))
			}
			index[c] = i
			out.SetColorIndex(x, y, i)
		}
	}
	return out
}
