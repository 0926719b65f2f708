package order_test

import (
	"context"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/views"
)

var (
	apes = api.Token{ChainID: 1337,
		Address: common.HexToAddress("0xBC4CA0EdA7647A8aB7C2061c2E118A18a936f13D"), Symbol: "APE",
		Name: "Apes", Kind: api.ERC721}
	passes = api.Token{ChainID: 1337,
		Address: common.HexToAddress("0x00000000000000000000000000000000000Ba55e"), Symbol: "PASS",
		Name: "Passes", Kind: api.ERC1155}
	// an ERC721 that is not listed
	nobody = common.HexToAddress("0x00000000000000000000000000000000000bad00")
)

// owns is what the account has of an asset: Ape 7 and ten of Pass 2.
func owns(a api.Asset) (n api.Amount) {
	switch {
	case a == api.Asset{Kind: api.ERC721, Address: apes.Address, ID: api.NewAmount(7)}:
		return api.NewAmount(1)
	case a == api.Asset{Kind: api.ERC1155, Address: passes.Address, ID: api.NewAmount(2)}:
		return api.NewAmount(10)
	}
	return n
}

func (s *service) UserNFT(_ context.Context, _ uint64, _ common.Address, a api.Asset) (api.UserNFT,
	error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := api.UserNFT{Asset: a, Balance: owns(a)}
	for _, r := range s.Approvals() {
		n.Approved = n.Approved || r.Token == a.Address && r.Kind == a.Kind
	}
	return n, s.fails
}

func (s *service) UserNFTs(ctx context.Context, chain uint64,
	account common.Address) (list []api.UserNFT, err error) {
	for _, a := range []api.Asset{
		{Kind: api.ERC721, Address: apes.Address, ID: api.NewAmount(7)},
		{Kind: api.ERC1155, Address: passes.Address, ID: api.NewAmount(2)}} {
		n, err := s.UserNFT(ctx, chain, account, a)
		if err != nil {
			return nil, err
		}
		list = append(list, n)
	}
	return list, nil
}

func (s *service) OrderBook(_ context.Context, q api.BookQuery) (page api.OrderPage, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, r := range s.offers {
		if q.MakerAsset != nil && r.MakerAsset.Address == *q.MakerAsset ||
			q.TakerAsset != nil && r.TakerAsset.Address == *q.TakerAsset {
			page.Orders = append(page.Orders, r)
		}
	}
	if q.Whole != nil && s.fails == nil {
		return api.OrderPage{}, q.Whole(page.Orders)
	}
	return page, s.fails
}

func (s *service) Token(context.Context, uint64, common.Address) (api.Token, error) {
	return api.Token{ChainID: 1337, Address: nobody, Symbol: "\x1b[2Jevil", Name: "\u202eevil",
		Kind: api.ERC721}, nil
}

// nftStage is the stage with the NFT form open for Ape 7.
func nftStage(t *testing.T) *stage {
	t.Helper()
	st := newStage(t, world())
	st.s.SetTokens([]api.Token{weth, usdc, uni, apes, passes})
	st.Send(views.NewNFTOrder{Give: api.Asset{
		Kind: api.ERC721, Address: apes.Address, ID: api.NewAmount(7)},
		Get: api.Asset{Address: weth.Address}})
	st.settle()
	return st
}

// put types into the field with a label that has the focus.
func (st *stage) put(text string) {
	st.Press("ctrl+u")
	st.Type(text)
	st.settle()
}

func TestNFTGoldens(t *testing.T) {
	t.Parallel()
	st := nftStage(t)
	st.put("12.5")
	st.CheckActions()
	st.Goldens("nft")
	st.EveryFrame()
}

// What was filled in is replaced by the first key: 5 of 1 proposed are 5, not 15.
func TestTheFirstKeyReplacesTheCountOfAnNFT(t *testing.T) {
	t.Parallel()
	st := nftStage(t)
	st.Send(views.NewNFTOrder{Give: api.Asset{Kind: api.ERC1155, Address: passes.Address,
		ID: api.NewAmount(2)}, Get: api.Asset{Address: weth.Address}})
	st.Type("5")
	st.Shows("amount    [ 5▁")
}

