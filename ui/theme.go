package ui

import "bourse/ui/style"

// The look of a session, as every part of the console is told it.
type (
	Theme   = style.Theme
	Style   = style.Style
	Profile = style.Profile
)
