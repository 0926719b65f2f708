package wallet_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/accounts/keystore"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/views"
	"bourse/views/sign"
	keys "bourse/wallet"
)

func TestShowsWhatTheAccountHas(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	st.Shows("12,480.55", "4.2183", "3,018.73", "9,461.82", "−190.0000", "12,739.26", "total ≈",
		"34,581.81",
		"! not covered: open orders need 400.0000 of your 210.0000 UNI",
		"! unlimited, unused", "! unlimited", "2 orders", "Apes", "main",
		"open (dev)", main.Hex())
	st.Press("G")
	st.Shows("hot", "whale", "watch only", "locked", other.Hex())
	st.s.NFTsToldBy = "there"
	st.Shows("! NFTs: the list is there's word")
}

func TestRealisedAtAverageCost(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	st.Shows("realised today +50.00 USD", "+60.00", "−10.00", "−2.0000", "3,050.00",
		"11-20 11:21", "16:41:00")
	st.s.Prices = nil
	st.Send(views.PricesChanged{})
	st.Advance(10 * time.Second)
	st.Shows("realised today 0.00 USD, without 5 of no known worth", "—")
}

func TestApproveExact(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	st.focus("allowances")
	// riskiest first: unlimited and unused, unlimited, then by symbol
	st.Press("g", "down", "down", "down")
	st.Press("a")
	st.Shows("How much USDC may", "order contract", "3018.73")
	st.Press("ctrl+u")
	st.Type("1.2345678")
	st.Press("enter")
	st.Shows("7 digits after the point; this token has 6")
	st.Press("ctrl+u")
	st.Type("100")
	st.Press("enter")
	st.settle()
	st.Shows("SIGN and SEND transaction · Approve", "100.00 USDC",
		"! open orders need 3,018.73 USDC")
	st.Press("S", "enter")
	if len(st.service.Approvals()) != 1 ||
		st.service.Approvals()[0] != (api.ApproveRequest{
			Owner: main, Token: usdc.Address, Spender: rfq,
			Amount: units("100", usdc)}) || len(st.service.Sent()) != 1 {
		t.Errorf("asked %+v, sent %d", st.service.Approvals(), len(st.service.Sent()))
	}
	if text := st.Root.Note().Text; text != "approve USDC: done in block 1,234" {
		t.Errorf("the message row says %q", text)
	}
}

// TestApprovalOfACollectionIsSeenAndRevoked: it is for all its tokens, so it is among the riskiest.
func TestApprovalOfACollectionIsSeenAndRevoked(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	st.service.apes.Store(true)
	st.focus("allowances")
	st.Press("r")
	st.Advance(4 * time.Second)
	st.settle()
	st.Shows("all tokens", "! all, unused")
	st.Press("/")
	st.Type("ape")
	st.Press("enter", "a")
	if n := st.Root.Note(); !strings.Contains(n.Text, "approved as a whole") {
		t.Errorf("the message row says %q", n.Text)
	}
	st.Press("R")
	st.settle()
	st.Press("S", "enter")
	want := api.ApproveRequest{Owner: main, Token: apes.Address, Kind: apes.Kind,
		Spender: rfq}
	if a := st.service.Approvals(); len(a) != 1 || a[0] != want {
		t.Errorf("asked %+v", a)
	}
}

// TestWhatATransactionTouchedIsReadBeforeItIsSaid revokes right after everything was read: the
// pause between two questions does not keep the old row.
func TestWhatATransactionTouchedIsReadBeforeItIsSaid(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	st.service.OnSendTransaction = func(_ context.Context, _ uint64, raw []byte) (common.Hash,
		error) {
		st.service.apes.Store(false)
		var tx types.Transaction
		err := tx.UnmarshalBinary(raw)
		return tx.Hash(), err
	}
	st.service.OnReceipt = func(_ context.Context, _ uint64, hash common.Hash) (api.Receipt,
		error) {
		return api.Receipt{Hash: hash, Success: true, Block: &api.BlockRef{Number: 1234}}, nil
	}
	st.service.apes.Store(true)
	st.focus("allowances")
	st.Press("r", "/")
	st.Type("ape")
	st.Press("enter", "R")
	st.settle()
	st.Send(ui.Refresh{}) // all is read just now
	st.Press("S", "enter")
	st.Shows("revoke Apes: done in block 1,234", "nothing matches")
	st.Hides("all tokens")
}

