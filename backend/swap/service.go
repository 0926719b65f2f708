package swap

import (
	"context"
	"encoding/binary"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/contracts"
	"bourse/backend/swap/router"
	"bourse/backend/swap/seal"
	"bourse/backend/tokens"
	"bourse/store"
)

// Fees of the two constant-product factories in parts per million.
const (
	feeOfV2   = contracts.UniswapV2Fee * 100
	feeOfFork = contracts.UniswapV2ForkFee * 100
)

const defaultBudget = 150 * time.Millisecond

// Book is what the limit orders of a network are read by.
type Book interface {
	Book(ctx context.Context, pair api.Pair, depth int) (api.Book, error)
	OrderBook(ctx context.Context, q api.BookQuery) ([]api.OrderRecord, error)
}

// Config of the swaps of one network.
type Config struct {
	Network   *chain.Network
	Contracts contracts.SwapAddresses
	Weighted  []common.Hash // ids of weighted pools that were there before the first block followed
	Tokens    *tokens.Tokens
	USD       []common.Address // tokens taken to be worth one USD, best first
	Orders    Book
	Store     *store.Store
	Seal      *seal.Seal
	Logger    *slog.Logger
	Budget    time.Duration // that a search may take before the best route found so far is taken; 0 is 150 ms
}

// Service prices and builds swaps on one network. All methods may be called at the same time.
type Service struct {
	cfg     Config
	tokens  map[common.Address]api.Token // listed and fungible
	listed  []common.Address             // without the native coin
	table   []router.Token
	wrapped common.Address
	methods []method

	mu      sync.RWMutex
	history []*state       // newest first, chain.Depth+1 at most
	known   map[string]int // addresses and ids of weighted pools, to positions in the newest state's pools
}

// weightedPools holds, under a network's id and the pool's, the weighted pools that logs told of: the vault lists none.
var weightedPools = store.NewTable[poolKey, struct{}]("weighted pools", poolKeys{}, store.JSON[struct{}]{})

type poolKey struct {
	chain uint64
	id    common.Hash
}

type poolKeys struct{}

func (poolKeys) AppendKey(dst []byte, k poolKey) []byte {
	return append(binary.BigEndian.AppendUint64(dst, k.chain), k.id[:]...)
}

func (poolKeys) DecodeKey(b []byte) (poolKey, error) {
	if len(b) != 8+common.HashLength {
		return poolKey{}, store.ErrCorrupt
	}
	return poolKey{binary.BigEndian.Uint64(b), common.BytesToHash(b[8:])}, nil
}

// Open prepares the swaps of a network. Nothing is read until a watcher follows it.
func Open(cfg Config) *Service {
	if cfg.Logger == nil {
		cfg.Logger = slog.New(slog.DiscardHandler)
	}
	if cfg.Budget == 0 {
		cfg.Budget = defaultBudget
	}
	s := &Service{
		cfg: cfg, tokens: make(map[common.Address]api.Token), wrapped: cfg.Network.Contracts().WrappedNative,
	}
	for _, t := range cfg.Tokens.List() {
		s.tokens[t.Address] = t
		if t.Address != api.NativeToken {
			s.listed = append(s.listed, t.Address)
			s.table = append(s.table, router.Token{Address: t.Address, Taxed: t.TransferTax > 0})
		}
	}
	s.methods = s.allMethods()
	return s
}

// weightedIDs are the weighted pools that are known before asking the chain.
func (s *Service) weightedIDs() ([]common.Hash, error) {
	ids := append([]common.Hash(nil), s.cfg.Weighted...)
	prefix := binary.BigEndian.AppendUint64(nil, s.cfg.Network.ChainID())
	err := s.cfg.Store.View(func(tx *store.Tx) error {
		return weightedPools.Scan(tx, store.Prefix(prefix), func(k poolKey, _ struct{}) error {
			if !slices.Contains(ids, k.id) {
				ids = append(ids, k.id)
			}
			return nil
		})
	})
	return ids, err
}
