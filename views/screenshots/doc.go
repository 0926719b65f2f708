// Package screenshots makes the pictures of the console. It exists so that they come from the
// console itself, driven over a real exchange, the same bytes on every run.
//
// Make is where to start: fixtures give the accounts a past, the script presses the keys on the one
// driver without a terminal, the capture writes every frame as a picture and as text; the camera
// draws the pictures.
package screenshots