// TestOpenDeltaOrdersAreCounted: also those that the service holds back, such as a stop; they need
// an allowance where they carry no permit.
func TestOpenDeltaOrdersAreCounted(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	sells := func(permit []byte) {
		st.service.mu.Lock()
		st.service.delta = nil
		for i := range 1100 { // newer ones
			st.service.delta = append(st.service.delta,
				api.DeltaRecord{ID: fmt.Sprint(i), Status: api.DeltaExecuted})
		}
		st.service.delta = append(st.service.delta,
			api.DeltaRecord{ID: "stop", Status: api.DeltaNotStarted,
				Order: api.DeltaOrder{Owner: main, SrcToken: weth.Address,
					SrcAmount: units("2", weth), Permit: permit}})
		st.service.mu.Unlock()
		st.Press("r")
		st.settle()
	}
	row := func(what string) string {
		for line := range strings.SplitSeq(st.Frame(), "\n") {
			if strings.Contains(line, what) && strings.Contains(line, "WETH") {
				return line
			}
		}
		t.Fatalf("no %s:\n%s", what, st.Frame())
		return ""
	}
	sells(nil)
	if line := row("3.1000"); !strings.Contains(line, "4.5000") { // 2 more than limit orders sell
		t.Error(line)
	}
	st.focus("allowances")
	if line := row("Delta contract"); !strings.Contains(line, "1 order ") ||
		!strings.Contains(line, "! orders need m") {
		t.Error(line)
	}
	sells(make([]byte, 224)) // of EIP-2612
	if line := row("Delta contract"); !strings.Contains(line, "1 order ") ||
		!strings.Contains(line, "by their permits") {
		t.Error(line)
	}
}

// TestApprovalOfACollectionIsSeenWithoutATokenOfIt: whatever comes of it could be moved at once.
func TestApprovalOfACollectionIsSeenWithoutATokenOfIt(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	st.service.apes.Store(true)
	st.service.sold.Store(true)
	st.focus("allowances")
	st.Press("r")
	st.Advance(4 * time.Second)
	st.settle()
	st.Shows("all tokens", "! all, unused")
}

func TestRevokeAndUnlimited(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	st.focus("allowances")
	st.Press("g", "R")
	st.settle()
	st.Shows("Revoke an approval", "takes the right away")
	st.Press("S", "enter")
	st.Press("A")
	st.settle()
	st.Shows("UNLIMITED", `Type "unlimited" to go on`)
	st.Press("S", "enter", "enter")
	if len(st.service.Sent()) != 1 {
		t.Fatalf("sent %d", len(st.service.Sent()))
	}
	st.Type("unlimited")
	st.Press("enter", "enter")
	if a := st.service.Approvals(); len(a) != 2 || !a[0].Amount.IsZero() || a[0].Spender != v6 ||
		a[1].Amount != api.MaxAmount || len(st.service.Sent()) != 2 {
		t.Errorf("asked %+v, sent %d", a, len(st.service.Sent()))
	}
}

func TestWrapAndUnwrap(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	st.Press("w")
	st.Shows("How much ETH? You hold 4.2183.")
	st.Type("5")
	st.Press("enter")
	st.Shows("you hold 4.2183 ETH only")
	st.Press("ctrl+u")
	st.Type("0.5")
	st.Press("enter")
	st.settle()
	st.Shows("Wrap ETH", "0.50 ETH", "0.50 WETH")
	st.Press("S", "enter")
	st.Press("W")
	st.Type("3.1")
	st.Press("enter")
	st.settle()
	st.Press("S", "enter")
	if w := st.service.wraps; len(w) != 2 || w[0].Unwrap || w[0].Amount != units("0.5", weth) ||
		!w[1].Unwrap || w[1].Amount != units("3.1", weth) || len(st.service.Sent()) != 2 {
		t.Errorf("asked %+v, sent %d", w, len(st.service.Sent()))
	}
}

