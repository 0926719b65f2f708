package chain_test

import (
	"testing"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/chain/local"
)

// A transaction that waits is sent again for more: nodes take it in the other's place, and only one
// of the two is mined.
func TestSenderReplaces(t *testing.T) {
	t.Parallel()
	c := openLocal(t, local.Config{})
	n := connect(t, c, c.Client())
	s := chain.NewSender(n, local.House{}.Trader(5))
	old, err := numbered(t, s, chain.Call{To: payee(0), Value: api.NewAmount(7)})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Send(t.Context(), old); err != nil {
		t.Fatal(err)
	}
	fresh, err := s.Replace(t.Context(), old)
	if err != nil {
		t.Fatal(err)
	}
	if fresh.Nonce() != old.Nonce() || fresh.GasFeeCap().Cmp(old.GasFeeCap()) <= 0 ||
		fresh.GasTipCap().Cmp(old.GasTipCap()) <= 0 {
		t.Errorf("nonce %d at %s, before %d at %s", fresh.Nonce(), fresh.GasFeeCap(), old.Nonce(),
			old.GasFeeCap())
	}
	if err := s.Send(t.Context(), fresh); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Mine(t.Context()); err != nil {
		t.Fatal(err)
	}
	if r, err := n.RawReceipt(t.Context(), fresh.Hash()); err != nil || r == nil || r.Status != 1 {
		t.Errorf("the replacement: %v %v", r, err)
	}
	if r, err := n.RawReceipt(t.Context(), old.Hash()); err != nil || r != nil {
		t.Errorf("the replaced one: %v %v", r, err)
	}
	if r, err := n.Receipt(t.Context(), old.Hash()); err != nil || r.Block != nil || r.Waits {
		t.Errorf("the replaced one is said to wait: %+v %v", r, err)
	}
}
