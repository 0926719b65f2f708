package backend

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/ethclient"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/wallet"
)

// sim is an exchange in the hands of a scheduler.
type sim struct {
	testing.TB
	*Backend
	r      *rand.Rand
	seed   uint64
	dir    string
	clock  time.Time
	node   simNode
	direct *ethclient.Client // of the chain, past the node's faults
	wallet *wallet.Wallet
	users  []common.Address
	tokens []api.Token // that are traded
	nfts   []api.Asset // some of which the users hold
	opened uint64      // times

	full, sick atomic.Bool // the disk takes no writes, no flushes
	frozen     bool        // the node does not tell of blocks
	die        string      // the point at which the process dies, "" for none
	forked     bool        // since the last look
	start      uint64      // the block that the simulation began at
	latest     uint64      // the time of the youngest block there was, on any branch
	nonce      uint64

	held   map[holding]api.Amount // at the start
	orders map[common.Hash]api.OrderRequest
	deltas map[string]api.DeltaSubmission
	states map[string]string // at the last look
	trace  []string
}

type holding struct {
	owner common.Address
	asset api.Asset
}

// death is how the process dies at a point.
type death struct{ point string }

// template makes a data folder in which the users have approved what they trade with.
func template(t testing.TB) string {
	t.Helper()
	s := &sim{TB: t, dir: filepath.Join(t.TempDir(), "template"), clock: simClock,
		r: rand.New(rand.NewPCG(0, 0))}
	defer s.close()
	if err := s.open(); err != nil {
		t.Fatal(err)
	}
	if err := s.prepare(); err != nil {
		t.Fatal(err)
	}
	return s.dir
}

var simClock = time.Unix(1_800_000_000, 0)

