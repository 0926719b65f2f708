package wallet

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"bourse/backend/api"
	"bourse/ui/cells"
)

func held(t *rapid.T, text string, decimals int) balance {
	a, err := api.ParseUnits(text, decimals)
	if err != nil {
		t.Fatal(err)
	}
	return balance{token: api.Token{Decimals: decimals}, amount: a}
}

// TestAmountsOfOneColumn looks at columns that a person has met.
func TestAmountsOfOneColumn(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ amounts, want string }{
		{"4.21839 12480.55 0 0.00001", "4.2183 12,480.5500 0.0000 <0.0001"},
		{"4.21839 1234567.89 0.00001", "4.2183 1,234,567.89 <0.0001"},
		{"4.21839 12345678.9 1", "4.2183 12,345,678.9 1.0000"},
		{"4.21839 1234567890123.5 1", "4.2183 1,234,567M 1.0000"},
		{"9999.9889 10096284.9134 46847.4331", "9,999.9889 10,096,284… 46,847.4331"},
		{"1 12345678901234567890 1", "1.0000 12,345,678T 1.0000"},
	} {
		var rows []balance
		col := newAmounts().held
		for _, text := range strings.Fields(c.amounts) {
			a, err := api.ParseUnits(text, 18)
			if err != nil {
				t.Fatal(err)
			}
			rows = append(rows, balance{token: api.Token{Decimals: 18}, amount: a})
		}
		var got []string
		for _, r := range rows {
			got = append(got, col.text(r))
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: %q, want %q", c.amounts, got, c.want)
		}
	}
}

// TestAmountsAreNeverCut: what is shown fits, and is the exact amount rounded down at the digits it
// has.
func TestAmountsAreNeverCut(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var rows []balance
		for range rapid.IntRange(1, 6).Draw(t, "rows") {
			whole := rapid.StringMatching(`[1-9][0-9]{0,17}`).Draw(t, "whole")
			rows = append(rows, held(t, whole+"."+rapid.StringMatching(`[0-9]{1,6}`).Draw(
				t, "rest"), rapid.IntRange(6, 24).Draw(t, "decimals")))
		}
		col := newAmounts().held
		for _, r := range rows {
			text := col.text(r)
			if cells.Width(text) > col.width {
				t.Fatalf("%s does not fit", text)
			}
			plain := strings.TrimRight(strings.ReplaceAll(text, ",", ""), "MT…")
			if strings.Contains(plain, ".") {
				plain = strings.TrimRight(strings.TrimRight(plain, "0"), ".")
			}
			if !strings.ContainsAny(text, "MT") &&
				strings.Contains(text, "…") == sameAt4(plain, col.exact(r)) {
				t.Fatalf("%s of %s: digits are left out without a mark, or none with one", text,
					col.exact(r))
			}
			if !strings.HasPrefix(col.exact(r), plain) {
				t.Fatalf("%s is not of %s", text, col.exact(r))
			}
		}
	})
}

// sameAt4 tells whether a number is all of another one up to the fourth digit after the point.
func sameAt4(plain, exact string) bool {
	whole, rest, _ := strings.Cut(exact, ".")
	text := whole + "." + rest[:min(4, len(rest))]
	return plain == strings.TrimRight(strings.TrimRight(text, "0"), ".")
}
