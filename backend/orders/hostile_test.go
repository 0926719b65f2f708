package orders

import (
	"crypto/ecdsa"
	"math/big"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"

	"bourse/backend/api"
	"bourse/backend/contracts"
	"bourse/backend/contracts/contracttest"
	"bourse/backend/eip712"
)

// The attacks of contracttest.HostileToken.
const (
	attackNone = iota
	attackBurnGas
	attackHuge
	attackRevert
	attackHalt
)

// hostile deploys a token that behaves for now.
func (w *world) hostile() common.Address {
	return w.deploy(trader(3), common.FromHex(contracttest.HostileTokenMetaData.Bin))
}

func attack(kind uint8, size int64) []byte {
	return contracttest.NewHostileToken().PackSet(kind, big.NewInt(size))
}

// selling is an order of a trader for 1 WETH's worth of some other token.
func (w *world) selling(maker int, token common.Address) api.OrderRequest {
	return w.sell(maker, 1, 3000, func(o *api.Order) { o.MakerAsset.Address = token })
}

// Tokens that burn gas, answer without end, halt or revert harm their own makers only: honest
// orders in the same block keep their state, and the block is taken in without delay.
func TestHostileTokensHarmNobody(t *testing.T) {
	t.Parallel()
	for name, how := range map[string]struct {
		kind uint8
		size int64
	}{"burns gas": {attackBurnGas, 0}, "answers 1 MB": {attackHuge, 1 << 20},
		"reverts with 1 MB": {attackRevert, 1 << 20}, "halts": {attackHalt, 0}} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			w.approveAll(0, 1)
			one := units(1, 18)
			honest := w.create(w.sell(0, 1, 3000))
			var tokens []common.Address
			var bad []common.Hash
			for range 6 {
				token := w.hostile()
				tokens = append(tokens, token)
				for maker := 1; maker < 5; maker++ {
					bad = append(bad, w.create(w.selling(maker, token)).Hash)
				}
			}
			for _, hash := range bad {
				w.want(hash, api.Pending, one, one, one, common.Hash{})
			}
			var makers []common.Address
			for maker := range 6 {
				makers = append(makers, addressOf(trader(maker)))
			}
			w.clock.Add(300) // their good behaviour is forgotten
			for _, token := range tokens {
				w.send(trader(3), token, attack(how.kind, how.size))
				w.send(trader(3), token, contracttest.NewHostileToken().PackPretend(makers))
			}
			// the honest maker is read in the same block
			w.send(trader(2), w.tokens["WETH"], transferData(addressOf(trader(0)), zero))
			begin := time.Now()
			w.mine()
			t.Logf("the block was taken in after %s", time.Since(begin).Round(time.Millisecond))
			for range 10 {
				w.want(honest.Hash, api.Pending, one, one, one, common.Hash{})
				if got := w.book("WETH", "USDC"); !slices.Equal(got, []common.Hash{honest.Hash}) {
					t.Fatal("book", got)
				}
				w.mine()
			}
			again := w.create(w.sell(1, 1, 3000))
			w.want(again.Hash, api.Pending, one, one, one, common.Hash{})
			if how.kind != attackBurnGas {
				return
			}
			// theirs are out of the books with a reason, until the contract behaves and its
			// quarantine has passed
			quarantined := 0
			for _, hash := range bad {
				r := w.get(hash)
				switch reason := r.StateReason; {
				case r.State == api.Suspended && strings.Contains(reason, "not read before"):
					quarantined++
				case r.State == api.Suspended && strings.Contains(reason, "does not tell"):
				default:
					t.Errorf("%s, %q", r.State, reason)
				}
			}
			refused := 0
			for _, token := range tokens {
				if _, _, err := w.orders.CreateOrder(t.Context(), w.selling(5, token)); err != nil {
					refused++
					if api.TypeOf(err) != api.UnsupportedToken || api.AsError(err).RetryAfter <= 0 {
						t.Error("an order of a token in quarantine:", err)
					}
				}
			}
			if quarantined == 0 || refused == 0 {
				t.Errorf("%d of %d orders are in quarantine, %d refused", quarantined, len(bad),
					refused)
			}
			for _, token := range tokens {
				w.send(trader(3), token, attack(attackNone, 0))
			}
			w.clock.Add(3600)
			w.mine()
			if err := w.orders.Sweep(t.Context()); err != nil {
				t.Fatal(err)
			}
			w.mine()
			for _, hash := range bad {
				w.want(hash, api.Pending, one, one, one, common.Hash{})
			}
		})
	}
}

