package screenshots

import (
	"bytes"
	"image/color"
	"image/png"
	"strings"
	"testing"

	"bourse/ui"
	"bourse/ui/cells"
	"bourse/ui/style"
)

func picture(t *testing.T, frame string) []byte {
	t.Helper()
	c, err := NewCamera()
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := c.PNG(&b, frame, "#d8dee6", "#12151a"); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestPictureShowsCellsColoursAndWeights(t *testing.T) {
	t.Parallel()
	img, err := png.Decode(bytes.NewReader(
		picture(t, "a█\x1b[48;2;255;0;0m \x1b[0m\x1b[7m \x1b[0m\n━━  ")))
	if err != nil {
		t.Fatal(err)
	}
	if b := img.Bounds(); b.Dx() != 4*cellWidth || b.Dy() != 2*cellHeight {
		t.Fatalf("the picture has %v", b)
	}
	for _, tt := range []struct {
		what string
		x, y int
		want color.RGBA
	}{
		{"the ground", 3*cellWidth + 4, cellHeight + 8, color.RGBA{0x12, 0x15, 0x1a, 0xff}},
		{"a full block", cellWidth + 4, 8, color.RGBA{0xd8, 0xde, 0xe6, 0xff}},
		{"a coloured ground", 2*cellWidth + 4, 8, color.RGBA{0xff, 0, 0, 0xff}},
		{"a reversed blank", 3*cellWidth + 4, 8, color.RGBA{0xd8, 0xde, 0xe6, 0xff}},
	} {
		r, g, b, a := img.At(tt.x, tt.y).RGBA()
		if got := (color.RGBA{uint8(r >> 8), uint8(g >> 8), uint8(b >> 8),
			uint8(a >> 8)}); got != tt.want {
			t.Errorf("%s is %v, want %v", tt.what, got, tt.want)
		}
	}
	for x := range 2 * cellWidth { // two lines side by side are one
		if r, _, _, _ := img.At(x, cellHeight+8).RGBA(); r>>8 != 0xd8 {
			t.Errorf("the line has a gap at %d", x)
		}
	}
	ink := 0
	for y := range cellHeight {
		for x := range cellWidth {
			if r, _, _, _ := img.At(x, y).RGBA(); r>>8 > 0x80 {
				ink++
			}
		}
	}
	if ink < 10 || ink > 100 {
		t.Errorf("the letter a has %d bright pixels", ink)
	}
	if bytes.Equal(picture(t, "a"), picture(t, "\x1b[1ma\x1b[0m")) {
		t.Error("bold looks like regular")
	}
}

func TestSamePictureEveryTime(t *testing.T) {
	t.Parallel()
	theme, err := style.NewTheme("", style.NewRenderer(style.TrueColor))
	if err != nil {
		t.Fatal(err)
	}
	frame := ui.Frame{Title: "Orders", Focused: true}.Draw(
		theme, cells.Box{W: 40, H: 6}, " "+theme.SideMark(true)+" 3,018.00 漢")
	if !bytes.Equal(picture(t, frame), picture(t, frame)) {
		t.Error("two pictures of one frame differ")
	}
	if got := Plain(frame); strings.ContainsRune(got, 0x1b) ||
		!strings.Contains(got, "┃ ▲B 3,018.00 漢") {
		t.Errorf("plain text is\n%s", got)
	}
}

func TestWrongColour(t *testing.T) {
	t.Parallel()
	c, err := NewCamera()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.PNG(&bytes.Buffer{}, "x", "white", "#000000"); err == nil {
		t.Error("took a colour by name")
	}
}