func newSim(t testing.TB, from string, seed uint64) *sim {
	t.Helper()
	s := &sim{TB: t, seed: seed, r: rand.New(rand.NewPCG(seed, 0)), clock: simClock,
		held: make(map[holding]api.Amount), orders: make(map[common.Hash]api.OrderRequest),
		deltas: make(map[string]api.DeltaSubmission), states: make(map[string]string)}
	s.dir = filepath.Join(t.TempDir(), "data")
	if err := os.CopyFS(s.dir, os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
	return s
}

// disk is what the disk says of a commit. Faults below the engine, which needs a file system and a
// process of its own for them, are those of package store.
func (s *sim) disk() error {
	switch {
	case s.full.Load():
		return &fs.PathError{Op: "write", Path: "the store", Err: syscall.ENOSPC}
	case s.sick.Load():
		return &fs.PathError{Op: "sync", Path: "the store", Err: syscall.EIO}
	}
	return nil
}

// open opens the exchange on what is on the disk. Nothing of it runs by itself.
func (s *sim) open() (err error) {
	s.opened++
	key := sha256.Sum256(fmt.Append(nil, s.seed, s.opened))
	accounts, err := wallet.DevelopmentAccounts()
	if err != nil {
		return err
	}
	s.wallet, err = wallet.Open(wallet.Options{Development: true,
		Now: func() time.Time { return s.clock }})
	if err != nil {
		return err
	}
	s.Backend, err = Open(context.Background(), Config{
		Dir: s.dir, Now: func() time.Time { return s.clock }, Seed: s.seed, Manual: true,
		Accounts: accounts, Random: rand.NewChaCha8(key), Node: s.node.connect,
		Wait: func(context.Context, time.Duration) {}, StoreHook: s.hook, Disk: s.disk,
	})
	if err != nil {
		return err
	}
	s.direct = ethclient.NewClient(s.local.Client())
	s.users = accounts[:4]
	s.tokens = nil
	for _, symbol := range []string{"USDC", "WETH", "DAI", "WBTC"} {
		token, _ := s.nets[0].tokens.Find(symbol)
		s.tokens = append(s.tokens, token)
	}
	if s.nfts, err = s.someNFTs(); err != nil {
		return err
	}
	if err := s.Backend.nets[0].delta.Auction().EnsureAllowances(context.Background()); err != nil {
		return err
	}
	return s.follow()
}

// hook ends the process where it is to die. The store's own points are in a goroutine of its own,
// which is not the simulation's to end.
func (s *sim) hook(point string) {
	if s.die == point {
		panic(death{point})
	}
}

func (s *sim) close() {
	if s.Backend == nil {
		return
	}
	s.node.hangUp()
	if s.direct != nil {
		s.direct.Close()
	}
	if err := s.Backend.Close(); err != nil && s.TB != nil {
		s.Error(err)
	}
	s.Backend = nil
}

// restart ends the exchange and opens it on a disk that works.
func (s *sim) restart() error {
	s.close()
	s.heal()
	return s.open()
}

// heal ends all faults, and lets the time pass that a node is left alone for after failures.
func (s *sim) heal() {
	s.full.Store(false)
	s.sick.Store(false)
	s.node.set(false, 0)
	s.frozen, s.die = false, ""
	s.clock = s.clock.Add(time.Minute)
}

// follow has the exchange take in the chain, as far as the node tells of it.
func (s *sim) follow() error { return s.nets[0].watcher.Round(context.Background()) }

// settle lets the follower and the auction have their turn until nothing is left to do but to wait
// for the next block.
func (s *sim) settle() error {
	if err := s.follow(); err != nil {
		return err
	}
	return s.nets[0].delta.Auction().Round(context.Background())
}

// mine makes a block, which nobody is told of before the follower's turn.
func (s *sim) mine() error {
	s.clock = s.clock.Add(time.Second)
	_, err := s.local.Mine(context.Background())
	s.latest = max(s.latest, s.local.Head().Time)
	return err
}

// send signs a prepared transaction and relays it.
func (s *sim) send(tx api.Transaction, err error) error {
	if err != nil {
		return err
	}
	raw, _, err := s.wallet.SignTransaction(tx.From, tx)
	if err != nil {
		return err
	}
	_, err = apitest.On(s, api.LocalChainID).SendTransaction(context.Background(), raw)
	return err
}

// someNFTs are the first tokens of each kind: of Apes each is one user's, of Passes all have some.
func (s *sim) someNFTs() (some []api.Asset, err error) {
	list, err := apitest.On(s, api.LocalChainID).UserNFTs(context.Background(), s.users[0])
	ids := map[api.AssetKind]int{api.ERC721: 3 * len(s.users), api.ERC1155: 2}
	for _, n := range list {
		for id := range ids[n.Kind] {
			some = append(some, api.Asset{Kind: n.Kind, Address: n.Address,
				ID: api.NewAmount(uint64(id + 1))})
		}
		delete(ids, n.Kind) // one collection of each
	}
	return some, err
}

// prepare approves the contracts for what the users trade.
func (s *sim) prepare() error {
	c := s.nets[0].Contracts
	for _, user := range s.users {
		for _, kind := range []api.AssetKind{api.ERC721, api.ERC1155} {
			of := func(a api.Asset) bool { return a.Kind == kind }
			if err := s.send(apitest.On(s, api.LocalChainID).PrepareApprove(context.Background(),
				api.ApproveRequest{
					Owner: user, Kind: kind, Spender: c.AugustusRFQ,
					Token:  s.nfts[slices.IndexFunc(s.nfts, of)].Address,
					Amount: api.NewAmount(1)})); err != nil {
				return err
			}
		}
		for _, token := range s.tokens {
			for _, spender := range []common.Address{c.AugustusRFQ, c.Delta, c.AugustusV6} {
				if err := s.send(apitest.On(s,
					api.LocalChainID).PrepareApprove(context.Background(), api.ApproveRequest{
					Owner: user, Token: token.Address,
					Spender: spender, Amount: api.MaxAmount})); err != nil {
					return err
				}
			}
		}
	}
	for range 2 {
		if err := errors.Join(s.mine(), s.settle()); err != nil {
			return err
		}
	}
	return nil
}

// begin notes what the users hold.
func (s *sim) begin() error {
	s.start = s.local.Head().Number
	for _, user := range s.users {
		for _, token := range s.tokens {
			h, err := apitest.On(s, api.LocalChainID).UserToken(context.Background(), user,
				token.Address)
			if err != nil {
				return err
			}
			s.held[holding{user, api.Asset{Address: token.Address}}] = h.Balance
		}
		for _, asset := range s.nfts {
			h, err := apitest.On(s, api.LocalChainID).UserNFT(context.Background(), user, asset)
			if err != nil {
				return err
			}
			s.held[holding{user, asset}] = h.Balance
		}
	}
	return nil
}
