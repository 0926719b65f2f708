package backend

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"

	"github.com/ethereum/go-ethereum"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/backend/contracts"
	"bourse/backend/delta/settlement"
)

// look has the exchange take in all there is, and holds it to what must always be true.
func (s *sim) look() error {
	if err := s.settle(); err != nil {
		return fmt.Errorf("all is well again, and it does not go on: %w", err)
	}
	digest := sha256.New()
	for _, hash := range slices.SortedFunc(maps.Keys(s.orders), common.Hash.Cmp) {
		r, err := s.lookAt(hash)
		if err != nil {
			return err
		}
		fmt.Fprintf(digest, "%+v\n", r)
	}
	for _, id := range slices.Sorted(maps.Keys(s.deltas)) {
		r, err := s.lookAtDelta(id)
		if err != nil {
			return err
		}
		text, err := json.Marshal(r)
		if err != nil {
			return err
		}
		digest.Write(text)
	}
	s.forked = false
	s.trace[len(s.trace)-1] += fmt.Sprintf("; %d and %d orders %x", len(s.orders), len(s.deltas),
		digest.Sum(nil)[:8])
	return s.executedOnce()
}

// lookAt holds a limit order to what was acknowledged, to its table of states, and to what the
// contract says is left of it.
func (s *sim) lookAt(hash common.Hash) (r api.OrderRecord, err error) {
	ctx, posted := context.Background(), s.orders[hash]
	if r, err = apitest.On(s, api.LocalChainID).Order(ctx, hash, posted.Order.NFT); err != nil {
		return r, fmt.Errorf("order %s was acknowledged and is lost: %w", hash, err)
	}
	if r.Order != posted.Order || !bytes.Equal(r.Signature, posted.Signature) ||
		r.FillOrKill != posted.FillOrKill {
		return r, fmt.Errorf("order %s was acknowledged as %+v and is %+v", hash, posted, r)
	}
	if err := s.legal("orders/STATES.md", hash.Hex(), string(api.Pending),
		string(r.State)); err != nil {
		return r, err
	}
	rfq := contracts.NewAugustusRFQ()
	left, err := s.call(s.nets[0].Contracts.AugustusRFQ, rfq.PackRemaining(r.Maker, hash))
	if err != nil {
		return r, err
	}
	open := r.State == api.Pending || r.State == api.Suspended
	want := left.Sub(api.NewAmount(1))
	if left.IsZero() {
		want = r.MakerAmount
	}
	if open && (r.FillableBalance != want || want.IsZero()) ||
		(r.State == api.Fulfilled || r.State == api.Cancelled) && left != api.NewAmount(1) {
		return r, fmt.Errorf("order %s is %s with %s left; the contract says %s", hash, r.State,
			r.FillableBalance, left)
	}
	return r, nil
}

func (s *sim) call(to common.Address, data []byte) (api.Amount, error) {
	answer, err := s.direct.CallContract(context.Background(),
		ethereum.CallMsg{To: &to, Data: data}, nil)
	if err != nil {
		return api.Amount{}, err
	}
	return api.AmountFromBytes32([32]byte(answer)), nil
}

// lookAtDelta holds a Delta order to what was acknowledged, and each of its events to its table of
// states.
func (s *sim) lookAtDelta(id string) (r api.DeltaRecord, err error) {
	ctx, sent := api.WithSecrets(context.Background(), simSecret), s.deltas[id]
	if r, err = apitest.On(s, api.LocalChainID).DeltaOrder(ctx, id); err != nil {
		return r, fmt.Errorf("Delta order %s was acknowledged and is lost: %w", id, err)
	}
	if fmt.Sprint(r.Order) != fmt.Sprint(sent.Order) {
		return r, fmt.Errorf("Delta order %s was acknowledged as %+v and is %+v", id, sent.Order,
			r.Order)
	}
	a, err := apitest.On(s, api.LocalChainID).DeltaAuction(ctx, id)
	if err != nil {
		return r, err
	}
	at, released := api.DeltaStatus(""), false
	for i, e := range a.Events {
		if e.Seq != uint64(i+1) || e.From != at {
			return r, fmt.Errorf("event %+v of Delta order %s comes after %q", e, id, at)
		}
		if i > 0 && !tableOf("delta/STATES.md")[string(e.From)][string(e.To)] {
			return r, fmt.Errorf("Delta order %s went from %s to %s: %s", id, e.From, e.To,
				e.Reason)
		}
		at = e.To
		released = released || strings.HasPrefix(e.Reason, "its trigger is met")
		if err := s.mayRun(sent.Trigger, e, released); err != nil {
			return r, err
		}
	}
	if at != r.Status {
		return r, fmt.Errorf("Delta order %s is %s, its events say %s", id, r.Status, at)
	}
	if s.states["cancelled "+id] != "" && r.Status != api.DeltaCancelled &&
		r.Status != api.DeltaExecuted {
		return r, fmt.Errorf("Delta order %s was cancelled by its owner and is %s", id, r.Status)
	}
	return r, nil
}

