package delta_test

import (
	"context"
	"crypto/ecdsa"
	"encoding/binary"
	"math/big"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/ethclient"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/backend/chain/local"
	"bourse/backend/client"
	"bourse/backend/contracts"
)

// outsider is an example of an agent that runs elsewhere: it knows the service by HTTP and the
// chain by JSON-RPC. It pays half a percent more than the quote, from its own tokens.
type outsider struct {
	key     *ecdsa.PrivateKey
	address common.Address
	service *client.Client
	node    *ethclient.Client
	delta   common.Address
	bids    map[string][]byte // calldata by order
	pays    uint64            // thousandths of the quote
}

// opened waits for a round with orders.
func (o *outsider) opened(ctx context.Context) (r api.DeltaRound, err error) {
	for err == nil && len(r.Orders) == 0 {
		r, err = apitest.On(o.service, api.LocalChainID).DeltaRound(ctx)
	}
	return r, err
}

// bid waits for a round and bids for its first order.
func (o *outsider) bid(ctx context.Context) error {
	r, err := o.opened(ctx)
	if err != nil {
		return err
	}
	order := r.Orders[0]
	q, err := apitest.On(o.service, api.LocalChainID).DeltaQuote(ctx, api.DeltaQuoteRequest{
		Src: order.Order.SrcToken, Dest: order.Order.DestToken,
		Amount: order.Order.SrcAmount, Mode: api.ModeDelta,
	})
	if err != nil {
		return err
	}
	pay := q.Delta.DestAmount.MulDiv(api.NewAmount(o.pays), api.NewAmount(1000))
	calldata := settles(order.Order, order.Signature, pay)
	o.bids[order.ID] = calldata
	return o.handIn(ctx, r, calldata, pay.Min(q.Delta.DestAmount), order.ID)
}

// handIn signs a bid for orders of a round and hands it in.
func (o *outsider) handIn(ctx context.Context, r api.DeltaRound, calldata []byte,
	promised api.Amount, orders ...string) error {
	message := binary.BigEndian.AppendUint64([]byte("bourse bid"), r.ChainID)
	message = binary.BigEndian.AppendUint64(message, r.Round)
	signature, err := crypto.Sign(crypto.Keccak256(message, crypto.Keccak256(calldata)), o.key)
	if err != nil {
		return err
	}
	signature[64] += 27
	return apitest.On(o.service, r.ChainID).BidDelta(ctx, api.DeltaBid{
		Round: r.Round, Agent: o.address, Orders: orders,
		Calldata: calldata, Promised: promised, Signature: signature,
	})
}

// settles is the calldata that settles an order from the sender's own tokens.
func settles(o api.DeltaOrder, signature []byte, pay api.Amount) []byte {
	return contracts.NewDelta().PackDirectSettle(settled(o, signature), pay.Big())
}

// settled is an order as the contract takes it.
func settled(o api.DeltaOrder, signature []byte) contracts.DeltaOrderWithSig {
	return contracts.DeltaOrderWithSig{Signature: signature, Order: contracts.DeltaOrder{
		Owner: o.Owner, Beneficiary: o.Beneficiary,
		SrcToken: o.SrcToken, DestToken: o.DestToken,
		SrcAmount: o.SrcAmount.Big(), DestAmount: o.DestAmount.Big(),
		ExpectedDestAmount: o.ExpectedDestAmount.Big(),
		Deadline:           new(big.Int).SetUint64(o.Deadline), Nonce: o.Nonce.Big(),
		PartnerAndFee: o.PartnerAndFee.Big(), Permit: o.Permit,
	}}
}

// awarded waits for an award and returns the calldata that won it.
func (o *outsider) awarded(ctx context.Context) ([]byte, error) {
	for {
		r, err := apitest.On(o.service, api.LocalChainID).DeltaRound(ctx)
		if err != nil {
			return nil, err
		}
		for _, a := range r.Awards {
			if a.Agent == o.address {
				return o.bids[a.OrderID], nil
			}
		}
	}
}

