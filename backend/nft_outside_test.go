package backend_test

import (
	"bytes"
	"crypto/ecdsa"
	"encoding/json"
	"fmt"
	"math/big"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum"
	"github.com/ethereum/go-ethereum/accounts/abi/bind/v2"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/math"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/ethclient"
	"github.com/ethereum/go-ethereum/signer/core/apitypes"

	"bourse/backend"
	"bourse/backend/api"
	"bourse/backend/chain/local"
	"bourse/backend/contracts"
	"bourse/backend/server"
)

// stranger is another program: it knows the exchange by HTTP and the network by JSON-RPC, and signs
// by itself.
type stranger struct {
	*testing.T
	base  string
	chain *ethclient.Client
	keys  []*ecdsa.PrivateKey // 0 to 2 hold three Apes and ten of three Passes each
	rfq   common.Address
	weth  common.Address
	ape   common.Address
	pass  common.Address
	nonce int64
}

func newStranger(t *testing.T) *stranger {
	t.Helper()
	b, err := backend.Open(t.Context(),
		backend.Config{Dir: t.TempDir(), Now: time.Now, LocalRPC: "127.0.0.1:0"})
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	ctx := t.Context()
	go func() { done <- b.Run(ctx) }()
	t.Cleanup(func() { // the context has ended
		if err := <-done; err != nil {
			t.Error(err)
		}
		if err := b.Close(); err != nil {
			t.Error(err)
		}
	})
	if err := b.Ready(t.Context()); err != nil {
		t.Fatal(err)
	}
	srv := httptest.NewServer(server.New(b, server.Options{}))
	t.Cleanup(srv.Close)
	client, err := ethclient.Dial(b.LocalRPC())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	s := &stranger{T: t, base: srv.URL, chain: client}
	for i := range 4 {
		s.keys = append(s.keys, local.House{}.Trader(i))
	}
	var at struct{ AugustusRFQ common.Address }
	s.get("/adapters/contracts?network=1337", &at)
	s.rfq = at.AugustusRFQ
	var tokens struct{ Tokens []api.Token }
	s.get("/tokens/1337", &tokens)
	s.weth = tokens.Tokens[slices.IndexFunc(
		tokens.Tokens, func(t api.Token) bool { return t.Symbol == "WETH" })].Address
	s.ape, s.pass = s.holding(0, 2)[0].Address, s.holding(0, 1)[0].Address
	return s
}

func (s *stranger) address(i int) common.Address {
	return crypto.PubkeyToAddress(s.keys[i].PublicKey)
}

func (s *stranger) get(path string, v any) {
	s.Helper()
	res, err := http.Get(s.base + path)
	if err != nil {
		s.Fatal(err)
	}
	defer res.Body.Close()
	if err := json.NewDecoder(res.Body).Decode(v); err != nil || res.StatusCode != http.StatusOK {
		s.Fatalf("%s: %s, %v", path, res.Status, err)
	}
}

func (s *stranger) post(path string, body any) (status int, reply nftAnswer) {
	s.Helper()
	text, err := json.Marshal(body)
	if err != nil {
		s.Fatal(err)
	}
	res, err := http.Post(s.base+path, "application/json", bytes.NewReader(text))
	if err != nil {
		s.Fatal(err)
	}
	defer res.Body.Close()
	if err := json.NewDecoder(res.Body).Decode(&reply); err != nil {
		s.Fatal(err)
	}
	return res.StatusCode, reply
}

// nftRecord is what this program reads of an order; nftAnswer is a reply with one, or a refusal.
type nftRecord struct {
	OrderHash       common.Hash
	State           string
	Type            string
	FillableBalance string
	TransactionHash *common.Hash
	MakerAsset      common.Address
	MakerAssetID    string `json:"makerAssetId"`
	MakerAssetType  int
	Signature       string
}

type nftAnswer struct {
	Order     nftRecord
	ErrorType string
	Details   string
	Fields    []struct{ Field, Reason string }
}

type owned struct {
	Address common.Address
	Type    int
	ID      string
	Balance string
}