// What a partner has earned is told, and taken out of the contracts that hold it one by one.
func TestClaimFees(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	st.Press("f")
	st.Shows("no fees of this account wait to be taken out")
	for _, contract := range []common.Address{vault, claimer} {
		st.service.mu.Lock()
		st.service.fees = map[common.Address]api.Amount{claimer: units("7.5", usdc)}
		if contract == vault {
			st.service.fees[vault] = units("12.25", usdc)
		}
		st.service.mu.Unlock()
		st.Press("r")
		st.settle()
		earned := map[bool]string{true: "19.75 USDC, f takes it out in 2 claims",
			false: "7.50 USDC, f takes it out"}[contract == vault]
		here := map[bool]string{true: "12.25 USDC", false: "7.50 USDC"}[contract == vault]
		st.Shows("earned as a partner: " + earned)
		st.Press("f")
		st.settle()
		st.Shows("it holds "+here+" of yours", "Claim fees",
			"Take out all", usdc.Address.Hex(), contract.Hex(),
			"known contract")
		st.Press("S", "enter")
		st.settle()
		st.service.mu.Lock()
		asked := st.service.claims
		st.service.mu.Unlock()
		want := api.ClaimRequest{Owner: main, Contract: contract}
		if len(asked) == 0 || asked[len(asked)-1] != want {
			t.Fatalf("asked %+v, want %+v last", asked, want)
		}
	}
	if sent := len(st.service.Sent()); sent != 2 {
		t.Errorf("sent %d", sent)
	}
}

// choose puts the cursor on an account.
func (st *stage) choose(name string) {
	st.focus("accounts")
	st.Press("/")
	st.Type(name)
	st.Press("enter")
	st.T.Helper()
	st.Shows("▸")
}

func TestUseUnlockLockRename(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	st.choose("hot")
	st.Press("enter")
	if st.s.Account.Name != "hot" || st.s.Account.Open {
		t.Fatalf("trading as %+v", st.s.Account)
	}
	st.Shows("Balances · hot", "1.0000")
	st.Hides("12,480.55")
	st.Press("u")
	st.Type("not it at all")
	st.Hides("not it at all")
	st.Press("enter")
	st.Shows("wrong password")
	st.Press("ctrl+u")
	st.Type(password)
	st.Press("enter")
	if !st.s.Account.Open {
		t.Fatal("not unlocked")
	}
	st.Shows("hot is open")
	st.Press("l")
	if st.s.Account.Open {
		t.Error("not locked")
	}
	st.Press("u")
	st.Paste(password)
	st.Press("enter")
	for range 3 {
		st.Advance(keys.DefaultIdle - time.Minute)
		st.Press("down")
		st.block()
	}
	if !st.s.Account.Open {
		t.Error("locked although someone is there")
	}
	st.Advance(keys.DefaultIdle)
	st.block()
	if st.s.Account.Open {
		t.Error("open after ten idle minutes")
	}
	st.Press("m")
	st.Press("ctrl+u")
	st.Type("Main")
	st.Press("enter")
	st.Shows("there is already an account named")
	st.Press("ctrl+u")
	st.Type("cold")
	st.Press("enter")
	if st.s.Account.Name != "cold" {
		t.Errorf("trading as %+v", st.s.Account)
	}
}

func TestNewDeriveImport(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	st.focus("accounts")
	st.Press("n")
	st.Type("savings")
	st.Press("tab")
	st.Type("12345678")
	st.Press("tab")
	st.Type("12345679")
	st.Press("enter")
	st.Shows("the two passwords differ")
	st.Press("backspace")
	st.Type("8")
	st.Press("enter")
	made, err := st.s.Wallet.Find("savings")
	if err != nil || !made.Seeded || len(st.Root.Dialogs()) != 0 {
		t.Fatalf("%+v, %v", made, err)
	}
	st.Press("d")
	st.Type("second")
	st.Press("tab")
	st.Type("12345678")
	st.Press("enter")
	if a, err := st.s.Wallet.Find("second"); err != nil || a.Index != 1 {
		t.Fatalf("%+v, %v", a, err)
	}

	st.Press("i", "tab")
	st.Type("raw")
	st.Press("tab")
	st.Paste(strings.Repeat("01", 32))
	st.Hides("0101")
	st.Press("tab")
	st.Type(password)
	st.Press("tab")
	st.Type(password)
	st.Press("enter")
	raw, err := st.s.Wallet.Find("raw")
	if err != nil || raw.Address != common.HexToAddress(
		"0x1a642f0E3c3aF545E7AcBD38b07251B3990914F1") {
		t.Fatalf("%+v, %v", raw, err)
	}
	file, err := st.s.Wallet.ExportKeystore(raw.Address, keys.NewSecret([]byte(password)))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "key.json")
	if err := os.WriteFile(path, file, 0o600); err != nil {
		t.Fatal(err)
	}
	st.Press("i", "right", "right", "tab")
	st.Type("again")
	st.Press("tab")
	st.Type(path)
	st.Press("tab")
	st.Type(password)
	st.Press("enter")
	st.Shows(`already here as "raw"`)
	st.Press("esc")
	st.Press("i", "left", "tab")
	st.Type("eye")
	st.Press("tab")
	st.Type("0x00000000219ab540356cBB839Cbe05303d7705Fb")
	st.Press("enter")
	st.Shows("EIP-55 checksum: check each digit")
	st.Press("ctrl+u")
	st.Type("0x00000000219ab540356cBB839Cbe05303d7705Fa")
	st.Press("enter")
	if a, err := st.s.Wallet.Find("eye"); err != nil || a.Kind != keys.WatchedOnly {
		t.Fatalf("%+v, %v", a, err)
	}
}

