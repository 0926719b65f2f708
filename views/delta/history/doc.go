// Package history lists the Delta orders of an account, page by page, with the selected one in
// short and a summary of the last days.
//
// List is the pane that owns the page, its polling and the selected order's auction; panes.go has
// what stands below it, measure.go reads what the summary compares settled orders with. The screen
// around it is reached by its Hooks. Start reading with history.go.
package history