// holding lists what an account holds of one kind of NFT.
func (s *stranger) holding(account, kind int) []owned {
	s.Helper()
	var list struct{ NFTs []owned }
	s.get("/x/1337/nfts/"+s.address(account).Hex(), &list)
	return slices.DeleteFunc(list.NFTs, func(o owned) bool { return o.Type != kind })
}

// side is one side of an order.
type side struct {
	kind   int64
	token  common.Address
	id     string
	amount string
}

func (a side) packed() string {
	return new(big.Int).Or(a.token.Big(), new(big.Int).Lsh(big.NewInt(a.kind), 160)).String()
}

func (s *stranger) coin(amount string) side { return side{0, s.weth, "0", amount} }
func (s *stranger) anApe(account, i int) side {
	return side{2, s.ape, s.holding(account, 2)[i].ID, "1"}
}
func (s *stranger) passes(i int, n string) side { return side{1, s.pass, s.holding(0, 1)[i].ID, n} }

// signed is an order that this program made.
type signed struct {
	body     map[string]any
	contract contracts.AugustusRFQOrderNFT
	raw      []byte
	hash     common.Hash
}

// sign makes an order; a taker below 0 is anyone.
func (s *stranger) sign(maker int, gives, asks side, taker int) signed {
	s.Helper()
	s.nonce++
	to := common.Address{}
	if taker >= 0 {
		to = s.address(taker)
	}
	meta := new(big.Int).Or(to.Big(), new(big.Int).Lsh(big.NewInt(s.nonce), 160))
	message := map[string]any{
		"nonceAndMeta": meta.String(), "expiry": "0", "makerAsset": gives.packed(),
		"makerAssetId": gives.id, "takerAsset": asks.packed(),
		"takerAssetId": asks.id, "maker": s.address(maker).Hex(), "taker": to.Hex(),
		"makerAmount": gives.amount, "takerAmount": asks.amount,
	}
	var fields []apitypes.Type
	for _, f := range strings.Fields(
		"nonceAndMeta:uint256 expiry:uint128 makerAsset:uint256 makerAssetId:uint256 " +
			"takerAsset:uint256 " +
			"takerAssetId:uint256 maker:address taker:address makerAmount:uint256 " +
			"takerAmount:uint256") {
		name, kind, _ := strings.Cut(f, ":")
		fields = append(fields, apitypes.Type{Name: name, Type: kind})
	}
	hash, _, err := apitypes.TypedDataAndHash(apitypes.TypedData{
		Types: apitypes.Types{"OrderNFT": fields, "EIP712Domain": {
			{Name: "name", Type: "string"}, {Name: "version", Type: "string"},
			{Name: "chainId", Type: "uint256"}, {Name: "verifyingContract", Type: "address"},
		}},
		PrimaryType: "OrderNFT", Message: message,
		Domain: apitypes.TypedDataDomain{
			Name: "AUGUSTUS RFQ", Version: "1", ChainId: math.NewHexOrDecimal256(1337),
			VerifyingContract: s.rfq.Hex()},
	})
	if err != nil {
		s.Fatal(err)
	}
	raw, err := crypto.Sign(hash, s.keys[maker])
	if err != nil {
		s.Fatal(err)
	}
	raw[64] += 27
	number := func(text string) *big.Int { n, _ := new(big.Int).SetString(text, 10); return n }
	message["expiry"], message["signature"] = 0, fmt.Sprintf("%#x", raw)
	return signed{body: message, raw: raw, hash: common.BytesToHash(hash),
		contract: contracts.AugustusRFQOrderNFT{
			NonceAndMeta: meta, Expiry: new(big.Int), MakerAsset: number(gives.packed()),
			MakerAssetId: number(gives.id), TakerAsset: number(asks.packed()),
			TakerAssetId: number(asks.id), Maker: s.address(maker), Taker: to,
			MakerAmount: number(gives.amount), TakerAmount: number(asks.amount),
		}}
}