// TestPasswordAndRemove: another password opens the account, its name is asked for before its key
// is taken out of the list, and the account that is traded with stays.
func TestPasswordAndRemove(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	st.choose("hot")
	st.Press("p")
	st.Type(password)
	st.Press("tab")
	st.Type("short")
	st.Press("tab")
	st.Type("short")
	st.Press("enter")
	st.Shows("at least 8 characters", "▸new password") // at once, and where to type it anew
	st.Press("ctrl+u")
	st.Type("another one")
	st.Press("enter")
	st.Shows("the two passwords differ", "▸repeat it")
	st.Press("ctrl+u")
	st.Type("another one")
	st.Press("enter")
	st.Shows("hot has a new password")
	hot, err := st.s.Wallet.Find("hot")
	if err != nil {
		t.Fatal(err)
	}
	if err := st.s.Wallet.Unlock(hot.Address, keys.NewSecret([]byte("another one"))); err != nil {
		t.Error(err)
	}
	st.Press("x")
	st.Shows("loses", "holds.")
	st.Type("hat")
	st.Press("enter")
	st.Shows("not its name")
	st.Press("ctrl+u")
	st.Type("hot")
	st.Press("enter")
	if _, err := st.s.Wallet.Find("hot"); err == nil || len(st.Root.Dialogs()) != 0 {
		t.Errorf("hot is still there: %v", err)
	}
	st.Press("/", "ctrl+u", "enter")
	st.choose("whale")
	st.Press("enter", "x")
	if n := st.Root.Note(); !strings.Contains(n.Text, "choose another account first") {
		t.Errorf("the message row says %q", n.Text)
	}
	st.Press("/", "ctrl+u")
	st.Type("main")
	st.Press("enter", "enter", "/", "ctrl+u")
	st.Type("whale")
	st.Press("enter", "x")
	st.Shows("nothing but its name is lost")
	st.Press("enter")
	if _, err := st.s.Wallet.Find("whale"); err == nil {
		t.Error("whale is still there")
	}
}

// TestImportOfAShortPassword: the file's own password is proven, then a new one is asked for.
func TestImportOfAShortPassword(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	st.focus("accounts")
	key, err := crypto.HexToECDSA(strings.Repeat("07", 32))
	if err != nil {
		t.Fatal(err)
	}
	raw, err := keystore.EncryptKey(&keystore.Key{Address: crypto.PubkeyToAddress(key.PublicKey),
		PrivateKey: key}, "pw", 2, 1)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "key.json")
	if err := os.WriteFile(path, raw, 0o600); err != nil {
		t.Fatal(err)
	}
	st.Press("i", "right", "right", "tab")
	st.Type("geth")
	st.Press("tab")
	st.Type(path)
	st.Press("tab")
	st.Type("pv")
	st.Press("enter")
	st.Shows("wrong password")
	st.Hides("new password")
	st.Press("ctrl+u")
	st.Type("pw")
	st.Press("enter")
	st.Shows("at least 8 characters", "new password")
	st.Type(password)
	st.Press("tab")
	st.Type(password)
	st.Press("enter")
	a, err := st.s.Wallet.Find("geth")
	if err != nil || a.Address != crypto.PubkeyToAddress(key.PublicKey) {
		t.Fatalf("%+v, %v", a, err)
	}
	if err := st.s.Wallet.Unlock(a.Address, keys.NewSecret([]byte(password))); err != nil {
		t.Error(err)
	}
}

