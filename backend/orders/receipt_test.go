package orders

import (
	"math/big"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/contracts"
	"bourse/backend/contracts/contracttest"
)

// A bid for an NFT by a contract that takes none is suspended with the reason, from its post on;
// one of a contract that takes it, and one of an account without code, are not. The contract fills
// those and nothing else, whoever asks.
func TestBidsOfContractsThatTakeNoNFT(t *testing.T) {
	t.Parallel()
	w := nftWorld(t)
	weth, three := w.tokens["WETH"], units(3, 18)
	hostile := w.deploy(trader(4), common.FromHex(contracttest.HostileOwnerMetaData.Bin))
	w.do(trader(0), weth, transferData(hostile, three))
	w.do(trader(0), hostile, contracttest.NewHostileOwner().PackApprove(weth, w.rfq))
	wallet := w.deploy(trader(4), append(common.FromHex(contracttest.ContractWalletMetaData.Bin),
		contracttest.NewContractWallet().PackConstructor(addressOf(trader(0)))...))
	w.do(trader(0), weth, transferData(wallet, three))
	w.do(trader(0), wallet, contracttest.NewContractWallet().PackExecute(weth, new(big.Int),
		approveData(w.rfq, api.MaxAmount)))
	w.mine()
	ape := api.Asset{Kind: api.ERC721, Address: w.tokens["APE"], ID: api.NewAmount(4)}
	pass := api.Asset{Kind: api.ERC1155, Address: w.tokens["PASS"], ID: api.NewAmount(2)}
	one, rfq := units(1, 18), contracts.NewAugustusRFQ()
	for _, buys := range []api.Asset{ape, pass} {
		for maker, takes := range map[common.Address]bool{hostile: false, wallet: true,
			addressOf(trader(0)): true} {
			r := w.nft(0, api.Asset{Address: weth}, buys, one, api.NewAmount(1))
			r.Order.Maker = maker
			r = w.sign(r.Order, trader(0))
			rec, created, err := w.orders.CreateOrder(t.Context(), r)
			if err != nil || !created {
				t.Fatalf("create: %v, %v", created, err)
			}
			_, verdict := w.net.Call(t.Context(), common.Hash{}, chain.Call{
				From: addressOf(trader(1)), To: w.rfq, Data: rfq.PackPartialFillOrderNFT(
					ContractOrderNFT(r.Order), r.Signature, big.NewInt(1))})
			if (verdict == nil) != takes {
				t.Fatalf("%s of %s: the order contract says %v", buys.Kind, maker, verdict)
			}
			w.mine()
			got, want := w.get(rec.Hash), api.Pending
			if !takes {
				want = api.Suspended
			}
			if got.State != want || rec.State != want ||
				!takes && !strings.Contains(got.StateReason, "does not take the NFT") {
				t.Errorf("%s of %s: %s, then %s: %s", buys.Kind, maker, rec.State, got.State,
					got.StateReason)
			}
			if _, err := w.prepareFill(1, rec.Hash, zero); (err == nil) != takes {
				t.Errorf("%s of %s: a fill: %v", buys.Kind, maker, err)
			}
		}
	}
}
