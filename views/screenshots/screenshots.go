package screenshots

import (
	"context"
	"fmt"
	"os"

	"bourse/backend/api"
	"bourse/ui/headless"
	"bourse/views/console"
)

// Stage is an exchange that somebody moves by hand, for pictures that come out the same every time.
type Stage struct {
	console.Config
	Clock *headless.Clock // of the exchange, the wallet and the console alike
	// Step lets the traders act once and makes a block; it returns once the exchange has taken the
	// block in.
	Step func(context.Context) error
}

// Make drives a console over a stage and writes a picture and the text of every screen into a
// folder: NAME_WxH.png and NAME_WxH.txt, and tour.gif, a recording.
func Make(ctx context.Context, stage Stage, dir string) error {
	c, driver, err := stage.begin(ctx)
	if err != nil {
		return err
	}
	camera, err := NewCamera()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	s := &script{
		Driver: driver,
		capture: &capture{theme: c.Theme, camera: camera, dir: dir,
			tour: recording{camera: camera}},
		step: func() error { return stage.Step(ctx) },
	}
	s.run()
	if err := c.Err(); err != nil {
		return err
	}
	return s.err
}

// begin gives the stage its past and puts a console before it.
func (stage Stage) begin(ctx context.Context) (*console.Console, *headless.Driver, error) {
	service, err := stage.Open(ctx)
	if err != nil {
		return nil, nil, err
	}
	if err := (&fixtures{ctx: ctx, service: service, stage: stage}).apply(); err != nil {
		return nil, nil, fmt.Errorf("make the fixtures: %w", err)
	}
	cfg := stage.Config
	cfg.Clock, cfg.NoMotion = stage.Clock, true
	cfg.Open = func(context.Context) (api.Service, error) {
		return &miner{service, stage.Step}, nil
	}
	c, err := console.New(cfg)
	if err != nil {
		return nil, nil, err
	}
	return c, headless.New(c.Attach(ctx), stage.Clock), nil
}