// mayRun holds an order with a trigger back until the trigger is met.
func (s *sim) mayRun(t *api.DeltaTrigger, e api.DeltaEvent, released bool) error {
	if t == nil || e.To != api.DeltaRunning || released && s.latest >= t.NotBefore {
		return nil
	}
	return fmt.Errorf("Delta order %s waits for %+v and runs at %d: %s", e.Order, *t, s.latest,
		e.Reason)
}

// legal tells whether a state can follow the one of the last look. What a reorganisation brings
// back is whatever was before.
func (s *sim) legal(page, name, first, state string) error {
	last := s.states[name]
	s.states[name] = state
	if last == "" {
		last = first
	}
	reached := map[string]bool{last: true}
	for range 4 { // several events can have happened
		for from := range maps.Clone(reached) {
			for to := range tableOf(page)[from] {
				if final := to == string(api.Pending) && from != string(api.Suspended); !final ||
					s.forked {
					reached[to] = true
				}
			}
		}
	}
	if !reached[state] {
		return fmt.Errorf("order %s went from %s to %s", name, last, state)
	}
	return nil
}

// tableOf reads the arrows of a generated page of states.
func tableOf(page string) map[string]map[string]bool {
	tablesMu.Lock()
	defer tablesMu.Unlock()
	if t := tables[page]; t != nil {
		return t
	}
	f, err := os.Open(page)
	if err != nil {
		panic(err)
	}
	defer f.Close()
	t := make(map[string]map[string]bool)
	for lines := bufio.NewScanner(f); lines.Scan(); {
		from, rest, ok := strings.Cut(strings.TrimSpace(lines.Text()), " --> ")
		to, _, labelled := strings.Cut(rest, ":")
		if !ok || !labelled {
			continue
		}
		if t[from] == nil {
			t[from] = make(map[string]bool)
		}
		t[from][to] = true
	}
	tables[page] = t
	return t
}

var (
	tablesMu sync.Mutex
	tables   = make(map[string]map[string]map[string]bool)
)

// execution is what a contract or a record tells of a part of an order.
type execution struct {
	order, tx common.Hash
	one       api.Amount // given or spent by whom the order is
	other     api.Amount
}

