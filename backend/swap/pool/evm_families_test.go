package pool_test

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"os"
	"slices"
	"sort"
	"strconv"
	"testing"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/accounts/abi/bind/v2"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/tracing"
	"github.com/ethereum/go-ethereum/core/vm/runtime"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/holiman/uint256"

	"bourse/backend/contracts"
	"bourse/backend/contracts/contracttest"
	"bourse/backend/contracts/published"
	"bourse/backend/swap/pool"
)

// The concentrated pools of other exchanges, as they are published, traded by the executor: quotes
// are what is paid, to the wei, and leave the price where the pool does.

// cases is how many random pools of each kind are held to the contract; BOURSE_CASES sets it.
func cases(t testing.TB) int {
	t.Helper()
	if text := os.Getenv("BOURSE_CASES"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil || n <= 0 {
			t.Fatalf("BOURSE_CASES is %q", text)
		}
		return n
	}
	if testing.Short() {
		return 20
	}
	return 150
}

// forked is a concentrated pool of another exchange on the EVM.
type forked struct {
	*machine
	*rand.Rand
	executor, trader common.Address
	tokens           [2]common.Address // the zero address is the native coin
	at               common.Address
	net              map[int]*big.Int
	rules            pool.TickRules
	mint             func(lower, upper int, liquidity *big.Int) error
	// state is the price, the tick and the active liquidity that the contract tells.
	state func() (sqrt uint256.Int, tick int, liquidity uint256.Int)
	// program puts the swap on the pool into a program, from and to the first registers.
	program func(p *contracts.Program, in int, exactOut bool)
	// charged are the fees that the swap before paid, where only the contract knows them.
	charged func() [2]uint32
}

// number has up to so many bits, of any size alike.
func (f *forked) number(bits int) *big.Int {
	n := new(big.Int).SetUint64(f.Uint64())
	n.Lsh(n, 64).Add(n, new(big.Int).SetUint64(f.Uint64()))
	n.Rsh(n, uint(128-1-f.IntN(bits)))
	return n.Add(n, bigOne)
}

func pick[T any](f *forked, list ...T) T { return list[f.IntN(len(list))] }

// family makes pools of one exchange: prepare once, new for each case.
type family struct {
	name    string
	prepare func(*testing.T, *machine) func(*forked)
}

var families = []family{
	{"Pancake V3", pancakePools}, {"Algebra V1", algebraPools}, {"Algebra Integral", integralPools},
	{"Solidly V3", solidly3Pools}, {"Uniswap V4", heldPools},
	{"Infinity CL", lockedPools},
}

func TestConcentratedIsTheContractOfOthers(t *testing.T) {
	t.Parallel()
	for _, c := range families {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			m := newMachine(t)
			executor := m.create(&contracts.ExecutorMetaData, nil)
			trader := m.create(&contracttest.PoolTraderMetaData, nil)
			m.cfg.State.AddBalance(m.owner, new(uint256.Int).Lsh(uint256.NewInt(1), 200),
				tracing.BalanceChangeUnspecified)
			fill := c.prepare(t, m)
			m.mark()
			n, swaps, crossed := cases(t), 0, 0
			for i := range n {
				m.reset()
				m.cfg.Time = 1_000_000
				f := &forked{machine: m, Rand: rand.New(rand.NewPCG(uint64(i), 24)),
					executor: executor, trader: trader, net: make(map[int]*big.Int)}
				fill(f)
				f.supply()
				for range 1 + f.IntN(4) {
					ticks, ok := f.trade(t, i)
					if ok {
						swaps, crossed = swaps+1, crossed+ticks
					}
				}
			}
			t.Logf("%d pools, %d swaps across %d ticks, 0 wei wrong", n, swaps, crossed)
			if swaps < n || crossed < n/10 {
				t.Errorf("of %d pools %d swaps went through, across %d ticks", n, swaps, crossed)
			}
		})
	}
}

