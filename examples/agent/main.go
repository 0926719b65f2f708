package main

import (
	"context"
	"crypto/ecdsa"
	"encoding/binary"
	"flag"
	"fmt"
	"io"
	"math/big"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

	"bourse/backend/api"
	"bourse/backend/client"
	"bourse/backend/contracts"
)

// developmentKey is of the third development account of the local network: public knowledge, and
// worth nothing on another one.
const developmentKey = "5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a"

// poll is how often the agent looks for an open round, which takes bids for 250 ms, and for awards.
const poll = 40 * time.Millisecond

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	service := flag.String("service", "http://127.0.0.1:8080", "`URL` of the exchange")
	node := flag.String("rpc", "http://127.0.0.1:8545", "`URL` of a node of its chain")
	keyFile := flag.String("key", "", "`FILE` with the agent's key in hex; without it, the third "+
		"development account of the local network")
	flag.Parse()
	key, err := readKey(*keyFile)
	if err == nil {
		err = run(ctx, *service, *node, key, os.Stdout)
	}
	if err != nil && ctx.Err() == nil {
		fmt.Fprintln(os.Stderr, "agent:", err)
		os.Exit(1)
	}
}

func readKey(file string) (*ecdsa.PrivateKey, error) {
	text := []byte(developmentKey)
	if file != "" {
		var err error
		if text, err = os.ReadFile(file); err != nil {
			return nil, err
		}
	}
	return crypto.HexToECDSA(strings.TrimPrefix(strings.TrimSpace(string(text)), "0x"))
}

// agent is who bids.
type agent struct {
	*account
	exchange api.Exchange
	out      io.Writer
	last     uint64         // the last round that it bid in
	bids     map[string]bid // its last, by order
}

// bid is what the agent offered for an order.
type bid struct {
	round    uint64
	calldata []byte
}

// run bids until ctx ends.
func run(ctx context.Context, service, node string, key *ecdsa.PrivateKey, out io.Writer) error {
	c, err := client.New(service, nil)
	if err != nil {
		return err
	}
	defer c.Close()
	networks, err := c.Networks(ctx)
	if err != nil {
		return err
	}
	acc, err := newAccount(ctx, node, key)
	if err != nil {
		return err
	}
	defer acc.node.Close()
	for _, n := range networks {
		if n.ChainID == acc.chainID.Uint64() {
			acc.delta = n.Contracts.Delta
		}
	}
	if acc.delta == (common.Address{}) {
		return fmt.Errorf("%s holds no Delta auctions on network %s, which %s is a node of",
			service, acc.chainID, node)
	}
	exchange, err := c.Exchange(acc.chainID.Uint64())
	if err != nil {
		return err
	}
	a := &agent{account: acc, exchange: exchange, out: out, bids: make(map[string]bid)}
	fmt.Fprintf(out, "agent %s bids at %s\n", acc.address, service)
	for ctx.Err() == nil {
		if err := a.look(ctx); err != nil && ctx.Err() == nil {
			fmt.Fprintln(out, "trying again:", err)
			wait(ctx, time.Second)
		}
		wait(ctx, poll)
	}
	return nil
}

