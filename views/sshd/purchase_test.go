package sshd

import (
	"testing"

	"github.com/charmbracelet/ssh"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
)

// known tells whose account each guest is lent.
type known struct {
	Guests
	lent chan common.Address
}

func (k known) Admit(key ssh.PublicKey, address string) (Guest, error) {
	g, err := k.Guests.Admit(key, address)
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
	c.press("", "live")
	c.press("5", "Delta order")
	c.press("b", "( BUY exact out )")
	c.press("0.5", "quote fresh")
	c.press("\r", "1 of 2")
	c.insist("\x1b[BS", "]◂  ⏎ signs")
	c.press("\r", "2 of 2")
	c.insist("\x1b[BS", "]◂  ⏎ signs")
	c.press("\r", "EXECUTED")

	owner, on := <-guests.lent, apitest.On(service, api.LocalChainID)
	newest := func() api.DeltaRecord {
		list, err := on.DeltaOrders(t.Context(), api.DeltaQuery{User: owner, Page: 1, Limit: 5})
		if err != nil || len(list) == 0 {
			t.Fatalf("%v %+v", err, list)
		}
		receipt, err := on.Receipt(t.Context(), list[0].Transactions[0].Hash)
		if err != nil || !receipt.Success {
			t.Errorf("the chain has %+v, %v", receipt, err)
		}
		return list[0]
	}
	r, wanted := newest(), api.NewAmount(5e17)
	if !r.Order.Buy || r.Order.DestAmount != wanted || r.Status != api.DeltaExecuted ||
		len(r.Transactions) != 1 || r.Transactions[0].Received.Less(wanted) ||
		r.Order.SrcAmount.Less(r.Transactions[0].Spent) {
		t.Errorf("bought by %+v", r)
	}

}
