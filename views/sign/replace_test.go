package sign_test

import (
	"context"
	"errors"
	"math/big"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/views"
	"bourse/views/sign"
)

// Of a transaction that never will be mined it is told why; one that was sped up goes on as the one
// that took its place, and is not dropped meanwhile, though no node holds it any more.
func TestAwaitTellsWhatWasLost(t *testing.T) {
	t.Parallel()
	sent, faster, none, other := common.Hash{1}, common.Hash{2}, common.Hash{3}, common.Hash{4}
	tx := api.Transaction{ChainID: local.ChainID, From: common.Address{7}, To: common.Address{8},
		Nonce: 4}
	for name, tc := range map[string]struct {
		mined    common.Hash
		counts   api.Nonces
		says     string
		replaced bool
		waits    int // for so many blocks in a node's pool
		gone     int // for so many blocks in nobody's
		toldBy   string
	}{
		"mined":                {mined: sent, counts: api.Nonces{Mined: 5, Next: 5}},
		"gap":                  {mined: sent, counts: api.Nonces{Mined: 2, Next: 2}, waits: 8},
		"sped up":              {mined: faster, counts: api.Nonces{Mined: 5, Next: 5}},
		"sped up behind a gap": {mined: faster, counts: api.Nonces{Mined: 5, Next: 5}, gone: 8},
		"cancelled": {none, api.Nonces{Mined: 5, Next: 5}, "cancelled by 0x0300", true, 0,
			0, ""},
		"cancelled by a word": {none, api.Nonces{Mined: 5, Next: 5},
			"in block 12, by the word of there alone", false, 0, 0, "there"},
		"another wish in its place": {other, api.Nonces{Mined: 5, Next: 5},
			"0x0400…0000 took its nonce 4", true, 0, 0, ""},
		"replaced elsewhere": {common.Hash{9}, api.Nonces{Mined: 5, Next: 6},
			"the service says that another transaction of the account took its nonce 4", false, 0,
			0, ""},
		"dropped": {common.Hash{9}, api.Nonces{Mined: 4, Next: 4}, "it was dropped",
			false, 0, 0, ""},
	} {
		s := &apitest.Fake{}
		asked := 0
		s.OnReceipt = func(_ context.Context, chain uint64, hash common.Hash) (api.Receipt, error) {
			if asked++; hash == tc.mined && asked > 1+tc.waits+tc.gone {
				return api.Receipt{Hash: hash, Block: &api.BlockRef{Number: 12},
					ToldBy: tc.toldBy}, nil
			}
			s.Bus.Publish(api.Event{Topic: api.TopicBlock, ChainID: chain})
			return api.Receipt{Hash: hash, Waits: asked <= tc.waits}, nil
		}
		s.OnNonces = func(context.Context, uint64, common.Address) (api.Nonces, error) {
			if asked <= tc.gone {
				return api.Nonces{Mined: 2, Next: 2}, nil
			}
			return tc.counts, nil
		}
		var under views.UnderWay
		nothing, another := tx, tx
		nothing.To, another.Data = tx.From, []byte{1}
		for _, e := range []views.Sent{{Hash: sent, Tx: &tx}, {Hash: faster, Tx: &tx},
			{Hash: none, Tx: &nothing}, {Hash: other, Tx: &another}} {
			e.Kind, e.ChainID, e.Account, e.Nonce = views.SentTransaction, tx.ChainID, tx.From,
				api.NewAmount(tx.Nonce)
			if err := under.Put(e); err != nil {
				t.Fatal(err)
			}
			if under.Took(e.Hash); name == "dropped" {
				break
			}
		}
		r, err := sign.Await(t.Context(), s, &under, tx, sent, func(string) {})
		var lost *sign.Lost
		switch {
		case tc.says == "":
			if err != nil || r.Hash != tc.mined {
				t.Errorf("%s: %+v, %v", name, r, err)
			}
		case !errors.As(err, &lost) || !strings.Contains(lost.Why, tc.says) ||
			lost.Replaced != tc.replaced || tc.toldBy != "" && !lost.Claimed:
			t.Errorf("%s: %v, want %q", name, err, tc.says)
		}
	}
}

