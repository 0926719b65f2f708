// Package cells measures, cleans and cuts text for a terminal's grid, and divides the grid into
// boxes: what is drawn fills its box exactly, whatever the text.
//
// Text from outside passes Clean once, where it comes in. A frame is made of lines cut by Fit,
// which knows colours, wide characters and what would move the cursor; x/ansi, which does the same
// for any text, is five times slower for a whole frame. Start reading at Box and Fit.
package cells