// executedOnce compares what the records say was executed with what the contracts told of it on the
// chain as it is: nothing twice, nothing more than was signed, nothing that is not there.
func (s *sim) executedOnce() error {
	events, fills, err := s.onChain()
	if err != nil {
		return err
	}
	orders := make(map[common.Hash]*api.DeltaOrder)
	for id := range s.deltas {
		r, err := apitest.On(s, api.LocalChainID).DeltaOrder(context.Background(), id)
		if err != nil {
			return err
		}
		orders[r.OrderHash] = &r.Order
	}
	spent, told := make(map[common.Hash]api.Amount), make(map[execution]bool)
	whole := make(map[common.Hash]int)
	for _, e := range events {
		if orders[e.Order] == nil {
			continue
		}
		part := e.SpentOf(orders[e.Order], spent[e.Order])
		spent[e.Order] = spent[e.Order].Add(part)
		told[execution{e.Order, e.TxHash, part, e.Received}] = true
		if e.Total.IsZero() {
			whole[e.Order]++
		}
	}
	for _, id := range slices.Sorted(maps.Keys(s.deltas)) {
		r, err := apitest.On(s, api.LocalChainID).DeltaOrder(context.Background(), id)
		if err != nil {
			return err
		}
		done := 0
		for _, tx := range r.Transactions {
			if tx.Status == 0 {
				continue
			}
			done++
			if !told[execution{r.OrderHash, tx.Hash, tx.Spent, tx.Received}] {
				return fmt.Errorf("settlement %s of Delta order %s is not on the chain", tx.Hash,
					id)
			}
			part := settlement.PartOf(&r.Order, tx.FilledPercent)
			if tx.Received.Less(settlement.OwnerGets(&r.Order, part, part.MinOut)) {
				return fmt.Errorf("Delta order %s got %s for %s", id, tx.Received, tx.Spent)
			}
		}
		if n := len(eventsOf(events, r.OrderHash)); whole[r.OrderHash] > 1 ||
			r.Order.SrcAmount.Less(spent[r.OrderHash]) || n != done {
			return fmt.Errorf("Delta order %s over %s has %d settlements, %d whole, of %s on the "+
				"chain, and %d in its record", id, r.Order.SrcAmount, n, whole[r.OrderHash],
				spent[r.OrderHash], done)
		}
	}
	return s.filledOnce(fills)
}

func eventsOf(list []settlement.Event, order common.Hash) []settlement.Event {
	return slices.DeleteFunc(slices.Clone(list),
		func(e settlement.Event) bool { return e.Order != order })
}

// filledOnce does the same for the fills of limit orders.
func (s *sim) filledOnce(fills []execution) error {
	recorded, err := apitest.On(s, api.LocalChainID).Fills(context.Background(), api.FillQuery{
		Limit: 1 << 20})
	if err != nil {
		return err
	}
	ours := slices.DeleteFunc(fills, func(e execution) bool {
		_, ok := s.orders[e.order]
		return !ok
	})
	given := make(map[common.Hash]api.Amount)
	count := make(map[execution]int)
	for _, e := range ours {
		given[e.order] = given[e.order].Add(e.one)
		count[e]++
	}
	for hash, sum := range given {
		if s.orders[hash].Order.MakerAmount.Less(sum) {
			return fmt.Errorf("order %s over %s was filled with %s", hash,
				s.orders[hash].Order.MakerAmount, sum)
		}
	}
	known := 0
	for _, f := range recorded {
		if _, ok := s.orders[f.OrderHash]; !ok {
			continue // taken although the answer was an error
		}
		known++
		count[execution{f.OrderHash, f.TxHash, f.MakerAmount, f.TakerAmount}]--
	}
	for what, n := range count {
		if n != 0 {
			return fmt.Errorf("fill %+v is on the chain %d times more than in the records", what, n)
		}
	}
	if known != len(ours) {
		return fmt.Errorf("%d fills are recorded, %d are on the chain", known, len(ours))
	}
	return nil
}

// logs returns those of contracts since the simulation began.
func (s *sim) logs(of ...common.Address) ([]types.Log, error) {
	from := ethereum.FilterQuery{Addresses: of}
	return s.direct.FilterLogs(context.Background(), from)
}

func (s *sim) onChain() (events []settlement.Event, fills []execution, err error) {
	c := s.nets[0].Contracts
	logs, err := s.logs(c.Delta, c.AugustusRFQ)
	if err != nil {
		return nil, nil, err
	}
	if events, err = settlement.Events(c.Delta, logs); err != nil {
		return nil, nil, err
	}
	rfq := contracts.NewAugustusRFQ()
	kinds := rfq.GetABI().Events
	for i := range logs {
		l := &logs[i]
		if l.Address != c.AugustusRFQ {
			continue
		}
		switch l.Topics[0] {
		case kinds["OrderFilled"].ID:
			e, err := rfq.UnpackOrderFilledEvent(l)
			if err != nil {
				return nil, nil, err
			}
			fills = append(fills, execution{e.OrderHash, l.TxHash, api.MustBig(e.MakerAmount),
				api.MustBig(e.TakerAmount)})
		case kinds["OrderFilledNFT"].ID:
			e, err := rfq.UnpackOrderFilledNFTEvent(l)
			if err != nil {
				return nil, nil, err
			}
			fills = append(fills, execution{e.OrderHash, l.TxHash, api.MustBig(e.MakerAmount),
				api.MustBig(e.TakerAmount)})
		}
	}
	return events, fills, nil
}

