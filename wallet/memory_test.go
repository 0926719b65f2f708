package wallet_test

import (
	"bytes"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/wallet"
)

// TestMemory holds a key that nothing keeps: it signs for the local network without a password,
// however long nobody was there, and no key is made, imported or given out.
func TestMemory(t *testing.T) {
	t.Parallel()
	o, clock := options(t)
	o.Folder, o.Development = "", false
	w := open(t, o)
	a := must(w.Hold("visitor", secret(string(bytes.Repeat([]byte{7}, 32)))))(t)
	if a.Kind != wallet.Session || !a.Open || !w.InMemory() {
		t.Fatalf("the account is %+v", a)
	}
	clock.add(24 * time.Hour)
	w.Lock(a.Address)
	must(w.Sign(a.Address, someData))(t)
	other := someData
	other.Domain.ChainID = 1
	_, err := w.Sign(a.Address, other)
	mustRefuse(t, err, wallet.WrongChain, "account of this session")
	must(w.Watch("friend", common.Address{1}))(t)
	_, err = w.New("kept", secret(password))
	mustRefuse(t, err, wallet.BadInput, "keeps no keys")
	_, err = w.ImportKeystore("kept", []byte("{}"), secret(password))
	mustRefuse(t, err, wallet.BadInput, "keeps no keys")
	_, err = w.ExportKey(a.Address, secret(password))
	mustRefuse(t, err, wallet.BadInput, "ends with this session")
	if n := len(w.List()); n != 2 {
		t.Errorf("the wallet has %d accounts", n)
	}
	kept := open(t, func() wallet.Options { o, _ := options(t); return o }())
	_, err = kept.Hold("visitor", secret(string(bytes.Repeat([]byte{7}, 32))))
	mustRefuse(t, err, wallet.BadInput, "no place in a wallet that is kept")
}
