package swap

import (
	"context"
	"log/slog"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/lru"
	"github.com/ethereum/go-ethereum/crypto"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/contracts"
	"bourse/backend/swap/calldata"
	"bourse/backend/swap/pool"
	"bourse/backend/swap/pools"
	"bourse/backend/swap/seal"
	"bourse/backend/tokens"
	"bourse/backend/turns"
)

const defaultBudget = 150 * time.Millisecond

// Book is what the limit orders of a network are read by.
type Book interface {
	Book(ctx context.Context, pair api.Pair, depth int) (api.Book, error)
	OrderBook(ctx context.Context, q api.BookQuery) (api.OrderPage, error)
}

// Oracle tells what whole tokens are worth in USD, with 18 decimals; ok is false where it does not
// know.
type Oracle interface {
	PriceUSD(ctx context.Context, token common.Address) (price api.Price, ok bool, err error)
}

// Config of the swaps of one network.
type Config struct {
	Network   *chain.Network
	Contracts contracts.SwapAddresses
	// Executors is where executors may stand beside that of Contracts, which comes first.
	Executors []common.Address
	Pools     *pools.Tracker
	Tokens    *tokens.Tokens
	Orders    Book
	Prepared  func(data []byte) // is told of what is given out to be sent; may be nil
	Oracle    Oracle            // of what pools tell no price of; may be nil
	Seal      *seal.Seal
	Logger    *slog.Logger
	// that a search may take before the best route found so far is taken; 0 is 150 ms
	Budget time.Duration
}

// gasBlocks is of how many blocks the price of gas is kept, so that their quotes can be repeated.
const gasBlocks = 256

// Service prices and builds swaps on one network. All methods may be called at the same time.
type Service struct {
	cfg     Config
	wrapped common.Address
	encoder calldata.Encoder
	methods []calldata.Method
	// names of exchanges, those without pools last
	exchanges []string

	mu    sync.Mutex
	books map[bookKey][]calldata.Order
	// reading are those of which somebody reads; closed when that is done
	reading map[bookKey]chan struct{}
	// executor is the one that stands on the chain
	executor executor

	gas *lru.Cache[uint64, api.Amount] // wei for a unit, by the block of the first quote on it

	answers answers
	turns   *turns.Queue // for searches
}

// Open prepares the swaps of a network, on pools that somebody else follows.
func Open(cfg Config) *Service {
	if cfg.Logger == nil {
		cfg.Logger = slog.New(slog.DiscardHandler)
	}
	if cfg.Budget == 0 {
		cfg.Budget = defaultBudget
	}
	s := &Service{
		cfg: cfg, wrapped: cfg.Network.Contracts().WrappedNative,
		books:   make(map[bookKey][]calldata.Order),
		reading: make(map[bookKey]chan struct{}),
		gas:     lru.NewCache[uint64, api.Amount](gasBlocks),
		turns:   turns.New(runtime.GOMAXPROCS(0), runtime.GOMAXPROCS(0), mostWait),
	}
	s.encoder = calldata.Encoder{
		Contracts: cfg.Contracts, RFQ: cfg.Network.Contracts().AugustusRFQ, Wrapped: s.wrapped,
		Taxed: func(token common.Address) bool { return s.token(token).TransferTax > 0 },
		Like:  make(map[string]string), Recent: make(map[string]bool),
		Executed: make(map[string]bool),
		Executor: func() (common.Address, bool) {
			s.mu.Lock()
			defer s.mu.Unlock()
			return s.executor.at, s.executor.now
		},
	}
	s.executor.at, s.executor.now = cfg.Contracts.Executor, true
	for _, e := range cfg.Pools.Exchanges() {
		s.encoder.StableByUint256 = s.encoder.StableByUint256 || e.ByUint256
		if slices.Contains(s.exchanges, e.Name) {
			continue // another factory of it
		}
		s.exchanges = append(s.exchanges, e.Name)
		s.encoder.Like[e.Name] = modelOf[e.Kind]
		if e.Family.Held() {
			s.encoder.Like[e.Name] = api.UniswapV4
		}
		s.encoder.Recent[e.Name] = e.Recent()
		s.encoder.Executed[e.Name] = e.Executed()
	}
	s.exchanges = append(s.exchanges, api.LimitOrders, api.WrappedCoin)
	s.methods = s.encoder.Methods()
	return s
}