// More holdings of strangers' tokens than a block reads are read at the next ones, one of each
// token before the second of any.
func TestForeignHoldingsAreRationed(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	flood, quiet := w.hostile(), w.hostile()
	one := units(1, 18)
	var hashes []common.Hash
	var makers []common.Address
	for i := range foreignMost + 20 {
		key, err := crypto.ToECDSA(crypto.Keccak256([]byte{byte(i)}))
		if err != nil {
			t.Fatal(err)
		}
		r := w.selling(0, flood)
		r.Order.Maker = addressOf(key)
		hashes = append(hashes, w.create(w.sign(r.Order, key)).Hash)
		makers = append(makers, addressOf(key))
	}
	last := w.create(w.selling(1, quiet)).Hash
	for _, token := range []common.Address{flood, quiet} {
		w.send(trader(3), token, attack(attackRevert, 64))
	}
	w.send(trader(3), flood, contracttest.NewHostileToken().PackPretend(makers))
	w.send(trader(3), quiet, contracttest.NewHostileToken().PackPretend(
		[]common.Address{addressOf(trader(1))}))
	w.mine()
	w.want(last, api.Suspended, one, zero, zero, common.Hash{})
	suspended := func() (n int) {
		for _, hash := range hashes {
			if w.get(hash).State == api.Suspended {
				n++
			}
		}
		return n
	}
	if n := suspended(); n != foreignMost-1 {
		t.Errorf("%d holdings of one token were read on a block, want %d", n, foreignMost-1)
	}
	w.mine()
	if n := suspended(); n != len(hashes) {
		t.Errorf("%d of %d holdings were read after two blocks", n, len(hashes))
	}
}

// Contracts take turns: seventy whose logs name their maker at every block don't keep another's
// holding from being read.
func TestForeignContractsTakeTurns(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	var noisy []common.Address
	for range foreignMost + 6 {
		noisy = append(noisy, w.hostile())
	}
	for _, token := range noisy {
		w.create(w.selling(4, token))
	}
	noise := func() {
		for _, token := range noisy {
			w.send(trader(2), token, contracttest.NewHostileToken().PackPretend(
				[]common.Address{addressOf(trader(4))}))
		}
	}
	noise()
	w.mine()
	quiet, one := w.hostile(), units(1, 18) // which comes after all of them
	w.do(trader(2), quiet, attack(attackRevert, 64))
	honest := w.create(w.selling(1, quiet)).Hash
	w.want(honest, api.Suspended, one, zero, zero, common.Hash{})
	w.send(trader(2), quiet, attack(attackNone, 0))
	noise()
	w.send(trader(2), quiet, contracttest.NewHostileToken().PackPretend(
		[]common.Address{addressOf(trader(1))}))
	for range 2 {
		w.mine()
		noise()
	}
	w.want(honest, api.Pending, one, one, one, common.Hash{})
}

// Of orders that come between two blocks the second reads no more strangers' holdings than of
// others, and the next ones read the rest.
func TestNewForeignHoldingsAreRationed(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	token := w.hostile()
	var hashes []common.Hash
	for i := range 2*foreignMost + 1 {
		r := w.nft(1, api.Asset{Kind: api.ERC20, Address: token},
			api.Asset{Address: w.tokens["WETH"]}, units(1, 18), units(1, 18))
		key, err := crypto.ToECDSA(crypto.Keccak256([]byte{byte(i), 1}))
		if err != nil {
			t.Fatal(err)
		}
		r.Order.Maker = addressOf(key)
		hashes = append(hashes, w.create(w.sign(r.Order, key)).Hash)
	}
	w.send(trader(3), token, attack(attackRevert, 64)) // no log names a maker
	for _, want := range []int{foreignMost, 2 * foreignMost, 2*foreignMost + 1} {
		w.mine()
		suspended := 0
		for _, hash := range hashes {
			if w.get(hash).State == api.Suspended {
				suspended++
			}
		}
		if suspended != want {
			t.Errorf("%d holdings were read, want %d", suspended, want)
		}
	}
}