func TestSellAnNFT(t *testing.T) {
	t.Parallel()
	st := nftStage(t)
	st.put("12.5")
	st.Shows("✓ you own it", "! not approved: nobody could fill it",
		"2<<160 | 0xBC4C…f13D  (ERC721)", "0<<160 |", "(ERC20)", "Apes #7", "10 × Passes #2")
	st.Press("ctrl+a")
	if a := st.service.Approvals(); len(a) != 1 || a[0].Kind != api.ERC721 ||
		a[0].Token != apes.Address || a[0].Spender != rfq {
		t.Fatalf("approved %+v", a)
	}
	st.settle()
	st.Press("esc")
	st.Send(ui.Refresh{})
	st.settle()
	st.Shows("✓ approved to the order contract")
	st.Press("enter")
	st.settle()
	st.Press("S", "enter")
	st.settle()
	if len(st.service.created) != 1 {
		t.Fatalf("created %v; %s", st.service.created, st.Frame())
	}
	o := st.service.created[0].Order
	if !o.NFT || o.Type() != api.Limit || o.Taker != (common.Address{}) ||
		o.MakerAsset != (api.Asset{Kind: api.ERC721, Address: apes.Address,
			ID: api.NewAmount(7)}) ||
		o.TakerAsset != (api.Asset{Address: weth.Address}) || o.MakerAmount != api.NewAmount(1) ||
		o.TakerAmount.Units(18) != "12.5" {
		t.Errorf("signed %+v", o)
	}
}

func TestNFTForOneTaker(t *testing.T) {
	t.Parallel()
	st := nftStage(t)
	st.put("12.5")
	st.Press("down", "down")
	for range 8 {
		if st.Find("▸Taker"); strings.Contains(st.Frame(), "▸Taker") {
			break
		}
		st.Press("down")
	}
	st.put("vitalik.eth")
	st.Shows("no account or label is called that")
	st.put("0x70997970C51812dc3A010C7d01b50e0d17dc79C8")
	st.Shows("✓ only dev1 can fill it")
	st.Press("enter")
	st.settle()
	st.Press("S", "enter")
	st.settle()
	if len(st.service.created) != 1 {
		t.Fatalf("created %v", st.service.created)
	}
	if r := st.service.created[0]; r.Type != api.P2P || r.Order.Taker != r.Order.TakerFromMeta() ||
		r.Order.Taker != common.HexToAddress("0x70997970C51812dc3A010C7d01b50e0d17dc79C8") {
		t.Errorf("posted %+v", r)
	}
	// the next order begins with an empty form
	st.Hides("0x70997970C51812dc3A010C7d01b50e0d17dc79C8", "[ 12.5", "[ Apes")
	st.Shows("( NFT )", "say what you give")
}

func TestNFTRefusals(t *testing.T) {
	t.Parallel()
	ape := func(id uint64) api.Asset {
		return api.Asset{Kind: api.ERC721, Address: apes.Address, ID: api.NewAmount(id)}
	}
	coin := api.Asset{Address: weth.Address}
	for name, c := range map[string]struct {
		open  views.NewNFTOrder
		typed string
		says  string
	}{
		"not owned": {views.NewNFTOrder{Give: ape(8), Get: coin}, "1",
			"you do not own Apes #8"},
		"wrong kind": {views.NewNFTOrder{
			Give: api.Asset{Kind: api.ERC1155, Address: apes.Address, ID: api.NewAmount(7)},
			Get:  coin}, "1", "is ERC721, not ERC1155"},
		"too many": {views.NewNFTOrder{
			Give: api.Asset{Kind: api.ERC1155, Address: passes.Address, ID: api.NewAmount(2)},
			Get:  coin}, "11", "you hold 10 × Passes #2"},
		"none": {views.NewNFTOrder{
			Give: api.Asset{Kind: api.ERC1155, Address: passes.Address, ID: api.NewAmount(2)},
			Get:  coin}, "0", "must be above zero"},
		"for itself": {views.NewNFTOrder{Give: ape(7), Get: ape(7)}, "",
			"both sides are the same"},
		"two tokens": {views.NewNFTOrder{Give: api.Asset{Address: usdc.Address}, Get: coin},
			"1", "one side must be an NFT"},
		"no such name": {views.NewNFTOrder{Give: api.Asset{Kind: api.ERC721}, Get: coin},
			"Monkeys", "not listed, and as an address it must start with 0x"},
		"nothing asked": {views.NewNFTOrder{Give: ape(7), Get: coin}, "", "say what you get"},
		"hostile name": {views.NewNFTOrder{
			Give: api.Asset{Kind: api.ERC721, Address: nobody, ID: api.NewAmount(1)}, Get: coin},
			"1", "! not listed “evil”"},
		"unlisted wrong": {views.NewNFTOrder{
			Give: api.Asset{Kind: api.ERC1155, Address: nobody, ID: api.NewAmount(1)}, Get: coin},
			"1", "is ERC721, not ERC1155"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			st := nftStage(t)
			st.Send(c.open)
			st.settle()
			if c.typed != "" {
				st.put(c.typed)
			}
			st.settle()
			st.Shows(c.says)
			st.Press("enter")
			st.settle()
			if len(st.service.created) != 0 {
				t.Errorf("posted %v", st.service.created)
			}
		})
	}
}

