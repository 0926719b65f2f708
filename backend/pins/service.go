package pins

import (
	"context"
	"maps"
	"math"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/lru"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/contracts"
	"bourse/backend/proof"
)

// Service is a service of another process whose answers are checked against what is known here.
type Service struct {
	api.Service
	host  string
	known Known
	nodes map[uint64]*chain.Network
	keys  func(common.Address) bool

	deltas  proof.Deltas
	witness *proof.Witness
	own     *lru.Cache[common.Hash, *ownOrder] // what the user has signed and was told of
	signed  *lru.Cache[common.Hash, struct{}]  // by makers' keys: of an order's hash and signature
	pools   *lru.Cache[poolKey, []listing]
	worths  *lru.Cache[place, worth]
	levels  *lru.Cache[string, below] // of orders, by their ids
	sent    sent
	now     func() time.Time

	mu   sync.Mutex
	read map[place]int                           // decimals, as nodes told them
	met  map[uint64]map[common.Address]api.Token // tokens that were told of, by chain id
	// contracts of networks that are not known here, as they were told first
	contracts map[uint64]api.Contracts
	fills     map[account]*ownFills
	scans     map[scanKey]scan
	stateless map[uint64]uint64 // by chain id: of which block the node does not know the state
	unlisted  map[uint64]bool   // of networks that the node could not list whose NFTs last were
	// invented are, of networks, what the service told of that is none: the first of each kind
	invented map[uint64]map[string]string
}

// ownOrders is of how many of the user's orders fills are held against what was signed: the ones
// that were told of last.
const ownOrders = 10_000

// place is a contract on a network.
type place struct {
	chainID uint64
	address common.Address
}

// New checks the answers of a service against known and, for tokens that are not known, against
// nodes, by chain id, where there are any. host is what the service is called; keys tells whose
// keys are the user's, nil of nobody; witness holds what the service tells of Delta orders against
// the nodes. It does not close nodes.
func New(service api.Service, host string, known Known, nodes map[uint64]*chain.Network,
	keys func(common.Address) bool, witness *proof.Witness) *Service {
	if keys == nil {
		keys = func(common.Address) bool { return false }
	}
	return &Service{Service: service, host: host, known: known, nodes: nodes, keys: keys,
		witness: witness, own: lru.NewCache[common.Hash, *ownOrder](ownOrders),
		signed: lru.NewCache[common.Hash, struct{}](signatures),
		pools:  lru.NewCache[poolKey, []listing](maxTokens),
		worths: lru.NewCache[place, worth](maxTokens),
		levels: lru.NewCache[string, below](maxLevels),
		sent:   newSent(), now: witness.Now,
		read:      make(map[place]int),
		met:       make(map[uint64]map[common.Address]api.Token),
		contracts: make(map[uint64]api.Contracts),
		fills:     make(map[account]*ownFills),
		scans:     make(map[scanKey]scan),
		stateless: make(map[uint64]uint64),
		unlisted:  make(map[uint64]bool),
		invented:  make(map[uint64]map[string]string)}
}

// Host is what the service is called.
func (s *Service) Host() string { return s.host }

// refuse returns the error for an answer that cannot be right.
func (s *Service) refuse(wrong string) error {
	return api.Errorf(api.ChainUnavailable, "%s says %s: its answer is refused; if it is right, "+
		"describe the network in the data folder, else leave this service", s.host, wrong)
}

// lie is refuse where something is wrong, nil where nothing is.
func (s *Service) lie(wrong string) error {
	if wrong == "" {
		return nil
	}
	return s.refuse(wrong)
}

// Networks implements api.Service.
func (s *Service) Networks(ctx context.Context) ([]api.Network, error) {
	list, err := s.Service.Networks(ctx)
	if err != nil {
		return nil, err
	}
	if len(list) > maxNetworks {
		return nil, s.refuse("that it has more networks than there can be")
	}
	for i := range list {
		if wrong := s.known.checkNetwork(list[i]); wrong != "" {
			return nil, s.refuse(wrong)
		}
		if known := s.known[list[i].ChainID]; known != nil {
			list[i].Explorer = known.Explorer // a link there hides where it leads
		} else {
			list[i].ToldBy = s.host
		}
	}
	return list, nil
}

