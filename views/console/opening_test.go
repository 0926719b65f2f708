package console

import (
	"context"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"bourse/backend/api"
	"bourse/ui/uitest"
)

// The bar moves with the figures of the opening and is gone with it, and who opens a new network is
// told how to begin.
func TestOpeningShowsHowFarItIs(t *testing.T) {
	t.Parallel()
	clock, x := uitest.NewClock(), &exchange{status: at(7)}
	var progress api.Progress // the driver runs one command at a time
	cfg := config(t, clock, func(context.Context) (api.Service, error) {
		for done := range 4 {
			<-clock.After(time.Second)
			progress = api.Progress{What: "making blocks", Done: done, Total: 4, Unit: "blocks"}
		}
		<-clock.After(time.Second)
		return x, nil
	})
	cfg.Progress = func() api.Progress { return progress }
	c, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	k := uitest.NewRoot(t, c.env, c.root)
	k.Shows("opening the exchange…")
	k.Hides("making blocks", "%")
	full := 0
	for _, want := range []string{"0 of 4 blocks", "1 of 4 blocks", "2 of 4 blocks",
		"3 of 4 blocks"} {
		k.Advance(time.Second + watchPause)
		k.Shows("opening the exchange…", "making blocks: "+want)
		k.Hides("stale")
		now := strings.Count(k.Frame(), "█")
		if now < full || now == full && full > 0 {
			t.Errorf("the bar stands at %d cells with %s", now, want)
		}
		full = now
	}
	if full == 0 {
		t.Error("the bar never moved")
	}
	k.Advance(time.Second)
	k.Shows("● live", "live: ↑↓ choose a price")
	k.Hides("opening the exchange…", "making blocks")
}

// A server that does not answer is named, with how long it has not, and how to leave it.
func TestOpeningNamesTheServerThatIsWaitedFor(t *testing.T) {
	t.Parallel()
	clock, x := uitest.NewClock(), &exchange{status: at(7)}
	cfg := config(t, clock, func(context.Context) (api.Service, error) {
		<-clock.After(time.Minute)
		return x, nil
	})
	cfg.Exchange = "127.0.0.1:42003"
	c, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	k := uitest.NewRoot(t, c.env, c.root)
	k.Shows("waiting for 127.0.0.1:42003…")
	k.Hides("opening the exchange")
	k.Advance(20 * time.Second)
	k.Shows("waiting for 127.0.0.1:42003 for 20s: q leaves, and --backend names another server")
	k.Advance(41 * time.Second)
	k.Shows("● live")
	k.Hides("waiting for 127.0.0.1:42003")
}

// What the service does that takes a while stands on every screen, with what is done and what is
// left, until it is done.
func TestWorkOfTheServiceIsShown(t *testing.T) {
	t.Parallel()
	clock, x := uitest.NewClock(), &exchange{status: at(7)}
	c, err := New(config(t, clock, func(context.Context) (api.Service, error) { return x, nil }))
	if err != nil {
		t.Fatal(err)
	}
	k := uitest.NewRoot(t, c.env, c.root)
	k.Advance(time.Second)
	k.Shows("● live")
	k.Hides(" % ")
	x.status.Live, x.status.Problem = false, "block 7 is the last that was followed, 20s ago"
	for done, want := range map[int]string{0: "0 of 1,450 blocks", 725: "725 of 1,450 blocks"} {
		x.status.Work = []api.Progress{{What: "orders catch up with the chain", Done: done,
			Total: 1450, Unit: "blocks"}}
		k.Advance(2 * time.Second)
		k.Shows("◐ catching up", "orders catch up with the chain: "+want,
			fmt.Sprintf("%d %%", done*100/1450))
		if full := strings.Count(k.Frame(), "█"); full > 0 != (done > 0) {
			t.Errorf("%d cells of the bar are full with %s", full, want)
		}
	}
	k.Press("7")
	k.Shows("orders catch up with the chain: ")
	x.status = at(1457)
	k.Advance(2 * time.Second)
	k.Shows("● live", "blk 1,457")
	k.Hides("catch up", "catching up")
}

// A console that ends before its exchange begins to open, as where a visitor is gone at once, ends.
func TestAConsoleThatNeverOpensEnds(t *testing.T) {
	t.Parallel()
	for range 50 {
		cfg := config(t, uitest.NewClock(), func(ctx context.Context) (api.Service, error) {
			return nil, ctx.Err()
		})
		cfg.In, cfg.Out = strings.NewReader(""), io.Discard
		c, err := New(cfg)
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		ended := make(chan struct{})
		go func() {
			_ = c.Run(ctx) // whether it says why is another matter
			close(ended)
		}()
		select {
		case <-ended:
		case <-time.After(time.Minute):
			t.Fatal("it does not end")
		}
	}
}