// place posts an order, which must be taken and come back as it was meant.
func (s *stranger) place(maker int, gives, asks side, taker int) signed {
	s.Helper()
	o, path, typ := s.sign(maker, gives, asks, taker), "/nft/orders/1337/", "LIMIT"
	if taker >= 0 {
		path, typ = "/nft/p2p/1337/", "P2P"
	}
	status, reply := s.post(path, o.body)
	r := reply.Order
	if status != http.StatusCreated || r.State != "PENDING" || r.Type != typ ||
		r.OrderHash != o.hash || r.MakerAsset != gives.token ||
		r.MakerAssetType != int(gives.kind) || r.MakerAssetID != gives.id ||
		r.Signature != o.body["signature"] {
		s.Fatalf("%d: %+v", status, reply)
	}
	return o
}

// call sends a signed transaction and waits until a block has it.
func (s *stranger) call(account int, to common.Address, data []byte) common.Hash {
	s.Helper()
	nonce, err := s.chain.NonceAt(s.Context(), s.address(account), nil)
	if err != nil {
		s.Fatal(err)
	}
	tx, err := types.SignNewTx(s.keys[account], types.LatestSignerForChainID(big.NewInt(1337)),
		&types.LegacyTx{
			Nonce: nonce, To: &to, Data: data, Gas: 600_000, GasPrice: big.NewInt(100e9),
		})
	if err != nil {
		s.Fatal(err)
	}
	if err := s.chain.SendTransaction(s.Context(), tx); err != nil {
		s.Fatal(err)
	}
	if r, err := bind.WaitMined(s.Context(), s.chain, tx.Hash()); err != nil ||
		r.Status != types.ReceiptStatusSuccessful {
		s.Fatalf("%+v, %v", r, err)
	}
	return tx.Hash()
}

// reverts wants the contract to refuse a call in some words.
func (s *stranger) reverts(account int, data []byte, says string) {
	s.Helper()
	_, err := s.chain.CallContract(
		s.Context(), ethereum.CallMsg{From: s.address(account), To: &s.rfq, Data: data}, nil)
	if err == nil || !strings.Contains(err.Error(), says) {
		s.Errorf("the contract says %v, want %q", err, says)
	}
}

// refused wants the exchange to refuse a fill in some words.
func (s *stranger) refused(account int, o signed, pay, says string) {
	s.Helper()
	status, reply := s.post("/x/1337/prepare/fill", map[string]any{
		"taker": s.address(account).Hex(),
		"legs":  []any{map[string]any{"orderHash": o.hash, "takerAmount": pay}},
	})
	if status != http.StatusBadRequest || reply.ErrorType != "OrderNotFillable" ||
		!strings.Contains(reply.Details, says) {
		s.Errorf("%d %s: %q, want %q", status, reply.ErrorType, reply.Details, says)
	}
}

// becomes waits until an order is in a state.
func (s *stranger) becomes(o signed, state string, is ...func(nftRecord) bool) {
	s.Helper()
	ticker := time.NewTicker(10 * time.Millisecond)
	defer ticker.Stop()
	var r nftRecord
	for deadline := time.Now().Add(5 * time.Minute); time.Now().Before(deadline); <-ticker.C {
		s.get("/nft/order/"+o.hash.Hex(), &r)
		if r.State == state && !slices.ContainsFunc(
			is, func(f func(nftRecord) bool) bool { return !f(r) }) {
			return
		}
	}
	s.Fatalf("the order stays %+v, want %s", r, state)
}

func by(tx common.Hash) func(nftRecord) bool {
	return func(r nftRecord) bool { return r.TransactionHash != nil && *r.TransactionHash == tx }
}

func left(amount string) func(nftRecord) bool {
	return func(r nftRecord) bool { return r.FillableBalance == amount }
}

var (
	rfqCalls  = contracts.NewAugustusRFQ()
	nftCalls  = contracts.NewERC721Collection()
	someCalls = contracts.NewERC1155Collection()
)

// TestNFTsFromOutside trades every kind of NFT order by HTTP and JSON-RPC alone.
func TestNFTsFromOutside(t *testing.T) {
	t.Parallel()
	s := newStranger(t)
	for i := range 3 {
		s.call(i, s.weth, contracts.NewStandardToken().PackApprove(s.rfq, math.MaxBig256))
	}
	for _, part := range []struct {
		name string
		run  func(*stranger)
	}{
		{"sold to anyone", outsideSale}, {"some of several", outsidePart},
		{"for another, named taker", outsideSwap}, {"bid accepted", outsideBid},
		{"sold elsewhere", outsideMoves}, {"not even an order", outsideNonsense},
	} {
		t.Run(part.name, func(t *testing.T) {
			on := *s
			on.T = t
			part.run(&on)
			s.nonce = on.nonce
		})
	}
}

