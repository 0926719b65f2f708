package tokens_test

import (
	"errors"
	"math/big"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/chain/local"
	"bourse/backend/tokens"
)

// bashful is a collection of ERC-721 in the bytes of a contract: called without data it behaves
// from then on, and says 1 to whatever it is asked; before it burns all gas where it is asked what
// it supports.
const bashful = "36600a57600160005500" + "5b60003560e01c6301ffc9a714" + "6000541516602957" +
	"600160005260206000f3" + "5b602956"

// A contract that can't be asked what it supports for now is not taken for a token of another kind:
// it is asked again.
func TestKindsThatCantBeReadAreAskedAgain(t *testing.T) {
	t.Parallel()
	c, err := local.Open(t.Context(), local.Config{Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	})
	var later atomic.Int64
	net, err := chain.New(t.Context(), c.Client(), chain.Config{ChainID: api.LocalChainID,
		Contracts: c.Deployment().Contracts, BlockTime: time.Second, Trusted: true,
		Now: func() time.Time { return time.Now().Add(time.Duration(later.Load())) }})
	if err != nil {
		t.Fatal(err)
	}
	key := local.House{}.Trader(3)
	from := crypto.PubkeyToAddress(key.PublicKey)
	nonce, err := net.Nonce(t.Context(), from)
	if err != nil {
		t.Fatal(err)
	}
	address := crypto.CreateAddress(from, nonce)
	send := func(to *common.Address, data []byte) {
		t.Helper()
		raw, err := types.MustSignNewTx(key,
			types.LatestSignerForChainID(big.NewInt(api.LocalChainID)), &types.LegacyTx{
				Nonce: nonce, Gas: 1_000_000, GasPrice: big.NewInt(10_000_000_000), To: to,
				Data: data}).MarshalBinary()
		if err == nil {
			_, err = net.SendRaw(t.Context(), raw)
		}
		if err == nil {
			_, err = c.Mine(t.Context())
		}
		if err != nil {
			t.Fatal(err)
		}
		nonce++
	}
	code := common.FromHex(bashful)
	send(nil, append([]byte{0x60, byte(len(code)), 0x80, 0x60, 0x0b, 0x60, 0, 0x39, 0x60, 0, 0xf3},
		code...))
	asked := append([]byte{0x01, 0xff, 0xc9, 0xa7, 0x80, 0xac, 0x58, 0xcd}, make([]byte, 28)...)
	list := tokens.New(net, nil, nil, nil)
	for range 2 {
		if _, err := net.BatchCall(t.Context(), common.Hash{},
			[]chain.Call{{To: address, Data: asked}}); err != nil {
			t.Fatal(err)
		}
	}
	var unread *chain.Quarantined
	if kind, ok, err := list.Kind(t.Context(), address); !errors.As(err, &unread) {
		t.Errorf("it is said to be %s, %t, %v", kind, ok, err)
	}
	send(&address, nil)
	later.Store(int64(2 * time.Hour))
	if kind, ok, err := list.Kind(t.Context(), address); kind != api.ERC721 || !ok || err != nil {
		t.Errorf("once it answers it is said to be %s, %t, %v", kind, ok, err)
	}
}