// modelOf is the exchange as whose pools those of a kind are called.
var modelOf = map[pool.Kind]string{
	pool.KindProduct: api.UniswapV2, pool.KindConcentrated: api.UniswapV3,
	pool.KindStable: api.CurveV1, pool.KindWeighted: api.BalancerV2,
	pool.KindModule: api.MakerPSM, pool.KindWrapper: api.WstETH,
	pool.KindVault: api.ERC4626, pool.KindSolidly: api.Solidly,
	pool.KindCrypto: api.CurveV2, pool.KindBins: api.LiquidityBook,
}

// token is what is known of a token that pools trade.
func (s *Service) token(address common.Address) api.Token {
	t, _ := s.cfg.Pools.Token(address)
	return t
}

// wrap is the ERC-20 that stands for a token in pools.
func (s *Service) wrap(token common.Address) common.Address {
	if token == api.NativeToken {
		return s.wrapped
	}
	return token
}

// allowed returns the methods that a request admits.
func (s *Service) allowed(ctx context.Context, r *api.PriceRequest) []calldata.Method {
	var list []calldata.Method
	for _, m := range s.methods {
		switch {
		case m.Executed() && !s.executes(ctx):
		case m.Version != r.Version || m.Side != r.Side:
		case len(r.IncludeMethods) > 0 && !slices.Contains(r.IncludeMethods, m.Name):
		case slices.Contains(r.ExcludeMethods, m.Name):
		case !m.General && r.NoDirectMethods:
		default:
			list = append(list, m)
		}
	}
	return list
}

// executor is a contract that methods of version 6.2 need beside the swap contract. It may be
// deployed while this runs, or a newer one, and does not go away.
type executor struct {
	at     common.Address
	now    bool // it is the one of now
	stands bool
	block  uint64 // when it was last looked for, 0 before
}

// lookAgain is after how many blocks an executor that did not stand, or was not the one of now, is
// looked for once more.
const lookAgain = 20

// executes tells whether an executor stands on the chain, and has the newest of those be used.
func (s *Service) executes(ctx context.Context) bool {
	newest := s.cfg.Pools.Newest()
	if newest == nil {
		return true
	}
	s.mu.Lock()
	known := s.executor
	s.mu.Unlock()
	if known.block > 0 && (known.stands && known.now ||
		newest.Block.Number < known.block+lookAgain) {
		return known.stands
	}
	found := executor{at: s.cfg.Contracts.Executor, block: newest.Block.Number}
	for _, at := range append([]common.Address{s.cfg.Contracts.Executor}, s.cfg.Executors...) {
		code, err := s.cfg.Network.Code(ctx, newest.Block.Hash, at)
		if err != nil {
			return false // for this time
		}
		now := crypto.Keccak256Hash(code) == contracts.ExecutorCode()
		if len(code) > 0 && (!found.stands || now) {
			found.at, found.stands, found.now = at, true, now
		}
		if now {
			break
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.executor = found
	return found.stands
}

// MethodGas is what a method of a swap contract costs beside the pools of so many legs, 0 where
// there is none of its name.
func (s *Service) MethodGas(version api.SwapVersion, side api.Side, name string, legs int) uint64 {
	m := methodNamed(s.methods, version, side, name)
	if m == nil {
		return 0
	}
	return uint64(max(0, m.LegsGas(legs)))
}

// methodNamed finds one by name.
func methodNamed(list []calldata.Method, version api.SwapVersion, side api.Side,
	name string) *calldata.Method {
	for i := range list {
		if m := &list[i]; m.Name == name && m.Version == version && m.Side == side {
			return m
		}
	}
	return nil
}
