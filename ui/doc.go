// Package ui is the shell of the terminal console and the widgets its screens
// are made of. It exists so that screens say what they show and do, while
// sizes, keys, dialogs, colours, clipboard, mouse and the terminal library are
// known in one place. It knows nothing about orders, stores or networks.
//
// Start with the example of this package, a whole screen, then screen.go, pane.go and
// request.go.
//
// # What owns what
//
// Root is the tea.Model. It is made of a router (screens and which is shown),
// a dialogStack, a messageLine and the user's Keymap; keys.go and mouse.go
// route input to them, turn.go is what follows from one message, owner.go how
// answers find back, globals.go the shell's own actions, view.go the frame.
// Program puts a terminal around a Root, headless.Driver stands in for one; painter.go draws on
// terminals of other machines.
//
// # Screens
//
// A screen implements Screen: Update is told tea.Msgs and returns a tea.Cmd,
// Draw returns exactly area.W × area.H cells, Actions declares every key.
// Optional interfaces add to it: Capturer (a focused text field), StatusProvider (a
// standing message), Unsaved (unfinished work), Commander (palette entries), Focuser
// (embed Panes), Glossary, Titler, Shower (shows parts of others). A screen that is hidden asks for
// nothing until it is shown: Env.Hidden, Env.WhenShown. A screen is built on the session's *Env:
// theme, clock, header, motion. It keeps the pointer and reads env.Theme anew
// in every Draw.
//
// What a screen wants of the shell is a method call on that Env: Open, Close,
// CloseThen, Goto, Send, Tell, Broadcast, Toast, Copy, Bell, Quit, Listen (a
// long-lived source, delivered at 20 Hz, newest per topic). It takes effect
// when the Update that asked returns, before the next key. Work and waiting
// are tea.Cmds: Call (with a time limit), Env.After (on the session's clock),
// any function that returns one typed message. The message comes back to the
// Update of the screen or dialog that returned the command, active or not, out
// of a tea.Batch and a Sequence too; a Note goes to the message row. A
// command sees only values: it asks nothing of the shell.
//
// Messages from outside (Program.Send) reach every screen and every open
// dialog, active or not, and the Host, which keeps what the screens of a
// session share. Answers that may be stale carry the epoch of their question,
// raised whenever the question changes.
//
// Keys go to the front dialog, else to the focused field (Capturer), else to
// the actions: the focused pane's and the screen's in the order Actions lists
// them, then the global ones; what nobody wants reaches Update as a tea.KeyMsg. So
// list inner actions first. An action that is off stays listed with the reason
// in Off.
//
// # Panes
//
// A screen is a layout, its panes, and what they share. A Pane is a model with its own state,
// questions and actions: Update is told what its screen is told, keys while it has the focus and
// mouse events that are inside it; Title is in its border, Draw the inside, Actions what it does.
// A screen embeds Panes, which routes messages, keys and the mouse, moves the focus, gathers the
// actions and draws, and gives NewPanes its layout: which panes are shown, in the order of ⇥, and
// where. What it does not take for itself it hands on to Panes.Update. It calls Arrange when the
// layout shows other panes than before.
//
// Optional interfaces add to a pane: Capturer (a focused text field), Mover (keys that only move
// about in it), Sizer (another shape in another window), Follower (it depends on what is beside
// it, such as the row that another pane has selected, and looks there after whatever happened).
// Embed table.Pane for a list, Display for what is only shown. What a pane asks of others is a
// field that its screen has set: a pane beside it, a part that both share, or a function.
//
// Update derives what follows from what is known; Draw and Actions change nothing, and read the
// clock where what they say depends on it. The shell lets the screen in front follow once a second.
//
// # Drawing
//
// The layout splits the area with Box.Columns and Box.Rows (Fixed, Percent, Fill) and makes a
// Placed of each part. Env.Area is the room of a screen, for what differs in wide or high windows.
// (Below that are Frame{…}.Draw(theme, box, content) and Canvas.)
// Content lines may hold Style.Render-ed text; Frame and Fit make them exact.
// Text from outside goes through Clean. Truncate, Left, Right and Spread count
// cells. Format helpers: Thousands, Count, Age, Timer, ShortAddress.
//
// # Widgets
//
// Here: Timeline, Sparkline, PriceBand, Bar, Pairs (key and value lines), Checks, Scroller, Input;
// the dialogs Confirm, Prompt, Viewer. In packages of their own, which know this one and are not
// known to it: table (rows by id, sort, filter, marks, CSV), form (fields, checks, buttons), tree
// (branches) and menu (a dialog to pick one of a list). Widgets take keys by Actions or Captures
// and Update, and draw themselves into a box; none of them asks for anything on its own.
//
// # What is ours, and what is of Bubbles and Lip Gloss
//
// Open text is edited by textinput, long text scrolls in viewport, the line of keys is help's,
// files and folders are chosen in filepicker, how far work is is progress, what a quote is still
// good for is timer, the sign of work is spinner, both timed by the session's clock;
// package style declares every colour with Lip Gloss, and borders, padding and joins of dialogs,
// help, palette and empty panes are its own. Written here are the table (that of Bubbles
// breaks coloured cells and selects by index, not by id), the exact fitting of frames (x/ansi alone
// takes 7.5 ms for a frame of 200 × 60 cells, Fit 1.4), the form (huh takes the whole screen), the
// tree, which no library has with a cursor, and the field for secrets (textinput cannot wipe its
// memory).
//
// # Tests
//
// Package headless drives a Root without a terminal, on a clock that only it
// moves; package uitest is what tests say about its frames.
package ui
