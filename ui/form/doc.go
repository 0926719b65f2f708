// Package form is fields, checks and buttons in a pane: what is typed is checked where it stands,
// presets and derived values fill other fields, and a button that cannot be pressed says why. It
// is ours because huh takes over the whole screen and asks one question after the other, while here
// a form stands beside the book it is filled from.
//
// form.go owns the fields and what keys do to them, draw.go how they look and where the mouse meets
// them. Start reading at Form.
package form