// TestImportContacts: a file with a wrong row changes nothing and names its line; a right one is
// added beside what is there, with what resembles somebody said before.
func TestImportContacts(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	folder := t.TempDir()
	const friend = "0x00000000219ab540356cBB839Cbe05303d7705Fa"
	st.s.SetContact(common.HexToAddress(friend), "deposit")
	bring := func(text string) {
		path := filepath.Join(folder, "contacts.csv")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		st.Press("b")
		st.Type("import")
		st.Press("enter")
		st.Type(path)
		st.Press("enter")
	}
	bring("name,wallet\nben,0x8ba1f109551bD432803012645Ac136ddd64DBA72\n")
	st.Shows("Nothing was imported", `"name,wallet" is no header`, `"address,label"`)
	st.Hides("line 2")
	st.Press("esc")
	bring("address,label\n0x8ba1f109551bD432803012645Ac136ddd64DBA72,ben\n" + friend + ",anna\n" +
		"0x8ba1f109551bD432803012645Ac136ddd64DBA73,eve\n")
	st.Shows("Nothing was imported", "line 3: ", "is called deposit already", "line 4: ",
		"EIP-55 checksum")
	st.Press("esc")
	if list := st.s.Contacts(); len(list) != 1 {
		t.Errorf("the book has %v", list)
	}
	bring("0x8ba1f109551bD432803012645Ac136ddd64DBA72,ben\n" + friend + ",deposit\n" +
		"0x0000000021900000000000000000000000007705,dep2\n" +
		"0x0000000021900000000000000000000000aa05fa,dep3\n")
	st.Shows("3 contacts are new, 1 was there already", "dep3 looks like deposit")
	st.Advance(time.Second)
	st.Press("tab", "enter")
	st.Advance(time.Second)
	want := "address,label\n0x8ba1f109551bD432803012645Ac136ddd64DBA72,ben\n" +
		"0x0000000021900000000000000000000000007705,dep2\n" +
		"0x0000000021900000000000000000000000aa05fa,dep3\n" + friend + ",deposit\n"
	if got := st.s.ContactsCSV(); !strings.EqualFold(got, want) {
		t.Errorf("the book is\n%s\nwant\n%s", got, want)
	}
}

// TestTheFocusGoesToTheNameThatIsMissing: what is typed next is the name, and no password.
func TestTheFocusGoesToTheNameThatIsMissing(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	st.focus("accounts")
	st.Press("n", "tab")
	st.Type("correct horse")
	st.Press("enter")
	st.Type("correct horse")
	st.Press("tab", "enter")
	if len(st.Root.Dialogs()) != 1 {
		t.Fatal(st.Frame())
	}
	st.Type("savings")
	st.Shows("[ savings")
	st.Press("enter")
	if _, err := st.s.Wallet.Find("savings"); err != nil {
		t.Errorf("%v\n%s", err, st.Frame())
	}
}

func TestWatchOnlyLooksButDoesNotAct(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	st.choose("whale")
	st.Press("enter")
	for _, key := range []string{"w", "W", "u", "l"} {
		st.Press(key)
		if text := st.Root.Note().Text; len(st.Root.Dialogs()) != 0 ||
			!strings.Contains(text, "watch-only") {
			t.Errorf("%s: %q", key, text)
		}
	}
}

func TestErrorsKeepTheOldRows(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	st.service.mu.Lock()
	st.service.fails = api.Errorf(api.ChainUnavailable, "the node does not answer")
	st.service.mu.Unlock()
	st.Send(ui.Refresh{})
	st.Shows("could not read balances", "could not read fills: the node does not answer",
		"12,480.55")
	st.service.mu.Lock()
	st.service.fails = nil
	st.service.mu.Unlock()
	st.Advance(5 * time.Second)
	st.Send(ui.Refresh{})
	st.Hides("could not read")
}

func TestReadsAgainWhenSomethingHappensButNotTooOften(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	asked := func() int {
		st.service.mu.Lock()
		defer st.service.mu.Unlock()
		return st.service.asked
	}
	first := asked()
	st.Advance(10 * time.Second)
	<-st.service.Listening()
	st.service.Bus.Publish(api.Event{Topic: api.TopicBlock, ChainID: 1337})
	st.WaitFor("a question after a block", func() bool { return asked() == first+1 })
	st.Send(ui.Refresh{}) // asked for by the user: at once
	if asked() != first+2 {
		t.Errorf("r asks %d times", asked()-first-1)
	}
	st.Send(sign.Mined{})
	st.Send(sign.Mined{})
	if asked() != first+2 {
		t.Error("asks again at once")
	}
	st.Advance(3 * time.Second)
	if asked() != first+3 {
		t.Errorf("after a pause: asked %d times more", asked()-first-2)
	}
}

