package wallet_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui/uitest"
	"bourse/views"
)

// TestDeltaAndNFTsEarnToo sells by a Delta order what was bought by one, and an NFT for more than
// it cost.
func TestDeltaAndNFTsEarnToo(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	at := func(hour int) time.Time { return time.Date(2026, 11, 21, hour, 0, 0, 0, time.UTC) }
	delta := func(hour int, block uint64, src, dest api.Token, spent,
		received string) api.DeltaRecord {
		return api.DeltaRecord{
			ChainID: 1337, OrderHash: common.Hash{byte(block), 3}, Order: api.DeltaOrder{
				Owner: main, SrcToken: src.Address, DestToken: dest.Address}, UpdatedAt: at(hour),
			Transactions: []api.DeltaTransaction{
				{Hash: common.Hash{byte(block)}, BlockNumber: block, Status: 1,
					Spent: units(spent, src), Received: units(received, dest)},
				// reverted
				{Hash: common.Hash{byte(block), 1}, BlockNumber: block, Status: 0,
					Spent: units("9", src)},
			},
		}
	}
	nft := func(hour int, block uint64, maker, taker common.Address, paid string) api.Fill {
		return api.Fill{
			ChainID: 1337, Maker: maker, Taker: taker,
			MakerAsset:  api.Asset{Kind: api.ERC721, Address: apes.Address, ID: api.NewAmount(7)},
			MakerAmount: api.NewAmount(1),
			TakerAsset:  api.Asset{Address: usdc.Address}, TakerAmount: units(paid, usdc),
			Block:  api.BlockRef{Number: block, Time: uint64(at(hour).Unix())},
			TxHash: common.Hash{byte(block), 2},
		}
	}
	st.service.mu.Lock()
	st.service.delta = []api.DeltaRecord{
		delta(11, 30, weth, usdc, "1", "3050"), delta(9, 10, usdc, weth, "3000", "1")}
	st.service.fills = []api.Fill{nft(12, 40, main, other, "130"), nft(10, 20, other, main, "100")}
	st.service.mu.Unlock()
	st.Press("r")
	st.Advance(10 * time.Second)
	st.Shows("realised today +80.00 USD", "Delta", "NFT", "+50.00", "+30.00", "#7/USDC")
	if n := strings.Count(st.Frame(), "Delta WETH/USDC"); n != 2 {
		t.Errorf("%d settlements are shown, want the two that were carried out:\n%s", n, st.Frame())
	}
}

// sent is what was sent from here: a swap, and its gas.
type sent struct{}

func (sent) Swaps(common.Address, uint64) []views.Swapped {
	return []views.Swapped{{Hash: common.Hash{9}, Block: api.BlockRef{Number: 99,
		Time: uint64(uitest.Start.Unix())}, Src: weth.Address, Dest: usdc.Address,
		Spent: units("1", weth), Got: units("3100", usdc)}}
}

func (sent) Gas(common.Address, uint64) []views.GasPaid {
	return []views.GasPaid{{Hash: common.Hash{9}, Block: api.BlockRef{Number: 99,
		Time: uint64(uitest.Start.Unix())}, Cost: units("0.001", weth)}}
}

func (sent) Lost(common.Hash, string) {}
func (sent) Tell(views.Told)          {}

// TestFillsFile: what is written to a file are numbers, with the sign that the screen shows.
func TestFillsFile(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	st.focus("fills")
	st.Press("e")
	files, err := filepath.Glob(filepath.Join(st.s.Env.ExportDir, "*fills*.csv"))
	if err != nil || len(files) != 1 {
		t.Fatalf("%v, %v", files, err)
	}
	text, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	const zeros = "0000000000000000"
	want := `time,kind,pair,amount,price,realised $
2026-11-21T16:41:00Z,maker,WETH/USDC,-2,3050.00` + zeros + `,60.00` + zeros + `
2026-11-21T15:02:00Z,taker,WETH/USDC,1,3040.00` + zeros + `,
2026-11-21T14:00:00Z,maker,UNI/USDC,-10,7.50` + zeros + `,
2026-11-21T12:00:00Z,maker,WETH/USDC,-1,2990.00` + zeros + `,-10.00` + zeros + `
2026-11-20T11:21:00Z,maker,WETH/USDC,2,3000.00` + zeros + `,
`
	if string(text) != want {
		t.Errorf("the file holds\n%s", text)
	}
}

// TestSwapsAndGasEarnToo: what is realised today is what the screen of gains says.
func TestSwapsAndGasEarnToo(t *testing.T) {
	t.Parallel()
	st := newStage(t)
	buy := api.Fill{ChainID: 1337, Maker: other, Taker: main, TxHash: common.Hash{8},
		MakerAsset: api.Asset{Address: weth.Address}, MakerAmount: units("1", weth),
		TakerAsset: api.Asset{Address: usdc.Address}, TakerAmount: units("3000", usdc),
		Block: api.BlockRef{Number: 90, Time: uint64(uitest.Start.Unix()) - 90}}
	st.service.mu.Lock()
	st.service.fills, st.service.delta = []api.Fill{buy}, nil
	st.service.mu.Unlock()
	st.s.Journal = sent{}
	st.Press("r")
	st.Advance(10 * time.Second)
	st.Shows("realised today +100.00 USD, gas −3.0")
}