// Exchange implements api.Service.
func (s *Service) Exchange(chainID uint64) (api.Exchange, error) {
	of, err := s.Service.Exchange(chainID)
	x := &exchange{pins: s, chainID: chainID}
	x.Exchange = proof.Exchange{Exchange: of, Tell: x.told}
	return x, err
}

// exchange is that of a service on one network.
type exchange struct {
	proof.Exchange
	pins    *Service
	chainID uint64
}

// Tokens implements api.Exchange.
func (s *exchange) Tokens(ctx context.Context) ([]api.Token, error) {
	list, err := s.Exchange.Tokens(ctx)
	if err = s.checkAll(ctx, list, err); err != nil {
		return nil, err
	}
	for _, t := range list {
		if wrong := s.pins.known.namesake(s.chainID, t); wrong != "" {
			return nil, s.pins.refuse(wrong)
		}
	}
	return append(list, s.pins.known.lacks(s.chainID, list, true)...), nil
}

// Collections implements api.Exchange.
func (s *exchange) Collections(ctx context.Context) ([]api.Token, error) {
	list, err := s.Exchange.Collections(ctx)
	if err = s.checkAll(ctx, list, err); err != nil {
		return nil, err
	}
	return append(list, s.pins.known.lacks(s.chainID, list, false)...), nil
}

func (s *exchange) checkAll(ctx context.Context, list []api.Token,
	err error) error {
	if err != nil {
		return err
	}
	if len(list) > maxTokens {
		return s.pins.refuse("that a network lists more tokens than a person can look through")
	}
	all := make([]*api.Token, len(list))
	for i := range list {
		all[i] = &list[i]
	}
	if err := s.check(ctx, all...); err != nil {
		return err
	}
	s.meet(all)
	return nil
}

// Token implements api.Exchange.
func (s *exchange) Token(ctx context.Context, token common.Address) (api.Token, error) {
	t, err := s.Exchange.Token(ctx, token)
	if err == nil {
		err = s.checkAsked(ctx, token, &t)
	}
	return t, err
}

// UserTokens implements api.Exchange.
func (s *exchange) UserTokens(ctx context.Context,
	account common.Address) ([]api.UserToken, error) {
	list, err := s.Exchange.UserTokens(ctx, account)
	if err != nil {
		return nil, err
	}
	if len(list) > maxTokens {
		return nil,
			s.pins.refuse("that an account holds more tokens than a person can look through")
	}
	all := make([]*api.Token, len(list))
	for i := range list {
		all[i] = &list[i].Token
	}
	if err := s.check(ctx, all...); err != nil {
		return nil, err
	}
	s.meet(all)
	return s.holdings(ctx, account, list)
}

// UserToken implements api.Exchange.
func (s *exchange) UserToken(ctx context.Context, account,
	token common.Address) (api.UserToken, error) {
	t, err := s.Exchange.UserToken(ctx, account, token)
	if err == nil {
		err = s.checkAsked(ctx, token, &t.Token)
	}
	if err != nil {
		return t, err
	}
	one := []api.UserToken{t}
	_, err = s.readHeld(ctx, account, one)
	return one[0], err
}

// Markets implements api.Exchange.
func (s *exchange) Markets(ctx context.Context) ([]api.Market, error) {
	list, err := s.Exchange.Markets(ctx)
	if err != nil {
		return nil, err
	}
	if len(list) > maxMarkets {
		return nil, s.pins.refuse("that a network has more markets than a person can look through")
	}
	all := make([]*api.Token, 0, 2*len(list))
	for i := range list {
		all = append(all, &list[i].Base, &list[i].Quote)
	}
	s.priced(ctx, list)
	return list, s.check(ctx, all...)
}

