package sign_test

import (
	"context"
	"errors"
	"math/big"
	"slices"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/eip712"
	"bourse/ui"
	"bourse/views"
	"bourse/views/format"
	"bourse/views/sign"
)

// send is a task whose nonce is the account's next one, as a node tells it that has what was sent.
func (st *stage) send(n int64) sign.Task {
	return st.approving(uint64(n), func() (api.Transaction, error) {
		tx := st.approve(big.NewInt(n))
		tx.Nonce = uint64(20 + len(st.service.sent))
		return tx, nil
	})
}

// lose takes what is sent and lets no answer through.
func (st *stage) lose() {
	st.service.lost = errors.New("EOF")
	st.service.held = true
}

// keptStage is a stage with the folder that keeps what is under way.
func keptStage(t *testing.T) (*stage, *views.Preferences) {
	t.Helper()
	kept, err := views.OpenPreferences(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	st := newStage(t)
	if _, err := st.s.UnderWay.Open(kept); err != nil {
		t.Fatal(err)
	}
	return st, kept
}

// TestALostReplyIsNoFailure: what was signed is kept before it is sent; the second try of the same,
// and of anything else of the account, has its nonce until it is known to be there.
func TestALostReplyIsNoFailure(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	kept, err := views.OpenPreferences(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := st.s.UnderWay.Open(kept); err != nil {
		t.Fatal(err)
	}
	st.lose()
	st.do(func() tea.Cmd {
		sign.Run(st.s, st.send(5))
		return nil
	})
	st.Press("S", "enter")
	if len(st.service.sent) != 1 {
		t.Fatalf("sent %d", len(st.service.sent))
	}
	first := st.service.sent[0]
	note := st.Root.Note().Text
	if !strings.Contains(note, "It may have been sent as 0x") ||
		!strings.Contains(note, "looking") || strings.Contains(note, "Nothing is lost") {
		t.Errorf("the message row says %q", note)
	}
	if text := kept.Get("underway"); !strings.Contains(text, first.Hash().Hex()) {
		t.Errorf("on disk is %s", text)
	}
	st.Press("r")
	if n := len(st.service.sent); n != 2 || st.service.sent[1].Hash() != first.Hash() {
		t.Fatalf("a retry sends the very same: %d", n)
	}
	st.Press("esc")
	for _, value := range []int64{5, 6} {
		st.do(func() tea.Cmd {
			sign.Run(st.s, st.send(value))
			return nil
		})
		st.Shows("it has the nonce of transaction 0x", "never both")
		st.Press("S", "enter")
		if last := st.service.sent[len(st.service.sent)-1]; last.Nonce() != first.Nonce() {
			t.Errorf("approve %d has nonce %d, the first %d", value, last.Nonce(), first.Nonce())
		}
		st.Press("esc")
	}
}

// TestWhatIsFoundWasSent: a dialog whose reply was lost goes on by itself once the service has it.
func TestWhatIsFoundWasSent(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	st.lose()
	st.do(func() tea.Cmd {
		sign.Run(st.s, st.send(5))
		return nil
	})
	st.Press("S", "enter")
	doubted := st.doubted()
	st.service.lost, st.service.held = nil, false
	st.do(func() tea.Cmd { return sign.Follow(st.s, doubted, false) })
	st.settle()
	for _, tx := range st.service.sent { // the very same, however often
		if tx.Hash() != doubted.Hash {
			t.Errorf("sent as well: %s", tx.Hash())
		}
	}
	if st.openDialogs() != 0 {
		t.Fatalf("dialogs %q", st.Root.Dialogs())
	}
	if note := st.Root.Note(); note.Text != "approve USDC: done in block 1,234" {
		t.Errorf("the message row says %q", note.Text)
	}
	// who has missed the news is told before it is done again
	st.do(func() tea.Cmd {
		sign.Run(st.s, st.send(5))
		return nil
	})
	st.Shows("the same was signed as 0x", `Type "again" to go on`)
}

// TestWhatWasRefusedAndIsThereGoesOn: a refusal is the service's word. A dialog that shows it goes
// on once the transaction is there.
func TestWhatWasRefusedAndIsThereGoesOn(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	st.service.lost = api.Errorf(api.TransactionFails, "no funds")
	st.service.held = true
	st.do(func() tea.Cmd {
		sign.Run(st.s, st.send(5))
		return nil
	})
	st.Press("S", "enter")
	st.Shows("no funds")
	refused := st.doubted()
	st.service.lost, st.service.held = nil, false
	st.do(func() tea.Cmd { return sign.Follow(st.s, refused, false) })
	for i := 0; i < 20 && st.openDialogs() > 0; i++ {
		st.Advance(time.Second)
	}
	st.settle()
	if note := st.Root.Note(); st.openDialogs() != 0 ||
		note.Text != "approve USDC: done in block 1,234" {
		t.Errorf("dialogs %q, the message row says %q", st.Root.Dialogs(), note.Text)
	}
}

// TestWhatIsHiddenKeepsItsNonce: a service took a transaction and does not show it any more. Who
// wants the same again signs it with the same nonce, so that it happens once.
func TestWhatIsHiddenKeepsItsNonce(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	st.service.held = true
	before := st.approve(big.NewInt(5))
	before.Nonce = 3
	if err := st.s.UnderWay.Put(views.Sent{Kind: views.SentTransaction, Hash: common.Hash{7},
		ChainID: before.ChainID, Account: before.From, Nonce: api.NewAmount(before.Nonce),
		Act: views.TransactionAct(before), Taken: true}); err != nil {
		t.Fatal(err)
	}
	st.do(func() tea.Cmd {
		sign.Run(st.s, st.send(5))
		return nil
	})
	st.Shows("its nonce 3 is that of 0x0700…0000, which waits: it takes its place")
	st.Press("esc")
	// another wish has a nonce of its own
	st.do(func() tea.Cmd {
		sign.Run(st.s, st.send(6))
		return nil
	})
	st.Hides("its nonce 3")
}

// waiting notes a transaction of the account that the service has taken.
func (st *stage) waiting(hash common.Hash, nonce uint64) {
	st.T.Helper()
	if err := st.s.UnderWay.Put(views.Sent{Kind: views.SentTransaction, Hash: hash,
		ChainID: local.ChainID, Account: st.s.Account.Address, Nonce: api.NewAmount(nonce),
		Act: hash, At: st.s.Env.Now()}); err != nil {
		st.T.Fatal(err)
	}
	st.s.UnderWay.Took(hash)
}

// TestWhatWasReplacedIsNotDoubted: nobody knew whether the service had a transaction, and then it
// took one that was signed in its place. What comes next has a nonce of its own, while that waits
// and once it is mined.
func TestWhatWasReplacedIsNotDoubted(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	original, faster := common.Hash{7}, common.Hash{8}
	st.waiting(original, 26)
	st.s.UnderWay.Doubt(original)
	st.waiting(faster, 26)
	st.service.waits = true
	st.do(func() tea.Cmd {
		sign.Run(st.s, st.send(5))
		return nil
	})
	st.Shows("[ Sign and send ]")
	st.Hides("its nonce 26", "has the nonce of", `Type "`)
	st.Press("esc")
	st.s.UnderWay.Mined(faster, &api.Receipt{Success: true})
	st.service.waits = false
	st.do(func() tea.Cmd {
		sign.Run(st.s, st.send(6))
		return nil
	})
	st.Shows("[ Sign and send ]")
	st.Hides("beside", `Type "`)
	if n := st.s.UnderWay.Waiting(local.ChainID); n != 0 {
		t.Errorf("%d transactions are said to wait", n)
	}
}

// TestTheNextNonceIsFree: a service that prepares with a nonce of which a node has a transaction
// that was signed here is behind: what comes next takes the first nonce after it.
func TestTheNextNonceIsFree(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	st.waiting(common.Hash{7}, 20)
	st.waiting(common.Hash{8}, 21)
	st.service.waits = true
	st.do(func() tea.Cmd {
		sign.Run(st.s, st.send(5))
		return nil
	})
	st.Hides("takes its place", `Type "`)
	st.service.lost = errors.New("EOF") // nobody waits for a block
	st.Press("S", "enter")
	if n := len(st.service.sent); n != 1 || st.service.sent[0].Nonce() != 22 {
		t.Errorf("sent %d: %+v", n, st.service.sent)
	}
}

// TestAGapIsNotAServicesWord: transactions that wait before one are believed where they were signed
// here, or where a node of one's own tells of them.
func TestAGapIsNotAServicesWord(t *testing.T) {
	t.Parallel()
	const gap = "leaves a gap, unless others that were not signed here wait from nonce "
	for _, c := range []struct {
		by    string
		waits []uint64
		says  string
	}{
		{by: ""},
		{by: "there", says: gap + "18 on, as there says"},
		{by: "there", waits: []uint64{18, 19}},
		{by: "there", waits: []uint64{18}, says: gap + "19 on, as there says"},
	} {
		st := newStage(t)
		for _, nonce := range c.waits {
			st.waiting(common.Hash{byte(nonce)}, nonce)
		}
		st.service.waits = true
		st.service.OnNonces = func(context.Context, uint64, common.Address) (api.Nonces, error) {
			return api.Nonces{Mined: 18, Next: 21, ToldBy: c.by}, nil
		}
		st.do(func() tea.Cmd {
			sign.Run(st.s, st.send(5))
			return nil
		})
		st.Press("f")
		if c.says == "" {
			st.Hides("gap")
			st.Shows("waits behind 2 transactions of this account")
			continue
		}
		st.Shows(c.says, `Type "gap"`)
		st.Hides("waits behind")
	}
}

// TestBehindNothing: where all that was sent before it is in blocks, a transaction waits behind
// none.
func TestBehindNothing(t *testing.T) {
	t.Parallel()
	for mined, says := range map[uint64]string{20: "", 19: "waits behind 1 transaction of this "} {
		st := newStage(t)
		st.service.waits = true
		st.service.OnNonces = func(context.Context, uint64, common.Address) (api.Nonces, error) {
			return api.Nonces{Mined: mined, Next: 20}, nil
		}
		st.do(func() tea.Cmd {
			sign.Run(st.s, st.send(5))
			return nil
		})
		st.Press("f")
		if says == "" {
			st.Hides("waits behind")
			continue
		}
		st.Shows(says)
	}
}

// What got no answer is handed on once more by itself, but not after that is refused: a person who
// left it is told so, and it is not carried out later, when the service would take it.
func TestARefusedResendIsTheLast(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	journal := lostOnes{why: map[common.Hash]string{}}
	st.s.Journal = journal
	st.lose()
	st.do(func() tea.Cmd {
		sign.Run(st.s, st.send(5))
		return nil
	})
	st.Press("S", "enter")
	st.Press("esc")
	before := len(st.service.sent)
	st.service.refuse = api.Errorf(api.TransactionFails, "the price moved")
	st.do(func() tea.Cmd { return sign.Follow(st.s, st.doubted(), false) })
	if note := st.Root.Note().Text; !strings.Contains(note, "the price moved") ||
		!strings.Contains(note, "handed on no more") {
		t.Errorf("the message row says %q", note)
	}
	if why := journal.why[st.doubted().Hash]; why != "was refused: the price moved" {
		t.Errorf("the journal says %q", why)
	}
	st.service.refuse = nil
	if st.Advance(10 * time.Minute); len(st.service.sent) != before {
		t.Errorf("it is handed on %d times after it was refused", len(st.service.sent)-before)
	}
}

// What was signed before a start and is done since is no failure, also where a server alone says
// so.
func TestWhatIsDoneSinceAStartIsNoFailure(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	st.lose()
	st.do(func() tea.Cmd {
		sign.Run(st.s, st.send(5))
		return nil
	})
	st.Press("S", "enter", "esc")
	e := st.doubted()
	st.service.lost, st.service.held = nil, false
	st.service.toldBy = "there"
	st.do(func() tea.Cmd { return sign.Follow(st.s, e, true) })
	st.Advance(time.Minute)
	var told []views.Told
	for _, m := range st.host.got {
		if said, ok := m.(views.Told); ok {
			told = append(told, said)
		}
	}
	if len(told) != 1 || told[0].Level == ui.Bad || told[0].Level == ui.Warn ||
		!strings.Contains(told[0].Text, "done in block") {
		t.Errorf("it is told as %+v", told)
	}
}

// TestANonceThatIsSaidToBeUsed: the answer is lost, and then the service says that the nonce is
// used by something that was not signed here. Nothing bears that out, so that the same once more
// has the same nonce; only when that was refused it takes the next one, for a word.
func TestANonceThatIsSaidToBeUsed(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	st.lose()
	st.do(func() tea.Cmd {
		sign.Run(st.s, st.send(5))
		return nil
	})
	st.Press("S", "enter")
	first := st.service.sent[0]
	st.Press("esc")
	used := first.Nonce() + 1
	st.service.OnNonces = func(context.Context, uint64, common.Address) (api.Nonces, error) {
		return api.Nonces{Mined: used, Next: used}, nil
	}
	st.do(func() tea.Cmd { return sign.Follow(st.s, st.doubted(), false) })
	if note := st.Root.Note().Text; !strings.Contains(note, "the service says that another") {
		t.Errorf("the message row says %q", note)
	}
	st.do(func() tea.Cmd {
		sign.Run(st.s, st.send(5))
		return nil
	})
	st.Shows("it has the nonce of transaction 0x", "never both")
	st.Hides("Type \"")
	st.service.refuse = api.Errorf(api.ValidationError, "nonce too low")
	st.Press("S", "enter")
	st.Shows("nonce too low")
	st.service.refuse = nil
	st.Press("r") // what was refused is prepared anew
	st.settle()
	st.Shows("and the service alone says that another transaction", `Type "twice" to go on`)
	// another payment is another wish
	st.Press("esc")
	st.do(func() tea.Cmd {
		sign.Run(st.s, st.send(6))
		return nil
	})
	st.Hides("twice", "again")
	if n := len(st.service.sent); n != 1 {
		t.Errorf("sent %d", n)
	}
}

// TestWhatWasRefusedAndIsMined: a service takes a transaction and says that it refuses it. Its
// nonce is used, by nothing else that was signed here: the same once more takes a word, and the
// first is followed.
func TestWhatWasRefusedAndIsMined(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	st.service.lost = api.Errorf(api.TransactionFails, "insufficient funds")
	st.service.held = true
	st.do(func() tea.Cmd {
		sign.Run(st.s, st.send(5))
		return nil
	})
	st.Press("S", "enter")
	st.Shows("insufficient funds", "It was refused")
	st.Press("esc")
	next := uint64(21)
	st.service.OnNonces = func(context.Context, uint64, common.Address) (api.Nonces, error) {
		return api.Nonces{Mined: next, Next: next}, nil
	}
	st.do(func() tea.Cmd {
		sign.Run(st.s, st.send(5))
		return nil
	})
	st.Shows("refused, and yet its nonce 20 is used", `Type "twice" to go on`)
	if st.Press("S", "enter", "enter"); len(st.service.sent) != 1 {
		t.Errorf("sent %d without the word", len(st.service.sent))
	}
	st.Press("esc")
	st.do(func() tea.Cmd {
		sign.Run(st.s, st.send(6))
		return nil
	}) // another wish
	st.Hides("refused", "twice")
	st.Press("esc")
	st.do(func() tea.Cmd { return sign.Follow(st.s, st.doubted(), false) })
	if note := st.Root.Note().Text; !strings.Contains(note, "the service says that another") {
		t.Errorf("the message row says %q", note)
	}
}

// lostOnes is a journal of why transactions never will be mined.
type lostOnes struct {
	views.Journal
	why map[common.Hash]string
}

func (l lostOnes) Lost(hash common.Hash, why string) { l.why[hash] = why }

// TestARefusalIsNoWaiting: of a transaction that the service refused the journal says so, and a
// program that is started after it too; the same once more takes no word.
func TestARefusalIsNoWaiting(t *testing.T) {
	t.Parallel()
	st, kept := keptStage(t)
	journal := lostOnes{why: map[common.Hash]string{}}
	st.s.Journal = journal
	st.service.refuse = api.Errorf(api.TransactionFails, "the price moved")
	st.do(func() tea.Cmd {
		sign.Run(st.s, st.send(5))
		return nil
	})
	st.Press("S", "enter")
	st.Shows("It was refused")
	e := st.doubted()
	if why := journal.why[e.Hash]; why != "was refused: the price moved" {
		t.Errorf("the journal says %q", why)
	}
	next := newStage(t)
	next.s.Preferences, next.service.held = kept, true
	nonce, _ := e.Nonce.Uint64()
	next.service.OnNonces = func(context.Context, uint64, common.Address) (api.Nonces, error) {
		return api.Nonces{Mined: nonce, Next: nonce}, nil
	}
	open, err := sign.Settle(t.Context(), next.s, func(views.Sent) {},
		func(views.Sent, api.Receipt) {})
	if want := e.What + " " + format.Hash(e.Hash) + " was refused"; err != nil ||
		len(open) != 1 || open[0] != want {
		t.Errorf("open is %q (%v), want %q", open, err, want)
	}
	next.do(func() tea.Cmd {
		sign.Run(next.s, next.send(5))
		return nil
	})
	next.Hides("Type \"")
}

// TestWhatWasRefusedIsOver: the nonce of what was refused is used by something else that was signed
// here. Then the same once more is the first of its kind, and nobody asks for it any more.
func TestWhatWasRefusedIsOver(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	st.service.refuse = api.Errorf(api.TransactionFails, "insufficient funds")
	st.do(func() tea.Cmd {
		sign.Run(st.s, st.send(5))
		return nil
	})
	st.Press("S", "enter")
	st.Shows("insufficient funds")
	st.Press("esc")
	st.service.refuse = nil
	st.do(func() tea.Cmd {
		sign.Run(st.s, st.send(6))
		return nil
	})
	st.Press("S", "enter")
	st.settle()
	if n := len(st.service.sent); n != 1 {
		t.Fatalf("sent %d:\n%s", n, st.Frame())
	}
	st.do(func() tea.Cmd {
		sign.Run(st.s, st.send(5))
		return nil
	})
	st.Shows("Approve")
	st.Hides("nonce of", "twice", "again")
	st.Press("esc")
	st.do(func() tea.Cmd { return sign.Follow(st.s, st.doubted(), false) })
	if note := st.Root.Note().Text; strings.Contains(note, "took its nonce") {
		t.Errorf("the message row says %q", note)
	}
}

// lost is a session whose payment was signed and had no answer, with the folder that keeps it.
func lost(t *testing.T) (*stage, *views.Preferences) {
	t.Helper()
	st, kept := keptStage(t)
	st.lose()
	st.do(func() tea.Cmd {
		sign.Run(st.s, st.send(5))
		return nil
	})
	st.Press("S", "enter")
	return st, kept
}

// TestWhatNobodyKnowsIsSentAgain: the next console has what was signed and hands on the very same,
// once no node knows it; when it is mined, nothing of it stays on disk.
func TestWhatNobodyKnowsIsSentAgain(t *testing.T) {
	t.Parallel()
	st, kept := lost(t)
	first := st.service.sent[0]
	next := newStage(t)
	next.service.held = true
	list, err := next.s.UnderWay.Open(kept)
	if err != nil || len(list) != 1 {
		t.Fatalf("the next session finds %+v, %v", list, err)
	}
	next.do(func() tea.Cmd { return sign.Follow(next.s, list[0], true) })
	if n := len(next.service.sent); n != 1 || next.service.sent[0].Hash() != first.Hash() {
		t.Fatalf("sent %d", n)
	}
	next.service.held = false
	for range 12 {
		if next.Root.Note().Text == "" {
			next.Advance(time.Second)
		}
	}
	if note := next.Root.Note().Text; !strings.Contains(note, "done in block") {
		t.Errorf("the message row says %q", note)
	}
	if text := kept.Get("underway"); strings.Contains(text, "raw") {
		t.Errorf("on disk is %s", text)
	}
}

// TestWhatAnEarlierSessionSentIsHandedOn: a service says that what an earlier session signed waits
// for its block. It is handed on once more all the same, so that a node of one's own can get it.
func TestWhatAnEarlierSessionSentIsHandedOn(t *testing.T) {
	t.Parallel()
	_, kept := lost(t)
	next := newStage(t)
	next.service.unseen = 2
	list, err := next.s.UnderWay.Open(kept)
	if err != nil || len(list) != 1 {
		t.Fatalf("the next session finds %+v, %v", list, err)
	}
	next.do(func() tea.Cmd { return sign.Follow(next.s, list[0], true) })
	if n := len(next.service.sent); n != 1 || next.service.sent[0].Hash() != list[0].Hash {
		t.Fatalf("sent %d", n)
	}
	for range 12 {
		if next.Root.Note().Text == "" {
			next.Advance(time.Second)
		}
	}
	next.keeps("your own node has not seen it")
}

// TestWhatTheOwnNodeHasNotSeenIsSaid: the waiting for a block says that one's own node knows
// nothing of the transaction.
func TestWhatTheOwnNodeHasNotSeenIsSaid(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	st.service.unseen = 2
	st.do(func() tea.Cmd {
		sign.Run(st.s, st.send(5))
		return nil
	})
	st.Press("S", "enter")
	st.keeps("waits for its block: your own node has not seen it")
	if note := st.Root.Note().Text; !strings.Contains(note, "done in block 1,234") {
		t.Errorf("the message row says %q", note)
	}
}

// TestWhoLeavesIsToldWhatItBrought: a later session says what a swap has brought, by what it moved.
func TestWhoLeavesIsToldWhatItBrought(t *testing.T) {
	t.Parallel()
	_, kept := lost(t)
	next := newStage(t)
	weth := api.Token{Address: common.Address{0xaa}, Symbol: "WETH", Decimals: 18}
	usdc := api.Token{Address: common.Address{0xbb}, Symbol: "USDC", Decimals: 6}
	next.service.OnTokens = func(context.Context, uint64) ([]api.Token, error) {
		return []api.Token{weth, usdc}, nil
	}
	next.service.OnMovements = func(_ context.Context, _ uint64, _ common.Address,
		hashes []common.Hash) ([]api.Movements, error) {
		return []api.Movements{{Hash: hashes[0], Success: true, Moves: []api.Move{
			{Token: weth.Address, Amount: api.NewAmount(3e17)},
			{Token: usdc.Address, Amount: api.NewAmount(907_460_000), In: true},
			{Token: weth.Address, Amount: api.NewAmount(1e17), In: true}}}}, nil // comes back
	}
	list, err := next.s.UnderWay.Open(kept)
	if err != nil || len(list) != 1 {
		t.Fatalf("the next session finds %+v, %v", list, err)
	}
	next.do(func() tea.Cmd { return sign.Follow(next.s, list[0], true) })
	for range 12 {
		if next.Root.Note().Text == "" {
			next.Advance(time.Second)
		}
	}
	if note := next.Root.Note().Text; !strings.Contains(note,
		": sold 0.200000 WETH for 907.46 USDC, block 1,234") {
		t.Errorf("the message row says %q", note)
	}
}

// keeps checks what was said, which Activity keeps.
func (st *stage) keeps(want string) {
	st.T.Helper()
	if !slices.ContainsFunc(st.host.got, func(m tea.Msg) bool {
		told, is := m.(views.Told)
		return is && strings.Contains(told.Text, want)
	}) {
		st.T.Errorf("%q is not told", want)
	}
}

// TestARevertOfOneWord: a service alone says that a transaction reverted. It says so, and the same
// once more asks for its word; of one's own node a revert is a revert.
func TestARevertOfOneWord(t *testing.T) {
	t.Parallel()
	for _, by := range []string{"", "there:8080"} {
		st := newStage(t)
		st.service.reverts, st.service.toldBy = "TRANSFER_FAILED", by
		st.do(func() tea.Cmd {
			sign.Run(st.s, st.send(5))
			return nil
		})
		st.Press("S", "enter")
		st.settle()
		note := st.Root.Note()
		if alone := strings.Contains(note.Text, "by the word of there:8080 alone"); alone !=
			(by != "") || !strings.Contains(note.Text, "reverted in block 1,234") {
			t.Errorf("told by %q: %q", by, note.Text)
		}
		st.do(func() tea.Cmd {
			sign.Run(st.s, st.send(5))
			return nil
		})
		if by == "" {
			st.Shows("[ Sign and send ]")
			st.Hides("the same was signed as")
			continue
		}
		st.Shows("the same was signed as 0x", `Type "again" to go on`)
	}
}

// TestAnotherProgramsLostReplyIsKnown: another program with the same folder signed the same, after
// this one began, and does not know what became of it.
func TestAnotherProgramsLostReplyIsKnown(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	open := func(u *views.UnderWay) {
		kept, err := views.OpenPreferences(folder)
		if err == nil {
			_, err = u.Open(kept)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	st, other := newStage(t), new(views.UnderWay)
	open(&st.s.UnderWay)
	open(other)
	tx := st.approve(big.NewInt(5))
	tx.Nonce = 19
	act, hash := views.TransactionAct(tx), common.Hash{8}
	if err := other.Put(views.Sent{Kind: views.SentTransaction, Hash: hash, ChainID: tx.ChainID,
		Account: tx.From, Nonce: api.NewAmount(tx.Nonce), Act: act, At: st.s.Env.Now(),
	}); err != nil {
		t.Fatal(err)
	}
	other.Doubt(hash)
	st.do(func() tea.Cmd {
		sign.Run(st.s, st.send(5))
		return nil
	})
	st.Shows("0x0800…0000")
	st.Press("esc")
	other.Remove(hash) // it was done
	st.do(func() tea.Cmd {
		sign.Run(st.s, st.send(5))
		return nil
	})
	st.Shows("the same was signed as 0x0800…0000", `Type "again" to go on`)
	if err := st.s.UnderWay.Put(views.Sent{Kind: views.SentOrder,
		Hash: common.Hash{9}}); err != nil {
		t.Fatal(err)
	}
	if e, ok := other.Entry(common.Hash{9}); !ok || e.Kind != views.SentOrder {
		t.Errorf("the other program knows %+v, %t", e, ok)
	}
}

// TestAnEarlierSessionsEndIsTold: a console tells what became of what the one before has signed.
func TestAnEarlierSessionsEndIsTold(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		mined   uint64
		receipt bool
		says    string
	}{{5, true, "done in block 1,234"}, {5, false, "the service says that another transaction of " +
		"the account took its nonce 4: if that is so, it never will be mined"}} {
		st := newStage(t)
		e := views.Sent{What: "Send", Kind: views.SentTransaction, Hash: common.Hash{9},
			ChainID: local.ChainID, Account: st.s.Account.Address, Nonce: amount("4"),
			At: st.Clock.Now()}
		st.service.OnNonces = func(context.Context, uint64, common.Address) (api.Nonces, error) {
			return api.Nonces{Mined: c.mined, Next: c.mined}, nil
		}
		if err := st.s.UnderWay.Put(e); err != nil {
			t.Fatal(err)
		}
		st.service.held = !c.receipt
		st.do(func() tea.Cmd { return sign.Follow(st.s, e, true) })
		for range 6 {
			if st.Root.Note().Text == "" {
				st.Advance(time.Second)
			}
		}
		want := "since an earlier session: Send 0x0900…0000: " + c.says
		if note := st.Root.Note().Text; !strings.HasPrefix(note, want) {
			t.Errorf("the message row says %q, want %q", note, want)
		}
	}
}

// TestAnswersThatAreAlwaysLostAreNotAskedForEver: an order that the service has is handed on once
// more for the answer, and then it is done.
func TestAnswersThatAreAlwaysLostAreNotAskedForEver(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	data := eip712.OrderTypedData(local.ChainID, rfq, st.order())
	posted := 0
	st.do(func() tea.Cmd {
		sign.Open(st.s, sign.Spec{Data: &data,
			Submit: func(context.Context, sign.Signed) (any, error) {
				posted++
				return nil, errors.New("EOF")
			}})
		return nil
	})
	st.Press("S", "enter")
	shown := new(bool)
	for range 5 {
		for _, e := range st.s.UnderWay.List() {
			st.Send(sign.Found{Sent: e, Shown: shown})
			st.settle()
		}
	}
	if posted != 2 || st.openDialogs() != 0 {
		t.Errorf("posted %d times, dialogs %q", posted, st.Root.Dialogs())
	}
}

// TestAnOrderThatIsNotShownIsNotThere: what was signed here answers for an order that the service
// does not show. Where the service has it, it is handed on once more for the answer; else it is
// looked for further.
func TestAnOrderThatIsNotShownIsNotThere(t *testing.T) {
	t.Parallel()
	for _, unshown := range []bool{true, false} {
		st := newStage(t)
		st.service.OnOrder = func(_ context.Context, hash common.Hash, _ bool) (
			api.OrderRecord, error) {
			return api.OrderRecord{Hash: hash, State: api.Pending, Unshown: unshown}, nil
		}
		data := eip712.OrderTypedData(local.ChainID, rfq, st.order())
		posted := 0
		st.do(func() tea.Cmd {
			sign.Open(st.s, sign.Spec{Data: &data,
				Submit: func(context.Context, sign.Signed) (any, error) {
					posted++
					return nil, errors.New("EOF")
				}})
			return nil
		})
		st.Press("S", "enter")
		doubted := st.doubted()
		st.do(func() tea.Cmd { return sign.Follow(st.s, doubted, false) })
		st.settle()
		if found := posted > 1; found == unshown {
			t.Errorf("unshown %t: taken for found %t, %q", unshown, found, st.Root.Note().Text)
		}
	}
}

// TestASecondTryOfAnOrderIsTheSameOrder: with the nonce and the end of the first, of which no book
// holds two.
func TestASecondTryOfAnOrderIsTheSameOrder(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	post := func(o api.Order) sign.Spec {
		data := eip712.OrderTypedData(local.ChainID, rfq, o)
		return sign.Spec{Data: &data,
			Submit: func(context.Context, sign.Signed) (any, error) {
				return nil, errors.New("EOF")
			}}
	}
	first := st.order()
	st.do(func() tea.Cmd {
		sign.Open(st.s, post(first))
		return nil
	})
	st.Press("S", "enter")
	if note := st.Root.Note().Text; !strings.Contains(note, "It may have been sent as 0x") {
		t.Fatalf("the message row says %q", note)
	}
	st.Press("esc")
	st.settle()
	again := first
	again.NonceAndMeta = api.PackNonce(amount("8"), common.Address{})
	again.Expiry += 4
	if got := st.s.SameOrder(again); got != first {
		t.Errorf("the second try is %+v, want %+v", got, first)
	}
	st.do(func() tea.Cmd {
		sign.Open(st.s, post(first))
		return nil
	})
	st.Shows("there is only one of it")
	st.Press("esc")
	other := again
	other.MakerAmount = amount("1")
	if got := st.s.SameOrder(other); got != other {
		t.Errorf("another wish became %+v", got)
	}
	st.do(func() tea.Cmd {
		sign.Open(st.s, post(other))
		return nil
	})
	st.Shows("may be posted as well: this would be another one beside it", `Type "beside"`)
	if err := st.s.UnderWay.Put(views.Sent{Kind: views.SentOrder, ChainID: local.ChainID,
		Account: st.s.Account.Address, Hash: common.Hash{9}, Nonce: api.NewAmount(9),
		At: st.s.Env.Now(), Refused: true}); err != nil {
		t.Fatal(err)
	}
	st.Press("esc")
	st.do(func() tea.Cmd {
		sign.Open(st.s, post(other))
		return nil
	})
	st.Shows("order 0x0900…0000 was signed and refused: if it is posted all the same, this is",
		"one beside it", "Waiting for your decision")
	later := again
	later.Expiry += 7 * 86400
	if got := st.s.SameOrder(later); got != later {
		t.Error("an end that was chosen anew is another wish")
	}
}

// doubted is what the console was told of something of which no answer came.
func (st *stage) doubted() views.Sent {
	for _, m := range st.host.got {
		if d, ok := m.(sign.Doubted); ok {
			return d.Sent
		}
	}
	st.T.Fatal("nobody was told to follow it")
	return views.Sent{}
}

// TestAnotherOrderOfANonceIsNotTheOrder: that the service has an order of the nonce of a Delta
// order is no word of that one: its hash is, unless what was signed here answers for the service.
func TestAnotherOrderOfANonceIsNotTheOrder(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		same, unshown, found bool
		newer                int
	}{"another one": {}, "the order": {same: true, found: true},
		"the order behind many":   {same: true, found: true, newer: 1100},
		"another one behind many": {newer: 1100},
		"what was signed here":    {same: true, unshown: true}} {
		st := newStage(t)
		o := api.DeltaOrder{Owner: st.s.Account.Address, Beneficiary: st.s.Account.Address,
			SrcToken: usdc, DestToken: weth, SrcAmount: amount("1000000"),
			DestAmount: amount("1"), ExpectedDestAmount: amount("2"), Nonce: amount("77"),
			Deadline: uint64(st.Clock.Now().Unix()) + 3600}
		data := eip712.DeltaTypedData(local.ChainID, common.Address{0xde}, o)
		st.service.OnDeltaOrders = func(_ context.Context, q api.DeltaQuery) ([]api.DeltaRecord,
			error) {
			list := make([]api.DeltaRecord, c.newer)
			for i := range list {
				list[i].OrderHash = common.BigToHash(big.NewInt(int64(i + 10)))
			}
			r := api.DeltaRecord{ID: "a", Order: o, User: o.Owner, OrderHash: common.Hash{7},
				Status: api.DeltaExecuted, Unshown: c.unshown}
			if c.same {
				r.OrderHash = data.Hash()
			}
			list = append(list, r)
			from := min(len(list), (q.Page-1)*q.Limit)
			return list[from:min(len(list), from+q.Limit)], nil
		}
		e := views.Sent{What: "Delta order", Kind: views.SentDelta, Hash: data.Hash(),
			ChainID: local.ChainID, Account: o.Owner, Nonce: o.Nonce, Expiry: o.Deadline,
			At: st.Clock.Now(), Refused: true}
		if err := st.s.UnderWay.Put(e); err != nil {
			t.Fatal(err)
		}
		st.do(func() tea.Cmd { return sign.Follow(st.s, e, false) })
		found := false
		for range 30 {
			st.Advance(time.Second)
			found = found || strings.Contains(st.Root.Note().Text, "the service has it")
		}
		if found != c.found {
			t.Errorf("%s: told as found %t:\n%s", name, found, st.Frame())
		}
	}
}