func wait(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// look bids in the round that is open, once, and sends what was awarded.
func (a *agent) look(ctx context.Context) error {
	r, err := a.exchange.DeltaRound(ctx)
	if err != nil {
		return err
	}
	for _, w := range r.Awards {
		b, ok := a.bids[w.OrderID]
		if w.Agent != a.address || !ok || b.round != w.Round {
			continue
		}
		delete(a.bids, w.OrderID)
		hash, err := a.send(ctx, a.delta, b.calldata)
		if err != nil {
			return fmt.Errorf("settle order %s: %w", w.OrderID, err)
		}
		fmt.Fprintf(a.out, "round %d: won order %s, sent %s\n", w.Round, w.OrderID, hash)
	}
	if len(r.Orders) == 0 || r.Round == a.last {
		return nil
	}
	a.last = r.Round
	for i := range r.Orders {
		if err := a.offer(ctx, &r, &r.Orders[i]); err != nil {
			fmt.Fprintf(a.out, "round %d: no bid for order %s: %v\n", r.Round, r.Orders[i].ID, err)
		}
	}
	return nil
}

// offer hands in a bid for an order.
func (a *agent) offer(ctx context.Context, r *api.DeltaRound, o *api.DeltaRoundOrder) error {
	if o.Fillable || o.Order.DestToken == api.NativeToken {
		return nil // left to others: it may be settled in parts, or is paid in coins
	}
	q, err := a.exchange.DeltaQuote(ctx, api.DeltaQuoteRequest{
		Src: o.Order.SrcToken, Dest: o.Order.DestToken, Amount: o.Order.SrcAmount,
		Mode: api.ModeDelta})
	if err != nil {
		return err
	}
	if q.Delta == nil {
		return fmt.Errorf("it has no price: %v", q.FallbackReason)
	}
	pays := price(q.Delta)
	if pays.Less(o.Order.DestAmount) {
		return nil // the owner wants more
	}
	if err := a.provide(ctx, o.Order.DestToken, pays); err != nil {
		return err
	}
	calldata := contracts.NewDelta().PackDirectSettle(signed(o), pays.Big())
	signature, err := crypto.Sign(message(r.ChainID, r.Round, calldata), a.key)
	if err != nil {
		return err
	}
	signature[64] += 27
	err = a.exchange.BidDelta(ctx, api.DeltaBid{ChainID: r.ChainID, Round: r.Round,
		Agent: a.address, Orders: []string{o.ID}, Calldata: calldata, Signature: signature})
	if err != nil {
		return err
	}
	a.bids[o.ID] = bid{r.Round, calldata}
	fmt.Fprintf(a.out, "round %d: bid %s for order %s\n", r.Round, pays, o.ID)
	return nil
}

// price is the amount halfway between what the best route brings after gas and what the order's
// tokens are worth by the markets' prices; the route's where it is the better one.
func price(q *api.DeltaPrice) api.Amount {
	sold, err := strconv.ParseFloat(q.SrcUSD, 64)
	bought, err2 := strconv.ParseFloat(q.DestUSD, 64)
	if err != nil || err2 != nil || bought == 0 || sold <= bought {
		return q.DestAmount
	}
	const unit = 1e9
	more := (sold/bought - 1) / 2
	return q.DestAmount.Add(q.DestAmount.MulDiv(
		api.NewAmount(uint64(min(more, 1)*unit)), api.NewAmount(unit)))
}

// signed is an order as the contract takes it.
func signed(o *api.DeltaRoundOrder) contracts.DeltaOrderWithSig {
	return contracts.DeltaOrderWithSig{Signature: o.Signature, Order: contracts.DeltaOrder{
		Owner: o.Order.Owner, Beneficiary: o.Order.Beneficiary,
		SrcToken: o.Order.SrcToken, DestToken: o.Order.DestToken,
		SrcAmount: o.Order.SrcAmount.Big(), DestAmount: o.Order.DestAmount.Big(),
		ExpectedDestAmount: o.Order.ExpectedDestAmount.Big(),
		Deadline:           new(big.Int).SetUint64(o.Order.Deadline),
		Nonce:              o.Order.Nonce.Big(), PartnerAndFee: o.Order.PartnerAndFee.Big(),
		Permit: o.Order.Permit,
	}}
}

// message is what an agent signs with a bid: keccak256("bourse bid" ‖ chain id ‖ round ‖
// keccak256(calldata)), numbers in 8 bytes.
func message(chainID, round uint64, calldata []byte) []byte {
	b := binary.BigEndian.AppendUint64([]byte("bourse bid"), chainID)
	b = binary.BigEndian.AppendUint64(b, round)
	return crypto.Keccak256(b, crypto.Keccak256(calldata))
}