// What takes another's place says so before it is signed, with what it costs at most and likely.
func TestReplace(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	old := common.Hash{0xab}
	fake := &apitest.Fake{}
	fake.OnPrepareReplacement = func(_ context.Context, r api.ReplaceRequest) (api.Transaction,
		error) {
		if r != (api.ReplaceRequest{Hash: old, Cancel: true}) {
			t.Errorf("asked for %+v", r)
		}
		return api.Transaction{From: st.s.Account.Address,
			To: st.s.Account.Address, Nonce: 4, Gas: 25_200, GasUsed: 21_000,
			GasPrice: api.NewAmount(30e9), Tip: api.NewAmount(2e9), BaseFee: api.NewAmount(14e9),
			L1Fee: api.NewAmount(5e12), Delegate: &common.Address{0xde}}, nil
	}
	st.s.Service, st.s.Exchange = fake, apitest.On(fake, local.ChainID)
	st.do(func() tea.Cmd {
		sign.Replace(st.s, old, 4, true)
		return nil
	})
	st.Shows("it takes the place of 0xab00…0000 (nonce 4)", "never both", "likely fee",
		"it uses up nonce 4",
		"0.000341 ETH", "0.000761 ETH", "base fee of 14 and a tip of 2 gwei",
		"0.000005 ETH for the chain below", "as its delegate", "[ Keep it ]◂",
		"esc leaves it as it is")
	st.Press("S", "enter")
	sent := fake.Sent()
	if len(sent) != 1 || sent[0].Type() != types.DynamicFeeTxType ||
		sent[0].GasTipCap().Uint64() != 2e9 {
		t.Fatalf("sent %+v", sent)
	}
}

// What an earlier session signed is known from what it left on disk: what takes its place has to do
// the same, and where nothing is left it is not said to.
func TestReplaceWhatAnEarlierSessionSigned(t *testing.T) {
	t.Parallel()
	kept, err := views.OpenPreferences(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	before := newStage(t)
	if _, err := before.s.UnderWay.Open(kept); err != nil {
		t.Fatal(err)
	}
	before.lose()
	before.do(func() tea.Cmd {
		sign.Run(before.s, before.send(5))
		return nil
	})
	before.Press("S", "enter")
	old := before.service.sent[0]
	for says, change := range map[string]func(*api.Transaction){
		"does the same for higher fees": func(*api.Transaction) {},
		"it does something else than the one in whose place it is sent": func(tx *api.Transaction) {
			tx.Data = before.approve(big.NewInt(10)).Data
		},
	} {
		st := newStage(t)
		if _, err := st.s.UnderWay.Open(kept); err != nil {
			t.Fatal(err)
		}
		fake := &apitest.Fake{}
		fake.OnPrepareReplacement = func(context.Context, api.ReplaceRequest) (api.Transaction,
			error) {
			tx := before.approve(big.NewInt(5))
			tx.From, tx.Nonce = st.s.Account.Address, old.Nonce()
			change(&tx)
			return tx, nil
		}
		st.s.Service, st.s.Exchange = fake, apitest.On(fake, local.ChainID)
		st.do(func() tea.Cmd {
			sign.Replace(st.s, old.Hash(), old.Nonce(), false)
			return nil
		})
		st.Shows(says)
		st.Hides("did not send what it takes the place of")
		st.Press("esc")
		st.do(func() tea.Cmd {
			sign.Replace(st.s, common.Hash{1}, old.Nonce(), false)
			return nil
		})
		st.Shows("did not send what it takes the place of", "may do something else")
	}
}

// TestACancellationOfOneWordEndsNothing: where a service alone says that a cancellation is mined,
// what it cancels may be mined yet.
func TestACancellationOfOneWordEndsNothing(t *testing.T) {
	t.Parallel()
	for _, by := range []string{"there", ""} {
		var under views.UnderWay
		for _, hash := range []common.Hash{{1}, {2}} {
			if err := under.Put(views.Sent{Kind: views.SentTransaction, Hash: hash,
				Nonce: amount("4")}); err != nil {
				t.Fatal(err)
			}
		}
		under.Mined(common.Hash{2}, &api.Receipt{Success: true, ToldBy: by})
		if _, watched := under.Entry(common.Hash{1}); watched != (by == "there") {
			t.Errorf("by %q: it is watched: %t", by, watched)
		}
	}
}
