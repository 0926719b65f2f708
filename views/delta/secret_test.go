package delta_test

import (
	"context"
	"slices"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/views"
)

// signReading signs what the secret of held orders is made of, which the first of them asks for.
func (st *stage) signReading() {
	st.T.Helper()
	st.Shows("Read held orders", "Nothing can be", "traded or moved by it")
	st.Press("S", "enter")
	st.settle()
	st.Hides("Read held orders")
}

// secretOfMain is the secret of the account main, whose key everybody knows, computed from the
// typed data's definition.
func secretOfMain(t *testing.T) common.Hash {
	t.Helper()
	const mainKey = "ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80"
	key, err := crypto.HexToECDSA(mainKey)
	if err != nil {
		t.Fatal(err)
	}
	word := func(b []byte) []byte { return common.LeftPadBytes(b, 32) }
	owner := crypto.PubkeyToAddress(key.PublicKey)
	domain := crypto.Keccak256(crypto.Keccak256([]byte("EIP712Domain(string name,string version,"+
		"uint256 chainId,address verifyingContract)")), crypto.Keccak256([]byte("Portikus")),
		crypto.Keccak256([]byte("2.0.0")), word([]byte{5, 57}), word(contract[:]))
	message := crypto.Keccak256(crypto.Keccak256([]byte("ReadHeldOrders(address owner,"+
		"string exchange)")), word(owner[:]), crypto.Keccak256([]byte("this exchange")))
	signature, err := crypto.Sign(crypto.Keccak256([]byte{0x19, 1}, domain, message), key)
	if err != nil {
		t.Fatal(err)
	}
	compact := signature[:64]
	if signature[64] == 1 {
		compact[32] |= 0x80
	}
	return crypto.Keccak256Hash([]byte("bourse held orders"), compact)
}

// The first order that is held back asks for one more signature, of which its secret is made; the
// next one has the same without asking. Market orders bring none.
func TestHeldOrdersBringTheirSecret(t *testing.T) {
	t.Parallel()
	s := world()
	rich := s.held[usdc.Address] // both orders are covered
	rich.Balance = units("20000", usdc)
	rich.Allowances = map[common.Address]api.Amount{contract: rich.Balance}
	s.held[usdc.Address] = rich
	st := quoted(t, s)
	folder := t.TempDir()
	kept, err := views.OpenPreferences(folder)
	if err != nil {
		t.Fatal(err)
	}
	if err := st.s.Secrets.Open(kept, ""); err != nil {
		t.Fatal(err)
	}
	st.s.Service = st.s.Secrets.Reading(s)
	st.s.Exchange = apitest.On(st.s.Service, st.s.Network.ChainID)
	for i := range 2 {
		st.when(2)
		st.Press("tab")
		st.Type("3125")
		st.Press("tab")
		st.Type("3200")
		st.settle()
		st.Press("enter")
		st.settle()
		if i == 0 {
			st.signReading()
		}
		st.says("it is what you typed ")
		st.Press("S", "enter")
		st.settle()
		if len(s.submissions) != i+1 || s.submissions[i].Secret != secretOfMain(t) {
			t.Fatalf("submitted %+v, want the secret %s\n%s", s.submissions, secretOfMain(t),
				st.Frame())
		}
		st.Press("n")
		st.Type("5000")
		st.settle()
	}
	// the next session has it from the folder, by which only its exchange is read
	again, err := views.OpenPreferences(folder)
	if err != nil {
		t.Fatal(err)
	}
	var next, other views.Secrets
	if err := next.Open(again, ""); err != nil {
		t.Fatal(err)
	}
	if err := other.Open(again, "exchange.example:443"); err != nil {
		t.Fatal(err)
	}
	account := st.s.Account.Address
	if next.Of(1337, account) != secretOfMain(t) || other.Of(1337, account) != (common.Hash{}) {
		t.Errorf("the next session has %s, that of another exchange %s", next.Of(1337, account),
			other.Of(1337, account))
	}
}

