package swap

import (
	"math/big"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/chain/local"
	"bourse/backend/contracts"
)

// maker is the trader whose orders the fills here fill; the user is trader 0.
const maker = 1

func trader(i int) common.Address {
	return crypto.PubkeyToAddress(local.House{}.Trader(i).PublicKey)
}

// fills is a world with a maker who sells WETH and NFTs for USDC, and USDC for WETH.
type fills struct {
	*world
	addrs      api.Contracts
	weth, usdc common.Address
}

func newFills(t *testing.T) *fills {
	t.Helper()
	w := newWorld(t)
	w.openBook()
	f := &fills{w, w.net.Contracts(), w.tokens["WETH"].Address, w.tokens["USDC"].Address}
	for _, c := range w.chain.Deployment().Collections {
		f.as(maker, chain.Call{To: c.Address, Gas: 100_000,
			Data: contracts.NewERC721Collection().PackSetApprovalForAll(f.addrs.AugustusRFQ, true)})
	}
	w.mine()
	return f
}

// as sends a trader's transaction.
func (f *fills) as(i int, c chain.Call) {
	f.Helper()
	if _, err := chain.NewSender(f.net, local.House{}.Trader(i)).Do(f.Context(), c); err != nil {
		f.Fatal(err)
	}
	f.sender.Reset()
}

// allow sets what the user lets a spender take of a token.
func (f *fills) allow(token, spender common.Address, amount *big.Int) {
	f.Helper()
	f.do(chain.Call{To: token, Data: erc20ABI.PackApprove(spender, amount), Gas: 100_000})
}

// order is the maker's, of 1 WETH for 3,000 USDC unless changed; meta is who alone may fill it.
func (f *fills) order(taker, meta common.Address, change ...func(*api.Order)) api.SignedOrder {
	f.Helper()
	f.nonce++
	o := api.Order{
		NonceAndMeta: api.PackNonce(api.NewAmount(f.nonce), meta), Maker: trader(maker),
		Taker: taker, MakerAsset: api.Asset{Address: f.weth},
		TakerAsset:  api.Asset{Address: f.usdc},
		MakerAmount: api.NewAmount(1e18), TakerAmount: api.NewAmount(3_000e6),
	}
	for _, c := range change {
		c(&o)
	}
	return api.SignedOrder{Order: o, Signature: f.sign(maker, &o)}
}

// buys turns an order around: 3,000 USDC for 1 WETH.
func (f *fills) buys(o *api.Order) {
	o.MakerAsset, o.TakerAsset = o.TakerAsset, o.MakerAsset
	o.MakerAmount, o.TakerAmount = o.TakerAmount, o.MakerAmount
}

// nft makes it an order of one of the maker's NFTs for 900 USDC.
func (f *fills) nft(kind api.AssetKind, id, amount uint64) func(*api.Order) {
	collections := f.chain.Deployment().Collections
	return func(o *api.Order) {
		address := collections[0].Address
		if collections[0].Kind != kind {
			address = collections[1].Address
		}
		o.NFT, o.MakerAsset = true,
			api.Asset{Kind: kind, Address: address, ID: api.NewAmount(id)}
		o.MakerAmount, o.TakerAmount = api.NewAmount(amount), api.NewAmount(900e6)
	}
}

func (f *fills) request(list ...api.SignedOrder) api.BuildRequest {
	return api.BuildRequest{ChainID: api.LocalChainID, Orders: list,
		Terms: api.SwapTerms{User: f.user}}
}

// owns is what an account has of an asset.
func (f *fills) owns(a api.Asset, account common.Address) *big.Int {
	f.Helper()
	if a.Kind == api.ERC20 {
		return f.holds(a.Address, account)
	}
	data := contracts.NewERC1155Collection().PackBalanceOf(account, a.ID.Big())
	if a.Kind == api.ERC721 {
		data = contracts.NewERC721Collection().PackOwnerOf(a.ID.Big())
	}
	out, err := f.net.Call(f.Context(), common.Hash{}, chain.Call{To: a.Address, Data: data})
	if err != nil {
		f.Fatal(err)
	}
	if a.Kind == api.ERC721 {
		if common.BytesToAddress(out) == account {
			return big.NewInt(1)
		}
		return new(big.Int)
	}
	return new(big.Int).SetBytes(out)
}

// perform builds, checks and mines a transaction, and returns what the user spent and the receiver
// got, fees of the network aside.
func (f *fills) perform(name string, r api.BuildRequest, src common.Address,
	dest api.Asset) (to common.Address, spent, got *big.Int) {
	f.Helper()
	p, err := f.swap.BuildTransaction(f.Context(), r)
	if err != nil {
		f.Fatalf("%s: %v", name, err)
	}
	if p.Gas == nil || p.From != f.user || p.ChainID != api.LocalChainID {
		f.Errorf("%s: built %+v", name, p)
	}
	receiver := receiverOf(&r)
	srcBefore, destBefore := f.holds(src, f.user), f.owns(dest, receiver)
	receipt := f.do(chain.Call{From: p.From, To: p.To, Value: p.Value, Data: p.Data,
		Gas: 2_000_000})
	if receipt.Status != 1 {
		f.Fatalf("%s failed", name)
	}
	gas := new(big.Int).Mul(receipt.EffectiveGasPrice, new(big.Int).SetUint64(receipt.GasUsed))
	spent = srcBefore.Sub(srcBefore, f.holds(src, f.user))
	got = new(big.Int).Sub(f.owns(dest, receiver), destBefore)
	if src == api.NativeToken {
		spent.Sub(spent, gas)
	}
	if dest.Address == api.NativeToken && receiver == f.user {
		got.Add(got, gas)
	}
	return p.To, spent, got
}

// priced is a purchase of an amount that simpleBuy performs.
func (f *fills) priced(t *testing.T, src, dest common.Address, amount api.Amount) api.PriceRoute {
	t.Helper()
	route, err := f.swap.Prices(t.Context(), api.PriceRequest{
		ChainID: api.LocalChainID, Src: api.Lower(src), Dest: api.Lower(dest), Amount: amount,
		Side: api.Buy, Version: api.Version5, User: f.user,
		IncludeMethods: []string{"simpleBuy"}, ExcludeExchanges: []string{api.LimitOrders}})
	if err != nil {
		t.Fatal(err)
	}
	return route
}