// What a block costs grows with the holdings that wait and with the logs that name their owners,
// not with the one by the other.
func TestManyForeignHoldingsCostLittle(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ix, now := w.orders.index, time.Unix(w.clock.Load(), 0)
	token, maker := w.hostile(), addressOf(trader(1))
	key := func(contract common.Address, id int) holdingKey {
		return holdingKey{maker, api.Asset{Kind: api.ERC1155, Address: contract,
			ID: api.NewAmount(uint64(id))}}
	}
	h := newHoldings()
	for i := range 100_000 { // of 50 contracts
		k := key(common.Address{19: byte(i % 50)}, i)
		h.add(k, funds{}, 1)
		h.due[k] = now
	}
	begin := time.Now()
	of := make(map[common.Address]int)
	for _, k := range h.turn(now, foreignMost) {
		of[k.asset.Address]++
	}
	took := time.Since(begin)
	if len(of) != 50 || took > 2*time.Second {
		t.Errorf("of 100,000 holdings those of %d contracts were chosen in %s", len(of), took)
	}
	w.orders.mu.Lock()
	for i := range 1000 {
		ix.holdings.add(key(token, i), funds{}, 1)
	}
	w.orders.mu.Unlock()
	name := common.BytesToHash(maker[:])
	logs := slices.Repeat([]types.Log{{Address: token,
		Topics: []common.Hash{{1}, name, name, name}}}, 16_000)
	begin = time.Now()
	q := w.orders.affected(logs)
	if took := time.Since(begin); len(q.holdings) != 1000 || took > time.Second {
		t.Errorf("16,000 logs name %d holdings of 1,000, which took %s", len(q.holdings), took)
	}
	t.Logf("chosen in %s, named in %s", took, time.Since(begin))
}

// orderOfWallet makes an order of a contract that judges signatures by itself.
func (w *world) orderOfWallet(owner *ecdsa.PrivateKey) (wallet common.Address, r api.OrderRequest) {
	w.t.Helper()
	wallet = w.deploy(owner, append(common.FromHex(contracttest.ContractWalletMetaData.Bin),
		contracttest.NewContractWallet().PackConstructor(addressOf(owner))...))
	link := w.tokens["LINK"]
	w.do(owner, link, transferData(wallet, units(50, 18)))
	w.do(owner, wallet, contracttest.NewContractWallet().PackExecute(link, new(big.Int),
		approveData(w.rfq, api.MaxAmount)))
	r = w.sell(0, 1, 15, func(o *api.Order) {
		o.Maker, o.MakerAsset.Address, o.MakerAmount = wallet, link, units(5, 18)
	})
	return wallet, w.sign(r.Order, owner)
}

