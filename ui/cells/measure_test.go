package cells

import (
	"testing"

	"github.com/charmbracelet/x/ansi"
)

func TestOneCellAgreesWithTheWidthTable(t *testing.T) {
	for r := rune(0xa0); r < 0x3000; r++ {
		if !oneCell(r) {
			continue
		}
		if _, simple := measure(string(r)); !simple {
			t.Errorf("%U is not simple", r)
		}
		if slow := ansi.StringWidth(string(r)); slow != 1 {
			t.Errorf("%U is %d cells wide", r, slow)
		}
		if slow := ansi.StringWidth("a" + string(r) + "b"); slow != 3 {
			t.Errorf("a%Ub is %d cells wide", r, slow)
		}
	}
}
