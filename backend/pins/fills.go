package pins

import (
	"cmp"
	"context"
	"fmt"
	"math/big"
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/contracts"
)

// Fills of an account are held against the logs of a node of one's own where there is one, as far
// back as it is asked: what the chain has not is left out, which the network's status says, and
// what a service leaves out is added.

const (
	// fillBlocks is how far back from the head fills are looked for, and settledBlocks how many of
	// the newest are looked at again with each head, as they may leave the chain.
	fillBlocks, settledBlocks = 20_000, 12
	// maxFillAccounts is of how many accounts fills are remembered, maxFills how many of each.
	maxFillAccounts, maxFills = 64, 20_000
	// mostTaken is of how many fills that an account is the taker of the newest are asked who paid:
	// anybody can make an account the taker of thousands.
	mostTaken = 1000
	// mostPages is how many pages of a service are read for one, where it invents fills.
	mostPages = 20
)

// account is one on a network.
type account struct {
	chainID uint64
	address common.Address
}

// ownFills are the fills of an account by the node's logs, of the blocks from one to another. They
// never change: those of a later head take their place.
type ownFills struct {
	from, to uint64
	head     common.Hash
	list     map[fillKey]api.Fill // of their blocks number and hash
}

type fillKey struct {
	tx  common.Hash
	log uint
}

func keyOf(f *api.Fill) fillKey { return fillKey{f.TxHash, f.LogIndex} }