func (s *stranger) approveAll(account int, collection common.Address, yes bool) common.Hash {
	s.Helper()
	return s.call(account, collection, nftCalls.PackSetApprovalForAll(s.rfq, yes))
}

func outsideSale(s *stranger) {
	ape := s.anApe(0, 0)
	o := s.place(0, ape, s.coin("2000000000000000000"), -1)
	s.becomes(o, "SUSPENDED")
	s.refused(1, o, "0", "balance or allowance does not cover it")
	s.approveAll(0, s.ape, true)
	s.becomes(o, "PENDING")
	var book struct {
		Success bool
		Orders  []nftRecord
	}
	s.get(fmt.Sprintf("/nft/orders/1337/orderbook/?makerAsset=%s&makerAssetType=2&"+
		"takerAsset=%s&takerAssetType=0", s.ape, s.weth), &book)
	if !book.Success || len(book.Orders) != 1 || book.Orders[0].OrderHash != o.hash {
		s.Errorf("the book is %+v", book)
	}
	s.refused(3, o, "0", "approve it first")
	s.refused(1, o, "1999999999999999999", "buys less than one unit")
	s.reverts(1, rfqCalls.PackPartialFillOrderNFT(o.contract, o.raw, big.NewInt(1)),
		"Maker token fill amount cannot be 0")
	tx := s.call(1, s.rfq, rfqCalls.PackFillOrderNFT(o.contract, o.raw))
	s.becomes(o, "FULFILLED", by(tx), left("0"))
	s.refused(1, o, "0", "is filled already")
	if got := s.holding(1, 2); !slices.ContainsFunc(
		got, func(o owned) bool { return o.ID == ape.id }) {
		s.Errorf("the taker holds %+v", got)
	}
}

func outsidePart(s *stranger) {
	s.approveAll(0, s.pass, true)
	o := s.place(0, s.passes(0, "10"), s.coin("1000"), -1)
	tx := s.call(1, s.rfq, rfqCalls.PackPartialFillOrderNFT(o.contract, o.raw, big.NewInt(400)))
	s.becomes(o, "PENDING", by(tx), left("6"))
	s.refused(1, o, "700", "can give 6 units now")
	s.reverts(1, rfqCalls.PackPartialFillOrderNFT(o.contract, o.raw, big.NewInt(700)),
		"Order already filled or expired")
	cancel := s.call(0, s.rfq, rfqCalls.PackCancelOrder(o.hash))
	s.becomes(o, "CANCELLED", by(cancel))
}

func outsideSwap(s *stranger) {
	gives, asks := s.anApe(0, 0), s.anApe(1, 0)
	o := s.place(0, gives, asks, 1)
	s.becomes(o, "PENDING")
	s.refused(2, o, "0", "only: fill it from that account")
	s.reverts(2, rfqCalls.PackFillOrderNFT(o.contract, o.raw), "Access denied")
	s.refused(1, o, "0", "approve it first")
	s.approveAll(1, s.ape, true)
	var page struct{ Orders []nftRecord }
	for _, who := range []string{"maker/" + s.address(0).Hex(), "taker/" + s.address(1).Hex()} {
		if s.get("/nft/p2p/1337/"+who, &page); len(page.Orders) != 1 ||
			page.Orders[0].OrderHash != o.hash {
			s.Errorf("%s has %+v", who, page)
		}
	}
	s.becomes(o, "FULFILLED", by(s.call(1, s.rfq, rfqCalls.PackFillOrderNFT(o.contract, o.raw))))
}

func outsideBid(s *stranger) {
	ape := s.anApe(1, 0)
	o := s.place(0, s.coin("3000000000000000000"), ape, -1)
	s.refused(2, o, "0", "holds 0 units")
	s.becomes(o, "FULFILLED", by(s.call(1, s.rfq, rfqCalls.PackFillOrderNFT(o.contract, o.raw))))
}

