// Package style is how the console looks: a theme of styles by meaning, declared with Lip Gloss on
// the one renderer of a session, so that sessions on different terminals live in one process.
//
// Each style is compiled once, when its theme is built, to the sequence that turns it on: drawing
// writes that and the text. lipgloss.Style.Render for every cell would make a frame of 200 × 60
// cells take 16 ms instead of 1.4 ms.
//
// theme.go owns the meanings and their colours, style.go the compiled style. Start reading at
// Theme.
package style
