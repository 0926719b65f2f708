package chain_test

import (
	"crypto/ecdsa"
	"encoding/json"
	"math/big"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/params"
	"github.com/holiman/uint256"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/chain/local"
	"bourse/backend/contracts"
)

// gwei is an amount of a billionth of a coin.
func gwei(n uint64) api.Amount { return api.NewAmount(n * params.GWei) }

// signed is a prepared transaction as its sender relays it.
func signed(t *testing.T, key *ecdsa.PrivateKey, tx api.Transaction) (*types.Transaction, []byte) {
	t.Helper()
	out, err := types.SignTx(tx.Unsigned(),
		types.LatestSignerForChainID(big.NewInt(api.LocalChainID)), key)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := out.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	return out, raw
}

// history is an answer to eth_feeHistory in which blocks of which a share is used paid tips, in
// gwei.
func history(share float64, usual ...uint64) func(json.RawMessage) any {
	return func(json.RawMessage) any {
		var rewards [][]string
		var used []float64
		for _, tip := range usual {
			rewards = append(rewards, []string{hex(gwei(tip)), hex(gwei(2 * tip))})
			used = append(used, min(share, float64(tip)))
		}
		return map[string]any{"reward": rewards, "gasUsedRatio": used}
	}
}

func hex(a api.Amount) string { return "0x" + a.Big().Text(16) }

