package backend_test

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/rand"
	"encoding/json"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/backend/chain"
	"bourse/backend/deploy"
	"bourse/backend/eip712"
	"bourse/backend/networks"
)

// Where the Delta contract is somebody else's there is no Delta, and the refusal says how to get
// it. Once the operator has deployed one, an order is built, signed, and settled by agents with
// keys of their own; a restart goes on with it.
func TestRemoteDelta(t *testing.T) {
	t.Parallel()
	e := newElsewhere(t, func(d *networks.Description) {
		d.Contracts.Delta = networks.Address{0xde} // others settle there
	})
	if n, err := e.b.Networks(t.Context()); err != nil ||
		n[0].Contracts.Delta != (common.Address{}) {
		t.Errorf("told to have Delta: %+v, %v", n, err)
	}
	_, err := apitest.On(e.b, e.d.ID).DeltaQuote(t.Context(), api.DeltaQuoteRequest{
		Src: e.find("WETH"), Dest: e.find("USDC"), Amount: api.NewAmount(1e18)})
	if api.TypeOf(err) != api.UnsupportedChain || !strings.Contains(err.Error(), "bourse deploy") {
		t.Errorf("a quote without Delta: %v", err)
	}

	dir := t.TempDir()
	if e.operator, err = deploy.EnsureOperator(dir, rand.Reader); err != nil {
		t.Fatal(err)
	}
	d := e.deploy(deploy.Config{Known: e.d})
	path, err := d.Write(filepath.Join(dir, "networks"))
	if err != nil {
		t.Fatal(err)
	}
	set, err := networks.Load(filepath.Dir(path))
	if err != nil {
		t.Fatal(err)
	}
	if e.operator, err = deploy.ReadOperator(dir); err != nil {
		t.Fatal(err)
	}
	e.d = set[e.d.ID]
	e.plain.Store(true)
	e.reopen()
	e.refusesUnsettled()
	e.plain.Store(false)
	owner := e.accounts[0]
	e.approve(owner, e.find("WETH"), e.d.Contracts.Delta)
	before := e.balance(owner, "USDC")
	r := e.settled(e.deltaOrder(owner))
	got := e.balance(owner, "USDC").Sub(before)
	if len(r.Transactions) != 1 || got != r.Transactions[0].Received || got.IsZero() ||
		r.Transactions[0].Agent != "router" {
		t.Errorf("settled by %+v, received %s", r.Transactions, got)
	}

	q, err := apitest.On(e.b, e.d.ID).DeltaQuote(t.Context(), api.DeltaQuoteRequest{Partner: "acme",
		Src: e.find("WETH"), Dest: e.find("USDC"), Amount: api.NewAmount(1e18),
		Mode: api.ModeDelta})
	if err != nil || q.Delta.PartnerFee != 0.25 ||
		!q.Delta.DestAmount.Less(q.Delta.DestAmountBeforeFee) {
		t.Errorf("a quote with a partner: %+v, %v", q.Delta, err)
	}

	// The same deployment again has nothing left to do.
	if again := e.deploy(deploy.Config{Known: e.d}); !reflect.DeepEqual(again, e.d) {
		t.Errorf("deployed again: %+v, not %+v", again, e.d)
	}
	if !testing.Short() {
		e.tradePlainly()
		e.deployEverything()
	}
}

