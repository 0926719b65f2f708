package console

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/shot"
)

// Stage is an exchange that somebody moves by hand, for pictures that come out the same every time.
type Stage struct {
	Config
	Clock *HandClock // of the exchange, the wallet and the console alike
	// Step lets the traders act once and makes a block; it returns once the exchange has taken the block in.
	Step func(context.Context) error
}

// sizes of the pictures.
var sizes = [...]ui.SizeMsg{{W: 120, H: 36}, {W: 80, H: 24}}

// Shots drives a console over a stage and writes a picture and the text of every screen into a folder: NAME_WxH.png and NAME_WxH.txt.
func Shots(ctx context.Context, stage Stage, dir string) error {
	service, err := stage.Open(ctx)
	if err != nil {
		return err
	}
	if err := (&cast{ctx, service, stage}).play(); err != nil {
		return fmt.Errorf("set the scene: %w", err)
	}
	stage.Config.Clock = stage.Clock
	stage.Open = func(context.Context) (api.Service, error) { return service, nil }
	c, err := New(stage.Config)
	if err != nil {
		return err
	}
	c.host.ctx = ctx
	c.env.Motion = false
	camera, err := shot.NewCamera()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	t := &tour{hand: hand{root: c.root, clock: stage.Clock}, console: c, camera: camera, dir: dir, step: func() error { return stage.Step(ctx) }}
	t.walk()
	if c.host.failed != nil {
		return c.host.failed
	}
	return t.err
}

// tour takes pictures on its way through the screens. The first error stops it.
type tour struct {
	hand
	console *Console
	camera  *shot.Camera
	dir     string
	step    func() error
	err     error
}

// shoot writes the frame as it is, in both sizes.
func (t *tour) shoot(name string) {
	for _, size := range sizes {
		t.shootAt(name, size)
	}
}

func (t *tour) shootAt(name string, size ui.SizeMsg) {
	if t.err != nil {
		return
	}
	t.send(size)
	frame := t.root.Frame()
	text, ground := t.console.env.Theme.Ground()
	var picture bytes.Buffer
	if t.err = t.camera.PNG(&picture, frame, text, ground); t.err != nil {
		return
	}
	path := filepath.Join(t.dir, fmt.Sprintf("%s_%dx%d", name, size.W, size.H))
	if t.err = os.WriteFile(path+".png", picture.Bytes(), 0o644); t.err == nil {
		t.err = os.WriteFile(path+".txt", []byte(shot.Plain(frame)), 0o644)
	}
}

// live lets some blocks pass, and the screens take them in.
func (t *tour) live(blocks int) {
	for range blocks {
		if t.err != nil {
			return
		}
		t.err = t.step()
		t.advance(time.Second)
	}
	t.send(ui.KeyMsg{Key: "r"})
	t.advance(2 * time.Second)
	if t.err == nil {
		t.err = t.step() // the newest block is fresh in every picture
	}
	t.advance(time.Second)
}

// walk is the script.
func (t *tour) walk() {
	t.send(sizes[0])
	t.carry(t.root.Init())
	t.live(8)
	t.shoot("markets")
	t.press("c")
	t.shoot("markets-depth")
	t.press("c", ":")
	t.typed("cancel")
	t.shoot("palette")
	t.press("esc", "?")
	t.shoot("help")
	t.press("esc")
	t.live(1)
	t.sell()
	t.press("3")
	t.live(4) // until the message about the order has gone
	t.press("g")
	t.shoot("orders")
	t.press("X")
	t.shoot("orders-cancel")
	t.press("esc", "4")
	t.typed("25")
	t.live(2)
	t.shoot("swap")
	t.press("esc", "5")
	t.typed("5000")
	t.live(2)
	t.shoot("delta")
	t.press("esc", "6")
	t.live(2)
	t.shoot("nft")
	t.press("7")
	t.live(1)
	t.shoot("wallet")
	t.press("8")
	t.live(1)
	t.shoot("activity")
	t.press("7", "1")
	for t.err == nil && t.console.env.Theme.Name != "classic" {
		t.press("t")
		t.live(8) // until the message about the theme has gone
		t.shoot("markets-" + t.console.env.Theme.Name)
	}
	t.shootAt("small", ui.SizeMsg{W: 60, H: 12})
}

// sell signs an order at a price above the middle of the book.
func (t *tour) sell() {
	t.press("up", "up", "up", "up", "s")
	t.typed("2")
	t.pause()
	t.shoot("order")
	t.press("enter")
	t.pause()
	t.shoot("sign")
	t.press("S", "enter")
}
