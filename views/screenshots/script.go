package screenshots

import (
	"time"

	"bourse/ui/cells"
	"bourse/ui/headless"
)

// sizes of the pictures.
var sizes = [...]cells.Box{{W: 120, H: 36}, {W: 80, H: 24}}

// script presses keys and takes pictures on its way through the screens. The first error stops it.
type script struct {
	*headless.Driver
	capture *capture
	step    func() error
	err     error
}

// shoot captures the frame as it is, in both sizes.
func (s *script) shoot(name string) {
	for _, size := range sizes {
		s.shootAt(name, size)
	}
}

func (s *script) shootAt(name string, size cells.Box) {
	if s.err != nil {
		return
	}
	s.Resize(size.W, size.H)
	s.err = s.capture.write(name, s.Root.View(), size)
}

// live lets some blocks pass, and the screens take them in.
func (s *script) live(blocks int) {
	for range blocks {
		if s.err != nil {
			return
		}
		s.err = s.step()
		s.Advance(time.Second)
	}
	s.Press("r")
	s.Advance(2 * time.Second)
	if s.err == nil {
		s.err = s.step() // the newest block is fresh in every picture
	}
	s.Advance(time.Second)
}

// pause is as long as forms wait for the end of typing and guarded dialogs for quiet.
func (s *script) pause() { s.Advance(500 * time.Millisecond) }

// read is as long as a dialog wants to be read before it is signed.
func (s *script) read() { s.Advance(3 * time.Second) }

// run shows every screen.
func (s *script) run() {
	s.Start(sizes[0].W, sizes[0].H)
	s.live(8)
	s.shoot("markets")
	s.recordTour()
	s.shoot("gains")
	s.Press("1", "w")
	s.pause()
	s.shoot("markets-screener")
	s.Press("w", "c")
	s.shoot("markets-depth")
	s.Press("c", ":")
	s.Type("cancel")
	s.shoot("palette")
	s.Press("esc", "?")
	s.shoot("help")
	s.Press("esc")
	s.live(1)
	s.sell()
	s.Press("3")
	s.live(4) // until the message about the order has gone
	s.Press("g")
	s.shoot("orders")
	s.Press("X")
	s.shoot("orders-cancel")
	s.Press("esc", "4")
	s.Type("25")
	s.live(2)
	s.shoot("swap")
	s.Press("esc", "5")
	s.Type("5000")
	s.live(2)
	s.shoot("delta")
	s.Press("esc", "6")
	s.live(2)
	s.shoot("nft")
	s.Press("7")
	s.live(2)
	s.shoot("wallet")
	s.Press("8")
	s.live(1)
	s.shoot("activity")
	s.Press("7", "1")
	for s.err == nil && s.capture.theme().Name != "classic" {
		s.Press("t")
		s.live(8) // until the message about the theme has gone
		s.shoot("markets-" + s.capture.theme().Name)
	}
	s.shootAt("small", cells.Box{W: 60, H: 12})
}

// sell signs an order at a price above the middle of the book.
func (s *script) sell() {
	s.Press("up", "up", "up", "up", "s")
	s.Type("2")
	s.pause()
	s.shoot("order")
	s.Press("enter")
	s.read()
	s.shoot("sign")
	s.Press("S", "enter")
}
