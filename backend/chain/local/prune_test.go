package local

import (
	"errors"
	"math/big"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/ethclient"
	"github.com/ethereum/go-ethereum/params"
	"github.com/ethereum/go-ethereum/rlp"
	"github.com/ethereum/go-ethereum/trie"
	"github.com/ethereum/go-ethereum/triedb"

	"bourse/backend/contracts"
)

// trader hands out tokens and coin, to somebody new with every block, so that blocks change
// accounts and the storage of contracts.
type trader struct {
	*testing.T
	c     *Chain
	weth  common.Address
	nonce uint64
}

func newTrader(t *testing.T, c *Chain) *trader {
	a := &trader{T: t, c: c}
	for _, token := range c.Deployment().Tokens {
		if token.Symbol == "WETH" {
			a.weth = token.Address
		}
	}
	return a
}

func (a *trader) mine(blocks int) {
	a.Helper()
	signer := types.LatestSignerForChainID(big.NewInt(1337))
	for range blocks {
		to := common.BigToAddress(new(big.Int).SetUint64(1e9 + a.nonce))
		for _, tx := range []types.LegacyTx{
			{To: &a.weth, Data: contracts.NewStandardToken().PackTransfer(to, big.NewInt(7))},
			{To: &to, Value: big.NewInt(3)},
		} {
			tx.Nonce, tx.Gas, tx.GasPrice = a.nonce, 100_000, big.NewInt(10*params.GWei)
			a.nonce++
			signed := types.MustSignNewTx(House{}.Faucet(), signer, &tx)
			client := ethclient.NewClient(a.c.Client())
			if err := client.SendTransaction(a.Context(), signed); err != nil {
				a.Fatal(err)
			}
			client.Close()
		}
		if _, err := a.c.Mine(a.Context()); err != nil {
			a.Fatal(err)
		}
	}
}

// stateOf tells whether every account of a block and every slot of its storage can be read from
// disk, with the library's own tries.
func (a *trader) stateOf(number uint64) (whole bool) {
	a.Helper()
	h := a.c.eth.BlockChain().GetHeaderByNumber(number)
	disk := triedb.NewDatabase(a.c.eth.ChainDb(), triedb.HashDefaults) // without what is in memory
	leaves := 0
	walk := func(id *trie.ID, leaf func(owner common.Hash, value []byte)) bool {
		tr, err := trie.New(id, disk)
		if err != nil {
			return false
		}
		it, err := tr.NodeIterator(nil)
		if err != nil {
			return false
		}
		for it.Next(true) {
			if it.Leaf() {
				leaves++
				leaf(common.BytesToHash(it.LeafKey()), it.LeafBlob())
			}
		}
		return it.Error() == nil
	}
	stored := true
	accounts := walk(trie.StateTrieID(h.Root), func(owner common.Hash, value []byte) {
		var account types.StateAccount
		if err := rlp.DecodeBytes(value, &account); err != nil {
			a.Fatal(err)
		}
		stored = walk(trie.StorageTrieID(h.Root, owner, account.Root),
			func(common.Hash, []byte) {}) && stored
	})
	return accounts && stored && (leaves > 100 || number == 0)
}

// nodes counts the records of state.
func (a *trader) nodes() (n int) {
	it := a.c.eth.ChainDb().NewIterator(nil, nil)
	defer it.Release()
	for it.Next() {
		if len(it.Key()) == common.HashLength {
			n++
		}
	}
	return n
}

// TestOldStateIsSweptAway: however many blocks are made, the state of a number of them stays, whole
// to the last slot, and the chain goes on from it, over a reorganisation and a new start too.
func TestOldStateIsSweptAway(t *testing.T) {
	t.Parallel()
	cfg := Config{Dir: t.TempDir(), Now: time.Now}
	c := mustOpen(t, cfg)
	a := newTrader(t, c)
	const kept = 8
	var first int
	for round := range 3 {
		a.mine(40)
		gone, err := c.prune(t.Context(), kept)
		if err != nil || gone == 0 {
			t.Fatalf("%d records are gone: %v", gone, err)
		}
		head, n := c.Head().Number, a.nodes()
		for back := range uint64(kept) {
			if !a.stateOf(head - back) {
				t.Fatalf("the state %d blocks back is not whole", back)
			}
		}
		if a.stateOf(head-kept) || a.stateOf(head-30) || !a.stateOf(0) {
			t.Error("the state of other blocks stayed than the newest and the first")
		}
		if first == 0 {
			first = n
		}
		// an account more has a slot and a leaf more
		if most := first + round*40*2*2; n > most {
			t.Errorf("after %d rounds there are %d records, %d after the first", round+1, n, first)
		}
	}
	back := c.eth.BlockChain().GetHeaderByNumber(c.Head().Number - kept + 1)
	if err := c.Fork(t.Context(), back.Hash()); err != nil {
		t.Fatal(err)
	}
	if err := c.DropPending(); err != nil {
		t.Fatal(err)
	}
	a.nonce -= 2 * (kept - 1)
	a.mine(kept + 1)
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	head := c.Head()
	c = mustOpen(t, cfg)
	defer c.Close()
	a.c = c
	if c.Head() != head || !a.stateOf(head.Number) {
		t.Fatalf("the head is %v, want %v with its state", c.Head(), head)
	}
	a.mine(2)
}

// TestSweepBesideBlocks: blocks are made while old state goes, and keep theirs; a reorganisation in
// between ends the sweep.
func TestSweepBesideBlocks(t *testing.T) {
	t.Parallel()
	c := mustOpen(t, Config{Dir: t.TempDir(), Now: time.Now})
	defer c.Close()
	a := newTrader(t, c)
	a.mine(20)
	ended := make(chan error)
	go func() {
		for range 5 {
			if _, err := c.prune(t.Context(), 4); err != nil {
				ended <- err
			}
		}
		close(ended)
	}()
	for going := true; going; {
		a.mine(1)
		select {
		case err, more := <-ended:
			if going = more; err != nil {
				t.Fatal(err)
			}
		default:
		}
	}
	for back := range uint64(4) {
		if !a.stateOf(c.Head().Number - back) {
			t.Errorf("the state %d blocks back is not whole", back)
		}
	}
	live := liveState{}
	if err := c.mark(t.Context(), live, c.Head().Number, c.Head().Number); err != nil {
		t.Fatal(err)
	}
	forks := c.forks
	if err := c.Fork(t.Context(), c.Head().Parent); err != nil {
		t.Fatal(err)
	}
	old := [][]byte{c.eth.BlockChain().CurrentBlock().Root[:]}
	if n, err := c.sweep(t.Context(), liveState{}, old, c.Head().Number, forks); n != 0 ||
		!errors.Is(err, errForked) {
		t.Errorf("after a reorganisation %d records are gone: %v", n, err)
	}
}
