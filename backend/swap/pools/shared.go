package pools

import (
	"context"

	"golang.org/x/sync/singleflight"
)

// shared are readings of the node that several wait for. Each is made once by a goroutine of its
// own, and whoever waits may leave when its time is up: the reading goes on for the others.
type shared struct{ group singleflight.Group }

// do waits for a reading by its name, and begins it unless somebody has.
func (s *shared) do(ctx context.Context, name string, read func(context.Context) error) error {
	reading := s.group.DoChan(name, func() (any, error) {
		limit, cancel := context.WithTimeout(context.WithoutCancel(ctx), lookTime)
		defer cancel()
		return nil, read(limit)
	})
	select {
	case r := <-reading:
		return r.Err
	case <-ctx.Done():
		return ctx.Err()
	}
}
