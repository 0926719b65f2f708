package describe_test

import (
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/contracts"
	"bourse/backend/eip712"
	"bourse/wallet/describe"
)

func TestResembles(t *testing.T) {
	t.Parallel()
	dev := "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"
	for _, c := range []struct {
		other string
		yes   bool
		in    string
	}{
		{"0x70997970C51812dc3A010C7d01b50e0d17dc79C8", false, "no digit"},
		{"0x7099f970C51812dc3A010C7d01b50e0d17dc79C8", true, "digit 5"},
		{"0x60997970C51812dc3A010C7d01b50e0d17dc79C8", true, "digit 1"},
		{"0x60997970C51812dc3A010C7d01b50e0d17dc79C9", true, "digits 1 and 40"},
		{"0x70911111111111111111111111111111111119c8", true, "29 digits, the first is digit 4"},
		{"0x80911111111111111111111111111111111119c8", false, "30 digits, the first is digit 1"},
		{"0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC", false, ""},
	} {
		a, b := common.HexToAddress(dev), common.HexToAddress(c.other)
		if describe.Resembles(a, b) != c.yes || describe.Resembles(b, a) != c.yes {
			t.Errorf("%s: %v", c.other, !c.yes)
		}
		if got := describe.Differences(a, b); c.in != "" && got != c.in {
			t.Errorf("%s differs in %s, not in %s", c.other, got, c.in)
		}
	}
}

// TestLookalikesAskForAWord: whoever is named in what is signed, and can be taken for somebody
// known, is said to be another, with the digits, and a word is to be typed.
func TestLookalikesAskForAWord(t *testing.T) {
	t.Parallel()
	k := known()
	near := friend
	near[7] ^= 0x10 // the fifteenth digit
	says := "looks like your account second, but differs in digit 15"
	token := contracts.NewStandardToken()
	say := func(w describe.Description) bool {
		return slices.ContainsFunc(w.Checks, func(c describe.Check) bool {
			return strings.Contains(c.Text, says)
		})
	}
	for name, data := range map[string][]byte{
		"send":    token.PackTransfer(near, big.NewInt(5)),
		"approve": token.PackApprove(near, big.NewInt(5)),
	} {
		w := describe.Transaction(api.Transaction{ChainID: 1337, From: me, To: usdc, Data: data}, k)
		if w.Word() != "lookalike" || !say(w) {
			t.Errorf("%s asks for %q: %+v", name, w.Word(), w.Checks)
		}
	}
	o := someOrder()
	o.Taker = near
	w := describe.TypedData(eip712.OrderTypedData(1337, network.Contracts.AugustusRFQ, o), k)
	if w.Word() != "lookalike" || !say(w) {
		t.Errorf("an order asks for %q: %+v", w.Word(), w.Checks)
	}
}