// A node that does not say which nonce an agent comes to holds up the award, and nobody else:
// orders are submitted and read meanwhile. Once it answers, both are settled.
func TestRemoteDeltaWithoutANonce(t *testing.T) {
	t.Parallel()
	e := newElsewhere(t, func(d *networks.Description) {
		d.Contracts.Delta = networks.Address{0xde}
	})
	var err error
	if e.operator, err = deploy.EnsureOperator(t.TempDir(), rand.Reader); err != nil {
		t.Fatal(err)
	}
	e.d = e.deploy(deploy.Config{Known: e.d})
	e.reopen()
	for _, owner := range e.accounts[:2] {
		e.approve(owner, e.find("WETH"), e.d.Contracts.Delta)
	}
	agents := e.operator.AgentKeys()
	quiet := newSilence(func(body []byte) bool {
		return bytes.Contains(body, []byte("eth_getTransactionCount")) &&
			slices.ContainsFunc(agents, func(k *ecdsa.PrivateKey) bool {
				asked := api.Lower(crypto.PubkeyToAddress(k.PublicKey)) + `","pending"`
				return bytes.Contains(body, []byte(asked))
			})
	})
	first, second := e.signedDelta(e.accounts[0]), e.signedDelta(e.accounts[1])
	e.silence.Store(quiet)
	one := e.submitDelta(first)
	eventually(t, "the award", func() bool {
		e.mine()
		select {
		case <-quiet.met:
			return true
		default:
			return false
		}
	})
	submitted := make(chan api.DeltaRecord, 1)
	go func() { submitted <- e.submitDelta(second) }()
	var two api.DeltaRecord
	select {
	case two = <-submitted:
	case <-quiet.givenUp:
		t.Error("an order waits for the nonce of an agent until that is given up")
		close(quiet.over)
		<-submitted
		return
	}
	for _, r := range []api.DeltaRecord{one, two} {
		got, err := apitest.On(e.b, e.d.ID).DeltaOrder(t.Context(), r.ID)
		if err != nil || got.Status == api.DeltaExecuted {
			t.Errorf("meanwhile order %s is %s, %v", r.ID, got.Status, err)
		}
	}
	select {
	case <-quiet.givenUp:
		t.Error("reads of orders wait for the nonce of an agent")
	default:
	}
	close(quiet.over)
	e.settled(one)
	e.settled(two)
}

// refusesUnsettled asks for a price where no node can try settlements: it is refused, or falls back
// to the market, with what is missing.
func (e *elsewhere) refusesUnsettled() {
	e.Helper()
	q := api.DeltaQuoteRequest{ChainID: e.d.ID, Src: e.find("WETH"), Dest: e.find("USDC"),
		Amount: api.NewAmount(1e18), Mode: api.ModeDelta}
	const missing = "eth_simulateV1 or debug_traceCall"
	_, err := apitest.On(e.b, e.d.ID).DeltaQuote(e.Context(), q)
	if api.TypeOf(err) != api.ChainUnavailable || !strings.Contains(err.Error(), missing) {
		e.Errorf("a quote that nobody can settle: %v", err)
	}
	q.Mode = api.ModeAll
	got, err := apitest.On(e.b, e.d.ID).DeltaQuote(e.Context(), q)
	if err != nil || got.FallbackReason == nil ||
		!strings.Contains(got.FallbackReason.Details, missing) {
		e.Errorf("a quote that falls back: %+v, %v", got, err)
	}
}

// deployEverything puts all contracts on a chain that has nothing known. A deployment that was
// interrupted goes on where it stopped, and its description says what stands there.
func (e *elsewhere) deployEverything() {
	t := e.T
	cfg := deploy.Config{Name: "Strange", Symbol: "ODD", BlockTime: time.Second}
	ctx, stop := context.WithCancel(t.Context())
	if _, err := e.run(ctx, cfg, func(p api.Progress) {
		if p.Done > 20 {
			stop()
		}
	}); err == nil {
		t.Fatal("it was not interrupted")
	}
	d := e.deploy(cfg)
	if d.Name != "Strange" || d.Symbol != "ODD" || d.Tokens[0].Symbol != "WODD" {
		t.Errorf("described as %+v", d)
	}
	old := e.d
	e.d = d
	e.d.USD, e.d.Tokens = nil, append(e.d.Tokens, old.Tokens[1:]...)
	e.reopen()
	// a token of its own is wrapped, allowed for and sold by an order
	maker, wrapped := e.accounts[2], common.Address(d.Contracts.WrappedNative)
	e.send(apitest.On(e.b, d.ID).PrepareWrap(t.Context(), api.WrapRequest{Owner: maker,
		Amount: api.NewAmount(1e18)}))
	e.approve(maker, wrapped, d.Contracts.AugustusRFQ)
	o := api.Order{NonceAndMeta: api.PackNonce(api.NewAmount(1), common.Address{}), Maker: maker,
		MakerAsset: api.Asset{Address: wrapped}, TakerAsset: api.Asset{Address: e.find("USDC")},
		MakerAmount: api.NewAmount(1e17), TakerAmount: api.NewAmount(5e6)}
	signature, err := e.w.Sign(maker,
		eip712.OrderTypedData(d.ID, common.Address(d.Contracts.AugustusRFQ), o))
	if err != nil {
		t.Fatal(err)
	}
	r, _, err := apitest.On(e.b, d.ID).CreateOrder(t.Context(), api.OrderRequest{Order: o,
		Type: o.Type(), Signature: signature.Bytes()})
	if err != nil || r.State != api.Pending {
		t.Errorf("the order is %+v, %v", r, err)
	}
}

