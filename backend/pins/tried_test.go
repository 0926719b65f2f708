package pins_test

import (
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/backend/chain"
	"bourse/backend/contracts"
	"bourse/backend/pins"
)

// What a service prepares is run by a node of one's own before it is said to be simulated: the
// block, the gas and its limit are the node's, and what would fail there is refused; while it is
// behind the service, it is waited for. Without a node the simulation is the service's word.
func TestWhatIsPreparedIsTriedAtTheOwnNode(t *testing.T) {
	t.Parallel()
	w := newTraders(t)
	from, to := w.keys.List()[0].Address, common.Address{0xaa}
	l := &liar{Service: w.b}
	node, _ := w.b.Chain(api.LocalChainID)
	on := func(nodes map[uint64]*chain.Network) api.Exchange {
		return apitest.On(pins.New(l, "there", load(t), nodes, nil, witness(t, "there")),
			api.LocalChainID)
	}
	own, theirs := on(map[uint64]*chain.Network{api.LocalChainID: node}), on(nil)
	head, err := node.Head(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	usdc := token(t, w, "USDC")
	ask := api.TransferRequest{Owner: from, Asset: api.Asset{Address: usdc}, To: to,
		Amount: api.NewAmount(5)}
	honest, err := w.on.PrepareTransfer(t.Context(), ask)
	if err != nil {
		t.Fatal(err)
	}
	fails := func(tx *api.Transaction) {
		tx.Data = contracts.NewStandardToken().PackTransfer(to, api.MaxAmount.Big())
	}
	for _, c := range []struct {
		name  string
		on    api.Exchange
		makes func(*api.Transaction)
		by    string
		fails bool
	}{
		{"honest", own, func(*api.Transaction) {}, "", false},
		{"of another block", own, func(tx *api.Transaction) { tx.Block, tx.GasUsed = 0, 7 }, "",
			false},
		{"would fail", own, fails, "", true},
		{"too little gas", own, func(tx *api.Transaction) { tx.Gas = 22_000 }, "", false},
		{"much gas", own, func(tx *api.Transaction) { tx.Gas = 29_000_000 }, "", false},
		{"a delegate", own, func(tx *api.Transaction) { tx.Delegate = &to }, "", false},
		{"a base fee", own, func(tx *api.Transaction) { tx.BaseFee = api.NewAmount(1) }, "",
			false},
		{"the old form", own, func(tx *api.Transaction) {
			tx.BaseFee, tx.Tip = api.Amount{}, tx.GasPrice
		}, "", false},
		{"without a node", theirs, fails, "there", false},
	} {
		l.makes = c.makes
		tx, err := c.on.PrepareTransfer(t.Context(), ask)
		if c.fails {
			if api.TypeOf(err) != api.TransactionFails ||
				!strings.Contains(err.Error(), "by your node") {
				t.Errorf("%s: %+v, %v", c.name, tx, err)
			}
			continue
		}
		if err != nil || tx.ToldBy != c.by {
			t.Errorf("%s: by the word of %q, %v", c.name, tx.ToldBy, err)
		}
		used := tx.GasUsed >= honest.GasUsed*9/10 && tx.GasUsed <= honest.GasUsed*11/10
		if c.by == "" && (tx.Block != head.Number || !used) {
			t.Errorf("%s: gas %d in block %d, is %d in %d", c.name, tx.GasUsed, tx.Block,
				honest.GasUsed, head.Number)
		}
		if c.by == "" && (tx.Gas < honest.Gas*9/10 || tx.Gas > honest.Gas*11/10 ||
			tx.Delegate != nil || tx.BaseFee != honest.BaseFee || tx.Nonce != honest.Nonce ||
			tx.GasPrice != honest.GasPrice || tx.Tip != honest.Tip) {
			t.Errorf("%s: %+v, is %+v", c.name, tx, honest)
		}
	}

	// the service has seen a block in which the sender got what he sends
	poor := w.keys.List()[2].Address
	all, err := w.on.UserToken(t.Context(), poor, usdc)
	if err != nil {
		t.Fatal(err)
	}
	l.makes = func(tx *api.Transaction) {
		tx.Data = contracts.NewStandardToken().PackTransfer(to,
			all.Balance.Add(api.NewAmount(5)).Big())
		tx.Block = head.Number + 1
	}
	raw, _, err := w.keys.SignTransaction(from, transferTo(t, w, usdc, poor))
	if err == nil {
		_, err = w.on.SendTransaction(t.Context(), raw)
	}
	if err != nil {
		t.Fatal(err)
	}
	mined := make(chan error, 1)
	go func() {
		_, err := w.b.Mine(t.Context())
		mined <- err
	}()
	tx, err := own.PrepareTransfer(t.Context(), api.TransferRequest{Owner: poor,
		Asset: api.Asset{Address: usdc}, To: to, Amount: api.NewAmount(5)})
	if failed := <-mined; failed != nil || err != nil || tx.Block != head.Number+1 {
		t.Errorf("in block %d, %v, %v", tx.Block, err, failed)
	}
}

// token is a listed token by its symbol.
func token(t *testing.T, w *traders, symbol string) common.Address {
	t.Helper()
	list, err := w.on.Tokens(t.Context())
	for _, is := range list {
		if is.Symbol == symbol {
			return is.Address
		}
	}
	t.Fatal("no "+symbol, err)
	return common.Address{}
}

// transferTo sends five units of a token from the first account.
func transferTo(t *testing.T, w *traders, of, to common.Address) api.Transaction {
	t.Helper()
	tx, err := w.on.PrepareTransfer(t.Context(), api.TransferRequest{
		Owner: w.keys.List()[0].Address, Asset: api.Asset{Address: of}, To: to,
		Amount: api.NewAmount(5)})
	if err != nil {
		t.Fatal(err)
	}
	return tx
}
