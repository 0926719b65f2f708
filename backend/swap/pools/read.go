package pools

import (
	"context"
	"log/slog"
	"math/big"
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/swap/pool"
)

// reader reads what pools say of themselves.
type reader struct {
	net    *chain.Network
	vault  common.Address
	logger *slog.Logger
}

// read reads the state of pools after a block, in batched calls. Ticks are those of before where it
// has them, else they are read too.
func (t reader) read(ctx context.Context, block api.BlockRef, before []*State) ([]*State, error) {
	after := make([]*State, len(before))
	for i, l := range before {
		fresh := *l
		after[i] = &fresh
	}
	if err := t.readTicks(ctx, block.Hash, after); err != nil {
		return nil, err
	}
	if err := t.readBins(ctx, block, after); err != nil {
		return nil, err
	}
	var calls []chain.Call
	for _, l := range after {
		calls = append(calls, t.stateCalls(l.Info)...)
	}
	answers, err := t.net.BatchCall(ctx, block.Hash, calls)
	if err != nil {
		return nil, err
	}
	var tries tries
	var fees fees
	for _, l := range after {
		if l.Kind == pool.KindBins {
			continue
		}
		n := len(t.stateCalls(l.Info))
		l.Pool = l.parse(answers[:n], t.net.NextTime(block))
		if l.Kind == pool.KindComposable && l.Pool != nil {
			tries.add(t.vault, l, answers[:n], block.Time)
		}
		if l.measured {
			fees.add(l)
		}
		answers = answers[n:]
	}
	if err := tries.run(ctx, t.net, block); err != nil {
		return nil, err
	}
	if err := fees.run(ctx, t.net, block.Hash); err != nil {
		return nil, err
	}
	for _, l := range after {
		if l.Kind == pool.KindComposable && !l.proven {
			l.Pool = nil
		}
	}
	return after, nil
}

// readNew reads the state of pools of which nothing was read before.
func (t reader) readNew(ctx context.Context, block api.BlockRef, infos []*Info) ([]*State,
	error) {
	list := make([]*State, len(infos))
	for i, info := range infos {
		list[i] = &State{Info: info}
	}
	return t.read(ctx, block, list)
}

func (t reader) readOne(ctx context.Context, block api.BlockRef, s *State) (*State, error) {
	list, err := t.read(ctx, block, []*State{s})
	if err != nil {
		return nil, err
	}
	return list[0], nil
}

func (t reader) stateCalls(p *Info) []chain.Call {
	switch p.Kind {
	case pool.KindProduct:
		return []chain.Call{{To: p.Address, Data: pairABI.PackGetReserves()}}
	case pool.KindConcentrated:
		return p.concentratedCalls()
	case pool.KindWeighted:
		return []chain.Call{{To: t.vault, Data: vaultABI.PackGetPoolTokens(p.ID)},
			{To: p.Address, Data: weightedABI.PackGetSwapFeePercentage()}}
	case pool.KindComposable:
		return p.composableCalls(t.vault)
	case pool.KindWrapper:
		return p.wrapperCalls()
	case pool.KindVault:
		return p.vaultCalls()
	case pool.KindSolidly:
		return p.solidlyCalls()
	case pool.KindCrypto:
		return p.cryptoCalls()
	case pool.KindBins: // see readBins
		return nil
	}
	return p.stableCalls()
}

// parse makes the pool out of what its contract answered, as it trades at a time; nil where it
// can't.
func (l *State) parse(r []chain.Result, at uint64) pool.Pool {
	failed := slices.ContainsFunc(r, func(a chain.Result) bool { return !a.OK })
	if failed && l.Kind != pool.KindStable && l.Kind != pool.KindComposable &&
		l.Kind != pool.KindVault && l.Kind != pool.KindSolidly &&
		l.Kind != pool.KindCrypto {
		return nil
	}
	var p pool.Pool
	var err error
	switch l.Kind {
	case pool.KindProduct:
		p, err = l.product(r)
	case pool.KindConcentrated:
		p, err = l.concentrated(r)
	case pool.KindWeighted:
		p, err = l.weighted(r)
	case pool.KindComposable:
		p, _, err = l.composable(r, at)
		l.moving = true
	case pool.KindWrapper:
		p, err = l.wrapper(r)
	case pool.KindSolidly:
		p, err = l.solidly(r)
	case pool.KindCrypto:
		p, err = l.crypto(r, at)
	case pool.KindVault:
		p, err = l.vault(r, at)
		l.moving = true
	default:
		p, err = l.stable(r)
	}
	if err != nil {
		return nil
	}
	return p
}

func (l *State) product(r []chain.Result) (pool.Pool, error) {
	out, err := pairABI.UnpackGetReserves(r[0].Data)
	if err != nil {
		return nil, err
	}
	return pool.NewProduct(word(out.Arg0), word(out.Arg1), l.Fee)
}