// run performs a deployment on the network, whose chain goes on meanwhile.
func (e *elsewhere) run(ctx context.Context, cfg deploy.Config, progress func(api.Progress)) (
	*networks.Description, error) {
	e.Helper()
	n, err := chain.Connect(ctx, chain.Nodes{Read: []string{e.host.LocalRPC()}},
		chain.Config{ChainID: e.d.ID, Now: time.Now})
	if err != nil {
		e.Fatal(err)
	}
	defer n.Close()
	cfg.Network, cfg.Operator = n, e.operator
	work, err := deploy.Open(ctx, cfg)
	if err != nil {
		e.Fatal(err)
	}
	mining, stop := context.WithCancel(context.Background())
	var miner sync.WaitGroup
	miner.Go(func() {
		for mining.Err() == nil {
			if _, err := e.host.Mine(mining); err != nil && mining.Err() == nil {
				e.Error(err)
			}
		}
	})
	defer miner.Wait()
	defer stop()
	e.pay(n, work)
	return work.Run(ctx, progress)
}

// pay gives the deployer what it needs.
func (e *elsewhere) pay(n *chain.Network, work *deploy.Deployment) {
	e.Helper()
	cost, have, err := work.Cost(e.Context())
	if err != nil {
		e.Fatal(err)
	}
	if done, all := work.Steps(); done == all || !have.Less(cost) {
		return
	}
	tx, err := n.Prepare(e.Context(), chain.Call{From: e.accounts[1], To: work.Deployer(),
		Value: cost.Sub(have)})
	if err != nil {
		e.Fatal(err)
	}
	raw, hash, err := e.w.SignTransaction(tx.From, tx)
	if err == nil {
		_, err = n.SendRaw(e.Context(), raw)
	}
	if err == nil {
		_, err = n.Wait(e.Context(), hash)
	}
	if err != nil {
		e.Fatal(err)
	}
}

// deploy performs a deployment.
func (e *elsewhere) deploy(cfg deploy.Config) *networks.Description {
	e.Helper()
	d, err := e.run(e.Context(), cfg, func(api.Progress) {})
	if err != nil {
		e.Fatal(err)
	}
	return d
}

// deltaOrder submits an order that sells WETH for USDC.
func (e *elsewhere) deltaOrder(owner common.Address) api.DeltaRecord {
	e.Helper()
	return e.submitDelta(e.signedDelta(owner))
}

// signedDelta is an order that sells WETH for USDC, signed by its owner.
func (e *elsewhere) signedDelta(owner common.Address) api.DeltaSubmission {
	e.Helper()
	var q api.DeltaQuote
	var err error
	eventually(e.T, "a Delta price", func() bool {
		e.mine()
		q, err = apitest.On(e.b, e.d.ID).DeltaQuote(e.Context(), api.DeltaQuoteRequest{
			Src: e.find("WETH"), Dest: e.find("USDC"), Amount: api.NewAmount(1e18),
			Mode: api.ModeDelta})
		return err == nil
	})
	price, err := json.Marshal(q.Delta)
	if err != nil {
		e.Fatal(err)
	}
	built, err := apitest.On(e.b, e.d.ID).BuildDelta(e.Context(),
		api.DeltaBuildRequest{Price: price, Owner: owner})
	if err != nil {
		e.Fatal(err)
	}
	signature, err := e.w.Sign(owner, eip712.DeltaTypedData(e.d.ID,
		common.Address(e.d.Contracts.Delta), built.Order))
	if err != nil {
		e.Fatal(err)
	}
	return api.DeltaSubmission{Order: built.Order, Signature: signature.Compact()}
}

func (e *elsewhere) submitDelta(order api.DeltaSubmission) api.DeltaRecord {
	r, _, err := apitest.On(e.b, e.d.ID).SubmitDelta(e.Context(), order)
	if err != nil {
		e.Error(err)
	}
	return r
}

// settled makes blocks until an order is executed.
func (e *elsewhere) settled(r api.DeltaRecord) api.DeltaRecord {
	e.Helper()
	eventually(e.T, "the settlement", func() bool {
		var err error
		if r, err = apitest.On(e.b, e.d.ID).DeltaOrder(e.Context(), r.ID); err != nil {
			e.Fatal(err)
		}
		if r.Status != api.DeltaExecuted {
			e.mine()
		}
		return r.Status == api.DeltaExecuted
	})
	return r
}
