package sshd

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend"
	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/wallet"
)

// TestSlicesByKeys sells in slices, key by key at a real exchange: one signature, each slice
// settled on chain at its time, told in the timeline and the history. The exchange's clock goes on
// by a minute where a person would wait.
func TestSlicesByKeys(t *testing.T) {
	t.Parallel()
	accounts, err := wallet.DevelopmentAccounts()
	if err != nil {
		t.Fatal(err)
	}
	var ahead atomic.Int64 // of the wall clock
	now := func() time.Time { return time.Now().Add(time.Duration(ahead.Load())) }
	b, err := backend.Open(t.Context(), backend.Config{Dir: t.TempDir(), Now: now, Seed: 1,
		Accounts: accounts, Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	running, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- b.Run(running) }()
	t.Cleanup(func() {
		stop()
		if err := errors.Join(<-ended, b.Close()); err != nil {
			t.Error(err)
		}
	})
	if err := b.Ready(t.Context()); err != nil {
		t.Fatal(err)
	}
	guests := known{visitors(t, b, 1), make(chan common.Address, 1)}
	c := connect(t, serve(t, b, guests, nil), "127.0.0.1", "xterm-256color", 120, 36)
	c.press("", "live")
	c.press("5", "Delta order")
	c.press("500", "quote fresh")
	c.press("\t\t\t"+strings.Repeat("\x1b[C", 6), "( in a series )")
	c.press("\t\x152", "one signature for 2 slices")
	c.press("\r", "May move up to")
	c.insist("\x1b[BS", "]◂  ⏎ signs")
	c.press("\r", "Each slice")
	c.insist("\x1b[BS", "]◂  ⏎ signs")
	c.press("\r", "1 of 2 settled") // the second one is due a minute after it
	ahead.Add(int64(time.Minute))
	c.press("", "EXECUTED")

	owner := <-guests.lent
	list, err := apitest.On(b, api.LocalChainID).DeltaOrders(t.Context(),
		api.DeltaQuery{User: owner, Page: 1, Limit: 5})
	if err != nil || len(list) != 1 {
		t.Fatalf("%v %+v", err, list)
	}
	var sold api.Amount
	for _, tx := range list[0].Transactions {
		sold = sold.Add(tx.Spent)
	}
	if r := list[0]; r.Order.Slices != 2 || len(r.Transactions) != 2 || sold != r.Order.SrcAmount ||
		sold != api.NewAmount(5e8) {
		t.Errorf("sold in slices by %+v", r)
	}
	c.press("h", "Delta history")
	c.press("", "EXECUTED")
}