// priced tells what the pools that the node knows make of the prices of markets.
func (s *exchange) priced(ctx context.Context, list []api.Market) {
	known := s.pins.known[s.chainID]
	if known == nil {
		return
	}
	var tokens []common.Address
	for _, m := range list {
		tokens = append(tokens, known.venues.traded(m.Base.Address),
			known.venues.traded(m.Quote.Address))
	}
	slices.SortFunc(tokens, common.Address.Cmp)
	usd := s.worths(ctx, slices.Compact(tokens)...)
	for i := range list {
		m := &list[i]
		m.ToldBy = s.pins.host
		base := usd[known.venues.traded(m.Base.Address)]
		quote := usd[known.venues.traded(m.Quote.Address)]
		if base != 0 && quote != 0 && listed(known, m.Base) && listed(known, m.Quote) {
			m.Own = priceOf(base / quote)
		}
	}
}

// listed tells whether a token has the decimals that are known of it here.
func listed(known *network, t api.Token) bool {
	own, ok := known.tokens[t.Address]
	return ok && own.Decimals == t.Decimals
}

// checkAsked checks the answer about one token.
func (s *exchange) checkAsked(ctx context.Context, asked common.Address,
	t *api.Token) error {
	if t.Address != asked {
		return s.pins.refuse(
			"of token " + t.Address.Hex() + " where it was asked for " + asked.Hex())
	}
	return s.check(ctx, t)
}

// check refuses tokens that cannot be as they are told, and notes who tells of those that are not
// known here.
func (s *exchange) check(ctx context.Context, list ...*api.Token) error {
	var open []*api.Token
	for _, t := range list {
		known, wrong := s.pins.known.checkToken(s.chainID, t)
		if wrong != "" {
			return s.pins.refuse(wrong)
		}
		if !known {
			t.ToldBy = s.pins.host
			if t.Kind == api.ERC20 {
				open = append(open, t)
			}
		}
	}
	return s.askNode(ctx, open)
}

// maxRead is how many tokens' decimals are remembered.
const maxRead = 2 * maxTokens

// askNode compares the decimals of tokens with what a node of the network says of them, where there
// is one that answers.
func (s *exchange) askNode(ctx context.Context, list []*api.Token) error {
	node := s.pins.nodes[s.chainID]
	if node == nil || len(list) == 0 {
		return nil
	}
	decimals := s.decimals(ctx, node, list)
	for _, t := range list {
		n, answered := decimals[t.Address]
		switch {
		case !answered: // it stays what the service tells
		case n != t.Decimals:
			return s.pins.refuse(tokenText(s.chainID, t.Address) + decimalsDiffer(t.Decimals, n,
				"the network's node says"))
		default:
			t.ToldBy = ""
		}
	}
	return nil
}

// decimals returns those of the tokens that the node tells.
func (s *exchange) decimals(ctx context.Context, node *chain.Network,
	list []*api.Token) map[common.Address]int {
	abi := contracts.NewStandardToken()
	found := make(map[common.Address]int, len(list))
	var calls []chain.Call
	s.pins.mu.Lock()
	for _, t := range list {
		if n, ok := s.pins.read[place{s.chainID, t.Address}]; ok {
			found[t.Address] = n
			continue
		}
		calls = append(calls, chain.Call{To: t.Address, Data: abi.PackDecimals()})
	}
	s.pins.mu.Unlock()
	if len(calls) == 0 {
		return found
	}
	results, err := node.BatchCall(ctx, common.Hash{}, calls)
	if err != nil {
		return found // the node will be asked again
	}
	s.pins.mu.Lock()
	defer s.pins.mu.Unlock()
	if len(s.pins.read)+len(results) > maxRead {
		clear(s.pins.read)
	}
	for i, r := range results {
		n, err := abi.UnpackDecimals(r.Data)
		if r.OK && err == nil {
			found[calls[i].To] = int(n)
			s.pins.read[place{s.chainID, calls[i].To}] = int(n)
		}
	}
	return found
}