// An order of a contract is judged again, since nothing tells when the contract changes its mind;
// one that burns gas costs no more than its check.
func TestContractMakersAreJudgedAgain(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.approveAll(1)
	wallet, r := w.orderOfWallet(trader(0))
	five := units(5, 18)
	rec := w.create(r)
	w.want(rec.Hash, api.Pending, five, five, five, common.Hash{})
	link := w.tokens["LINK"]
	for _, answer := range []uint8{2, 3, 4, 6} { // wrong, revert, short, loop
		w.do(trader(0), wallet, contracttest.NewContractWallet().PackSetAnswer(answer))
		got := w.want(rec.Hash, api.Suspended, five, five, zero, common.Hash{})
		if !strings.Contains(got.StateReason, "does not accept the signature") {
			t.Errorf("answer %d: reason %q", answer, got.StateReason)
		}
		if list, err := w.orders.OrderBook(t.Context(), api.BookQuery{MakerAsset: &link,
			TakerAsset: &r.Order.TakerAsset.Address}); err != nil || len(list.Orders) > 0 {
			t.Errorf("answer %d: %d orders in the book, %v", answer, len(list.Orders), err)
		}
		if _, err := w.prepareFill(1, rec.Hash, zero); api.TypeOf(err) != api.OrderNotFillable {
			t.Errorf("answer %d: a fill is prepared: %v", answer, err)
		}
		w.do(trader(0), wallet, contracttest.NewContractWallet().PackSetAnswer(0))
		if answer == 6 { // what burnt gas is left alone for a while
			w.clock.Add(3600)
			w.mine()
		}
		w.want(rec.Hash, api.Pending, five, five, five, common.Hash{})
	}
	// the verdict is remembered over a restart, and undone with the block it belongs to
	before := w.chain.Head()
	w.do(trader(0), wallet, contracttest.NewContractWallet().PackSetAnswer(2))
	w.want(rec.Hash, api.Suspended, five, five, zero, common.Hash{})
	again := w.openOn(w.orders.cfg.Store)
	if got, err := again.Order(t.Context(), rec.Hash, false); err != nil ||
		got.State != api.Suspended || !strings.Contains(got.StateReason, "does not accept") {
		t.Errorf("after a restart: %s %q, %v", got.State, got.StateReason, err)
	}
	if err := again.Rollback(t.Context(), before); err != nil {
		t.Fatal(err)
	}
	if got, err := again.Order(t.Context(), rec.Hash, false); err != nil ||
		got.State != api.Pending {
		t.Errorf("after a rollback: %s %q, %v", got.State, got.StateReason, err)
	}
}

// permitOf signs a permit of LINK for the order contract.
func (w *world) permitOf(maker int, value api.Amount, nonce, deadline uint64) []byte {
	w.t.Helper()
	p := eip712.Permit{Owner: addressOf(trader(maker)), Spender: w.rfq, Value: value,
		Nonce: api.NewAmount(nonce), Deadline: api.NewAmount(deadline),
		Token: eip712.Domain{Name: "ChainLink Token", Version: "1", ChainID: api.LocalChainID,
			Contract: w.tokens["LINK"]}}
	hash := p.TypedData().Hash()
	raw, err := crypto.Sign(hash[:], trader(maker))
	if err != nil {
		w.t.Fatal(err)
	}
	raw[64] += 27
	return p.Encode(eip712.Signature(raw))
}

// A permit counts as an allowance while it works by simulation: not past its deadline, not when its
// nonce is used, not for another spender, and for no more than its value.
func TestPermitsCoverWhileTheyWork(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.approveAll(1)
	five, two := units(5, 18), units(2, 18)
	order := func(permit []byte) common.Hash {
		r := w.sell(0, 1, 15, func(o *api.Order) {
			o.MakerAsset.Address, o.MakerAmount = w.tokens["LINK"], five
		})
		r.PermitMakerAsset = permit
		return w.create(r).Hash
	}
	never := uint64(1 << 40)
	soon := w.chain.Head().Time + 2
	whole, part := order(w.permitOf(0, five, 0, never)), order(w.permitOf(0, two, 0, never))
	until, wrong := order(w.permitOf(0, five, 0, soon)), order(w.permitOf(0, five, 7, never))
	other := w.permitOf(0, five, 0, never)
	other[63] ^= 1 // the spender
	foreign := order(other)
	w.want(whole, api.Pending, five, five, five, common.Hash{})
	w.want(part, api.Pending, five, two, two, common.Hash{})
	w.want(until, api.Pending, five, five, five, common.Hash{})
	for _, hash := range []common.Hash{wrong, foreign} {
		r := w.want(hash, api.Suspended, five, zero, zero, common.Hash{})
		if !strings.Contains(r.StateReason, "does not let the order contract move") {
			t.Error(r.StateReason)
		}
	}
	for range 4 { // past the deadline
		w.mine()
	}
	w.want(until, api.Suspended, five, zero, zero, common.Hash{})
	w.want(whole, api.Pending, five, five, five, common.Hash{})
	// somebody uses the permit: its allowance stands, and is then taken back
	permit := w.permitOf(0, five, 0, never)
	w.do(trader(3), w.tokens["LINK"], append([]byte{0xd5, 0x05, 0xac, 0xcf}, permit...))
	w.want(whole, api.Pending, five, five, five, common.Hash{})
	w.do(trader(0), w.tokens["LINK"], approveData(w.rfq, zero))
	for _, hash := range []common.Hash{whole, part} {
		w.want(hash, api.Suspended, five, zero, zero, common.Hash{})
	}
}

