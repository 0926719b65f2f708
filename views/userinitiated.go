package views

import "context"

// userInitiated is the key of the mark.
type userInitiated struct{}

// UserInitiated marks a question that leads to a signature. Screens ask the same all the time to
// keep their numbers fresh; what the user asked for is worth a line in the activity log.
func UserInitiated(ctx context.Context) context.Context {
	return context.WithValue(ctx, userInitiated{}, true)
}

// IsUserInitiated tells whether a question is marked.
func IsUserInitiated(ctx context.Context) bool { return ctx.Value(userInitiated{}) != nil }
