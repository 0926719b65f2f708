package announce

import (
	"context"
	"log/slog"
	"time"
)

// How often a watcher looks.
const (
	lookPause = 500 * time.Millisecond // between two looks at what events hint at
	lookAll   = time.Minute            // at everything, whatever the events say
	lookTime  = 30 * time.Second       // for one look
)

// Run looks until ctx ends, and hands what it finds to tell; what tell does not take is found again
// after a restart.
func (w *Watcher) Run(ctx context.Context, log *slog.Logger,
	tell func([]Announcement) error) error {
	events := w.cfg.Service.Subscribe(ctx, Topics()...)
	all := time.NewTicker(lookAll)
	defer all.Stop()
	pause := time.NewTicker(lookPause)
	defer pause.Stop()
	wanted, said := true, ""
	for {
		select {
		case <-ctx.Done():
			return nil
		case e, open := <-events:
			if !open {
				return nil
			}
			wanted = w.Hear(e) || wanted
			continue
		case <-all.C:
			w.All()
			wanted = true
			continue
		case <-pause.C:
		}
		if !wanted {
			continue
		}
		wanted = false
		if err := w.once(ctx, tell); err != nil && ctx.Err() == nil {
			wanted = true
			if err.Error() != said {
				log.Warn("not everything could be looked at to announce it",
					"component", "announce", "error", err)
			}
			said = err.Error()
		} else {
			said = ""
		}
	}
}

// once looks once.
func (w *Watcher) once(ctx context.Context, tell func([]Announcement) error) error {
	ctx, cancel := context.WithTimeout(ctx, lookTime)
	defer cancel()
	news, failed := w.Look(ctx)
	if len(news) > 0 {
		if err := tell(news); err != nil {
			return err
		}
	}
	if err := w.Keep(); err != nil {
		return err
	}
	return failed
}
