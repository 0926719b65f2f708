package orders

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/chain"
)

// Contracts that the network does not list are strangers' code, and whoever offers their tokens
// makes us read them at every log of theirs. Of those holdings a block reads only as many as
// foreignMost: contracts take turns, so that no number of logs keeps another's from being read, and
// what is left is due at the next block. One whose contract costs too much to be read is due again
// when its quarantine ends: until then its orders are suspended with the reason.

const (
	foreignMost = 64
	// a contract that is left alone for longer than this can't stay in the books as it was
	quarantineFrom = 10 * time.Second
)

// ration leaves of what is to be read on a block what a block reads, and adds what is due.
func (s *Service) ration(q questions) questions {
	s.mu.Lock()
	defer s.mu.Unlock()
	q.holdings = s.rationHoldings(q.holdings)
	q.checks = q.checks[:min(len(q.checks), affectedMost)]
	for _, id := range s.index.checkable.turn(inTurnMost) {
		rec := s.index.record(id)
		q.checks = append(q.checks, s.state.checksOf(id, &rec)...)
	}
	return q
}

// rationHoldings leaves of holdings what is listed, has the others wait, and adds those whose turn
// it is. s.mu is held.
func (s *Service) rationHoldings(list []holdingKey) []holdingKey {
	h, now := &s.index.holdings, s.cfg.Now()
	keep := list[:0]
	for _, k := range list {
		switch due, waits := h.due[k]; {
		case s.state.isListed(k.asset.Address):
			keep = append(keep, k)
		case h.byKey[k] == 0: // its last order has ended since it was asked for
		case !waits, due.After(now) && h.faults[k] == "": // which was only put off
			h.due[k] = now
		}
	}
	return append(keep, h.turn(now, foreignMost)...)
}

// putOff leaves of holdings that came while a block was read what is listed and as many of the
// others as a block reads, and has the rest wait, so that whoever posts many orders between two
// blocks doesn't hold up the second.
func (s *Service) putOff(list []holdingKey) []holdingKey {
	s.mu.Lock()
	defer s.mu.Unlock()
	h, foreign := &s.index.holdings, 0
	return slices.DeleteFunc(list, func(k holdingKey) bool {
		if s.state.isListed(k.asset.Address) {
			return false
		}
		foreign++
		if foreign > foreignMost && h.byKey[k] != 0 {
			h.due[k] = s.cfg.Now()
		}
		return foreign > foreignMost
	})
}

// turn takes up to n holdings that are due, one of each contract before the second of any: first of
// those contracts whose turn is longest ago, and of each what has waited longest.
func (h *holdings) turn(now time.Time, n int) (keys []holdingKey) {
	type waiting struct {
		holdingKey
		since time.Time
	}
	of := make(map[common.Address][]waiting)
	for k, due := range h.due {
		if !due.After(now) {
			of[k.asset.Address] = append(of[k.asset.Address], waiting{k, due})
		}
	}
	contracts := slices.SortedFunc(maps.Keys(of), func(a, b common.Address) int {
		return cmp.Compare(h.tokens[a].turn, h.tokens[b].turn)
	})
	h.turns++
	for nth := 0; len(contracts) > 0; nth++ {
		for _, c := range contracts {
			if len(keys) == n {
				return keys
			}
			if nth == 0 {
				slices.SortFunc(of[c], func(a, b waiting) int { return a.since.Compare(b.since) })
				h.tokens[c].turn = h.turns
			}
			keys = append(keys, of[c][nth].holdingKey)
		}
		contracts = slices.DeleteFunc(contracts,
			func(c common.Address) bool { return len(of[c]) == nth+1 })
	}
	return keys
}

// applyUnread takes in which holdings could not be read: those that will be read again soon stay as
// they are.
func (cs *changeset) applyUnread(f readings) {
	maps.Copy(cs.mute, f.mute)
	for key, q := range f.unread {
		cs.unread[key] = q
		if q.Until.After(cs.s.cfg.Now().Add(quarantineFrom)) {
			cs.applyFunds(key, funds{})
		}
	}
}

// noteUnread remembers until when holdings are not read, and why, and forgets it of those that were
// read. s.mu is held.
func (cs *changeset) noteUnread() {
	h := &cs.s.index.holdings
	for key := range cs.read {
		delete(h.due, key)
		delete(h.faults, key)
		if cs.mute[key] && h.byKey[key] != 0 {
			h.faults[key] = mute(key)
		}
	}
	for key, q := range cs.unread {
		if h.byKey[key] == 0 {
			continue
		}
		h.due[key] = q.Until
		if q.Until.After(cs.s.cfg.Now().Add(quarantineFrom)) {
			h.faults[key] = q.Error()
		}
	}
}

// mute says that a holding's contract gave no answer.
func mute(k holdingKey) string {
	return fmt.Sprintf("the contract %s does not tell what %s holds of it",
		api.Lower(k.asset.Address), api.Lower(k.owner))
}

// refuseUnread refuses what takes an asset that costs too much to be read.
func refuseUnread(side string, q *chain.Quarantined, now time.Time) error {
	e := api.Errorf(api.UnsupportedToken, "%s costs too much to be read: %s", side, q.Error())
	e.RetryAfter = max(time.Second, q.Until.Sub(now))
	return e.WithCause(q)
}

// suspension says why an open order can't be filled now.
func suspension(rec *record, st status, f funds, fault string) string {
	maker, asset := api.Lower(rec.order.Maker), api.Lower(rec.order.MakerAsset.Address)
	switch {
	case st.state != suspended:
		return ""
	case rec.unfillable:
		return fmt.Sprintf("its taker is the swap contract %s, which trades no NFTs: nobody can "+
			"fill it", api.Lower(rec.order.Taker))
	case st.refused && rec.buysNFT() && rec.byContract:
		return fmt.Sprintf("the contract of its maker %s does not take the NFT %s that it buys, "+
			"or does not accept the signature any more", maker,
			api.Lower(rec.order.TakerAsset.Address))
	case st.refused && rec.buysNFT():
		return fmt.Sprintf("the code of its maker %s does not take the NFT %s that it buys", maker,
			api.Lower(rec.order.TakerAsset.Address))
	case st.refused:
		return fmt.Sprintf("the contract of its maker %s does not accept the signature any more",
			maker)
	case st.blamed:
		return fmt.Sprintf("the contract of its maker %s accepted the signature in simulations "+
			"and refused it on chain, where a transaction that filled the order failed", maker)
	case fault != "":
		return fault
	case f.balance.IsZero():
		return fmt.Sprintf("the maker %s holds nothing of %s", maker, asset)
	case f.allowance.IsZero() && !st.permitted:
		return fmt.Sprintf("the maker %s does not let the order contract move %s", maker, asset)
	case !rec.whole():
		return fmt.Sprintf("the maker %s holds or allows less of %s than one unit of what it asks "+
			"for buys", maker, asset)
	default:
		return fmt.Sprintf("the maker %s holds or allows less of %s than the whole of what is left",
			maker, asset)
	}
}