// Fills implements api.Exchange. One of an order of the user is held against what was signed, and
// those of an account against the chain.
func (s *exchange) Fills(ctx context.Context, q api.FillQuery) ([]api.Fill, error) {
	list, err := s.Exchange.Fills(ctx, q)
	if err != nil {
		return nil, err
	}
	var own *ownFills
	node := s.pins.nodes[s.chainID]
	if node != nil && q.Account != nil {
		// a node that does not answer denies nothing
		if own, err = s.readFills(ctx, node, *q.Account); err != nil && ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	if own == nil {
		if err := s.ruledOut(list); err != nil {
			return nil, err
		}
		return s.byWord(once(list)), nil
	}
	limit, asked := cmp.Or(q.Limit, api.MaxPage), q
	kept := list[:0:0]
	for range mostPages {
		real, err := s.real(own, once(list))
		if err != nil {
			return nil, err
		}
		kept = once(append(kept, real...))
		if more := len(list) >= limit; !more || len(kept) >= limit {
			return own.add(ctx, node, kept, q, more)
		}
		mark := list[len(list)-1].Mark() // an invented fill takes no place of those that are
		asked.Before = &mark
		if list, err = s.Exchange.Fills(ctx, asked); err != nil {
			return nil, err
		}
	}
	return nil, s.pins.refuse("of more fills that the chain has not than of those that it has")
}

// once leaves out what a list of fills repeats.
func once(list []api.Fill) []api.Fill {
	seen := make(map[fillKey]bool, len(list))
	return slices.DeleteFunc(list, func(f api.Fill) bool {
		again := seen[keyOf(&f)]
		seen[keyOf(&f)] = true
		return again
	})
}

// ruledOut refuses fills of orders of the user that what was signed rules out.
func (s *exchange) ruledOut(list []api.Fill) error {
	for i := range list {
		f := &list[i]
		if o, own := s.pins.own.Get(f.OrderHash); own && !allows(&o.Order, f) {
			return s.pins.refuse("of order " + f.OrderHash.Hex() +
				" that it was filled, which what you signed rules out")
		}
	}
	return nil
}

// real are the fills of a list that the chain has, and by the service's word those that it may
// have: of blocks that were not searched. Another one is left out, and the service said to tell it.
func (s *exchange) real(own *ownFills, list []api.Fill) (kept []api.Fill, err error) {
	for _, f := range list {
		is, there := own.list[keyOf(&f)]
		is.Block = f.Block
		known := f.Block.Number >= own.from && f.Block.Number <= own.to
		if known && there {
			f.Payer = is.Payer // by the node's word alone
		}
		switch {
		case known && there && is == f:
			kept = append(kept, f)
		case known && (there || f.Block.Number+settledBlocks <= own.to):
			s.pins.invents(s.chainID, "fill", fmt.Sprintf("%s tells of fills that the chain has "+
				"not, such as one of order %s in block %d: they are left out", s.pins.host,
				f.OrderHash.Hex(), f.Block.Number))
		case !known:
			if err := s.ruledOut([]api.Fill{f}); err != nil {
				return nil, err
			}
			kept = append(kept, s.byWord([]api.Fill{f})...)
		}
	}
	return kept, nil
}

// byWord marks fills as the service's word.
func (s *exchange) byWord(list []api.Fill) []api.Fill {
	for i := range list {
		list[i].ToldBy = s.pins.host
	}
	return list
}

// add adds the fills that a page lacks; more tells whether there are pages after it.
func (o *ownFills) add(ctx context.Context, node *chain.Network, page []api.Fill, q api.FillQuery,
	more bool) ([]api.Fill, error) {
	last := api.FillMark{} // that the page reaches to
	if more && len(page) > 0 {
		last = page[len(page)-1].Mark()
	}
	there := make(map[fillKey]bool, len(page))
	for i := range page {
		there[keyOf(&page[i])] = true
	}
	for key, f := range o.list {
		mark := f.Mark()
		if there[key] || last.After(mark) || q.Before != nil && !q.Before.After(mark) ||
			q.Order != nil && *q.Order != f.OrderHash {
			continue
		}
		h, err := node.HeaderByHash(ctx, f.Block.Hash)
		if err != nil {
			return page, ctx.Err() // it has left the chain, or is asked for again
		}
		f.Block = h.BlockRef
		page = append(page, f)
	}
	slices.SortFunc(page, func(a, b api.Fill) int {
		return cmp.Or(cmp.Compare(b.Block.Number, a.Block.Number),
			cmp.Compare(b.LogIndex, a.LogIndex))
	})
	return page, nil
}

// readFills returns what the logs say of an account's fills as of the node's head.
func (s *exchange) readFills(ctx context.Context, node *chain.Network, of common.Address) (
	*ownFills, error) {
	c, err := s.contracts(ctx)
	if err != nil {
		return nil, err
	}
	head, err := node.Head(ctx)
	if err != nil {
		return nil, err
	}
	s.pins.mu.Lock()
	last := s.pins.fills[account{s.chainID, of}]
	s.pins.mu.Unlock()
	if last != nil && last.head == head.Hash {
		return last, nil
	}
	since := head.Number - min(head.Number, fillBlocks)
	o := &ownFills{from: since, to: head.Number, head: head.Hash,
		list: make(map[fillKey]api.Fill)}
	if last != nil && last.to >= since { // what has settled is not searched again
		since = max(since, last.to-min(last.to, settledBlocks))
		o.from = last.from
		for key, f := range last.list {
			if f.Block.Number < since {
				o.list[key] = f
			}
		}
	}
	found, err := fillsBetween(ctx, node, c, of, since, head.Number)
	if err != nil {
		return nil, err
	}
	for _, f := range found {
		f.ChainID = s.chainID
		o.list[keyOf(&f)] = f
	}
	if len(o.list) > maxFills { // whoever fills by the thousand: from here on
		clear(o.list)
		o.from = head.Number + 1
	}
	s.pins.mu.Lock()
	defer s.pins.mu.Unlock()
	if last == nil && len(s.pins.fills) >= maxFillAccounts {
		clear(s.pins.fills)
	}
	s.pins.fills[account{s.chainID, of}] = o
	return o, nil
}

// fillsBetween searches the logs of some blocks for fills with an account on either side.
func fillsBetween(ctx context.Context, node *chain.Network, c api.Contracts, of common.Address,
	from, to uint64) (list []api.Fill, err error) {
	rfq := contracts.NewAugustusRFQ()
	events := rfq.GetABI().Events
	kinds := []common.Hash{events["OrderFilled"].ID, events["OrderFilledNFT"].ID}
	party := []common.Hash{common.BytesToHash(of[:])}
	var taken []types.Log
	for _, side := range [][][]common.Hash{{kinds, nil, party}, {kinds, nil, nil, party}} {
		logs, err := node.LogsBetween(ctx, from, to, c.AugustusRFQ, side...)
		if err != nil {
			return nil, err
		}
		for i := range logs {
			if f, ok := fillOf(rfq, &logs[i]); ok {
				list = append(list, f)
				if f.Taker == of && f.Maker != of {
					taken = append(taken, logs[i])
				}
			}
		}
	}
	payers, err := node.Payers(ctx, c, taken[max(0, len(taken)-mostTaken):])
	if err != nil {
		return nil, err
	}
	for i := range list {
		list[i].Payer = payers[list[i].TxHash]
	}
	return list, nil
}

// fillOf reads the event of a fill.
func fillOf(rfq *contracts.AugustusRFQ, l *types.Log) (f api.Fill, ok bool) {
	f = api.Fill{TxHash: l.TxHash, LogIndex: l.Index,
		Block: api.BlockRef{Number: l.BlockNumber, Hash: l.BlockHash}}
	if e, err := rfq.UnpackOrderFilledEvent(l); err == nil {
		f.OrderHash, f.Maker, f.Taker = e.OrderHash, e.Maker, e.Taker
		f.MakerAsset, f.TakerAsset = api.Asset{Address: e.MakerAsset},
			api.Asset{Address: e.TakerAsset}
		f.MakerAmount, f.TakerAmount = api.MustBig(e.MakerAmount), api.MustBig(e.TakerAmount)
		return f, true
	}
	e, err := rfq.UnpackOrderFilledNFTEvent(l)
	if err != nil {
		return f, false
	}
	f.OrderHash, f.Maker, f.Taker = e.OrderHash, e.Maker, e.Taker
	f.MakerAsset = assetOf(e.MakerAsset, e.MakerAssetId)
	f.TakerAsset = assetOf(e.TakerAsset, e.TakerAssetId)
	f.MakerAmount, f.TakerAmount = api.MustBig(e.MakerAmount), api.MustBig(e.TakerAmount)
	return f, true
}

// assetOf reads an asset as the contract packs it: its kind stands above its address.
func assetOf(packed, id *big.Int) api.Asset {
	const bits = 160
	return api.Asset{Address: common.BigToAddress(packed), ID: api.MustBig(id),
		Kind: api.AssetKind(new(big.Int).Rsh(packed, bits).Uint64())}
}
