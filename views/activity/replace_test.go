package activity_test

import (
	"context"
	"errors"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/ui"
	"bourse/ui/uitest"
	"bourse/views"
	"bourse/views/activity"
	"bourse/wallet"
)

// A transaction that waits is sped up with u and cancelled with x; one that is mined, or was lost,
// is not.
func TestSpeedUpAndCancel(t *testing.T) {
	t.Parallel()
	env, clock := uitest.NewEnv()
	env.Header = ui.Header{Mode: "DEMO", Chain: "Local", ChainID: 1337, Account: "main", Block: 7,
		BlockAt: clock.Now(), Conn: ui.Live}
	w, err := wallet.Open(wallet.Options{Now: clock.Now, Development: true})
	if err != nil {
		t.Fatal(err)
	}
	log, who, nonce := activity.NewLog(clock.Now), w.List()[0], uint64(4)
	sent := func(hash common.Hash) {
		log.Add(activity.Entry{Level: activity.Signed, Component: "wallet", Text: "signed",
			Signer: &activity.Signer{Account: who.Address, ChainID: 1337, Hash: hash,
				Nonce: &nonce}})
	}
	sent(common.Hash{1})
	var asked []api.ReplaceRequest
	fake := &apitest.Fake{OnPrepareReplacement: func(_ context.Context,
		r api.ReplaceRequest) (api.Transaction, error) {
		asked = append(asked, r)
		return api.Transaction{}, errors.New("not today")
	}}
	session := &views.Session{Context: t.Context(), Env: env, Service: fake, Wallet: w,
		Exchange: apitest.On(fake, 1337),
		Account:  who, Network: api.Network{ChainID: 1337, Local: true}}
	k := uitest.New(t, env, ui.Tab{Screen: activity.New(session, log), Title: "Activity",
		Short: "Log", Number: 8})
	k.Shows("waits for its block: signed")
	k.Press("u")
	k.Shows("cannot speed up 0x0100…0000: not today")
	log.Add(activity.Entry{Level: activity.Info, Component: "chain", Text: "simulated"})
	k.Press("esc")
	k.Send(env.Header)
	k.Press("x") // the entry of the transaction is still the selected one
	k.Shows("cannot cancel 0x0100…0000: not today")
	k.Press("esc")
	if len(asked) != 2 || asked[0] != (api.ReplaceRequest{Hash: common.Hash{1}}) ||
		asked[1] != (api.ReplaceRequest{Hash: common.Hash{1}, Cancel: true}) {
		t.Errorf("asked for %+v", asked)
	}
	log.Lost(common.Hash{1}, "cancelled by another")
	k.Send(env.Header)
	k.Press("j", "u")
	if len(asked) != 2 || len(k.Root.Dialogs()) != 0 {
		t.Error("what was lost is sped up")
	}
	// one that was refused waits for nothing, and is mined all the same where that was a lie
	sent(common.Hash{3})
	log.Lost(common.Hash{3}, "was refused: nonce too low")
	k.Send(env.Header)
	k.Shows("was refused: nonce too low")
	k.Hides("waits for its block")
	log.Add(activity.Entry{Receipt: &api.Receipt{Hash: common.Hash{3}, Block: &api.BlockRef{}}})
	if list := log.Gas(who.Address, 1337); len(list) != 1 {
		t.Errorf("what was refused and is mined has cost %+v", list)
	}
	sent(common.Hash{2})
	log.Add(activity.Entry{Receipt: &api.Receipt{Hash: common.Hash{2}, Block: &api.BlockRef{}}})
	k.Send(env.Header)
	k.Hides("waits for its block")
	k.Press("g", "j", "u")
	if len(asked) != 2 {
		t.Error("what is mined is sped up")
	}
}
