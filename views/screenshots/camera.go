package screenshots

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
	return opentype.NewFace(f, &opentype.FaceOptions{
		Size: points, DPI: 72, Hinting: font.HintingFull})
}

// Plain is a frame without its colours and without blanks at line ends.
func Plain(frame string) string {
	lines := strings.Split(ansi.Strip(frame), "\n")
	for i, l := range lines {
		lines[i] = strings.TrimRight(l, " ")
	}
	return strings.Join(lines, "\n") + "\n"
}

// PNG writes the picture of a frame. text and ground, as #rrggbb, are what the terminal would
// provide.
func (c *Camera) PNG(w io.Writer, frame, text, ground string) error {
	img, err := c.draw(frame, text, ground)
	if err != nil {
		return err
	}
	e := png.Encoder{CompressionLevel: png.BestCompression}
	return e.Encode(w, indexed(img))
}

// draw is the picture of a frame.
func (c *Camera) draw(frame, text, ground string) (*image.RGBA, error) {
	fg, err := parse(text)
	if err != nil {
		return nil, err
	}
	bg, err := parse(ground)
	if err != nil {
		return nil, err
	}
	lines := strings.Split(frame, "\n")
	width := 0
	for _, l := range lines {
		width = max(width, ansi.StringWidth(l))
	}
	cells := cellbuf.NewBuffer(width, len(lines))
	cellbuf.SetContent(cells, frame)
	return c.picture(cells, fg, bg), nil
}

// picture draws all grounds before all glyphs, since glyphs reach beyond their cells.
func (c *Camera) picture(cells *cellbuf.Buffer, fg, bg color.RGBA) *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, cells.Width()*cellWidth, cells.Height()*cellHeight))
	draw.Draw(img, img.Bounds(), image.NewUniform(bg), image.Point{}, draw.Src)
	each(cells, func(x, y int, cell *cellbuf.Cell) {
		if _, under := inks(cell, fg, bg); under != bg {
			at := image.Rect(x, y, x+cell.Width*cellWidth, y+cellHeight)
			draw.Draw(img, at, image.NewUniform(under), image.Point{}, draw.Src)
		}
	})
	each(cells, func(x, y int, cell *cellbuf.Cell) {
		if cell.Rune > ' ' {
			ink, under := inks(cell, fg, bg)
			c.glyph(img, x, y, cell, ink, under)
		}
	})
	return img
}

// steps is how many shades a glyph's edge has: few, so that a picture has few colours and is small.
const steps = 8

// glyph draws one character.
func (c *Camera) glyph(img *image.RGBA, x, y int, cell *cellbuf.Cell, ink, under color.RGBA) {
	face := c.regular
	if cell.Style.Attrs.Contains(cellbuf.BoldAttr) {
		face = c.bold
	}
	at, mask, from, _, ok := face.Glyph(fixed.P(x, y+baseline), cell.Rune)
	if !ok {
		return
	}
	for py := at.Min.Y; py < at.Max.Y; py++ {
		for px := at.Min.X; px < at.Max.X; px++ {
			_, _, _, alpha := mask.At(from.X+px-at.Min.X, from.Y+py-at.Min.Y).RGBA()
			n := (alpha*steps + 0x7fff) / 0xffff
			// The soft edge of one glyph leaves what its neighbour has drawn more strongly, so that
			// lines and bars have no seams.
			if next := blend(ink, under, n); n > 0 &&
				contrast(next, under) >= contrast(img.RGBAAt(px, py), under) {
				img.SetRGBA(px, py, next)
			}
		}
	}
}

// blend is n steps from under to ink.
func blend(ink, under color.RGBA, n uint32) color.RGBA {
	mix := func(a, b uint8) uint8 { return uint8((uint32(a)*n + uint32(b)*(steps-n)) / steps) }
	return color.RGBA{mix(ink.R, under.R), mix(ink.G, under.G), mix(ink.B, under.B), 0xff}
}

// contrast is how far two colours are apart.
func contrast(a, b color.RGBA) int {
	far := func(x, y uint8) int { return max(int(x), int(y)) - min(int(x), int(y)) }
	return far(a.R, b.R) + far(a.G, b.G) + far(a.B, b.B)
}

// indexed is a picture with a palette, where its colours are few enough for one.
func indexed(img *image.RGBA) image.Image {
	out := image.NewPaletted(img.Rect, nil)
	index := map[color.RGBA]uint8{}
	for y := range img.Rect.Dy() {
		for x := range img.Rect.Dx() {
			c := img.RGBAAt(x, y)
			i, ok := index[c]
			if !ok {
				if len(out.Palette) == 256 {
					return img
				}
				i = uint8(len(out.Palette))
				index[c] = i
				out.Palette = append(out.Palette, c)
			}
			out.Pix[y*out.Stride+x] = i
		}
	}
	return out
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
func inks(cell *cellbuf.Cell, fg, bg color.RGBA) (ink, under color.RGBA) {
	ink, under = fg, bg
	if cell.Style.Fg != nil {
		ink = opaque(cell.Style.Fg)
	}
	if cell.Style.Bg != nil {
		under = opaque(cell.Style.Bg)
	}
	if cell.Style.Attrs.Contains(cellbuf.ReverseAttr) {
		ink, under = under, ink
	}
	return ink, under
}

func opaque(c color.Color) color.RGBA {
	r, g, b, _ := c.RGBA()
	return color.RGBA{uint8(r >> 8), uint8(g >> 8), uint8(b >> 8), 0xff}
}

// parse reads #rrggbb.
func parse(s string) (color.RGBA, error) {
	c := color.RGBA{A: 0xff}
	if n, err := fmt.Sscanf(s, "#%02x%02x%02x", &c.R, &c.G, &c.B); n != 3 || err != nil {
		return c, fmt.Errorf("%q is not a colour like #12151a", s)
	}
	return c, nil
}
