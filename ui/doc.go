// Package ui is the shell of the terminal console and the widgets its screens
// are made of. It exists so that screens say what they show and do, while
// sizes, keys, dialogs, colours, clipboard, mouse and the terminal library are
// known in one place. It knows nothing about orders, stores or networks.
//
// # Screens
//
// A screen implements Screen: Update is told messages and returns a Cmd, Draw
// returns exactly area.W × area.H cells, Actions declares every key. Optional
// interfaces add to it: Capturer (a focused text field), Noter (a standing
// message), Holder (unfinished work), Lister (palette entries), Panes (embed
// Ring), Glossary, Titler. A screen is built on the session's *Env: theme,
// clock, header, motion. It keeps the pointer and reads env.Theme anew in
// every Draw.
//
// A Cmd is nil or effects: Do and Call (work off the loop, whose result comes
// back to the asker's Update), After (a timer), Stream (a long-lived source,
// delivered at 20 Hz, newest per topic), Goto, Send, Open, Close, CloseThen,
// Toast, Copy, Bell, Quit, joined by Batch. Shell requests take effect before
// the next key. Messages from outside (Program.Send) reach every screen and
// every open dialog, active or not, and the Host, which keeps what the screens
// of a session share. Answers that may be stale carry the epoch of their
// question, raised whenever the question changes.
//
// Keys go to the front dialog, else to the focused field (Capturer), else to
// the actions: the focused pane's and the screen's in the order Actions lists
// them, then the global ones; what nobody wants reaches Update as a KeyMsg. So
// list inner actions first. An action that is off stays listed with the reason
// in Off.
//
// # Drawing
//
// Split the area with Box.Columns and Box.Rows (Fixed, Percent, Fill) and make
// a Panel of each part: DrawPanels draws them, MousePanels routes the mouse.
// (Below that are Pane{…}.Draw(theme, box, content) and Canvas.)
// Content lines may hold Style.Render-ed text; Pane and Fit make them exact.
// Text from outside goes through Clean. Truncate, Left, Right and Spread count
// cells. Format helpers: Thousands, Count, Age, Until, Timer, ShortAddress.
//
// # Widgets
//
// Table (rows by id, sort, filter, marks, CSV), Ladder (order book), Form
// (fields, checks, buttons), Tree, Timeline, Candles, DepthChart, Sparkline,
// PriceBand, Bar, Pairs (key and value lines), Scroller. Dialogs: Confirm,
// Prompt, Viewer, Menu. Widgets take keys by Actions or Captures and Update,
// and draw themselves into a box; none of them asks for anything on its own.
//
// # Tests
//
// Package uitest drives a Root without a terminal, on a fake clock.
package ui