// outsideMoves takes away what orders stand on, and gives it back: the token, part of several, the
// coins of a bid, and the approval.
func outsideMoves(s *stranger) {
	ape, pass := s.anApe(0, 0), s.passes(1, "10")
	one, some := s.place(0, ape, s.coin("5"), -1), s.place(0, pass, s.coin("1000"), -1)
	s.becomes(one, "PENDING")
	id, of := new(big.Int), new(big.Int)
	id.SetString(ape.id, 10)
	of.SetString(pass.id, 10)
	give := func(from, to int) {
		s.call(
			from, s.ape, nftCalls.PackTransferFrom(s.address(from), s.address(to), id))
	}
	pay := func(from, to int, n int64) {
		s.call(from, s.pass, someCalls.PackSafeTransferFrom(
			s.address(from), s.address(to), of, big.NewInt(n), nil))
	}
	give(0, 3)
	s.becomes(one, "SUSPENDED")
	give(3, 0)
	s.becomes(one, "PENDING")
	pay(0, 3, 7)
	s.refused(1, some, "400", "can give 3 units now")
	s.becomes(some, "PENDING", left("10"))
	pay(0, 3, 3)
	s.becomes(some, "SUSPENDED")
	pay(3, 0, 4)
	s.becomes(some, "PENDING", left("10"))
	s.approveAll(0, s.ape, false)
	s.becomes(one, "SUSPENDED")
	s.approveAll(0, s.ape, true)
	s.becomes(one, "PENDING")
	bid := s.place(2, s.coin("7000000000000000000"), ape, -1)
	token := contracts.NewStandardToken()
	s.call(2, s.weth, token.PackApprove(s.rfq, new(big.Int)))
	s.becomes(bid, "SUSPENDED")
	// less than the bid, and an ERC721 is bought whole
	s.call(2, s.weth, token.PackApprove(s.rfq, big.NewInt(6e18)))
	s.refused(0, bid, "0", "balance or allowance does not cover it")
	s.becomes(bid, "SUSPENDED")
	s.call(2, s.weth, token.PackApprove(s.rfq, math.MaxBig256))
	s.becomes(bid, "PENDING")
}

// outsideNonsense posts what can't be an order and wants each refused by the name of its field.
func outsideNonsense(s *stranger) {
	ape, most := s.anApe(0, 0), math.MaxBig256.String()
	for what, c := range map[string]struct {
		gives, asks side
		field       string
	}{
		"an unknown kind":     {side{3, s.ape, ape.id, "1"}, s.coin("1"), "makerAsset"},
		"two of an ERC721":    {side{2, s.ape, ape.id, "2"}, s.coin("1"), "makerAmount"},
		"an ERC20 with an id": {side{0, s.weth, "7", "1"}, ape, "makerAssetId"},
		"a token for itself":  {ape, ape, "takerAsset"},
		"none":                {ape, s.coin("0"), "takerAmount"},
	} {
		status, reply := s.post("/nft/orders/1337", s.sign(0, c.gives, c.asks, -1).body)
		named := slices.ContainsFunc(reply.Fields,
			func(f struct{ Field, Reason string }) bool {
				return f.Field == c.field && f.Reason != ""
			})
		if status != http.StatusBadRequest || reply.ErrorType != "ValidationError" || !named {
			s.Errorf("%s: %d %+v, want field %s", what, status, reply, c.field)
		}
	}
	if status, reply := s.post("/nft/p2p/1337",
		s.sign(0, ape, s.coin("1"), -1).body); status != http.StatusBadRequest {
		s.Errorf("P2P without a taker: %d %+v", status, reply)
	}
	o := s.sign(0, ape, s.coin("1"), -1)
	o.body["takerAmount"] = "2"
	if status, reply := s.post("/nft/orders/1337", o.body); status != http.StatusBadRequest ||
		reply.ErrorType != "InvalidSignature" {
		s.Errorf("changed after signing: %d %+v", status, reply)
	}
	// the largest numbers there are
	o = s.place(0, side{1, s.pass, most, most}, side{1, s.pass, "0", most}, -1)
	s.becomes(o, "SUSPENDED", left(most))
}