func TestKindsBringTheirForm(t *testing.T) {
	t.Parallel()
	st := newStage(t, world())
	st.Press("shift+tab", "shift+tab") // to the kind
	for range 3 {
		if strings.Contains(st.Frame(), "▸Kind") {
			break
		}
		st.Press("up")
	}
	st.Press("right", "right")
	st.settle()
	st.Shows("New NFT order", "( NFT )")
	st.Press("left")
	st.settle()
	st.Shows("New order", "( P2P )")
}

func TestNFTRandomKeys(t *testing.T) {
	t.Parallel()
	st := nftStage(t)
	st.Fuzz(11, 400, "q")
}

// TestBidsForNFTsShareWhatIsHeld: the bids that are open count against balance and allowance.
func TestBidsForNFTsShareWhatIsHeld(t *testing.T) {
	t.Parallel()
	st := nftStage(t)
	st.service.mu.Lock()
	st.service.held[weth.Address] = api.UserToken{Token: weth, Balance: units("16", weth),
		Allowances: map[common.Address]api.Amount{rfq: units("15.5", weth)}}
	st.service.bids = []api.OrderRecord{{State: api.Pending, FillableBalance: units("13", weth),
		Order: api.Order{MakerAsset: api.Asset{Address: weth.Address}}}}
	st.service.mu.Unlock()
	st.Send(views.NewNFTOrder{Give: api.Asset{Address: weth.Address}, Get: api.Asset{
		Kind: api.ERC721, Address: apes.Address, ID: api.NewAmount(9)}})
	st.put("14")
	st.Shows("! you hold 16.0000 of the 28.1000 WETH", "! not approved: nobody could fill it")
	st.put("1")
	st.Shows("✓ you hold enough of it", "✓ approved to the order contract")
}

// A price far from the floor or the best bid asks for the collection's name; the checks say how
// far, and never with a tick where it is worse.
func TestNFTPricesAreCheckedAgainstTheMarket(t *testing.T) {
	t.Parallel()
	st := nftStage(t)
	ape := func(id uint64) api.Asset {
		return api.Asset{Kind: api.ERC721, Address: apes.Address, ID: api.NewAmount(id)}
	}
	coin := api.Asset{Address: weth.Address}
	one := api.NewAmount(1)
	st.service.mu.Lock()
	st.service.offers = []api.OrderRecord{
		{Hash: common.Hash{1}, Order: api.Order{MakerAsset: ape(1), TakerAsset: coin,
			MakerAmount: one, TakerAmount: units("14", weth)}},
		{Hash: common.Hash{2}, Order: api.Order{MakerAsset: ape(2), TakerAsset: coin,
			MakerAmount: one, TakerAmount: units("20", weth)}},
		{Hash: common.Hash{3}, Order: api.Order{MakerAsset: coin, TakerAsset: ape(7),
			MakerAmount: units("15", weth), TakerAmount: one}},
	}
	for i := range st.service.offers {
		st.service.offers[i].NFT = true
		st.service.offers[i].SwappableBalance = st.service.offers[i].MakerAmount
	}
	st.service.mu.Unlock()
	for _, c := range []struct{ price, says string }{
		{"14.9", "price 0.67% worse than the best bid of 15.0000 WETH"},
		{"14", "! price 6.67% worse than the best bid of 15.0000 WETH"},
		{"16", "✓ price 6.66% better than the best bid of 15.0000 WETH"},
		{"0.01", "! price 99.94% worse than the best bid of 15.0000 WETH"},
	} {
		st.put(c.price)
		st.Send(ui.Refresh{})
		st.settle()
		st.Shows(c.says)
		st.Hides("✓ price 0.67%")
	}
	st.Press("enter")
	st.settle()
	st.Press("S", "enter")
	st.settle()
	st.Shows(`type "Apes"`)
	if len(st.service.created) > 0 {
		t.Fatal("signed without the word")
	}
	st.Type("Apes")
	st.Press("enter", "enter")
	st.settle()
	if len(st.service.created) != 1 {
		t.Fatalf("the word was typed: %s", st.Frame())
	}
}

// TestApproveAnNFTByItsLetter as in the other forms, wherever a letter is no text.
func TestApproveAnNFTByItsLetter(t *testing.T) {
	t.Parallel()
	st := nftStage(t)
	st.put("12.5")
	st.Shows("! not approved: nobody could fill it", " a approve")
	st.Press("a")
	st.settle()
	if a := st.service.Approvals(); len(a) != 1 || a[0].Token != apes.Address {
		t.Fatalf("approved %+v", a)
	}
	st.Press("esc")
	st.Press("tab", "tab", "tab", "shift+tab", "shift+tab", "shift+tab", "shift+tab")
	for range 12 {
		if st.Press("tab"); strings.Contains(st.Frame(), "▸ contract") {
			break
		}
	}
	st.Shows(" ⌃a approve  ")
	st.Press("a")
	if a := st.service.Approvals(); len(a) != 1 {
		t.Errorf("a letter of a name approves: %+v", a)
	}
}
