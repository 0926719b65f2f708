package pins

import (
	"context"
	"maps"
	"math/big"
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/contracts"
)

// UserNFTs implements api.Exchange.
func (s *exchange) UserNFTs(ctx context.Context, account common.Address) ([]api.UserNFT, error) {
	told, err := s.Exchange.UserNFTs(ctx, account)
	if err == nil && len(told) > maxTokens {
		err = s.pins.refuse("that an account holds more NFTs than a person can look through")
	}
	if err != nil {
		return nil, err
	}
	there := make(map[api.Asset]bool, len(told))
	list := told[:0:0]
	for _, n := range told {
		if !there[n.Asset] {
			there[n.Asset] = true
			list = append(list, n)
		}
	}
	node := s.pins.nodes[s.chainID]
	if node == nil {
		return list, nil
	}
	whole, err := s.addNFTs(ctx, node, account, &list)
	if err != nil {
		return nil, err
	}
	s.pins.mu.Lock()
	defer s.pins.mu.Unlock()
	if delete(s.pins.unlisted, s.chainID); !whole {
		s.pins.unlisted[s.chainID] = true
	}
	return slices.DeleteFunc(list, func(n api.UserNFT) bool { return n.Balance.IsZero() }), nil
}

// UserNFT implements api.Exchange.
func (s *exchange) UserNFT(ctx context.Context, account common.Address, asset api.Asset) (
	api.UserNFT, error) {
	n, err := s.Exchange.UserNFT(ctx, account, asset)
	if err == nil && n.Asset != asset {
		err = s.pins.refuse("of another NFT than it was asked for")
	}
	if err != nil {
		return n, err
	}
	one := []api.UserNFT{n}
	_, err = s.readNFTs(ctx, account, one)
	return one[0], err
}

// readNFTs does for NFTs what readHeld does for tokens; answered is whether the node said it of
// all.
func (s *exchange) readNFTs(ctx context.Context, account common.Address,
	list []api.UserNFT) (answered bool, err error) {
	node := s.pins.nodes[s.chainID]
	if node == nil || len(list) == 0 {
		return node != nil, nil
	}
	c, err := s.contracts(ctx)
	if err != nil {
		return false, err
	}
	head, err := node.Head(ctx)
	if err != nil {
		return false, ctx.Err()
	}
	assets := make([]api.Asset, len(list))
	for i := range list {
		assets[i] = list[i].Asset
	}
	held, err := node.NFTs(ctx, head.Hash, account, c.AugustusRFQ, assets)
	if err != nil {
		return false, ctx.Err()
	}
	answered = true
	for i := range held {
		answered = answered && held[i].Answered
		if held[i].Answered {
			list[i] = held[i].UserNFT
		}
	}
	return answered, nil
}

// addNFTs adds to a list what else an account holds, as far as the node can tell which: a
// collection need not say whose its tokens are. whole is whether there can be no others of the
// collections that are known here, of those that the service told of and of what was traded.
func (s *exchange) addNFTs(ctx context.Context, node *chain.Network, account common.Address,
	list *[]api.UserNFT) (whole bool, err error) {
	there := make(map[api.Asset]bool)
	kinds := make(map[common.Address]api.AssetKind)
	for _, n := range *list {
		there[n.Asset], kinds[n.Address] = true, n.Kind
	}
	add := func(assets []api.Asset) {
		for _, a := range assets {
			if !there[a] && a.Kind != api.ERC20 && len(there) < maxTokens {
				there[a] = true
				*list = append(*list, api.UserNFT{Asset: a})
			}
		}
	}
	minted := make(map[common.Address]bool) // all of them are known
	if known := s.pins.known[s.chainID]; known != nil {
		add(known.minted)
		for _, a := range known.minted {
			minted[a.Address] = true
		}
	}
	add(s.traded(account))
	for _, t := range s.tokensMet(ctx, node, account) {
		if t.Kind != api.ERC20 {
			kinds[t.Address] = t.Kind
		}
	}
	whole = true
	for _, at := range slices.SortedFunc(maps.Keys(kinds), common.Address.Cmp) {
		if minted[at] {
			continue
		}
		found, all := s.heldOf(ctx, node, account, at, kinds[at])
		add(found)
		if kinds[at] == api.ERC1155 {
			whole = whole && all
		}
	}
	answered, err := s.readNFTs(ctx, account, *list)
	if err != nil {
		return false, err
	}
	for at, kind := range kinds {
		if kind == api.ERC721 && !minted[at] {
			whole = whole && s.counts(ctx, node, account, at, *list)
		}
	}
	return whole && answered, nil
}

// counts tells whether a list has as many tokens of a collection as an account holds of it.
func (s *exchange) counts(ctx context.Context, node *chain.Network, account,
	collection common.Address, list []api.UserNFT) bool {
	n := int64(0)
	for i := range list {
		if list[i].Address == collection && !list[i].Balance.IsZero() {
			n++
		}
	}
	held, known := balanceOf(ctx, node, account, collection)
	return known && held == n
}

