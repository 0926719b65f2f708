package commands_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"bourse/commands"
)

// Every code of the table in the pages is what the program ends with.
func TestExitCodes(t *testing.T) {
	here(t)
	m := open(t)
	if out, err := run(t, "wallet", "import", "desk", "watch",
		"0xe92b586627ccA7a83dC919cc7127196d70f55a06"); err != nil {
		t.Fatal(err, out)
	}
	ended := map[int]bool{}
	for _, test := range []struct {
		code int
		args string
	}{
		{0, "version"},
		{0, "do balances --backend " + m.url},
		{0, "do balances --account desk --backend " + m.url},
		{1, "do balances --backend http://127.0.0.1:1"},
		{2, "do frob"},
		{2, "--srve"},
		{2, "do swap 1 weht usdc --backend " + m.url},
		{2, "do buy 1 weth --backend " + m.url}, // which a form would ask for
		{2, "do balances --account nobody --backend " + m.url},
		{2, "do balances --network mars --backend " + m.url},
		{2, "do send 5 usdc dev1 --yes --backend " + m.url},
		{2, "verify no-such-file"},
		{3, "do send 600000 usdc dev1 --yes --max-usd 1000000 --backend " + m.url},
		{3, "do fill 0x" + strings.Repeat("ab", 32) + " --yes --max-usd 9 --backend " + m.url},
		{4, "do send 5 usdc dev1 --backend " + m.url},
		{4, "do send 5 usdc dev1 --yes --max-usd 4 --backend " + m.url},
		{4, "do send 5 usdc main --account desk --yes --max-usd 9 --backend " + m.url},
		{5, "do balances --timeout 1ns --backend " + m.url},
	} {
		if code := commands.Main(strings.Fields(test.args)); code != test.code {
			t.Errorf("%s ends with %d, not %d", test.args, code, test.code)
		}
		ended[test.code] = true
	}
	out, err := run(t, "do", "balances", "--json", "--timeout", "1ns", "--backend", m.url)
	if says := "“balances” did not end within 1ns and is given up (--timeout)"; err == nil ||
		!strings.Contains(err.Error(), says) || !strings.Contains(out, says) ||
		strings.Contains(err.Error()+out, "context") {
		t.Errorf("it says no %q: %v\n%s", says, err, out)
	}
	page, err := os.ReadFile(filepath.Join("..", "docs", "flags.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, table, ok := strings.Cut(string(page), "\n## Exit codes\n")
	rows := regexp.MustCompile(`(?m)^\| (\d) \|`).FindAllStringSubmatch(table, -1)
	if !ok || len(rows) != len(ended) {
		t.Errorf("the page has %d codes, %d are tried", len(rows), len(ended))
	}
	for _, row := range rows {
		if code, _ := strconv.Atoi(row[1]); !ended[code] {
			t.Errorf("nothing ends with %d", code)
		}
	}
}
