package sign_test

import (
	"fmt"
	"math/big"
	"strings"
	"sync"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/views"
	"bourse/views/sign"
	"bourse/wallet/describe"
)

// Two consoles with one folder, and many goroutines of each, note what they use at the same time:
// nothing of it is lost.
func TestFirstUsesOfManyAreKept(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	open := func() *views.Preferences {
		kept, err := views.OpenPreferences(folder)
		if err != nil {
			t.Fatal(err)
		}
		return kept
	}
	consoles := [2]*views.Preferences{open(), open()}
	add := func(line string) func(string) string {
		return func(old string) string { return old + line + "\n" }
	}
	var all sync.WaitGroup
	const each = 20
	for i, kept := range consoles {
		for n := range each {
			all.Go(func() {
				if m := kept.Change("used", add(fmt.Sprintf("%d-%d", i, n)))(); m != nil {
					t.Error(m)
				}
			})
		}
	}
	all.Wait()
	text := open().Get("used")
	for i := range consoles {
		for n := range each {
			if line := fmt.Sprintf("%d-%d\n", i, n); strings.Count("\n"+text, "\n"+line) != 1 {
				t.Errorf("%q stands %d times", line, strings.Count("\n"+text, "\n"+line))
			}
		}
	}
}

// A contract that is signed for, or a receiver, for the first time is told as such, and not again
// once the account has signed; a session that keeps nothing says nothing of it.
func TestFirstUseIsTold(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	st.openOrder(nil)
	st.Hides("first use")
	st.Press("esc")
	kept, err := views.OpenPreferences(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	st.s.Preferences = kept
	st.openOrder(nil)
	st.Shows("first use of order contract")
	st.Press("S", "enter")
	st.settle()
	st.openOrder(nil)
	st.Hides("first use")
	st.Press("esc")

	to := common.HexToAddress("0x00000000000000000000000000000000000b0b00")
	transfer := common.FromHex("a9059cbb")
	transfer = append(transfer, common.LeftPadBytes(to[:], 32)...)
	transfer = append(transfer, common.LeftPadBytes(big.NewInt(5e6).Bytes(), 32)...)
	st.do(func() tea.Cmd {
		sign.Open(st.s, sign.Spec{Tx: &api.Transaction{ChainID: local.ChainID,
			From: st.s.Account.Address, To: usdc, Data: transfer, Gas: 60_000,
			GasPrice: api.NewAmount(1e9)}, Wish: describe.Wish{Kind: describe.Send, To: to,
			At: []common.Address{usdc}, Pays: []describe.Sum{{
				Asset: api.Asset{Address: usdc}, Amount: api.NewAmount(5e6)}}}})
		return nil
	})
	st.Shows("first use of USDC", "nothing was sent from this account before to 0x0000…0b00")
}

// What another program of the folder has signed for meanwhile is no first use.
func TestUsesOfAnotherProgramAreTakenUp(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	var sessions [2]*stage
	for i := range sessions {
		kept, err := views.OpenPreferences(folder)
		if err != nil {
			t.Fatal(err)
		}
		sessions[i] = newStage(t)
		sessions[i].s.Preferences = kept
	}
	console, other := sessions[0], sessions[1]
	console.openOrder(nil)
	console.Shows("first use of order contract")
	console.Press("esc")
	other.openOrder(nil)
	other.Press("S", "enter")
	other.settle()
	console.openOrder(nil)
	console.Hides("first use")
	console.Shows("[ Cancel ]◂")
}
