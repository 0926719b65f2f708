package chain_test

import (
	"errors"
	"math/big"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/params"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/chain/local"
	"bourse/backend/contracts"
)

func rawTransfer(t *testing.T, nonce uint64) []byte {
	t.Helper()
	return rawValue(t, nonce, 1)
}

// rawValue is a signed transfer of so many units.
func rawValue(t *testing.T, nonce uint64, value int64) []byte {
	t.Helper()
	id := big.NewInt(api.LocalChainID)
	tx := types.MustSignNewTx(local.House{}.Trader(0), types.LatestSignerForChainID(id),
		&types.DynamicFeeTx{
			ChainID: id, Nonce: nonce, Gas: params.TxGas, To: &common.Address{1},
			Value:     big.NewInt(value),
			GasTipCap: big.NewInt(params.GWei), GasFeeCap: big.NewInt(100 * params.GWei),
		})
	raw, err := tx.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

func TestSendRaw(t *testing.T) {
	t.Parallel()
	c := openLocal(t, local.Config{})
	n := connect(t, c, c.Client())
	raw := rawTransfer(t, 0)
	hash, err := n.SendRaw(t.Context(), raw)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := n.SendRaw(t.Context(), raw); err != nil || again != hash {
		t.Errorf("sent again: %s, %v", again, err)
	}
	if r, err := n.RawReceipt(t.Context(), hash); r != nil || err != nil {
		t.Errorf("receipt before it is mined: %v, %v", r, err)
	}
	if tx, mined, err := n.Transaction(t.Context(), hash); err != nil || mined || tx == nil ||
		tx.Hash() != hash {
		t.Errorf("pending transaction: %v %v %v", tx, mined, err)
	}
	if _, err := c.Mine(t.Context()); err != nil {
		t.Fatal(err)
	}
	if r, err := n.Wait(t.Context(), hash); err != nil || r.Status != 1 || r.TxHash != hash {
		t.Errorf("receipt: %+v, %v", r, err)
	}
	if _, mined, err := n.Transaction(t.Context(), hash); err != nil || !mined {
		t.Errorf("mined transaction: %v %v", mined, err)
	}
	if again, err := n.SendRaw(t.Context(), raw); err != nil || again != hash {
		t.Errorf("sent again once it is mined: %s, %v", again, err)
	}
	if tx, _, err := n.Transaction(t.Context(), common.Hash{1}); tx != nil || err != nil {
		t.Errorf("unknown transaction: %v %v", tx, err)
	}
	for name, bad := range map[string]struct {
		raw  []byte
		says string
	}{
		"used nonce":    {rawValue(t, 0, 2), "nonce too low"},
		"garbage":       {[]byte{1, 2, 3}, "not a signed transaction"},
		"other network": {foreignTransfer(t), "signed for network 1"},
	} {
		if _, err := n.SendRaw(t.Context(), bad.raw); api.TypeOf(err) != api.TransactionFails ||
			!strings.Contains(err.Error(), bad.says) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func foreignTransfer(t *testing.T) []byte {
	t.Helper()
	id := big.NewInt(1)
	tx := types.MustSignNewTx(local.House{}.Trader(0), types.LatestSignerForChainID(id),
		&types.LegacyTx{Gas: params.TxGas, GasPrice: big.NewInt(1)})
	raw, err := tx.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// Calls that fail say why, in words.
func TestReasons(t *testing.T) {
	t.Parallel()
	c := openLocal(t, local.Config{})
	n := connect(t, c, c.Client())
	token, link := contracts.NewStandardToken(), tokenOf(t, c, "LINK")
	for name, tc := range map[string]struct {
		call chain.Call
		says string
	}{
		"reason": {chain.Call{From: payee(0), To: link,
			Data: token.PackTransfer(user(), big.NewInt(1))},
			"ERC20: transfer amount exceeds balance"},
		"no reason": {chain.Call{To: link, Data: []byte{1, 2, 3, 4}}, "without a reason"},
		"lack of coins": {chain.Call{From: payee(0), To: user(), Value: api.NewAmount(1)},
			"add coins"},
		"lack of gas": {chain.Call{To: link, Data: token.PackBalanceOf(user()), Gas: 21_500},
			"gas"},
	} {
		var revert *chain.Revert
		_, err := n.Call(t.Context(), common.Hash{}, tc.call)
		if !errors.As(err, &revert) || tc.call.Value.IsZero() &&
			!strings.Contains(revert.Reason, tc.says) {
			t.Errorf("call, %s: %v", name, err)
		}
		_, err = n.Prepare(t.Context(), tc.call)
		if api.TypeOf(err) != api.TransactionFails || !strings.Contains(err.Error(), tc.says) {
			t.Errorf("prepare, %s: %v", name, err)
		}
	}
}

func TestPrepare(t *testing.T) {
	t.Parallel()
	c := openLocal(t, local.Config{})
	n := connect(t, c, c.Client())
	call := chain.Call{From: user(), To: tokenOf(t, c, "LINK"),
		Data: contracts.NewStandardToken().PackTransfer(payee(0), big.NewInt(5))}
	tx, err := n.Prepare(t.Context(), call)
	if err != nil {
		t.Fatal(err)
	}
	if tx.Nonce != 0 || tx.Block != c.Head().Number || tx.GasUsed < params.TxGas ||
		tx.Gas <= tx.GasUsed || tx.GasPrice.IsZero() {
		t.Errorf("prepared %+v", tx)
	}
	signed := types.MustSignNewTx(
		local.House{}.Trader(0), types.LatestSignerForChainID(big.NewInt(api.LocalChainID)),
		&types.LegacyTx{
			Nonce: tx.Nonce, Gas: tx.Gas, GasPrice: tx.GasPrice.Big(), To: &tx.To, Data: tx.Data,
		})
	raw, err := signed.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	hash, err := n.SendRaw(t.Context(), raw)
	if err != nil {
		t.Fatal(err)
	}
	head, err := c.Mine(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	out, err := n.Receipt(t.Context(), hash)
	if err != nil || !out.Success || out.Block == nil || *out.Block != head || out.GasUsed == 0 ||
		out.GasPrice.IsZero() {
		t.Errorf("outcome %+v, %v", out, err)
	}
	all, err := n.Balance(t.Context(), head.Hash, user())
	if err != nil {
		t.Fatal(err)
	}
	rich := chain.Call{From: user(), To: payee(0), Value: all}
	if _, err := n.Prepare(t.Context(), rich); api.TypeOf(err) != api.TransactionFails ||
		!strings.Contains(err.Error(), "needs up to") {
		t.Errorf("a transaction whose gas can't be paid: %v", err)
	}
}

// A transaction that failed on chain tells why.
func TestOutcomeOfFailure(t *testing.T) {
	t.Parallel()
	c := openLocal(t, local.Config{})
	n := connect(t, c, c.Client())
	s := chain.NewSender(n, local.House{}.Trader(2))
	whole := new(big.Int).Exp(big.NewInt(10), big.NewInt(40), nil)
	call := chain.Call{To: tokenOf(t, c, "UNI"),
		Data: contracts.NewStandardToken().PackTransfer(payee(0), whole)}
	if _, err := s.Do(t.Context(), call); api.TypeOf(err) != api.TransactionFails {
		t.Fatalf("simulated: %v", err)
	}
	call.Gas = 100_000 // not simulated
	hash, err := s.Do(t.Context(), call)
	if err != nil {
		t.Fatal(err)
	}
	if out, err := n.Receipt(t.Context(), hash); err != nil || out.Block != nil || !out.Waits {
		t.Errorf("before it is mined: %+v, %v", out, err)
	}
	if _, err := c.Mine(t.Context()); err != nil {
		t.Fatal(err)
	}
	out, err := n.Receipt(t.Context(), hash)
	if err != nil || out.Success || out.Waits ||
		out.Reason != "ERC20: transfer amount exceeds balance" {
		t.Errorf("outcome %+v, %v", out, err)
	}
}

// One that fails only since another of its block came first says so.
func TestOutcomeOfFailureInItsBlock(t *testing.T) {
	t.Parallel()
	c := openLocal(t, local.Config{})
	n := connect(t, c, c.Client())
	from := local.House{}.Trader(2)
	s, token, abi := chain.NewSender(n, from), tokenOf(t, c, "UNI"), contracts.NewStandardToken()
	answer, err := n.Call(t.Context(), common.Hash{},
		chain.Call{To: token, Data: abi.PackBalanceOf(s.Address())})
	if err != nil {
		t.Fatal(err)
	}
	all := chain.Call{To: token, Data: abi.PackTransfer(payee(0), new(big.Int).SetBytes(answer))}
	var hashes []common.Hash
	for range 2 {
		hash, err := s.Do(t.Context(), all)
		if err != nil {
			t.Fatal(err)
		}
		hashes = append(hashes, hash)
	}
	if _, err := c.Mine(t.Context()); err != nil {
		t.Fatal(err)
	}
	if out, err := n.Receipt(t.Context(), hashes[0]); err != nil || !out.Success ||
		new(big.Int).SetBytes(answer).Sign() == 0 {
		t.Errorf("the first of %x: %+v, %v", answer, out, err)
	}
	out, err := n.Receipt(t.Context(), hashes[1])
	if err != nil || out.Success ||
		out.Reason != "ERC20: transfer amount exceeds balance (after other transactions of its "+
			"block)" {
		t.Errorf("the second: %+v, %v", out, err)
	}
}

// Many goroutines send from one account while blocks are made one after the other; every
// transaction is mined once.
func TestSender(t *testing.T) {
	t.Parallel()
	c := openLocal(t, local.Config{})
	n := connect(t, c, c.Client())
	s := chain.NewSender(n, local.House{}.Trader(3))
	hashes := make(chan common.Hash, 200)
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for range cap(hashes) / 8 {
				hash, err := s.Do(t.Context(), chain.Call{To: payee(0), Value: api.NewAmount(1)})
				if err != nil {
					t.Error(err)
					return
				}
				hashes <- hash
			}
		})
	}
	go func() { group.Wait(); close(hashes) }()
	var sent []common.Hash
	for hash := range hashes {
		sent = append(sent, hash)
		if _, err := c.Mine(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	for _, hash := range sent {
		if r, err := n.RawReceipt(t.Context(), hash); err != nil || r == nil || r.Status != 1 {
			t.Errorf("receipt of %s: %v, %v", hash, r, err)
		}
	}
	if b, err := n.Balance(t.Context(), common.Hash{}, payee(0)); err != nil ||
		b != api.NewAmount(uint64(cap(hashes))) {
		t.Errorf("%s arrived, %v", b, err)
	}
}

// numbered is a signed transaction with the sender's next nonce.
func numbered(t *testing.T, s *chain.Sender, c chain.Call) (*types.Transaction, error) {
	t.Helper()
	c.Gas = params.TxGas
	fees, err := s.Prepare(t.Context())
	if err != nil {
		return nil, err
	}
	return s.Sign(c, fees)
}

// What was read before a reset is not signed with: another may have used the nonce since.
func TestSenderForgets(t *testing.T) {
	t.Parallel()
	c := openLocal(t, local.Config{})
	s := chain.NewSender(connect(t, c, c.Client()), local.House{}.Trader(3))
	call := chain.Call{To: payee(0), Value: api.NewAmount(1), Gas: params.TxGas}
	fees, err := s.Prepare(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	s.Reset()
	if _, err := s.Sign(call, fees); api.TypeOf(err) != api.ChainUnavailable {
		t.Errorf("signed after a reset: %v", err)
	}
	if tx, err := numbered(t, s, call); err != nil || tx.Nonce() != 0 {
		t.Errorf("signed anew: %v, %v", tx, err)
	}
}

// A transaction that can't be sent leaves its nonce to the next one, and those on their way keep
// theirs, though all are alike.
func TestSenderFillsGaps(t *testing.T) {
	t.Parallel()
	c, p, client := proxied(t)
	n := connect(t, c, client)
	s := chain.NewSender(n, local.House{}.Trader(3))
	var all []*types.Transaction
	sign := func() *types.Transaction {
		t.Helper()
		tx, err := numbered(t, s, chain.Call{To: payee(0), Value: api.NewAmount(1)})
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, tx)
		return tx
	}
	first, lost, last := sign(), sign(), sign()
	p.set(status(http.StatusInternalServerError, "oops"))
	if err := s.Send(t.Context(), lost); err == nil {
		t.Fatal("sent to a node that fails")
	}
	p.heal()
	for _, tx := range []*types.Transaction{sign(), last, first, sign()} {
		if err := s.Send(t.Context(), tx); err != nil {
			t.Errorf("transaction %d: %v", tx.Nonce(), err)
		}
	}
	for i, want := range []uint64{0, 1, 2, 1, 3} {
		if all[i].Nonce() != want {
			t.Errorf("transaction %d has nonce %d, want %d", i, all[i].Nonce(), want)
		}
	}
	if _, err := c.Mine(t.Context()); err != nil {
		t.Fatal(err)
	}
	if b, err := n.Balance(t.Context(), common.Hash{}, payee(0)); err != nil ||
		b != api.NewAmount(4) {
		t.Errorf("%s arrived, %v", b, err)
	}
}

// After a refusal the nonce is asked anew, so that one failure does not block an account.
func TestSenderRecovers(t *testing.T) {
	t.Parallel()
	c := openLocal(t, local.Config{})
	n := connect(t, c, c.Client())
	s := chain.NewSender(n, local.House{}.Trader(4))
	first, err := numbered(t, s, chain.Call{To: payee(0), Value: api.NewAmount(1)})
	if err != nil {
		t.Fatal(err)
	}
	// the same account from elsewhere takes the nonce
	other := chain.NewSender(n, local.House{}.Trader(4))
	if _, err := other.Do(t.Context(),
		chain.Call{To: payee(1), Value: api.NewAmount(1)}); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Mine(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := s.Send(t.Context(), first); api.TypeOf(err) != api.TransactionFails {
		t.Errorf("a used nonce: %v", err)
	}
	hash, err := s.Do(t.Context(), chain.Call{To: payee(0), Value: api.NewAmount(1)})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Mine(t.Context()); err != nil {
		t.Fatal(err)
	}
	if r, err := n.Wait(t.Context(), hash); err != nil || r.Status != 1 {
		t.Errorf("after recovery: %v, %v", r, err)
	}
}
