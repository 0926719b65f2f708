package sshd

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
	gossh "golang.org/x/crypto/ssh"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/backend/chain/local"
	"bourse/wallet"
)

// Whoever sends away what is lent, over and over, is refused after a while, and nobody else is;
// who leaves it all behind can come as often as one likes.
func TestAccountsThatComeBackEmpty(t *testing.T) {
	t.Parallel()
	now := time.Unix(1_800_000_000, 0)
	var owed tabs
	visit := func(address string, lost int64) error {
		err := owed.enter(address, now)
		if err == nil {
			owed.leave(address, lost, now)
		}
		return err
	}
	for range 3 * mostLost {
		if err := visit("honest", 0); err != nil {
			t.Fatal(err)
		}
	}
	for i := range mostLost {
		if err := visit("thief", whole); err != nil {
			t.Fatalf("visit %d: %v", i, err)
		}
	}
	err := visit("thief", whole)
	if err == nil || !strings.Contains(err.Error(), "come again in 4m0s") {
		t.Errorf("a thief is told %v", err)
	}
	if err := visit("honest", 0); err != nil {
		t.Error("beside a thief:", err)
	}
	now = now.Add(4 * time.Minute)
	if err := visit("thief", whole); err != nil {
		t.Error("when it is told to come again:", err)
	}
	if err := visit("thief", whole); err == nil {
		t.Error("one visit later a thief is lent another account")
	}
	now = now.Add(5 * time.Hour)
	if err := visit("honest", 0); err != nil || len(owed.owes) != 0 {
		t.Errorf("%v; later %d are remembered", err, len(owed.owes))
	}
}

// All places begin alike. A purse of which much was taken away lends less, never nothing, and is
// whole after a day.
func TestPurseIsNeverEmpty(t *testing.T) {
	t.Parallel()
	now := time.Unix(1_800_000_000, 0)
	held, share := api.NewAmount(1e12), api.NewAmount(1e12/256)
	p := purse{full: api.NewAmount(1e12)}
	for i := range DefaultLimits().Total {
		if got := p.lend(held, now); got != share {
			t.Fatalf("visitor %d begins with %s, others with %s", i, got, share)
		}
	}
	for range DefaultLimits().Total {
		p.back(share, now)
	}
	var taken api.Amount
	for range 2000 {
		taken = taken.Add(p.lend(held, now))
	}
	if got := p.lend(held, now); got.IsZero() || !got.Less(share) || p.full.Less(taken) {
		t.Errorf("when %s are gone a visitor begins with %s", taken, got)
	}
	now = now.Add(12 * time.Hour)
	if got := p.lend(held, now); got.Less(share.MulDiv(api.NewAmount(9), api.NewAmount(10))) {
		t.Errorf("after half a day a visitor begins with %s", got)
	}
	now = now.Add(24 * time.Hour)
	if got := p.lend(held, now); got != share {
		t.Errorf("after a day a visitor begins with %s", got)
	}
	if got := p.lend(share, now); got.IsZero() || !got.Less(share) {
		t.Errorf("of a faucet that has but %s a visitor gets %s", share, got)
	}
}

// A faucet that has little of one token left lends that: who comes gets a console all the same.
func TestFaucetRunsLow(t *testing.T) {
	t.Parallel()
	ctx, service := t.Context(), exchange(t, "--no-traders")
	v, usdc := visitors(t, service, 2), tokenOf(t, service, "USDC")
	on, faucet := apitest.On(service, api.LocalChainID), v.funds.faucet
	held, err := on.UserToken(ctx, faucet.address, usdc)
	if err != nil {
		t.Fatal(err)
	}
	guest := func() common.Address {
		t.Helper()
		g, err := v.Admit(nil, "here")
		if err == nil {
			err = g.Ready(ctx)
		}
		if err != nil {
			t.Fatal(err)
		}
		return g.Wallet.List()[0].Address
	}
	first := holdingsOf(t, service, guest())
	tx, err := on.PrepareTransfer(ctx, api.TransferRequest{Owner: faucet.address,
		To: common.Address{1}, Amount: held.Balance.Sub(first["USDC"].Add(api.NewAmount(1e9))),
		Asset: api.Asset{Kind: api.ERC20, Address: usdc}})
	sent, err := faucet.send(ctx, on, tx, err)
	if err == nil {
		err = await(ctx, service, on, []common.Hash{sent})
	}
	if err != nil {
		t.Fatal(err)
	}
	second := holdingsOf(t, service, guest())
	if got := second["USDC"]; got.IsZero() || !got.Less(first["USDC"]) ||
		second["WETH"] != first["WETH"] {
		t.Errorf("a visitor begins with %v, the first with %v", second, first)
	}
}

// The faucet is stocked with a year of what thieves of many addresses could take away in a day.
func TestFaucetIsStockedForLong(t *testing.T) {
	t.Parallel()
	service := quiet(t)
	faucet := crypto.PubkeyToAddress(houseOf(service).Faucet().PublicKey)
	tokens, err := apitest.On(service, api.LocalChainID).UserTokens(t.Context(), faucet)
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range tokens {
		if year := local.FaucetPurse(k.Token).MulDiv(api.NewAmount(365),
			api.NewAmount(1)); k.Balance.Less(year) {
			t.Errorf("the faucet has %s %s for a year of %s", k.Balance, k.Symbol, year)
		}
	}
}

// A thief comes over and over by ssh and is told when to come again; somebody of another address
// gets a console.
func TestThievesAreToldToWait(t *testing.T) {
	t.Parallel()
	ctx, service := t.Context(), exchange(t, "--no-traders")
	v := visitors(t, service, 2)
	now := v.now()
	for range mostLost - 1 {
		if err := v.tabs.enter("127.0.0.1", now); err != nil {
			t.Fatal(err)
		}
	}
	guests := wallets{v, make(chan *wallet.Wallet, 1)}
	address := serve(t, service, guests, nil)
	c := connect(t, address, "127.0.0.1", "xterm-256color", 120, 36)
	c.press("", "live")
	w := <-guests.lent
	by, on := signer{w, w.List()[0].Address}, apitest.On(service, api.LocalChainID)
	weth, err := on.UserToken(ctx, by.address, tokenOf(t, service, "WETH"))
	if err != nil {
		t.Fatal(err)
	}
	tx, err := on.PrepareTransfer(ctx, api.TransferRequest{Owner: by.address,
		To: common.Address{1}, Amount: weth.Balance,
		Asset: api.Asset{Kind: api.ERC20, Address: weth.Address}})
	sent, err := by.send(ctx, on, tx, err)
	if err == nil {
		err = await(ctx, service, on, []common.Hash{sent})
	}
	if err != nil {
		t.Fatal(err)
	}
	_, _ = c.in.Write([]byte{3})
	if err := c.Wait(); err != nil {
		t.Fatal(err)
	}
	awaitClear(t, service, v)
	says(t, address, nil, "come again in", func(s *gossh.Session) error {
		return errors.Join(s.RequestPty("xterm", 24, 80, nil), s.Shell(), s.Wait())
	})
	c = connect(t, address, "127.0.0.2", "xterm-256color", 120, 36)
	c.press("", "live")
}
