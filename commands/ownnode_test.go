package commands_test

import (
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
)

// beside says a sentence at a server that lies, with the network's own node beside it.
func (m *market) beside(f *front, data, sentence string, lies ...telling) (string, error) {
	m.Helper()
	f.now.Store(&liar{server: m.handler, asked: map[string]int{}, lies: lies})
	return do(m.T, f.web.URL, sentence, "--rpc", "1337="+m.service.LocalRPC(), "--data", data,
		"--yes", "--max-usd", "20000")
}

// What transactions have moved is the own node's, whatever a server leaves out of them or names in
// their place: a trade keeps its lot, and its gas counts.
func TestMovementsAreTheOwnNodes(t *testing.T) {
	here(t)
	m := open(t)
	f, data := newFront(t), t.TempDir()
	sentence := "fill " + m.stranger("0.2", "600").Hex() + " pay 300 usdc"
	if out, err := m.beside(f, data, sentence); err != nil {
		t.Fatal(out, err)
	}
	moved := "GET /x/1337/movements/"
	lists := func(change func(list []any) []any) telling {
		return telling{moved, func(answer any) any {
			told := at(answer)
			told["movements"] = change(told["movements"].([]any))
			return told
		}}
	}
	for what, lie := range map[string]telling{
		"none": lists(func([]any) []any { return []any{} }),
		"others": lists(func(list []any) []any {
			for i := range list {
				at(list[i])["transactionHash"] = common.Hash{byte(i), 9}
			}
			return list
		}),
	} {
		for sentence, says := range map[string]string{"lots": "lot 1: 0.1 WETH for 300.00 USD",
			"pnl": "gas -0."} {
			out, err := m.beside(f, t.TempDir(), sentence, lie)
			if err != nil || !strings.Contains(out, says) || strings.Contains(out, "gas -0.00 ") {
				t.Errorf("%s of a server that tells of %s: %v\n%s", sentence, what, err, out)
			}
		}
	}
}