// Status implements api.Exchange. The newest block and what gas costs are told by a node of one's
// own where there is one, since orders end by the one and transactions are held against the other.
func (s *exchange) Status(ctx context.Context) (api.NetworkStatus, error) {
	status, err := s.Exchange.Status(ctx)
	s.pins.mu.Lock()
	status.Invented = strings.Join(slices.Sorted(maps.Values(s.pins.invented[s.chainID])), "; ")
	if s.pins.unlisted[s.chainID] {
		status.NFTsToldBy = s.pins.host
	}
	s.pins.mu.Unlock()
	if err != nil {
		return status, err
	}
	if node := s.pins.nodes[s.chainID]; node != nil {
		if head, failed := node.Head(ctx); failed == nil {
			status.Head = s.newest(status.Head, head.BlockRef)
			if own, failed := node.GasPrice(ctx); failed == nil {
				status.GasPrice = own
			}
		}
	}
	return status, s.ofTheFuture(status.Head)
}

// newest is the newest block by a node of one's own, unless that has stopped or the service is
// behind it, and knows of nothing newer.
func (s *exchange) newest(told, own api.BlockRef) api.BlockRef {
	switch {
	case told.Number < own.Number:
		told.Time = min(told.Time, own.Time)
		return told
	case told.Number > own.Number && s.pins.stopped(own):
		return told
	}
	return own
}

// ofTheFuture refuses a block that this machine's clock denies: what is signed ends after the
// newest one. A network of one's own may run ahead of the clock.
func (s *exchange) ofTheFuture(head api.BlockRef) error {
	made, now := time.Unix(int64(min(head.Time, math.MaxInt32)), 0), s.pins.now()
	if s.chainID == api.LocalChainID || made.Sub(now) < fresh {
		return nil
	}
	return api.Errorf(api.ChainUnavailable, "%s says that its newest block was made at %s, while "+
		"this machine's clock says %s: set the clock, or leave this service", s.pins.host,
		made.UTC().Format(time.DateTime), now.UTC().Format(time.DateTime))
}

// Movements implements api.Exchange: of each transaction that a node of one's own has by the node,
// whatever the service lists, and of the others by the service's word.
func (s *exchange) Movements(ctx context.Context, account common.Address, hashes []common.Hash) (
	[]api.Movements, error) {
	list, err := s.Exchange.Movements(ctx, account, hashes)
	for i := range list {
		list[i].ToldBy = s.pins.host
	}
	node := s.pins.nodes[s.chainID]
	if node == nil {
		return list, err
	}
	own, failed := node.Movements(ctx, account, hashes)
	if failed != nil {
		return list, err
	}
	for i := range own {
		if own[i].Block != nil {
			continue
		}
		same := func(m api.Movements) bool { return m.Hash == own[i].Hash }
		if at := slices.IndexFunc(list, same); err == nil && at >= 0 {
			own[i] = list[at]
		}
	}
	return own, nil
}

// fresh is how old the newest block of a node may be that has not a block yet which a service
// names: it is asked again then, while an older one may have stopped.
const fresh = 2 * time.Minute

// stopped tells whether a node may have stopped, by its newest block.
func (s *Service) stopped(newest api.BlockRef) bool {
	return s.now().Sub(time.Unix(int64(newest.Time), 0)) >= fresh
}

// denied tells whether a node denies that a transaction is in a block: its own at that height has
// it not, or is yet to come.
func (s *exchange) denied(ctx context.Context, node *chain.Network, hash common.Hash,
	number uint64) bool {
	misses, there, err := node.Misses(ctx, number, hash)
	if err != nil || there {
		return err == nil && misses
	}
	head, err := node.Head(ctx)
	return err == nil && head.Number < number && !s.pins.stopped(head.BlockRef)
}

// Nonces implements api.Exchange, by a node of one's own where it answers; else it is said who
// tells of them.
func (s *exchange) Nonces(ctx context.Context, account common.Address) (api.Nonces, error) {
	if node := s.pins.nodes[s.chainID]; node != nil {
		if own, failed := node.Nonces(ctx, account); failed == nil {
			return own, nil
		}
	}
	counts, err := s.Exchange.Nonces(ctx, account)
	counts.ToldBy = s.pins.host
	return counts, err
}