func (o *outsider) send(ctx context.Context, to common.Address, data []byte) error {
	nonce, err := o.node.PendingNonceAt(ctx, o.address)
	if err != nil {
		return err
	}
	price, err := o.node.SuggestGasPrice(ctx)
	if err != nil {
		return err
	}
	id := big.NewInt(api.LocalChainID)
	tx, err := types.SignNewTx(o.key, types.LatestSignerForChainID(id), &types.DynamicFeeTx{
		ChainID: id, Nonce: nonce, To: &to, Data: data, Gas: 1_000_000,
		GasFeeCap: price.Mul(price, big.NewInt(2)), GasTipCap: big.NewInt(1),
	})
	if err != nil {
		return err
	}
	return o.node.SendTransaction(ctx, tx)
}

func newOutsider(w *world, key *ecdsa.PrivateKey) *outsider {
	w.Helper()
	service, err := client.New(w.serve(), nil)
	if err != nil {
		w.Fatal(err)
	}
	w.Cleanup(service.Close)
	node, err := ethclient.Dial(w.LocalRPC())
	if err != nil {
		w.Fatal(err)
	}
	w.Cleanup(node.Close)
	return &outsider{key: key, address: crypto.PubkeyToAddress(key.PublicKey), service: service,
		node: node, delta: w.contracts.Delta, bids: make(map[string][]byte), pays: 1005}
}

// admit lets an agent elsewhere settle with what it holds of WETH.
func (w *world) admit(o *outsider) {
	w.Helper()
	w.register(o.address)
	if err := o.send(w.Context(), w.tokens["WETH"].Address,
		contracts.NewStandardToken().PackApprove(o.delta, api.MaxAmount.Big())); err != nil {
		w.Fatal(err)
	}
	w.mine()
}

// register lets an agent settle, as the registry's owner can.
func (w *world) register(agent common.Address) {
	w.Helper()
	// the local network's keys are public knowledge
	owner, err := crypto.ToECDSA(crypto.Keccak256([]byte("bourse local network: registrar")))
	if err != nil {
		w.Fatal(err)
	}
	o := newOutsider(w, owner)
	if err := o.send(w.Context(), w.registry(),
		contracts.NewPortikusV2().PackRegisterAgent([]common.Address{agent})); err != nil {
		w.Fatal(err)
	}
}

// round makes a block and holds its round open until bids are handed in.
func (w *world) round(bid func() error) {
	w.Helper()
	release, done := w.bidRound.hold(), make(chan error, 1)
	go func() {
		defer release()
		done <- bid()
	}()
	w.mine()
	if err := <-done; err != nil {
		w.Fatal(err)
	}
}

// saysWhyPricesDiffer reads over HTTP what the round says of the prices of an order that the agent
// won, and of one that it did not.
func (o *outsider) saysWhyPricesDiffer(t *testing.T, won, lost string) {
	t.Helper()
	for id, want := range map[string][]string{
		won: {"router settles 1 of the pair at another price", "the better price"},
		lost: {api.Lower(o.address) + " settles 1 of the pair at another price, by which this " +
			"one would get 1.", " WETH: ", "other pools or tokens"}} {
		a, err := apitest.On(o.service, api.LocalChainID).DeltaAuction(t.Context(), id)
		if err != nil || len(a.Rounds) == 0 {
			t.Fatalf("%+v %v", a, err)
		}
		for _, text := range want {
			if says := a.Rounds[0].Prices; !strings.Contains(says, text) {
				t.Errorf("order %s: %q does not say %q", id, says, text)
			}
		}
	}
}

