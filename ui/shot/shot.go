// Package shot makes pictures of frames. It exists so that pictures of the console are made by the console itself, the same bytes on every run.
package shot

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"strings"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/cellbuf"
	"github.com/go-fonts/dejavu/dejavusansmono"
	"github.com/go-fonts/dejavu/dejavusansmonobold"
	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
)

// A cell in pixels: what DejaVu Sans Mono fills at 15 points.
const (
	cellWidth  = 9
	cellHeight = 17
	points     = 15
	baseline   = 14 // below the top of the cell
)

// Camera draws frames. Its methods must not be called at the same time.
type Camera struct{ regular, bold font.Face }

// NewCamera loads the typeface.
func NewCamera() (*Camera, error) {
	regular, err := face(dejavusansmono.TTF)
	if err != nil {
		return nil, err
	}
	bold, err := face(dejavusansmonobold.TTF)
	return &Camera{regular, bold}, err
}

func face(ttf []byte) (font.Face, error) {
	f, err := opentype.Parse(ttf)
	if err != nil {
		return nil, fmt.Errorf("read the typeface: %w", err)
	}
	return opentype.NewFace(f, &opentype.FaceOptions{Size: points, DPI: 72, Hinting: font.HintingFull})
}

// Plain is a frame without its colours and without blanks at line ends.
func Plain(frame string) string {
	lines := strings.Split(ansi.Strip(frame), "\n")
	for i, l := range lines {
		lines[i] = strings.TrimRight(l, " ")
	}
	return strings.Join(lines, "\n") + "\n"
}

// PNG writes the picture of a frame. text and ground, as #rrggbb, are what the terminal would provide.
func (c *Camera) PNG(w io.Writer, frame, text, ground string) error {
	fg, err := parse(text)
	if err != nil {
		return err
	}
	bg, err := parse(ground)
	if err != nil {
		return err
	}
	lines := strings.Split(frame, "\n")
	width := 0
	for _, l := range lines {
		width = max(width, ansi.StringWidth(l))
	}
	cells := cellbuf.NewBuffer(width, len(lines))
	cellbuf.SetContent(cells, frame)
	e := png.Encoder{CompressionLevel: png.BestCompression}
	return e.Encode(w, c.picture(cells, fg, bg))
}

// picture draws all grounds before all glyphs, since glyphs reach beyond their cells.
func (c *Camera) picture(cells *cellbuf.Buffer, fg, bg color.Color) image.Image {
	img := image.NewRGBA(image.Rect(0, 0, cells.Width()*cellWidth, cells.Height()*cellHeight))
	draw.Draw(img, img.Bounds(), image.NewUniform(bg), image.Point{}, draw.Src)
	each(cells, func(x, y int, cell *cellbuf.Cell) {
		if _, under := inks(cell, fg, bg); under != bg {
			at := image.Rect(x, y, x+max(1, cell.Width)*cellWidth, y+cellHeight)
			draw.Draw(img, at, image.NewUniform(under), image.Point{}, draw.Src)
		}
	})
	each(cells, func(x, y int, cell *cellbuf.Cell) {
		if cell.Empty() || cell.Rune == ' ' || cell.Rune == 0 {
			return
		}
		ink, _ := inks(cell, fg, bg)
		d := font.Drawer{Dst: img, Src: image.NewUniform(ink), Face: c.regular, Dot: fixed.P(x, y+baseline)}
		if cell.Style.Attrs.Contains(cellbuf.BoldAttr) {
			d.Face = c.bold
		}
		d.DrawString(string(cell.Rune))
	})
	return img
}

// each visits the cells with the pixel of their top left corner.
func each(cells *cellbuf.Buffer, do func(x, y int, cell *cellbuf.Cell)) {
	for y := range cells.Height() {
		for x := range cells.Width() {
			if cell := cells.Cell(x, y); cell != nil && cell.Width > 0 {
				do(x*cellWidth, y*cellHeight, cell)
			}
		}
	}
}

// inks are the colours of a cell.
func inks(cell *cellbuf.Cell, fg, bg color.Color) (ink, under color.Color) {
	ink, under = fg, bg
	if cell.Style.Fg != nil {
		ink = cell.Style.Fg
	}
	if cell.Style.Bg != nil {
		under = cell.Style.Bg
	}
	if cell.Style.Attrs.Contains(cellbuf.ReverseAttr) {
		ink, under = under, ink
	}
	return ink, under
}

// parse reads #rrggbb.
func parse(s string) (color.Color, error) {
	c := color.RGBA{A: 0xff}
	if n, err := fmt.Sscanf(s, "#%02x%02x%02x", &c.R, &c.G, &c.B); n != 3 || err != nil {
		return nil, fmt.Errorf("%q is not a colour like #12151a", s)
	}
	return c, nil
}