// finish lets what is on its way end, and settles accounts: each user has what it had and what the
// records say of it, and of no token there is more or less than its supply.
func (s *sim) finish() error {
	for range 3 {
		if err := errors.Join(s.mine(), s.look()); err != nil {
			return err
		}
	}
	want := maps.Clone(s.held)
	move := func(owner common.Address, asset api.Asset, in, out api.Amount) {
		if have, ok := want[holding{owner, asset}]; ok {
			want[holding{owner, asset}] = have.Add(in).Sub(out)
		}
	}
	none := api.Amount{}
	fills, err := apitest.On(s, api.LocalChainID).Fills(context.Background(), api.FillQuery{
		Limit: 1 << 20})
	if err != nil {
		return err
	}
	for _, f := range slices.Backward(fills) { // the oldest first: who sells an NFT has bought it
		move(f.Maker, f.MakerAsset, none, f.MakerAmount)
		move(f.Maker, f.TakerAsset, f.TakerAmount, none)
		move(f.Taker, f.MakerAsset, f.MakerAmount, none)
		move(f.Taker, f.TakerAsset, none, f.TakerAmount)
	}
	for _, user := range s.users {
		list, err := apitest.On(s, api.LocalChainID).DeltaOrders(context.Background(),
			api.DeltaQuery{User: user, Page: 1, Limit: api.MaxPage})
		if err != nil {
			return err
		}
		for _, r := range list {
			for _, tx := range r.Transactions {
				move(r.User, api.Asset{Address: r.Order.SrcToken}, none, tx.Spent)
				move(r.User, api.Asset{Address: r.Order.DestToken}, tx.Received, none)
			}
		}
	}
	for k, v := range want {
		has, err := s.balance(k)
		if err != nil {
			return err
		}
		if has != v {
			return fmt.Errorf("%s has %s of %+v, the records say %s", k.owner, has, k.asset, v)
		}
	}
	return s.conserved()
}

// balance asks the contract.
func (s *sim) balance(h holding) (api.Amount, error) {
	switch h.asset.Kind {
	case api.ERC721:
		owner, err := s.call(h.asset.Address,
			contracts.NewERC721Collection().PackOwnerOf(h.asset.ID.Big()))
		if err != nil || owner.Bytes32() != common.BytesToHash(h.owner[:]) {
			return api.Amount{}, err
		}
		return api.NewAmount(1), nil
	case api.ERC1155:
		return s.call(h.asset.Address,
			contracts.NewERC1155Collection().PackBalanceOf(h.owner, h.asset.ID.Big()))
	}
	return s.call(h.asset.Address, contracts.NewStandardToken().PackBalanceOf(h.owner))
}

// conserved adds up what all holders of a token have, who are named in its logs.
func (s *sim) conserved() error {
	abi := contracts.NewStandardToken()
	for _, token := range s.tokens {
		logs, err := s.logs(token.Address)
		if err != nil {
			return err
		}
		holders := make(map[common.Address]bool)
		for i := range logs {
			for _, topic := range logs[i].Topics[1:] {
				holders[common.Address(topic[12:])] = true
			}
		}
		var sum api.Amount
		for holder := range holders {
			has, err := s.call(token.Address, abi.PackBalanceOf(holder))
			if err != nil {
				return err
			}
			sum = sum.Add(has)
		}
		supply, err := s.call(token.Address, abi.PackTotalSupply())
		if err != nil {
			return err
		}
		if sum != supply || sum.IsZero() {
			return fmt.Errorf("%d holders have %s %s of %s", len(holders), sum, token.Symbol,
				supply)
		}
	}
	return nil
}