func TestExportAndCopy(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	st.Press("y", "c")
	if len(st.Copied) != 2 || st.Copied[0] != main.Hex() ||
		!strings.Contains(st.Copied[1], "local (chain id 1337) only, to "+main.Hex()) {
		t.Errorf("copied %q", st.Copied)
	}
	st.focus("balances")
	st.Press("e")
	files, err := filepath.Glob(filepath.Join(st.Env.ExportDir, "balances-*.csv"))
	if err != nil || len(files) != 1 {
		t.Fatalf("%v, %v", files, err)
	}
	text, err := os.ReadFile(files[0])
	if err != nil || !strings.Contains(string(text), "USDC,12480.55,") {
		t.Errorf("%s, %v", text, err)
	}
}

func TestGoldens(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	st.CheckActions()
	st.Goldens("normal")
	st.EveryFrame()
	st.focus("allowances")
	st.Goldens("allowances")
	st.focus("accounts")
	st.Press("i")
	st.Goldens("import")
	st.EveryFrame()
	st.Press("esc")
	st.choose("hot")
	st.Press("enter")
	st.Goldens("empty")
	st.EveryFrame()
	st.service.mu.Lock()
	st.service.fails = errors.New("connection refused")
	st.service.mu.Unlock()
	st.Send(ui.Refresh{})
	st.Goldens("error")
	st.EveryFrame()
}

func TestRandomKeysNeverBreakTheFrame(t *testing.T) {
	t.Parallel()
	for seed := range uint64(3) {
		newStage(t).Fuzz(seed, 250, "e") // e writes files
	}
}

func BenchmarkFrame(b *testing.B) {
	st := newStage(b)
	st.Bench(b)
}

// Enter goes to the next field that is empty: a password is never typed into the field before it.
func TestEnterGoesOnToWhatIsEmpty(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	st.focus("accounts")
	st.Press("n")
	st.Type("savings")
	st.Press("enter")
	st.Type("hotsecret")
	st.Press("enter")
	st.Hides("hotsecret", "✗")
	st.Type("hotsecret")
	st.Press("enter")
	if _, err := st.s.Wallet.Find("savings"); err != nil || len(st.Root.Dialogs()) != 0 {
		t.Fatalf("%v\n%s", err, st.Frame())
	}
	st.Press("n")
	st.Type("other")
	st.Press("enter")
	st.Type("short")
	st.Press("enter")
	st.Type("short")
	st.Press("enter")
	st.Shows("✗ a password has at least 8 characters")
	st.Type("hotsecret")
	st.Hides("hotsecret")
}

// TestTheZoneOfTimesIsReadInFull: a zone without a name has a long one. It is the process's own, so
// that this test runs alone.
func TestTheZoneOfTimesIsReadInFull(t *testing.T) {
	defer ui.SetZone(time.UTC)
	ui.SetZone(time.FixedZone("+0545", 5*3600+45*60))
	newStage(t).Shows("time UTC+0545")
}

// TestFillsBeginAtTheNewest: who has moved in the list stays where he was, who has not is at its
// top, whatever has come since.
func TestFillsBeginAtTheNewest(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	st.Advance(time.Minute)
	more := func(hash string) {
		f := someFills()[0]
		f.Block.Number, f.Block.Time = f.Block.Number+1, f.Block.Time+60
		f.TxHash, f.LogIndex = common.HexToHash(hash), 7
		st.service.mu.Lock()
		st.service.fills = append([]api.Fill{f}, st.service.fills...)
		st.service.mu.Unlock()
		st.Press("r")
		st.Advance(time.Minute)
	}
	on := func() (line int) {
		frame := strings.Split(st.Frame(), "\n")
		with := func(text string) int {
			return slices.IndexFunc(frame, func(l string) bool { return strings.Contains(l, text) })
		}
		return with("┃▸") - with("━ Fills")
	}
	more("0x71")
	st.focus("fills")
	if got := on(); got != 2 {
		t.Errorf("the cursor is in line %d of the pane:\n%s", got, st.Frame())
	}
	st.Press("down")
	more("0x72")
	if got := on(); got != 4 {
		t.Errorf("moved, the cursor is in line %d of the pane:\n%s", got, st.Frame())
	}
}
