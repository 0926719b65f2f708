package cells

import "strings"

// Harmless is the text of a cell of a file for spreadsheets: one that they would run as a formula
// has an apostrophe before it. A number stays one.
func Harmless(cell string) string {
	if cell != "" && strings.ContainsRune("=+@-\t\r", rune(cell[0])) &&
		strings.Trim(cell[1:], "0123456789.,%") != "" {
		return "'" + cell
	}
	return cell
}

// Unharmed is the text of which Harmless made a cell.
func Unharmed(cell string) string {
	if text, quoted := strings.CutPrefix(cell, "'"); quoted && Harmless(text) == cell {
		return text
	}
	return cell
}