// Where the folder is lost, orders that are held back are told of without what they are, can be
// cancelled, and are read again by signing.
func TestHeldOrdersAreReadAgainBySigning(t *testing.T) {
	t.Parallel()
	s := world()
	st := quoted(t, s)
	st.s.Service = st.s.Secrets.Reading(s)
	st.s.Exchange = apitest.On(st.s.Service, st.s.Network.ChainID)
	held := record(orderID, api.DeltaOrder{Owner: st.s.Account.Address,
		SrcToken: usdc.Address, DestToken: weth.Address, SrcAmount: units("4321", usdc),
		DestAmount: units("1.2", weth), ExpectedDestAmount: units("1.3", weth),
		Deadline: uint64(s.now().Unix() + 3600), Nonce: api.NewAmount(99)}, s.now())
	held.Trigger = &api.DeltaTrigger{Worth: units("1.25", weth), Below: true}
	held.Status, held.Hidden, held.ChainID = api.DeltaNotStarted, true, 1337
	profit := held // the other of the two, of the same nonce
	profit.ID, profit.CreatedAt = "beef51de-0000-4000-8000-000000000000", held.CreatedAt.Add(-1)
	profit.Trigger = &api.DeltaTrigger{Worth: units("1.5", weth)}
	s.set(func() { s.orders, s.secret = []api.DeltaRecord{held, profit}, secretOfMain(t) })
	st.Press("h")
	st.settle()
	st.Shows("held back", "NOT_STARTED")
	st.Hides("4,321")
	if reason := st.s.Secrets.Of(1337, st.s.Account.Address); reason != (common.Hash{}) {
		t.Fatal("it has a secret already")
	}
	st.Press("u")
	st.settle()
	st.signReading()
	st.settle()
	st.Shows("4,321.00", "USDC→WETH")
	st.Hides("held back ")
	st.says("one cancels the other: take profit beef51, NOT_STARTED")
	st.Press("enter")
	st.settle()
	st.says("or take profit beef51, NOT_STARTED")
}

// What another program of the folder signed, such as bourse do, opens the orders in a console that
// is open; until then nothing is told of them, no floor of zero either.
func TestHeldOrdersAreReadByASecretKeptElsewhere(t *testing.T) {
	t.Parallel()
	s := world()
	st := quoted(t, s)
	folder := t.TempDir()
	var elsewhere views.Secrets
	for _, secrets := range []*views.Secrets{&st.s.Secrets, &elsewhere} {
		kept, err := views.OpenPreferences(folder)
		if err != nil {
			t.Fatal(err)
		}
		if err := secrets.Open(kept, ""); err != nil {
			t.Fatal(err)
		}
	}
	st.s.Service = st.s.Secrets.Reading(s)
	st.s.Exchange = apitest.On(st.s.Service, st.s.Network.ChainID)
	held := record(orderID, api.DeltaOrder{Owner: st.s.Account.Address,
		SrcToken: usdc.Address, DestToken: weth.Address, SrcAmount: units("4321", usdc),
		DestAmount: units("1.2", weth), ExpectedDestAmount: units("1.3", weth),
		Deadline: uint64(s.now().Unix() + 3600), Nonce: api.NewAmount(99)}, s.now())
	held.Trigger = &api.DeltaTrigger{Worth: units("1.25", weth), Below: true}
	held.Status, held.Hidden, held.ChainID = api.DeltaNotStarted, true, 1337
	s.set(func() { s.orders, s.secret = []api.DeltaRecord{held}, secretOfMain(t) })
	st.Press("h")
	st.settle()
	st.Shows("held back", "floor —", "u reads it")
	st.Hides("floor 0", "0x0000…00… →")
	st.Press("enter")
	st.settle()
	st.Hides("floor 0")
	st.Press("h")
	st.settle()
	st.Shows("floor —")
	if err := elsewhere.Keep(1337, st.s.Account.Address, secretOfMain(t)); err != nil {
		t.Fatal(err)
	}
	st.Press("r")
	st.settle()
	st.Shows("4,321.00", "USDC→WETH")
	st.Hides("held back ")
}

// unlocked are orders as a call sees them that may bring a secret.
func unlocked(ctx context.Context, list []api.DeltaRecord, secret common.Hash) []api.DeltaRecord {
	list = slices.Clone(list)
	for i, r := range list {
		switch {
		case !r.Hidden:
		case slices.Contains(api.SecretsOf(ctx), secret):
			list[i].Hidden = false
		default:
			list[i].Order, list[i].Trigger = api.DeltaOrder{Owner: r.User}, nil
		}
	}
	return list
}
