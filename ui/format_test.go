package ui_test

import (
	"testing"
	"time"

	"bourse/ui"
)

func TestFormats(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{ui.Thousands("-12480.55"), "−12,480.55"},
		{ui.Thousands("123"), "123"},
		{ui.Thousands("1234567"), "1,234,567"},
		{ui.Thousands("n/a"), "n/a"},
		{ui.Count(21904113), "21,904,113"},
		{ui.Count(-1234), "−1,234"},
		{ui.Count(^uint64(0)), "18,446,744,073,709,551,615"},
		{ui.Age(3 * time.Second), "3s"},
		{ui.Age(12*time.Minute + 59*time.Second), "12m"},
		{ui.Age(5 * time.Hour), "5h"},
		{ui.Age(73 * time.Hour), "3d"},
		{ui.Age(-time.Hour), "0s"},
		{ui.Timer(time.Hour), "60:00"},
		{ui.ShortAddress("0x71C7656EC7ab88b098defB751B7401B5f6d8976F"), "0x71C7…976F"},
		{ui.ShortAddress("0x71C7"), "0x71C7"},
		{ui.SignedPercent(-0.07, 2), "−0.07%"},
		{ui.SignedPercent(0.13, 2), "+0.13%"},
		{ui.SignedPercent(-0.0001, 2), "0.00%"},
		{ui.Eighths(0.5, 4), "██  "},
		{ui.Eighths(0.001, 4), "▏   "},
		{ui.Eighths(2, 3), "███"},
		{ui.FillBar(0.1, 8), "▓░░░░░░░"},
		{ui.FillBar(1, 4), "▓▓▓▓"},
		{ui.Sparkline([]float64{9, 0, 1, 2}, 3), "▁▅█"},
		{ui.Sparkline(nil, 3), "   "},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}