// An NFT order whose taker is the swap contract that trades no NFTs can be filled by nobody: it is
// suspended with the reason, in no book, and refused as a fill.
func TestNFTOrderForTheWrongContract(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.approveAll(0, 1)
	v6 := w.net.Contracts().AugustusV6
	if v6 == (common.Address{}) {
		t.Fatal("the network has no swap contract")
	}
	ape := api.Asset{Kind: api.ERC721, Address: w.tokens["APE"], ID: api.NewAmount(1)}
	r := w.nft(0, ape, api.Asset{Address: w.tokens["WETH"]}, api.NewAmount(1), units(1, 18))
	r.Order.Taker = v6
	rec := w.create(w.sign(r.Order, trader(0)))
	w.do(trader(0), ape.Address, contracts.NewERC721Collection().PackSetApprovalForAll(w.rfq, true))
	got := w.get(rec.Hash)
	if got.State != api.Suspended || !strings.Contains(got.StateReason, "nobody can fill it") ||
		!strings.Contains(got.StateReason, api.Lower(v6)) {
		t.Errorf("%s, %q", got.State, got.StateReason)
	}
	if list, err := w.orders.OrderBook(t.Context(), api.BookQuery{NFT: true}); err != nil ||
		len(list.Orders) > 0 {
		t.Errorf("%d orders in the book, %v", len(list.Orders), err)
	}
	if _, err := w.prepareFill(1, rec.Hash, zero); api.TypeOf(err) != api.OrderNotFillable {
		t.Error(err)
	}
}

// An order that was filled in part before it was posted names the transaction that did it.
func TestPostedAfterAPartialFill(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.approveAll(0, 1)
	r := w.sell(0, 2, 3000)
	data := contracts.NewAugustusRFQ().PackPartialFillOrderWithTarget(ContractOrder(r.Order),
		r.Signature, units(1500, 6).Big(), addressOf(trader(1)))
	w.do(trader(1), w.rfq, data)
	last := w.do(trader(1), w.rfq, data)
	for range 3 {
		w.mine()
	}
	one := units(1, 18)
	rec := w.create(r)
	if rec.TransactionHash == nil || *rec.TransactionHash != last {
		t.Errorf("transaction %v, want %s", rec.TransactionHash, last)
	}
	w.want(rec.Hash, api.Pending, one, one, one, last)
}

// Who would pay with a token that costs too much to be read, or that does not answer, is told so,
// and not that he has none.
func TestPayingWithWhatCantBeRead(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.approveAll(0)
	for name, how := range map[string]struct {
		kind  uint8
		error api.ErrorType
		says  string
	}{
		"burns gas": {attackBurnGas, api.UnsupportedToken, "takerAsset costs too much to be read"},
		"reverts":   {attackRevert, api.OrderNotFillable, "does not tell what"},
	} {
		token := w.hostile()
		order := w.create(w.sell(0, 1, 3000, func(o *api.Order) { o.TakerAsset.Address = token }))
		w.do(trader(2), token, attack(how.kind, 0))
		var err error
		for range 20 { // until it has cost too much
			if _, err = w.prepareFill(1, order.Hash, zero); api.TypeOf(err) == how.error {
				break
			}
		}
		if err == nil || api.TypeOf(err) != how.error || !strings.Contains(err.Error(), how.says) ||
			!strings.Contains(err.Error(), api.Lower(token)) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