// supply puts up to six ranges of liquidity into the pool.
func (f *forked) supply() {
	widest := pool.MaxTick / f.rules.Spacing
	_, tick, _ := f.state()
	near := min(widest, pick(f, 3, 10, 300, widest))
	middle := tick / f.rules.Spacing
	for range 1 + f.IntN(6) {
		lower := max(-widest, middle-f.IntN(near+1))
		upper := min(widest, middle+1+f.IntN(near))
		if f.IntN(3) == 0 { // beside the price
			lower = max(-widest, min(widest-1, middle-near+f.IntN(2*near+1)))
			upper = min(widest, lower+1+f.IntN(near))
		}
		if lower >= upper {
			continue
		}
		liquidity := f.number(88)
		liquidity.Add(liquidity, big.NewInt(1000))
		lower, upper = lower*f.rules.Spacing, upper*f.rules.Spacing
		before := f.copy()
		if f.mint(lower, upper, liquidity) != nil { // which is more than there can be
			f.cfg.State = before
			continue
		}
		for tick, by := range map[int]*big.Int{lower: liquidity,
			upper: new(big.Int).Neg(liquidity)} {
			if f.net[tick] == nil {
				f.net[tick] = new(big.Int)
			}
			f.net[tick].Add(f.net[tick], by)
		}
	}
}