// Transactions offer twice the base fee and a tip as others pay it, no less than the node and the
// network ask for; where there is no base fee they are of the old form.
func TestFees(t *testing.T) {
	t.Parallel()
	c, p, client := proxied(t)
	call := chain.Call{From: user(), To: payee(0), Value: api.NewAmount(1)}
	for name, tc := range map[string]struct {
		fault     fault
		least     api.Amount
		tip, fast api.Amount
	}{
		"median of full blocks": {
			fault: each("eth_feeHistory", history(1, 7, 3, 5)), tip: gwei(5), fast: gwei(10)},
		"blocks without a transaction have room": {
			fault: each("eth_feeHistory", history(1, 0, 0, 0, 7, 3, 5)), tip: gwei(3),
			fast: gwei(6)},
		"tips that rise from full block to full block": { // an eighth above the newest, and a wei
			fault: each("eth_feeHistory", history(1, 8, 8, 8, 16, 24, 32)),
			tip:   gwei(36).Add(api.NewAmount(1)), fast: gwei(72).Add(api.NewAmount(1))},
		"one that pays a hundredfold": {
			fault: each("eth_feeHistory", history(1, 8, 8, 8, 8, 8, 8, 800)), tip: gwei(32),
			fast: gwei(64)},
		"dear ones in blocks with room": {
			fault: each("eth_feeHistory", history(0.5, 50, 50, 50)), least: gwei(2), tip: gwei(2),
			fast: gwei(2)},
		"the node's least": {fault: each("eth_maxPriorityFeePerGas",
			func(json.RawMessage) any { return hex(gwei(3)) }), tip: gwei(3), fast: gwei(3)},
		"the network's least": {least: gwei(25), tip: gwei(25), fast: gwei(25)},
		"no history": {fault: changed("eth_feeHistory", func(s string) string {
			return strings.Replace(s, `"result":{`,
				`"error":{"code":-32601,"message":"no such method"},"was":{`, 1)
		}), least: gwei(2), tip: gwei(2), fast: gwei(2)},
	} {
		n := connectAs(t, c, client, chain.Config{Trusted: true, MinTip: tc.least})
		p.heal()
		if tc.fault != nil {
			p.set(tc.fault)
		}
		tx, err := n.Prepare(t.Context(), call)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		fees, err := n.Fees(t.Context())
		if err != nil || fees.Fast != tc.fast {
			t.Errorf("%s: the fast tip is %s, want %s, %v", name, fees.Fast, tc.fast, err)
		}
		if tx.Tip != tc.tip || tx.BaseFee.IsZero() ||
			tx.GasPrice != tx.BaseFee.Add(tx.BaseFee).Add(tc.tip) {
			t.Errorf("%s: tip %s of %s at a base fee of %s, want a tip of %s", name, tx.Tip,
				tx.GasPrice, tx.BaseFee, tc.tip)
		}
		if tx.Unsigned().Type() != types.DynamicFeeTxType ||
			tx.LikelyFee() != api.NewAmount(params.TxGas).MulDiv(tx.BaseFee.Add(tx.Tip),
				api.NewAmount(1)) {
			t.Errorf("%s: it is likely to cost %s", name, tx.LikelyFee())
		}
	}
	p.set(each("eth_getBlockByNumber", with("baseFeePerGas", "0x0")))
	n, err := chain.Connect(t.Context(), chain.Nodes{Read: []string{p.url}},
		chain.Config{ChainID: api.LocalChainID, Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(n.Close)
	if tx, err := n.Prepare(t.Context(), call); err != nil || !tx.BaseFee.IsZero() ||
		tx.GasPrice.IsZero() || tx.Unsigned().Type() != types.LegacyTxType {
		t.Errorf("without a base fee: %+v, %v", tx, err)
	}
}

// What a rollup charges for the chain below it is part of the cost and of what must be held.
func TestL1Fee(t *testing.T) {
	t.Parallel()
	c := openLocal(t, local.Config{})
	plain := connect(t, c, c.Client())
	// returns a gwei for each byte it is called with
	oracle := deployCode(t, c, plain, "oracle", "36633b9aca00025f5260205ff3")
	n := connectAs(t, c, c.Client(), chain.Config{Trusted: true, L1Oracle: oracle})
	call := chain.Call{From: user(), To: payee(0), Value: api.NewAmount(1)}
	tx, err := n.Prepare(t.Context(), call)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := tx.Unsigned().MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	words := uint64(len(raw)+31) / 32
	if want := gwei(4 + 32*(2+words)); tx.L1Fee != want ||
		tx.MaxFee() != api.NewAmount(tx.Gas).MulDiv(tx.GasPrice, api.NewAmount(1)).Add(want) {
		t.Errorf("the chain below charges %s, want %s; at most it costs %s", tx.L1Fee, want,
			tx.MaxFee())
	}
	held, err := n.Balance(t.Context(), common.Hash{}, user())
	if err != nil {
		t.Fatal(err)
	}
	call.Value = held.Sub(tx.MaxFee()).Add(api.NewAmount(1)) // a wei too much
	if _, err := plain.Prepare(t.Context(), call); err != nil {
		t.Errorf("without a chain below: %v", err)
	}
	if _, err := n.Prepare(t.Context(), call); api.TypeOf(err) != api.TransactionFails {
		t.Errorf("a wei more than there is for the chain below: %v", err)
	}
}

// What would fail by now is not sent; what the node has already is.
func TestSendChecksAgain(t *testing.T) {
	t.Parallel()
	c := openLocal(t, local.Config{})
	n := connect(t, c, c.Client())
	owner, spender := chain.NewSender(n, local.House{}.Trader(2)), local.House{}.Trader(3)
	uni, abi := tokenOf(t, c, "UNI"), contracts.NewStandardToken()
	answer, err := n.Call(t.Context(), common.Hash{},
		chain.Call{To: uni, Data: abi.PackBalanceOf(owner.Address())})
	if err != nil {
		t.Fatal(err)
	}
	all, by := new(big.Int).SetBytes(answer), crypto.PubkeyToAddress(spender.PublicKey)
	do := func(call chain.Call) {
		t.Helper()
		if _, err := owner.Do(t.Context(), call); err != nil {
			t.Fatal(err)
		}
		if _, err := c.Mine(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	do(chain.Call{To: uni, Data: abi.PackApprove(by, all)})
	tx, err := n.Prepare(t.Context(), chain.Call{From: by, To: uni,
		Data: abi.PackTransferFrom(owner.Address(), payee(0), all)})
	if err != nil {
		t.Fatal(err)
	}
	_, raw := signed(t, spender, tx)
	do(chain.Call{To: uni, Data: abi.PackTransfer(payee(1), big.NewInt(1))})
	if hash, err := n.Send(t.Context(), raw); api.TypeOf(err) != api.TransactionFails ||
		!strings.Contains(err.Error(), "exceeds balance") {
		t.Errorf("what fails by now: %s, %v", hash, err)
	}
	tx.Data = abi.PackTransferFrom(owner.Address(), payee(0), big.NewInt(5))
	once, raw := signed(t, spender, tx)
	for range 2 {
		if hash, err := n.Send(t.Context(), raw); err != nil || hash != once.Hash() {
			t.Errorf("what succeeds: %s, %v", hash, err)
		}
	}
}

// A transaction that waits is sped up or cancelled, at fees that nodes take in the other's place.
func TestPrepareReplacement(t *testing.T) {
	t.Parallel()
	c := openLocal(t, local.Config{})
	n := connect(t, c, c.Client())
	key := local.House{}.Trader(4)
	from := crypto.PubkeyToAddress(key.PublicKey)
	send := func(tx api.Transaction, err error) *types.Transaction {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		out, raw := signed(t, key, tx)
		if _, err := n.Send(t.Context(), raw); err != nil {
			t.Fatal(err)
		}
		return out
	}
	first := send(n.Prepare(t.Context(),
		chain.Call{From: from, To: payee(0), Value: api.NewAmount(9)}))
	faster := send(n.PrepareReplacement(t.Context(), first.Hash(), false))
	if faster.Nonce() != first.Nonce() || faster.Value().Uint64() != 9 ||
		*faster.To() != payee(0) || !tenthMore(first, faster) {
		t.Errorf("in place of %+v came %+v", first, faster)
	}
	none := send(n.PrepareReplacement(t.Context(), faster.Hash(), true))
	if none.Nonce() != first.Nonce() || none.Value().Sign() != 0 || *none.To() != from ||
		!tenthMore(faster, none) {
		t.Errorf("it was cancelled by %+v", none)
	}
	if counts, err := n.Nonces(t.Context(), from); err != nil ||
		counts != (api.Nonces{Mined: first.Nonce(), Next: first.Nonce() + 1}) {
		t.Errorf("while it waits: %+v, %v", counts, err)
	}
	if _, err := c.Mine(t.Context()); err != nil {
		t.Fatal(err)
	}
	if counts, err := n.Nonces(t.Context(), from); err != nil || counts.Mined != first.Nonce()+1 {
		t.Errorf("once it is mined: %+v, %v", counts, err)
	}
	if r, err := n.RawReceipt(t.Context(), none.Hash()); err != nil || r == nil {
		t.Errorf("the cancellation: %v, %v", r, err)
	}
	for hash, says := range map[common.Hash]string{first.Hash(): "it was dropped",
		none.Hash(): "mined already"} {
		if _, err := n.PrepareReplacement(t.Context(), hash,
			true); api.TypeOf(err) != api.TransactionFails || !strings.Contains(err.Error(), says) {
			t.Errorf("replaced afterwards: %v, want %q", err, says)
		}
	}
}

// What waits behind a gap is not counted: the next transaction fills the gap.
func TestTheNextNonceFillsAGap(t *testing.T) {
	t.Parallel()
	c := openLocal(t, local.Config{})
	n := connect(t, c, c.Client())
	key := local.House{}.Trader(6)
	from := crypto.PubkeyToAddress(key.PublicKey)
	prepare := func() api.Transaction {
		t.Helper()
		tx, err := n.Prepare(t.Context(),
			chain.Call{From: from, To: payee(0), Value: api.NewAmount(9)})
		if err != nil {
			t.Fatal(err)
		}
		return tx
	}
	send := func(tx api.Transaction) {
		t.Helper()
		_, raw := signed(t, key, tx)
		if _, err := n.Send(t.Context(), raw); err != nil {
			t.Fatal(err)
		}
	}
	tx := prepare()
	first := tx.Nonce
	for _, step := range []struct{ sent, next uint64 }{{first + 1, first}, {first, first + 2},
		{first + 2, first + 3}} {
		tx.Nonce = step.sent
		send(tx)
		if got := prepare().Nonce; got != step.next {
			t.Errorf("after nonce %d the next is %d, want %d", step.sent, got, step.next)
		}
		if counts, err := n.Nonces(t.Context(), from); err != nil ||
			counts != (api.Nonces{Mined: first, Next: step.next}) {
			t.Errorf("after nonce %d: %+v, %v", step.sent, counts, err)
		}
	}
}

// tenthMore tells whether both fees are a tenth above those before.
func tenthMore(before, after *types.Transaction) bool {
	more := func(a, b *big.Int) bool {
		return new(big.Int).Mul(a, big.NewInt(11)).Cmp(new(big.Int).Mul(b, big.NewInt(10))) <= 0
	}
	return more(before.GasFeeCap(), after.GasFeeCap()) && more(before.GasTipCap(),
		after.GasTipCap())
}

// An account that has named a delegate is shown with it, and has one waiting transaction at most.
func TestDelegatedAccount(t *testing.T) {
	t.Parallel()
	c := openLocal(t, local.Config{})
	n := connect(t, c, c.Client())
	key, delegate := local.House{}.Trader(5), c.Deployment().Contracts.Multicall
	from := crypto.PubkeyToAddress(key.PublicKey)
	id := uint256.NewInt(api.LocalChainID)
	auth, err := types.SignSetCode(key, types.SetCodeAuthorization{ChainID: *id, Address: delegate})
	if err != nil {
		t.Fatal(err)
	}
	fees, err := n.Fees(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	name := types.MustSignNewTx(local.House{}.Trader(6), types.LatestSignerForChainID(id.ToBig()),
		&types.SetCodeTx{ChainID: id, GasTipCap: fees.Tip.U256(), GasFeeCap: fees.Max.U256(),
			Gas: 100_000, To: from, AuthList: []types.SetCodeAuthorization{auth}})
	raw, err := name.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := n.Send(t.Context(), raw); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Mine(t.Context()); err != nil {
		t.Fatal(err)
	}
	call := chain.Call{From: from, To: payee(0), Value: api.NewAmount(1)}
	tx, err := n.Prepare(t.Context(), call)
	if err != nil || tx.Delegate == nil || *tx.Delegate != delegate {
		t.Fatalf("prepared %+v, %v", tx, err)
	}
	_, raw = signed(t, key, tx)
	if _, err := n.Send(t.Context(), raw); err != nil {
		t.Fatal(err)
	}
	if _, err := n.Prepare(t.Context(), call); api.TypeOf(err) != api.TransactionFails ||
		!strings.Contains(err.Error(), delegate.Hex()) {
		t.Errorf("a second one: %v", err)
	}
}
