// Package table shows rows in columns that sort, filter, mark and export. It is ours because the
// table of Bubbles breaks coloured cells and selects by index, not by id: under live data the
// cursor would stand on another row than the one that was chosen, and a command would act on it.
//
// table.go owns the rows, view.go the cursor and the order, keys.go what keys and mouse do. Start
// reading at Table.
package table
