package views

import "context"

// meant is the key of Meant's mark.
type meant struct{}

// Meant marks a question that leads to a signature. Screens ask the same all the time to keep their numbers fresh; what is meant is worth a
// line in the activity log.
func Meant(ctx context.Context) context.Context { return context.WithValue(ctx, meant{}, true) }

// IsMeant tells whether a question is marked.
func IsMeant(ctx context.Context) bool { return ctx.Value(meant{}) != nil }
