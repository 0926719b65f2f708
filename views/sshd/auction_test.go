package sshd

import (
	"testing"

	"github.com/ethereum/go-ethereum/common"
	gossh "golang.org/x/crypto/ssh"

	"bourse/backend/api"
)

// known tells whose account each guest is lent.
type known struct {
	Guests
	lent chan common.Address
}

func (k known) Admit(key gossh.PublicKey) (Guest, error) {
	g, err := k.Guests.Admit(key)
	if err == nil {
		k.lent <- g.Wallet.List()[0].Address
	}
	return g, err
}

// TestAPurchaseByKeys buys an exact amount by an auction, key by key at a real exchange: the permit
// is signed, then the order, an agent settles it, and the chain has what was typed.
func TestAPurchaseByKeys(t *testing.T) {
	t.Parallel()
	service := exchange(t, "--no-traders")
	guests := known{visitors(t, service, 1), make(chan common.Address, 1)}
	c := connect(t, serve(t, service, guests, nil), "127.0.0.1", "xterm-256color", 120, 36)
	c.press("", "3,021.00")
	c.press("5", "Delta order")
	c.press("b", "( BUY exact out )")
	c.press("0.5", "quote fresh")
	c.press("\r", "1 of 2")
	c.insist("\x1b[BS", "]◂  ⏎ signs")
	c.press("\r", "2 of 2")
	c.insist("\x1b[BS", "]◂  ⏎ signs")
	c.press("\r", "EXECUTED")

	list, err := service.DeltaOrders(t.Context(),
		api.DeltaQuery{User: <-guests.lent, Page: 1, Limit: 5})
	if err != nil || len(list) != 1 {
		t.Fatalf("%v %+v", err, list)
	}
	r, wanted := list[0], api.NewAmount(5e17)
	if !r.Order.Buy || r.Order.DestAmount != wanted || r.Status != api.DeltaExecuted ||
		len(r.Transactions) != 1 || r.Transactions[0].Received.Less(wanted) ||
		r.Order.SrcAmount.Less(r.Transactions[0].Spent) {
		t.Fatalf("%+v", r)
	}
	receipt, err := service.Receipt(t.Context(), api.LocalChainID, r.Transactions[0].Hash)
	if err != nil || !receipt.Success {
		t.Errorf("the chain has %+v, %v", receipt, err)
	}
}