func (l *State) weighted(r []chain.Result) (pool.Pool, error) {
	out, err := vaultABI.UnpackGetPoolTokens(r[0].Data)
	if err != nil {
		return nil, err
	}
	weights := make([]uint256.Int, len(l.weights))
	for i, w := range l.weights {
		weights[i].SetBytes32(w[:])
	}
	fee, err := weightedABI.UnpackGetSwapFeePercentage(r[1].Data)
	if err != nil {
		return nil, err
	}
	of := pool.NewWeighted
	if l.first {
		of = pool.NewFirstWeighted
	}
	return of(words(out.Balances), weights, l.Decimals, word(fee))
}

// readTicks reads the initialised ticks of concentrated pools that have none yet, each pool's in as
// few calls as its gas allows.
func (t reader) readTicks(ctx context.Context, block common.Hash, list []*State) error {
	var scans []*scan
	for _, l := range list {
		if l.Kind == pool.KindConcentrated && l.ticks == nil && l.spacing > 0 {
			scans = append(scans, newScan(l))
		}
	}
	for len(scans) > 0 {
		calls := make([]chain.Call, len(scans))
		for i, s := range scans {
			calls[i] = s.call()
		}
		answers, err := t.net.BatchCall(ctx, block, calls)
		if err != nil {
			return err
		}
		var rest []*scan
		for i, s := range scans {
			if more := s.take(answers[i]); more {
				rest = append(rest, s)
			} else if s.complete {
				t.putList(s.State, s.found)
			}
		}
		scans = rest
	}
	return t.readWords(ctx, block, list)
}

// readWords reads the ticks of concentrated pools that have none yet: the words of their bitmaps,
// then each tick of those.
func (t reader) readWords(ctx context.Context, block common.Hash, list []*State) error {
	var calls []chain.Call
	var which []*State
	var first []int
	for _, l := range list {
		if l.Kind != pool.KindConcentrated || l.ticks != nil || l.spacing <= 0 {
			continue
		}
		low, high := wordOf(pool.MinTick, l.spacing), wordOf(pool.MaxTick, l.spacing)
		for w := low; w <= high; w++ {
			calls = append(calls, l.bitmapCall(w))
			which, first = append(which, l), append(first, w*256*l.spacing)
		}
	}
	told, err := t.net.BatchCall(ctx, block, calls)
	if err != nil {
		return err
	}
	found := make(map[*State][]int)
	for i, r := range told {
		if !answers(r) {
			continue
		}
		bits := firstWord(r)
		for bit := range 256 {
			if bits[bit/64]>>(bit%64)&1 == 1 {
				found[which[i]] = append(found[which[i]], first[i]+bit*which[i].spacing)
			}
		}
	}
	var unread []*State
	var ticks [][]int
	for _, l := range list {
		if l.Kind == pool.KindConcentrated && l.ticks == nil {
			unread, ticks = append(unread, l), append(ticks, found[l])
		}
	}
	return t.setTicks(ctx, block, unread, ticks)
}

// wordOf is the word of the bitmap that holds a tick.
func wordOf(tick, spacing int) int {
	compressed := tick / spacing
	if tick < 0 && tick%spacing != 0 {
		compressed--
	}
	return compressed >> 8
}

// setTicks reads ticks of pools and puts them in the place of those they had of the same index.
func (t reader) setTicks(ctx context.Context, block common.Hash, list []*State,
	indices [][]int) error {
	var calls []chain.Call
	for i, l := range list {
		slices.Sort(indices[i])
		indices[i] = slices.Compact(indices[i])
		for _, index := range indices[i] {
			calls = append(calls, l.tickCall(index))
		}
	}
	answers, err := t.net.BatchCall(ctx, block, calls)
	if err != nil {
		return err
	}
	for i, l := range list {
		n := len(indices[i])
		if l.Kind == pool.KindConcentrated && (n > 0 || l.ticks == nil) {
			t.putTicks(l, indices[i], answers[:n])
		}
		answers = answers[n:]
	}
	return nil
}

func (t reader) putTicks(l *State, indices []int, answers []chain.Result) {
	list := slices.DeleteFunc(slices.Clone(l.list), func(t pool.Tick) bool {
		_, again := slices.BinarySearch(indices, t.Index)
		return again
	})
	for i, index := range indices {
		if gross, net, ok := l.tick(answers[i]); ok && !gross.IsZero() {
			list = append(list, pool.Tick{Index: index, Net: net})
		}
	}
	slices.SortFunc(list, func(a, b pool.Tick) int { return a.Index - b.Index })
	t.putList(l, list)
}

// putList gives a pool its ticks, in ascending order.
func (t reader) putList(l *State, list []pool.Tick) {
	var err error
	l.list = list
	l.ticks, err = pool.NewRuledTicks(list, l.rules())
	if err != nil {
		l.ticks = nil
		t.logger.Warn("a pool's ticks contradict each other", "pool", l.Address, "error", err)
	}
}

// word is a contract's number as 256 bits.
func word(b *big.Int) (v uint256.Int) {
	v.SetFromBig(b)
	return v
}

// firstWord is the number that an answer begins with.
func firstWord(r chain.Result) (v uint256.Int) {
	v.SetBytes(r.Data[:32])
	return v
}

func words(list []*big.Int) []uint256.Int {
	out := make([]uint256.Int, len(list))
	for i, b := range list {
		out[i] = word(b)
	}
	return out
}