// read is the pool as the contract tells it, at the rules' fees.
func (f *forked) read(t *testing.T) *pool.Concentrated {
	t.Helper()
	var ticks []pool.Tick
	for index, net := range f.net {
		if net.Sign() == 0 {
			continue // of which the contract says that there is none, or that nothing changes
		}
		var u uint256.Int
		u.SetFromBig(net)
		ticks = append(ticks, pool.Tick{Index: index, Net: u})
	}
	sort.Slice(ticks, func(i, j int) bool { return ticks[i].Index < ticks[j].Index })
	prepared, err := pool.NewRuledTicks(ticks, f.rules)
	if err != nil {
		t.Fatal(err)
	}
	sqrt, tick, liquidity := f.state()
	p, err := pool.NewConcentrated(prepared, sqrt, tick, liquidity)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// trade makes one swap on the contract and here.
func (f *forked) trade(t *testing.T, i int) (ticks int, ok bool) {
	t.Helper()
	f.cfg.Time += uint64(pick(f, 0, 1, 12, 5000))
	in, exactOut, amount := f.IntN(2), f.IntN(2) == 0, f.number(80)
	if before := f.read(t); f.IntN(3) == 0 { // near all that there is
		var s pool.State
		before.Init(&s)
		some, _ := big.NewFloat(before.Curve(&s, in, 1-in).Limit * f.Float64()).Int(nil)
		if amount = some.Add(some, bigOne); some.BitLen() > 112 {
			amount = f.number(100) // since some keep in 128 bits what they hold
		}
	}
	sqrt, tick, liquidity := f.state()
	shown := f.tried(in, amount)
	paid, got, refused := f.swap(in, exactOut, amount)
	after := *f
	if f.charged != nil && refused == nil {
		f.rules.Fees = f.charged()
	}
	then := *f
	then.state = func() (uint256.Int, int, uint256.Int) { return sqrt, tick, liquidity }
	p := then.read(t)
	var s, want pool.State
	p.Init(&s)
	run := p.ExactIn
	if exactOut {
		run = p.ExactOut
	}
	q, err := run(&s, in, 1-in, *uint256.MustFromBig(amount))
	what := func() string {
		return "case " + strconv.Itoa(i) + ": " + map[bool]string{true: "buying ",
			false: "selling "}[exactOut] + amount.String() + " from token " + strconv.Itoa(in)
	}
	switch {
	case q.In.BitLen() > 112 || q.Out.BitLen() > 112:
		return 0, false // of which there is no token, and some pools can't hold as much
	case refused != nil && err == nil && f.charged == nil:
		t.Fatalf("%s: quoted %s for %s, the contract says %v", what(), q.In.Dec(), q.Out.Dec(),
			refused)
	case refused != nil:
		return 0, false
	case err != nil && got.Sign() == 0:
		return 0, false // which buys nothing
	case err != nil:
		t.Fatalf("%s: %v, the contract pays %s for %s", what(), err, got, paid)
	case q.In.ToBig().Cmp(paid) != 0 || q.Out.ToBig().Cmp(got) != 0:
		t.Fatalf("%s: quoted %s for %s, the contract pays %s for %s", what(), q.Out.Dec(),
			q.In.Dec(), got, paid)
	}
	if f.charged != nil && !exactOut && shown.Cmp(got) != 0 {
		t.Fatalf("%s: a sale that is undone shows %s, a swap pays %s", what(), shown, got)
	}
	after.rules = f.rules
	after.read(t).Init(&want)
	if s != want {
		t.Fatalf("%s: the pool is left in another state", what())
	}
	return q.Ticks, true
}

// lens is where what tries sales without making them is put.
var lens = common.HexToAddress("0x1e45")

// tried is what a sale that is undone shows that it would bring.
func (f *forked) tried(in int, amount *big.Int) *big.Int {
	before := f.copy()
	f.cfg.State.SetCode(lens, contracts.Runtime(&contracts.PoolLensMetaData),
		tracing.CodeChangeUnspecified)
	answer, err := f.try(lens, slices.Concat(f.at[:], []byte{byte(1 - in)},
		common.BigToHash(amount).Bytes()))
	f.cfg.State = before
	if err != nil || len(answer) != 64 {
		return new(big.Int)
	}
	var moved uint256.Int
	moved.SetBytes(answer[32*(1-in) : 32*(2-in)])
	return moved.Neg(&moved).ToBig()
}

// swap has the executor swap, and tells what that took and brought.
func (f *forked) swap(in int, exactOut bool, amount *big.Int) (paid, got *big.Int, err error) {
	before := f.copy()
	program, data, flags := contracts.NewProgram(exactOut), make([]byte, 4), amount
	if exactOut {
		flags = new(big.Int).Lsh(bigOne, 190)
	}
	funds := [2]*big.Int{f.holds(0), f.holds(1)}
	f.fund(in, flags)
	f.program(program, in, exactOut)
	for _, token := range f.tokens {
		program.Give(coin(token))
	}
	data = slices.Concat(data, program.Bytes())
	for _, v := range []*big.Int{flags, amount}[:map[bool]int{false: 1, true: 2}[exactOut]] {
		data = append(data, common.BigToHash(v).Bytes()...)
	}
	data = append(data, common.LeftPadBytes(f.owner[:], 32)...)
	if answer, err := f.try(f.executor, data); err != nil {
		err = fmt.Errorf("%w: %x", err, answer)
		f.cfg.State = before
		return nil, nil, err
	}
	paid, got = sub(funds[in], f.holds(in)), sub(f.holds(1-in), funds[1-in])
	if exactOut && got.Cmp(amount) != 0 || !exactOut && paid.Cmp(amount) != 0 {
		panic("swapped another amount than ordered")
	}
	return paid, got, nil
}

// coin is a token as programs name it.
func coin(token common.Address) common.Address {
	if token == (common.Address{}) {
		return common.HexToAddress("0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE")
	}
	return token
}

func (f *forked) holds(i int) *big.Int {
	if f.tokens[i] == (common.Address{}) {
		return f.cfg.State.GetBalance(f.owner).ToBig()
	}
	return f.balance(f.tokens[i], f.owner)
}

func (f *forked) fund(i int, amount *big.Int) {
	if f.tokens[i] != (common.Address{}) {
		f.must(f.tokens[i], f.token.PackTransfer(f.executor, amount))
		return
	}
	if err := f.sending(amount, f.executor, nil); err != nil {
		panic(err)
	}
}

// sending is a call with coins.
func (f *forked) sending(value *big.Int, to common.Address, data []byte) error {
	cfg := *f.cfg
	cfg.Value = value
	_, _, err := runtime.Call(to, data, &cfg)
	return err
}

// newTokens makes the pool's tokens, of which the trader has plenty.
func (f *forked) newTokens(spenders ...common.Address) {
	f.tokens[0], f.tokens[1] = sorted(f.newToken(18, spenders...), f.newToken(6, spenders...))
	for _, token := range f.tokens {
		f.must(token, f.token.PackMint(f.trader, new(big.Int).Lsh(bigOne, 200)))
	}
}

// of is a published contract's code and ABI.
type of struct {
	meta *bind.MetaData
	abi  *abi.ABI
}

func publishedOf(t *testing.T, path string) of {
	t.Helper()
	meta := published.Contract(t, path)
	parsed, err := meta.ParseABI()
	if err != nil {
		t.Fatal(err)
	}
	return of{meta, parsed}
}

func (o of) pack(method string, arguments ...any) []byte {
	var err error
	for name, m := range o.abi.Methods { // of which some differ in their arguments alone
		if m.RawName != method {
			continue
		}
		var data []byte
		if data, err = o.abi.Pack(name, arguments...); err == nil {
			return data
		}
	}
	panic(fmt.Sprint(method, ": ", err))
}

// ask is the words of an answer.
func (f *forked) ask(to common.Address, data []byte) (words []*big.Int) {
	for part := range slices.Chunk(f.must(to, data), 32) {
		words = append(words, new(big.Int).SetBytes(part))
	}
	return words
}

// prepared has the trader answer with words whatever it is asked.
func (f *forked) prepared(words ...any) {
	var answer []byte
	for _, w := range words {
		switch w := w.(type) {
		case common.Address:
			answer = append(answer, common.LeftPadBytes(w[:], 32)...)
		case int:
			answer = append(answer, common.BigToHash(big.NewInt(int64(w))).Bytes()...)
		}
	}
	f.must(f.trader, contracttest.NewPoolTrader().PackPrepare(f.tokens[0], f.tokens[1], answer))
}

// act has the trader make a call.
func (f *forked) act(to common.Address, data []byte) error {
	_, err := f.try(f.trader, contracttest.NewPoolTrader().PackAct(to, data))
	return err
}

// randomPrice is the square root of the price at a random tick, of pools of all ages.
func (f *forked) randomPrice() *big.Int {
	tick := f.IntN(2*pick(f, 10, 1000, 200_000, pool.MaxTick-20_000)) + 1
	if f.IntN(2) == 0 {
		tick = -tick
	}
	tick /= 2
	price := pool.SqrtRatioAtTick(tick)
	next := pool.SqrtRatioAtTick(tick + 1)
	next.Sub(&next, &price)
	next.Mul(&next, uint256.NewInt(uint64(f.IntN(1000))))
	next.Div(&next, uint256.NewInt(1000))
	return price.Add(&price, &next).ToBig()
}

// direct is a program of a pool that is called itself.
func (f *forked) direct(p *contracts.Program, in int, exactOut bool) {
	flags, s := contracts.PoolToCaller|contracts.PoolUniswapV3, contracts.AmountIn
	if in == 0 {
		flags |= contracts.PoolZeroForOne
	}
	if exactOut {
		flags, s = flags|contracts.PoolExactOut, contracts.AmountOut
		p.Pool(3, s, flags|contracts.PoolAsk, f.at, f.tokens[in], 0)
	}
	p.Pool(2, s, flags, f.at, f.tokens[in], 0)
	if exactOut { // what was asked for is what it takes
		p.Sub(3, 2)
		p.Sub(2, 2)
		p.Sub(2, 3)
	}
}

func signedWord(w *big.Int) int {
	return int(int32(uint32(new(big.Int).And(w, big.NewInt(1<<32-1)).Uint64())))
}

func pancakePools(t *testing.T, _ *machine) func(*forked) {
	of := publishedOf(t, "@pancakeswap/v3-core/artifacts/contracts/PancakeV3Pool.sol/"+
		"PancakeV3Pool.json")
	return func(f *forked) {
		f.newTokens()
		fee := pick(f, 100, 500, 2500, 10_000)
		f.rules = pool.TickRules{Spacing: map[int]int{100: 1, 500: 10, 2500: 50, 10_000: 200}[fee],
			Fees: [2]uint32{uint32(fee), uint32(fee)}}
		f.prepared(f.trader, f.tokens[0], f.tokens[1], fee, f.rules.Spacing)
		f.at = common.BytesToAddress(f.must(f.trader,
			contracttest.NewPoolTrader().PackMake(common.FromHex(of.meta.Bin))))
		f.must(f.at, of.pack("initialize", f.randomPrice()))
		if f.IntN(2) == 0 {
			err := f.act(f.at, of.pack("setFeeProtocol", uint32(1000+f.IntN(3001)),
				uint32(1000+f.IntN(3001))))
			if err != nil {
				t.Fatal(err)
			}
		}
		f.mint = func(lower, upper int, liquidity *big.Int) error {
			return f.act(f.at, of.pack("mint", f.trader, num(int64(lower)),
				num(int64(upper)), liquidity, []byte{}))
		}
		f.state = func() (sqrt uint256.Int, tick int, liquidity uint256.Int) {
			slot := f.ask(f.at, of.pack("slot0"))
			return fromBig(slot[0]), signedWord(slot[1]), fromBig(f.ask(f.at,
				of.pack("liquidity"))[0])
		}
		f.program = f.direct
	}
}

func solidly3Pools(t *testing.T, _ *machine) func(*forked) {
	return solidly3PoolsOf(t, &contracttest.SolidlyV3PoolMetaData)
}

// solidly3PoolsOf make pools of a contract whose fee is set anew before each swap.
func solidly3PoolsOf(t *testing.T, meta *bind.MetaData) func(*forked) {
	of := ofOwn(t, meta)
	return func(f *forked) {
		f.newTokens()
		f.rules = pool.TickRules{Spacing: pick(f, 1, 10, 50, 100)}
		f.prepared(f.trader, f.tokens[0], f.tokens[1], f.IntN(100_001), f.rules.Spacing)
		f.at = common.BytesToAddress(f.must(f.trader,
			contracttest.NewPoolTrader().PackMake(common.FromHex(of.meta.Bin))))
		f.prepared(1) // which lets anybody set a fee
		f.must(f.at, of.pack("initialize", f.randomPrice()))
		f.mint = func(lower, upper int, liquidity *big.Int) error {
			return f.act(f.at, of.pack("mint", f.trader, num(int64(lower)),
				num(int64(upper)), liquidity, []byte{}))
		}
		f.state = func() (sqrt uint256.Int, tick int, liquidity uint256.Int) {
			slot := f.ask(f.at, of.pack("slot0"))
			return fromBig(slot[0]), signedWord(slot[1]), fromBig(f.ask(f.at,
				of.pack("liquidity"))[0])
		}
		f.program = func(p *contracts.Program, in int, exactOut bool) {
			fee := pick(f, 0, 1, 100, 500, 3000, 10_000, f.IntN(100_001))
			f.must(f.at, of.pack("setFee", num(int64(fee))))
			f.rules.Fees = [2]uint32{uint32(fee), uint32(fee)}
			f.direct(p, in, exactOut)
		}
	}
}

// algebraPools make pools whose code is larger than a chain takes, since it is published as it came
// without an optimiser: its constructor runs where it will stand.
func algebraPools(t *testing.T, _ *machine) func(*forked) {
	const path = "@cryptoalgebra/core/artifacts/contracts/"
	of := publishedOf(t, path+"AlgebraPool.sol/AlgebraPool.json")
	oracle := publishedOf(t, path+"DataStorageOperator.sol/DataStorageOperator.json")
	return func(f *forked) {
		f.newTokens()
		f.at = common.HexToAddress("0xa19eb5a")
		f.prepared(f.trader, f.trader, f.trader, f.trader)
		data := common.HexToAddress("0xda7a")
		f.place(data, of2(oracle, f.at))
		f.prepared(data, f.trader, f.tokens[0], f.tokens[1])
		f.place(f.at, of.meta.Bin)
		f.rules.Spacing = signedWord(f.ask(f.at, of.pack("tickSpacing"))[0])
		type config struct {
			Alpha1, Alpha2       uint16
			Beta1, Beta2         uint32
			Gamma1, Gamma2       uint16
			VolumeBeta           uint32
			VolumeGamma, BaseFee uint16
		}
		err := f.act(data, oracle.pack("changeFeeConfiguration", config{
			Alpha1: uint16(f.IntN(3000)), Alpha2: uint16(f.IntN(15_000)),
			Beta1: uint32(f.IntN(400)), Beta2: uint32(f.IntN(60_000)), Gamma1: 59, Gamma2: 8500,
			VolumeBeta: 0, VolumeGamma: 10, BaseFee: uint16(1 + f.IntN(20_000))}))
		if err != nil {
			t.Fatal(err)
		}
		f.must(f.at, of.pack("initialize", f.randomPrice()))
		f.mint = func(lower, upper int, liquidity *big.Int) error {
			return f.act(f.at, of.pack("mint", f.trader, f.trader, num(int64(lower)),
				num(int64(upper)), liquidity, []byte{}))
		}
		f.state = func() (sqrt uint256.Int, tick int, liquidity uint256.Int) {
			state := f.ask(f.at, of.pack("globalState"))
			return fromBig(state[0]), signedWord(state[1]), fromBig(f.ask(f.at,
				of.pack("liquidity"))[0])
		}
		f.charged = func() [2]uint32 {
			fee := uint32(f.ask(f.at, of.pack("globalState"))[2].Uint64())
			return [2]uint32{fee, fee}
		}
		f.program = f.direct
	}
}

// place runs a constructor, called by the trader, where what it makes will stand.
func (f *forked) place(at common.Address, creation string) {
	f.cfg.State.SetCode(at, common.FromHex(creation), tracing.CodeChangeUnspecified)
	made, err := contracttest.NewPoolTrader().UnpackAct(
		f.must(f.trader, contracttest.NewPoolTrader().PackAct(at, nil)))
	if err != nil {
		panic(err)
	}
	f.cfg.State.SetCode(at, made, tracing.CodeChangeUnspecified)
}

// of2 is creation code with an address as its argument.
func of2(o of, argument common.Address) string {
	return o.meta.Bin + common.Bytes2Hex(common.LeftPadBytes(argument[:], 32))
}

func integralPools(t *testing.T, m *machine) func(*forked) {
	const path = "@cryptoalgebra/integral-core/artifacts/contracts/"
	of := publishedOf(t, path+"AlgebraPool.sol/AlgebraPool.json")
	plugin := publishedOf(t, path+"test/MockPoolPlugin.sol/MockPoolPlugin.json")
	factory := publishedOf(t, path+"AlgebraFactory.sol/AlgebraFactory.json")
	maker := publishedOf(t, path+"AlgebraPoolDeployer.sol/AlgebraPoolDeployer.json")
	first := m.cfg.State.GetNonce(m.owner)
	places := [2]common.Address{crypto.CreateAddress(m.owner, first),
		crypto.CreateAddress(m.owner, first+1)}
	for i, c := range []string{of2(maker, places[1]), of2(factory, places[0])} {
		if at := m.create(&bind.MetaData{ID: "factory", Bin: c}, nil); at != places[i] {
			t.Fatalf("%s is not at %s", at, places[i])
		}
	}
	return func(f *forked) {
		f.newTokens()
		f.prepared()
		f.at = common.BytesToAddress(f.must(places[1], factory.pack("createPool", f.tokens[0],
			f.tokens[1], []byte{})))
		f.must(f.at, of.pack("initialize", f.randomPrice()))
		spacing, fee := pick(f, 1, 10, 60, 200), f.IntN(60_000)
		if spacing != 60 {
			f.must(f.at, of.pack("setTickSpacing", num(int64(spacing))))
		}
		f.must(f.at, of.pack("setFee", uint16(fee)))
		f.rules = pool.TickRules{Spacing: spacing, Wordless: true}
		if f.IntN(3) == 0 { // with a plugin that asks for other fees
			at := f.create(&bind.MetaData{ID: "plugin", Bin: of2(plugin, f.at)}, nil)
			own, more := f.IntN(2)*f.IntN(100_000), f.IntN(2)*f.IntN(100_000)
			f.must(f.at, of.pack("setPlugin", at))
			f.must(f.at, of.pack("setPluginConfig", uint8(0x81))) // before swaps, with any fee
			f.must(at, plugin.pack("setPluginFees", num(int64(own)), num(int64(more))))
			if own > 0 {
				fee = own
			}
			fee += more
		}
		f.rules.Fees = [2]uint32{uint32(fee), uint32(fee)}
		f.mint = func(lower, upper int, liquidity *big.Int) error {
			return f.act(f.at, of.pack("mint", f.trader, f.trader, num(int64(lower)),
				num(int64(upper)), liquidity, []byte{}))
		}
		f.state = func() (sqrt uint256.Int, tick int, liquidity uint256.Int) {
			state := f.ask(f.at, of.pack("safelyGetStateOfAMM"))
			return fromBig(state[0]), signedWord(state[1]), fromBig(state[4])
		}
		f.program = f.direct
	}
}
