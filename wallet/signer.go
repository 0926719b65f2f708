package wallet

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/url"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/rpc"

	"bourse/backend/api"
	"bourse/backend/contracts"
	"bourse/backend/eip712"
)

// SignerTime is how long a signer elsewhere has for an answer: a person may have to approve it.
const SignerTime = 2 * time.Minute

// keyHolder signs with keys that are not here, and checks what it gets.
type keyHolder interface {
	signData(common.Address, eip712.TypedData) (eip712.Signature, error)
	signTransaction(api.Transaction) (raw []byte, hash common.Hash, err error)
}

// signer is a program elsewhere that holds keys and signs over JSON-RPC: clef by its account_
// methods, or one with the eth_ methods of wallets. What it answers is checked to the byte.
type signer struct {
	client *rpc.Client
	host   string // the rest of its address may hold a key
	clef   bool
}

// Attach adds the accounts of a signer elsewhere, for as long as the wallet is open: by its address
// over http or https, or those of a Ledger by "ledger" or "ledger:PATH". Accounts whose keys are
// here stay as they are.
func (w *Wallet) Attach(ctx context.Context, address string) ([]Account, error) {
	if path, ok := strings.CutPrefix(address, "ledger"); ok && !strings.Contains(path, "//") {
		return w.attachLedger(path)
	}
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return nil, refuse(BadInput, "the address of a signer is a URL such as "+
			"http://127.0.0.1:8550, or ledger")
	}
	s := &signer{host: u.Host}
	if s.client, err = rpc.DialOptions(ctx, address); err != nil {
		return nil, s.failed("be reached", err)
	}
	list, err := s.accounts(ctx)
	if err != nil {
		s.client.Close()
		return nil, err
	}
	dots := strings.NewReplacer(":", ".")
	return w.addOutside(list, dots.Replace(u.Hostname()), dots.Replace(u.Host), s, External), nil
}

// addOutside adds accounts of one holder, whose names begin with its host, or with all of its place
// where another holder has the same host.
func (w *Wallet) addOutside(list []common.Address, host, place string, holder keyHolder,
	kind Kind) []Account {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.outside == nil {
		w.outside = make(map[common.Address]outsideKey)
	}
	for n := 1; w.hasOutside(place); n++ { // other signers at one place
		place = strings.TrimSuffix(place, fmt.Sprintf(".%d", n)) + fmt.Sprintf(".%d", n+1)
	}
	var fresh []common.Address
	for i, a := range list {
		k := outsideKey{entry: entry{Address: a, Kind: kind}, holder: holder,
			order: len(w.outside), place: place, short: fmt.Sprintf("%s-%d", host, i+1),
			long: fmt.Sprintf("%s-%d", place, i+1)}
		if known, err := w.entry(a); err == nil {
			if known.Kind != WatchedOnly {
				continue
			}
			k.entry.Name = known.Name // which the user gave it
			k.short, k.long = "", ""
		}
		w.outside[a] = k
		fresh = append(fresh, a)
	}
	w.nameOutside()
	added := make([]Account, len(fresh))
	for i, a := range fresh {
		added[i] = w.account(w.outside[a].entry)
	}
	return added
}

// hasOutside tells whether a holder is at a place.
func (w *Wallet) hasOutside(place string) bool {
	for _, k := range w.outside {
		if k.place == place {
			return true
		}
	}
	return false
}

// nameOutside gives the accounts of signers their short names, and the long ones to those whose
// short one another account has too, whichever came first.
func (w *Wallet) nameOutside() {
	held := make(map[string]int)
	for _, e := range append(w.development(), w.entries...) {
		held[strings.ToLower(e.Name)]++
	}
	for _, k := range w.outside {
		held[strings.ToLower(k.short)]++
	}
	for a, k := range w.outside {
		if k.short == "" {
			continue
		}
		if k.entry.Name = k.short; held[strings.ToLower(k.short)] > 1 {
			k.entry.Name = k.long
		}
		w.outside[a] = k
	}
}

// outsideKey is an account whose key a signer elsewhere holds.
type outsideKey struct {
	entry       entry
	holder      keyHolder
	order       int
	place       string // of the holder
	short, long string // what it can be called; "" where the user has given it a name
}