// balanceOf is how many tokens of a collection of single ones an account holds.
func balanceOf(ctx context.Context, node *chain.Network, account,
	collection common.Address) (n int64, known bool) {
	answers, err := node.BatchCall(ctx, common.Hash{}, []chain.Call{{To: collection,
		Data: contracts.NewStandardToken().PackBalanceOf(account)}})
	if err != nil || answers[0].Words() == 0 {
		return 0, false
	}
	held := answers[0].Word(0).Big()
	return held.Int64(), held.IsInt64()
}

// scan is which tokens of a collection have come to an account by the node's logs, up to a block.
type scan struct {
	from, to uint64
	ids      map[api.Amount]bool
}

// scanKey is whose tokens of what a scan is of.
type scanKey struct {
	account
	collection common.Address
}

// maxScans is how many scans are remembered.
const maxScans = 1000

// heldOf finds out which tokens of a collection an account may hold: those that it lists by
// itself, and those that came to the account in the blocks that fills are looked for in. all is
// whether the logs are those of all blocks.
func (s *exchange) heldOf(ctx context.Context, node *chain.Network, of, collection common.Address,
	kind api.AssetKind) (list []api.Asset, all bool) {
	ids, all := s.cameIn(ctx, node, of, collection)
	if kind == api.ERC721 {
		ids = append(ids, enumerated(ctx, node, of, collection)...)
	}
	for _, id := range ids {
		list = append(list, api.Asset{Kind: kind, Address: collection, ID: id})
	}
	return list, all
}

// enumerated are the ids that a collection which can be enumerated lists of an account.
func enumerated(ctx context.Context, node *chain.Network, of, collection common.Address) (
	ids []api.Amount) {
	const most = 1000
	n, known := balanceOf(ctx, node, of, collection)
	if !known || n == 0 {
		return nil
	}
	method := crypto.Keccak256([]byte("tokenOfOwnerByIndex(address,uint256)"))[:4]
	var calls []chain.Call
	for i := range min(n, most) {
		data := slices.Concat(method, common.LeftPadBytes(of[:], 32),
			common.LeftPadBytes(big.NewInt(i).Bytes(), 32))
		calls = append(calls, chain.Call{To: collection, Data: data})
	}
	answers, err := node.BatchCall(ctx, common.Hash{}, calls)
	if err != nil {
		return nil
	}
	for _, a := range answers {
		if a.Words() > 0 {
			ids = append(ids, a.Word(0))
		}
	}
	return ids
}

// cameIn searches the logs for tokens of a collection that came to an account, in the blocks that
// were not searched before; all is whether those are all there are.
func (s *exchange) cameIn(ctx context.Context, node *chain.Network, of,
	collection common.Address) (ids []api.Amount, all bool) {
	head, err := node.Head(ctx)
	if err != nil {
		return nil, false
	}
	key := scanKey{account{s.chainID, of}, collection}
	s.pins.mu.Lock()
	last, again := s.pins.scans[key]
	s.pins.mu.Unlock()
	now := scan{head.Number - min(head.Number, fillBlocks), head.Number, make(map[api.Amount]bool)}
	since := now.from
	if again && last.to >= since {
		since = max(since, last.to-min(last.to, settledBlocks))
		now.from = last.from
		for id := range last.ids {
			now.ids[id] = true
		}
	}
	to := []common.Hash{common.BytesToHash(of[:])}
	// where the receiver stands depends on the kind of event
	for _, topics := range [][][]common.Hash{{transfer, nil, to}, {several, nil, nil, to}} {
		logs, err := node.LogsBetween(ctx, since, head.Number, collection, topics...)
		if err != nil {
			return nil, false
		}
		for i := range logs {
			for _, m := range node.MovesOf(&logs[i], of) {
				if m.In && m.Kind != api.ERC20 {
					now.ids[m.ID] = true
				}
			}
		}
	}
	s.pins.mu.Lock()
	defer s.pins.mu.Unlock()
	if len(s.pins.scans) >= maxScans {
		clear(s.pins.scans)
	}
	if len(now.ids) <= maxTokens {
		s.pins.scans[key] = now
	}
	return slices.SortedFunc(maps.Keys(now.ids), api.Amount.Cmp), now.from == 0
}

// The events of tokens that come to somebody: of single ones, and of those of which there are
// several.
var (
	transfer = []common.Hash{contracts.NewStandardToken().GetABI().Events["Transfer"].ID}
	several  = []common.Hash{
		contracts.NewERC1155Collection().GetABI().Events["TransferSingle"].ID,
		contracts.NewERC1155Collection().GetABI().Events["TransferBatch"].ID}
)