// An agent elsewhere takes part over HTTP and wins by the better offer.
func TestAnAgentElsewhere(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	o := newOutsider(w, local.House{}.Trader(0))
	ctx := t.Context()
	w.admit(o)
	r, other := w.submit(w.build(w.users[0], "5000", "USDC", "WETH")),
		w.submit(w.build(w.users[2], "5000", "USDC", "WETH"))
	w.round(func() error { return o.bid(ctx) })
	calldata, err := o.awarded(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if o.bids[r.ID] == nil {
		r, other = other, r
	}
	o.saysWhyPricesDiffer(t, r.ID, other.ID)
	if err := o.send(ctx, o.delta, calldata); err != nil {
		t.Fatal(err)
	}
	r = w.await(r.ID, api.DeltaExecuted)
	if tx := r.Transactions[0]; tx.From != o.address || tx.Agent != api.Lower(o.address) {
		t.Errorf("settled by %s", tx.Agent)
	}
	const unasked = "which was awarded no round of it"
	if strings.Contains(r.Reason, unasked) {
		t.Errorf("an awarded settlement is told as %q", r.Reason)
	}
	// The next order it wins and does not settle: it goes to another agent, and the auction says
	// why.
	r = w.submit(w.build(w.users[1], "5000", "USDC", "WETH"))
	w.round(func() error { return o.bid(ctx) })
	if _, err := o.awarded(ctx); err != nil {
		t.Fatal(err)
	}
	r = w.await(r.ID, api.DeltaExecuted)
	if r.Transactions[0].Agent != "router" {
		t.Errorf("settled by %s", r.Transactions[0].Agent)
	}
	a, err := apitest.On(w, api.LocalChainID).DeltaAuction(ctx, r.ID)
	if err != nil || a.Rounds[0].Winner != api.Lower(o.address) {
		t.Errorf("%+v %v", a.Rounds, err)
	}
	w.history(r)
	// What it settles at the floor, unasked, it can settle, and that is told.
	r = w.submit(w.priced(1003))
	if err := o.send(ctx, o.delta, settles(r.Order, r.Signature, r.Order.DestAmount)); err != nil {
		t.Fatal(err)
	}
	if r = w.await(r.ID, api.DeltaExecuted); !strings.Contains(r.Reason, unasked) {
		t.Errorf("a settlement without an award is told as %q", r.Reason)
	}
}

// An agent that bids best and never sends delays one order by two blocks, and then sits out: orders
// after that are settled as if it were not there.
func TestAnAgentThatNeverSends(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	o := newOutsider(w, local.House{}.Trader(0))
	ctx := t.Context()
	took := func(bid func() error) uint64 {
		r := w.submit(w.build(w.users[0], "5000", "USDC", "WETH"))
		begin, err := w.rpc.BlockNumber(ctx)
		if err != nil {
			t.Fatal(err)
		}
		w.round(bid)
		if err := w.Idle(ctx); err != nil {
			t.Fatal(err)
		}
		r = w.await(r.ID, api.DeltaExecuted)
		w.history(r)
		if agent := r.Transactions[0].Agent; agent == api.Lower(o.address) {
			t.Errorf("settled by %s", agent)
		}
		return r.Transactions[0].BlockNumber - begin
	}
	alone := took(func() error { return nil })
	w.admit(o)
	for i := range 6 {
		want := alone
		if i == 0 {
			want += 2
		}
		if n := took(func() error { return o.bid(ctx) }); n != want {
			t.Errorf("order %d is settled after %d blocks, alone after %d", i, n, alone)
		}
	}
}

// An agent that wins by a bid which it does not keep, but settles at the floor what it won, can do
// so once: that is told, and it sits out.
func TestAnAgentThatPaysLessThanItBid(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	o := newOutsider(w, local.House{}.Trader(0))
	ctx := t.Context()
	w.admit(o)
	r := w.submit(w.build(w.users[0], "5000", "USDC", "WETH"))
	w.round(func() error { return o.bid(ctx) })
	if _, err := o.awarded(ctx); err != nil {
		t.Fatal(err)
	}
	if err := o.send(ctx, o.delta, settles(r.Order, r.Signature, r.Order.DestAmount)); err != nil {
		t.Fatal(err)
	}
	r = w.await(r.ID, api.DeltaExecuted)
	if tx := r.Transactions[0]; tx.From != o.address {
		t.Fatalf("settled by %s", tx.Agent)
	}
	if !strings.Contains(r.Reason, "where the bid that won pays ") {
		t.Errorf("what was not paid is told as %q", r.Reason)
	}
	for i := range 3 {
		r = w.submit(w.build(w.users[1], "5000", "USDC", "WETH"))
		w.round(func() error { return o.bid(ctx) })
		if err := w.Idle(ctx); err != nil {
			t.Fatal(err)
		}
		a, err := apitest.On(w, api.LocalChainID).DeltaAuction(ctx, r.ID)
		if err != nil || len(a.Rounds) == 0 || a.Rounds[0].Winner != "router" {
			t.Errorf("order %d after that: %+v %v", i, a.Rounds, err)
		}
		r = w.await(r.ID, api.DeltaExecuted)
		if tx := r.Transactions[0]; tx.From == o.address ||
			tx.Received.Less(r.Order.ExpectedDestAmount.BPS(9990)) {
			t.Errorf("order %d after that is settled by %s for %s", i, tx.Agent, tx.Received)
		}
	}
}
