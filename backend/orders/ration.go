package orders

import (
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
// foreignMost, from as many contracts as there are; the others are due at the next block. One whose
// contract costs too much to be read is due again when its quarantine ends: until then its orders
// are suspended with the reason.

const (
	foreignMost = 64
	// a contract that is left alone for longer than this can't stay in the books as it was
	quarantineFrom = 10 * time.Second
)

// ration leaves of what is to be read on a block what a block reads, and adds what is due.
func (s *Service) ration(q questions) questions {
	s.mu.Lock()
	defer s.mu.Unlock()
	h := &s.index.holdings
	now := s.cfg.Now()
	var foreign []holdingKey
	keep := q.holdings[:0]
	for _, k := range q.holdings {
		switch due, waits := h.due[k]; {
		case s.state.isListed(k.asset.Address):
			keep = append(keep, k)
		case !waits:
			h.due[k] = now // it keeps its place where it is not read now
			foreign = append(foreign, k)
		case due.After(now) && h.faults[k] == "": // it was only put off
			h.due[k] = now
		}
	}
	for k, due := range h.due {
		if !due.After(now) && !slices.Contains(foreign, k) {
			foreign = append(foreign, k)
		}
	}
	q.holdings = append(keep, interleave(foreign, foreignMost)...)
	q.checks = q.checks[:min(len(q.checks), affectedMost)]
	for _, id := range s.index.checkable.turn(inTurnMost) {
		rec := s.index.record(id)
		q.checks = append(q.checks, s.state.checksOf(id, &rec)...)
	}
	return q
}

// interleave takes up to n keys, one of each contract before the second of any.
func interleave(keys []holdingKey, n int) []holdingKey {
	if len(keys) <= n {
		return keys
	}
	of := make(map[common.Address][]holdingKey)
	var contracts []common.Address
	for _, k := range keys {
		if of[k.asset.Address] == nil {
			contracts = append(contracts, k.asset.Address)
		}
		of[k.asset.Address] = append(of[k.asset.Address], k)
	}
	var out []holdingKey
	for i := 0; len(out) < n; i++ {
		for _, c := range contracts {
			if i < len(of[c]) && len(out) < n {
				out = append(out, of[c][i])
			}
		}
	}
	return out
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
			h.faults[key] = fmt.Sprintf("the contract %s does not tell what %s holds of it",
				api.Lower(key.asset.Address), api.Lower(key.owner))
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

// refuseUnread refuses an order whose asset costs too much to be read.
func refuseUnread(q *chain.Quarantined, now time.Time) error {
	e := api.Errorf(api.UnsupportedToken, "makerAsset costs too much to be read: %s", q.Error())
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
	default:
		return fmt.Sprintf("the maker %s holds or allows less of %s than the whole of what is left",
			maker, asset)
	}
}