// externals are the entries of signers elsewhere, in the order they came.
func (w *Wallet) externals() []entry {
	accounts := slices.SortedFunc(maps.Keys(w.outside), func(a, b common.Address) int {
		return w.outside[a].order - w.outside[b].order
	})
	list := make([]entry, len(accounts))
	for i, a := range accounts {
		list[i] = w.outside[a].entry
	}
	return list
}

// external returns who holds the key of an account that may sign for a chain, nil where it is here.
func (w *Wallet) external(address common.Address, chainID uint64) (keyHolder, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	k, ok := w.outside[address]
	if !ok {
		return nil, nil
	}
	return k.holder, w.account(k.entry).CanSign(chainID)
}

// accounts asks for the accounts: clef first, whose user may have to allow it.
func (s *signer) accounts(ctx context.Context) (list []common.Address, err error) {
	ctx, cancel := context.WithTimeout(ctx, SignerTime)
	defer cancel()
	err = s.client.CallContext(ctx, &list, "account_list")
	s.clef = err == nil
	var refusal rpc.Error
	if errors.As(err, &refusal) && refusal.ErrorCode() == codeNoMethod {
		err = s.client.CallContext(ctx, &list, "eth_accounts")
	}
	if err != nil {
		return nil, s.failed("tell its accounts", err)
	}
	if len(list) == 0 {
		return nil, refuse(BadInput, "the signer at %s has no accounts for us: make one there, "+
			"or allow it", s.host)
	}
	return list, nil
}

// codeNoMethod is the JSON-RPC error of a method that is not there.
const codeNoMethod = -32601

// ask makes a request of the signer and waits for the person there.
func (s *signer) ask(result any, clef, other string, args ...any) error {
	ctx, cancel := context.WithTimeout(context.Background(), SignerTime)
	defer cancel()
	method := other
	if s.clef {
		method = clef
	}
	if err := s.client.CallContext(ctx, result, method, args...); err != nil {
		return s.failed("sign", err)
	}
	return nil
}

// failed says what the signer did not do, and why. Its address is told to nobody.
func (s *signer) failed(what string, err error) error {
	var refusal rpc.Error
	var address *url.Error
	switch {
	case errors.As(err, &refusal) &&
		strings.HasPrefix(refusal.Error(), "validation failed"):
		return refuse(SignerFailed, "the signer at %s did not %s: it warns of %s; read the "+
			"warning there, and start it with --advanced if you want to sign all the same",
			s.host, what, printableText(refusal.Error()))
	case errors.As(err, &refusal) && strings.HasPrefix(refusal.Error(), "unhandled type"):
		return refuse(SignerFailed, "the signer at %s did not %s: it can't show a part of this "+
			"data (%s), as clef can't show what cancels Delta orders; such an order ends too "+
			"where the Delta contract's allowance is taken back", s.host, what,
			printableText(refusal.Error()))
	case errors.As(err, &refusal):
		return refuse(SignerFailed, "the signer at %s did not %s: %s", s.host, what,
			printableText(refusal.Error()))
	case errors.Is(err, context.DeadlineExceeded):
		return refuse(SignerFailed, "the signer at %s did not answer in time: approve it there "+
			"and try again; nothing was sent", s.host)
	case errors.As(err, &address):
		err = address.Err
	}
	if errors.Is(err, io.EOF) || errors.Is(err, syscall.ECONNRESET) {
		return refuse(SignerFailed, "the signer at %s could not %s: it ended without an answer; "+
			"start it and try again; nothing was sent", s.host, what)
	}
	return refuse(SignerFailed, "the signer at %s could not %s: %s", s.host, what,
		printableText(err.Error()))
}

// printableText keeps what can be shown of a text from elsewhere.
func printableText(s string) string {
	const most = 200
	s = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r >= 0x80 && r < 0xa0 || r == 0xfffd {
			return -1
		}
		return r
	}, s)
	if runes := []rune(s); len(runes) > most {
		s = string(runes[:most]) + "…"
	}
	return s
}

