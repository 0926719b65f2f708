package backend_test

import (
	"crypto/ecdsa"
	"math/big"
	"math/rand/v2"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

	"bourse/backend/api"
	"bourse/backend/contracts/contracttest"
)

// A token of a stranger's own, which says that everybody holds and allows all there is of it,
// brings in no more orders of empty accounts than there is room for: an account has a share of it,
// and the token. What the network lists is taken all the same, and so is another stranger's token.
func TestStrangersTokensTakeTheirShare(t *testing.T) {
	a := newAttacked(t, 0)
	lying := func() common.Address {
		code := append(common.FromHex(contracttest.LyingAssetMetaData.Bin),
			common.BigToHash(big.NewInt(int64(api.ERC20))).Bytes()...)
		return a.deploy(common.Bytes2Hex(code), 1)[0]
	}
	token, other := lying(), lying()
	client := clientFrom("127.0.0.66")
	sell := func(key *ecdsa.PrivateKey, random *rand.Rand, of common.Address) (int, string) {
		status, text := post(client, a.url+"/ft/orders/1337", a.order(key, of, random))
		return status, string(text)
	}
	const accounts, each, share = 4, 200, 50_000 / 16 / 16
	var posts sync.WaitGroup
	var taken atomic.Int64
	for n := range accounts {
		posts.Go(func() {
			key, err := crypto.GenerateKey()
			if err != nil {
				t.Error(err)
				return
			}
			random := rand.New(rand.NewPCG(1, uint64(n)))
			for range each {
				status, text := sell(key, random, token)
				if status/100 == 2 {
					taken.Add(1)
				} else if status != 400 || !strings.Contains(text, `"TooManyOrders"`) ||
					!strings.Contains(text, "cancel some or let them expire") {
					t.Errorf("answered %d: %s", status, text)
				}
			}
		})
	}
	posts.Wait()
	if n := taken.Load(); n < accounts*share*3/4 || n > accounts*share {
		t.Errorf("of %d orders of %d accounts %d were taken", accounts*each, accounts, n)
	}
	key, err := crypto.GenerateKey()
	if err != nil {
		t.Fatal(err)
	}
	for name, token := range map[string]common.Address{"listed": a.weth, "other": other} {
		if status, text := sell(key, rand.New(rand.NewPCG(2, 2)), token); status != 201 {
			t.Errorf("the %s token is answered %d: %s", name, status, text)
		}
	}
}
