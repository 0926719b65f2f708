package desk

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"bourse/backend/api"
	"bourse/views"
	"bourse/wallet"
)

// auctioned is an exchange that knows one Delta order.
type auctioned struct {
	api.Exchange
	record api.DeltaRecord
}

func (a auctioned) DeltaOrders(context.Context, api.DeltaQuery) ([]api.DeltaRecord, error) {
	return []api.DeltaRecord{a.record}, nil
}

func (a auctioned) Status(context.Context) (api.NetworkStatus, error) {
	return api.NetworkStatus{}, errors.New("it does not answer")
}

// A purchase is told as one: what is bought exactly, and what it spends at most.
func TestAPurchaseIsNoSale(t *testing.T) {
	w, err := wallet.Open(wallet.Options{Now: time.Now, Development: true})
	if err != nil {
		t.Fatal(err)
	}
	r := api.DeltaRecord{ID: "a", Status: api.DeltaNotStarted, Order: api.DeltaOrder{
		SrcAmount: api.NewAmount(3000), DestAmount: api.NewAmount(1)},
		Transactions: []api.DeltaTransaction{{Status: 1, Spent: api.NewAmount(2999),
			Received: api.NewAmount(1)}}}
	for buy, says := range map[bool][]string{
		false: {" sells 3,000 ", " for at least 1 "}, true: {" buys 1 ", " for at most 3,000 "}} {
		r.Order.Buy = buy
		d := &Desk{s: &views.Session{Wallet: w, Exchange: auctioned{record: r}}}
		told, err := d.auctions(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		line := strings.Join(told.Lines, "\n")
		says := append(says, "; "+map[bool]string{false: "sold 2,999 ",
			true: "bought 1 "}[buy])
		for _, want := range says {
			if !strings.Contains(line, want) {
				t.Errorf("no %q: %s", want, line)
			}
		}
	}
}

// What was signed here and is not shown by the service is not listed by a status that it never
// told.
func TestWhatIsNotShownHasNoStatus(t *testing.T) {
	w, err := wallet.Open(wallet.Options{Now: time.Now, Development: true})
	if err != nil {
		t.Fatal(err)
	}
	r := api.DeltaRecord{ID: "a", Status: api.DeltaNotStarted, Promised: true, Unshown: true,
		UnshownBy: "there",
		Reason:    "signed here, and not shown by there", Order: api.DeltaOrder{
			SrcAmount: api.NewAmount(3000), DestAmount: api.NewAmount(1)}}
	d := &Desk{s: &views.Session{Wallet: w, Exchange: auctioned{record: r}}}
	told, err := d.auctions(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	data, err := json.Marshal(told.Data)
	if text := string(data); err != nil || !strings.Contains(text, `"status":"NOT_SHOWN"`) ||
		!strings.Contains(text, `"unshownBy":"there"`) || strings.Contains(text, "NOT_STARTED") {
		t.Error(text, err)
	}
	line := strings.Join(told.Lines, "\n")
	if !strings.Contains(line, "NOT SHOWN a sells") || strings.Contains(line, "NOT_STARTED") ||
		!strings.Contains(line, "; signed here, and not shown by there") {
		t.Error(line)
	}
}