// signData asks for the signature of typed data and checks that it is that of the account.
func (s *signer) signData(address common.Address, data eip712.TypedData) (eip712.Signature,
	error) {
	var raw hexutil.Bytes
	err := s.ask(&raw, "account_signTypedData", "eth_signTypedData_v4", address.Hex(), data)
	if err != nil {
		return eip712.Signature{}, err
	}
	if len(raw) == 65 && raw[64] < 27 {
		raw[64] += 27
	}
	signature, err := eip712.ParseSignature(raw)
	var by common.Address
	if err == nil {
		by, err = eip712.Recover(data.Hash(), signature)
	}
	if err == nil && by != address {
		err = errors.New("it is of another account, or of other data")
	}
	if err != nil {
		return eip712.Signature{}, refuse(SignerFailed, "what the signer at %s answered is not "+
			"used: %v", s.host, err)
	}
	return signature, nil
}

// signTransaction asks for a signed transaction and checks that it is the one that was shown.
func (s *signer) signTransaction(t api.Transaction) (raw []byte, hash common.Hash, err error) {
	// Clef signs for addresses with their checksum alone, and calls whose method it is told.
	args := map[string]any{"from": t.From.Hex(), "to": t.To.Hex(), "gas": hexutil.Uint64(t.Gas),
		"value": (*hexutil.Big)(t.Value.Big()), "nonce": hexutil.Uint64(t.Nonce), "data": t.Data,
		"chainId": (*hexutil.Big)(api.NewAmount(t.ChainID).Big())}
	if t.Data == nil {
		args["data"] = hexutil.Bytes{}
	}
	if t.BaseFee.IsZero() {
		args["gasPrice"] = (*hexutil.Big)(t.GasPrice.Big())
	} else {
		args["maxFeePerGas"] = (*hexutil.Big)(t.GasPrice.Big())
		args["maxPriorityFeePerGas"] = (*hexutil.Big)(t.Tip.Big())
	}
	params := []any{args}
	if method := contracts.MethodOf(t.Data); s.clef && method != "" {
		params = append(params, method)
	}
	var answer json.RawMessage
	err = s.ask(&answer, "account_signTransaction", "eth_signTransaction", params...)
	if err != nil {
		return nil, hash, err
	}
	var object struct {
		Raw hexutil.Bytes `json:"raw"`
	}
	var plain hexutil.Bytes
	if json.Unmarshal(answer, &plain) != nil { // some answer with the bytes alone
		if err = json.Unmarshal(answer, &object); err == nil {
			plain = object.Raw
		}
	}
	var tx types.Transaction
	if err == nil {
		err = tx.UnmarshalBinary(plain)
	}
	if err == nil {
		err = sameTransaction(t, &tx)
	}
	if err != nil {
		return nil, hash, refuse(SignerFailed, "what the signer at %s answered is not sent: %v",
			s.host, err)
	}
	return plain, tx.Hash(), nil
}

// sameTransaction tells what a signed transaction has that was not asked for: a field, or the
// account that signed it.
func sameTransaction(t api.Transaction, got *types.Transaction) error {
	want := t.Unsigned()
	var differ []string
	note := func(name string, same bool) {
		if !same {
			differ = append(differ, name)
		}
	}
	note("type", got.Type() == want.Type())
	note("network", got.Protected() && got.ChainId().Cmp(api.NewAmount(t.ChainID).Big()) == 0)
	note("nonce", got.Nonce() == want.Nonce())
	note("gas", got.Gas() == want.Gas())
	note("fees", got.GasFeeCap().Cmp(want.GasFeeCap()) == 0 &&
		got.GasTipCap().Cmp(want.GasTipCap()) == 0)
	note("receiver", got.To() != nil && *got.To() == t.To)
	note("value", got.Value().Cmp(want.Value()) == 0)
	note("data", string(got.Data()) == string(want.Data()))
	if len(differ) > 0 {
		return fmt.Errorf("it changed the %s: sign it there as it is shown here",
			strings.Join(differ, ", "))
	}
	rules := signerOf(t)
	if rules.Hash(got) != SigningHash(t) {
		return errors.New("it is another transaction")
	}
	if from, err := types.Sender(rules, got); err != nil || from != t.From {
		return fmt.Errorf("it is not signed by %s", t.From.Hex())
	}
	return nil
}
