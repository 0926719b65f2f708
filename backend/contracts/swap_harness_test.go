package contracts_test

import (
	"bytes"
	"errors"
	"math/big"
	"slices"
	"testing"

	"github.com/ethereum/go-ethereum"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/params"

	"bourse/backend/contracts"
)

var (
	native    = common.HexToAddress("0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE")
	feeWallet = common.HexToAddress("0xfee0000000000000000000000000000000000001")
	receiver  = common.HexToAddress("0xabc0000000000000000000000000000000000003")
	uuid      = [16]byte{0xbb}
	noAddress common.Address
	// version 5: no fee, slippage is the user's
	noFeeWord = new(big.Int).SetBit(new(big.Int).Lsh(big.NewInt(1), 248), 14, 1)
)

// swapChain is a chain with the swap contracts and pools of every kind; the taker has plenty of
// every token and approves both contracts.
type swapChain struct {
	*rfqChain
	contracts.SwapAddresses
	erc20   *contracts.StandardToken
	permit2 common.Address

	weth, usdc, dai, steth common.Address

	pair, fork           common.Address // WETH/USDC on the two constant-product factories
	pairDai              common.Address // USDC/DAI
	pool3, pool3Dai      common.Address // WETH/USDC and USDC/DAI, concentrated
	stable, nativeStable common.Address // USDC/DAI; native/stETH
	wethStable           common.Address // WETH/stETH
	weighted             common.Address // WETH/USDC/DAI
	weightedID           [32]byte
}

// Create and Call make a chain a contracts.Deployer that mines a block for each transaction.
func (c *chain) Create(what string, code []byte) common.Address {
	c.t.Helper()
	receipt := c.transact(c.deployer, nil, nil, code)
	if receipt.Status != types.ReceiptStatusSuccessful {
		c.t.Fatalf("create %s failed", what)
	}
	return receipt.ContractAddress
}

func (c *chain) Call(_ string, to common.Address, data []byte) {
	c.t.Helper()
	c.must(c.deployer, to, data)
}

// batch mines many transactions in few blocks: a faster contracts.Deployer.
type batch struct {
	*chain
	nonces  map[common.Address]uint64
	pending []*types.Transaction
}

func (c *chain) newBatch() *batch { return &batch{chain: c, nonces: map[common.Address]uint64{}} }

func (b *batch) Create(_ string, code []byte) common.Address {
	b.t.Helper()
	return crypto.CreateAddress(b.deployer.addr, b.add(b.deployer, nil, code))
}

func (b *batch) Call(_ string, to common.Address, data []byte) {
	b.t.Helper()
	b.add(b.deployer, &to, data)
}

// add queues a transaction and returns its nonce.
func (b *batch) add(from account, to *common.Address, data []byte) uint64 {
	b.t.Helper()
	nonce, ok := b.nonces[from.addr]
	if !ok {
		var err error
		if nonce, err = b.client.NonceAt(b.t.Context(), from.addr, nil); err != nil {
			b.t.Fatal(err)
		}
	}
	b.nonces[from.addr] = nonce + 1
	b.pending = append(b.pending, types.MustSignNewTx(
		from.key, types.LatestSignerForChainID(big.NewInt(chainID)), &types.DynamicFeeTx{
			ChainID: big.NewInt(chainID), Nonce: nonce, To: to, Data: data, Gas: gasLimit / 2,
			GasTipCap: big.NewInt(params.GWei), GasFeeCap: big.NewInt(10 * params.GWei),
		}))
	return nonce
}

// flush mines all that is queued.
func (b *batch) flush() {
	b.t.Helper()
	const atOnce = 32
	for part := range slices.Chunk(b.pending, atOnce) {
		for _, tx := range part {
			if err := b.client.SendTransaction(b.t.Context(), tx); err != nil {
				b.t.Fatal(err)
			}
		}
		b.backend.Commit()
		for _, tx := range part {
			receipt, err := b.client.TransactionReceipt(b.t.Context(), tx.Hash())
			for tries := 0; errors.Is(err, ethereum.NotFound) && tries < atOnce; tries++ {
				b.backend.Commit() // the block before was full
				receipt, err = b.client.TransactionReceipt(b.t.Context(), tx.Hash())
			}
			if err != nil || receipt.Status != types.ReceiptStatusSuccessful {
				b.t.Fatalf("transaction of the deployment failed: %v", err)
			}
		}
	}
	b.pending = nil
}

func newSwapChain(t testing.TB) *swapChain {
	t.Helper()
	c := &swapChain{rfqChain: newRFQChain(t), erc20: contracts.NewStandardToken()}
	c.weth = c.deploy(&contracts.WrappedNativeMetaData,
		contracts.NewWrappedNative().PackConstructor("Wrapped Ether", "WETH"))
	permit2 := c.deployPermit2()
	b := c.newBatch()
	c.SwapAddresses = contracts.DeploySwap(b, contracts.SwapParties{
		Deployer: c.deployer.addr, FeeWallet: feeWallet, WETH: c.weth, RFQ: c.addr,
		Permit2: permit2,
	})
	b.flush()
	for _, meta := range []string{
		contracts.AugustusV6MetaData.ABI, contracts.AugustusV6RFQMetaData.ABI,
		contracts.AugustusV6GenericMetaData.ABI, contracts.ExecutorMetaData.ABI,
		contracts.FeeVaultMetaData.ABI,
	} {
		c.abis = append(c.abis, parseABI(t, meta))
	}
	c.usdc, c.dai, c.steth = c.asset("USDC", 6), c.asset("DAI", 18), c.asset("stETH", 18)
	users := []account{c.deployer, c.maker, c.taker}
	for _, a := range users {
		c.wrap(a, 200)
	}
	b = c.newBatch()
	for _, a := range users {
		c.approveAll(b, a, c.weth)
	}
	b.flush()
	c.seed()
	return c
}

// asset deploys a token of which everyone has 100 million and approves all swap contracts.
func (c *swapChain) asset(symbol string, decimals uint8) common.Address {
	c.t.Helper()
	token := c.deploy(&contracts.StandardTokenMetaData,
		c.erc20.PackConstructor(symbol, symbol, decimals, c.deployer.addr))
	b := c.newBatch()
	for _, a := range []account{c.deployer, c.maker, c.taker} {
		b.Call("mint", token, c.erc20.PackMint(a.addr, units(100_000_000, int64(decimals))))
		c.approveAll(b, a, token)
	}
	b.flush()
	return token
}

func (c *swapChain) approveAll(b *batch, a account, token common.Address) {
	c.t.Helper()
	for _, spender := range []common.Address{
		c.AugustusV6, c.TokenTransferProxy, c.UniswapV2Router, c.UniswapV2ForkRouter,
		c.UniswapV3Router, c.BalancerVault, c.addr,
	} {
		b.add(a, &token, c.erc20.PackApprove(spender, maxUint256))
	}
}

func (c *swapChain) wrap(a account, coins int64) {
	c.t.Helper()
	if _, err := c.exec(a, c.weth, units(coins, 18),
		contracts.NewWrappedNative().PackDeposit()); err != nil {
		c.t.Fatal(err)
	}
}

// seed puts liquidity into a pool of every kind, at about 3,000 USDC and DAI for one WETH.
func (c *swapChain) seed() {
	c.t.Helper()
	c.pair = c.addPair(c.UniswapV2Factory, c.UniswapV2Router, c.weth, c.usdc, units(10, 18),
		units(30_000, 6))
	c.fork = c.addPair(c.UniswapV2ForkFactory, c.UniswapV2ForkRouter, c.weth, c.usdc, units(20, 18),
		units(61_000, 6))
	c.pairDai = c.addPair(c.UniswapV2Factory, c.UniswapV2Router, c.usdc, c.dai, units(500_000, 6),
		units(500_000, 18))
	c.pool3 = c.addPool3(c.weth, c.usdc, 500, units(3000, 6), units(1, 18))
	c.pool3Dai = c.addPool3(c.usdc, c.dai, 100, units(10_000, 18), units(10_000, 6))
	c.stable = c.addStable([]common.Address{c.usdc, c.dai}, 200, 4_000_000, units(1_000_000, 6),
		units(900_000, 18))
	c.nativeStable = c.addStable([]common.Address{native, c.steth}, 100, 4_000_000, units(50, 18),
		units(60, 18))
	c.wethStable = c.addStable([]common.Address{c.weth, c.steth}, 100, 4_000_000, units(50, 18),
		units(60, 18))
	c.addWeighted()
}

func (c *swapChain) addPair(factory, router, a, b common.Address, amountA,
	amountB *big.Int) common.Address {
	c.t.Helper()
	c.must(c.deployer, router, contracts.NewUniswapV2Router().PackAddLiquidity(
		a, b, amountA, amountB, c.deployer.addr))
	f := contracts.NewUniswapV2Factory()
	return read(c.chain, factory, f.PackGetPair(a, b), f.UnpackGetPair)
}

// addPool3 creates a concentrated pool at price unitsB of b for unitsA of a, with a wide range and
// a narrow one around the price.
func (c *swapChain) addPool3(a, b common.Address, fee int64, unitsB,
	unitsA *big.Int) common.Address {
	c.t.Helper()
	f, p, r := contracts.NewUniswapV3Factory(), contracts.NewUniswapV3Pool(),
		contracts.NewUniswapV3Router()
	c.must(c.deployer, c.UniswapV3Factory, f.PackCreatePool(a, b, big.NewInt(fee)))
	pool := read(c.chain, c.UniswapV3Factory, f.PackGetPool(a, b, big.NewInt(fee)), f.UnpackGetPool)
	// When the addresses sort the other way round, so does the price.
	amount0, amount1 := unitsA, unitsB
	if !less(a, b) {
		amount0, amount1 = unitsB, unitsA
	}
	ratio := new(big.Int).Div(new(big.Int).Lsh(amount1, 192), amount0)
	c.must(c.deployer, pool, p.PackInitialize(ratio.Sqrt(ratio)))
	spacing := read(c.chain, pool, p.PackTickSpacing(), p.UnpackTickSpacing).Int64()
	tick := read(c.chain, pool, p.PackSlot0(), p.UnpackSlot0).Tick.Int64()
	middle := tick / spacing * spacing
	liquidity := new(big.Int).Sqrt(
		new(big.Int).Mul(new(big.Int).Mul(amount0, amount1), big.NewInt(10_000)))
	for _, width := range []int64{2000 * spacing, 20 * spacing, 3 * spacing} {
		c.must(c.deployer, c.UniswapV3Router,
			r.PackMint(pool, big.NewInt(middle-width), big.NewInt(middle+width), liquidity))
	}
	return pool
}

func (c *swapChain) addStable(
	coins []common.Address, amplification, fee int64, amounts ...*big.Int) common.Address {
	c.t.Helper()
	f, s := contracts.NewStableSwapFactory(), contracts.NewStableSwap()
	count := read(c.chain, c.StableSwapFactory, f.PackPoolCount(), f.UnpackPoolCount)
	c.must(c.deployer, c.StableSwapFactory,
		f.PackDeployPlainPool(coins, big.NewInt(amplification), big.NewInt(fee)))
	pool := read(c.chain, c.StableSwapFactory, f.PackPoolList(count), f.UnpackPoolList)
	value := new(big.Int)
	for i, coin := range coins {
		if coin == native {
			value = amounts[i]
			continue
		}
		c.must(c.deployer, coin, c.erc20.PackApprove(pool, maxUint256))
	}
	if _, err := c.exec(c.deployer, pool, value,
		s.PackAddLiquidity(amounts, new(big.Int))); err != nil {
		c.t.Fatal(err)
	}
	return pool
}

func (c *swapChain) addWeighted() {
	c.t.Helper()
	w, v := contracts.NewWeightedPool(), contracts.NewBalancerVault()
	tokens := []common.Address{c.weth, c.usdc, c.dai}
	weights := map[common.Address]*big.Int{
		c.weth: units(50, 16), c.usdc: units(30, 16), c.dai: units(20, 16)}
	amounts := map[common.Address]*big.Int{
		c.weth: units(40, 18), c.usdc: units(72_000, 6), c.dai: units(48_000, 18)}
	sortAddresses(tokens)
	var w3, a3 []*big.Int
	for _, token := range tokens {
		w3, a3 = append(w3, weights[token]), append(a3, amounts[token])
	}
	c.weighted = c.deploy(&contracts.WeightedPoolMetaData,
		w.PackConstructor(c.BalancerVault, tokens, w3, units(3, 15), c.deployer.addr))
	c.weightedID = read(c.chain, c.weighted, w.PackGetPoolId(), w.UnpackGetPoolId)
	c.must(c.deployer, c.BalancerVault,
		v.PackJoinPool(c.weightedID, c.deployer.addr, c.deployer.addr,
			contracts.IBalancerVaultJoinPoolRequest{
				Assets: tokens, MaxAmountsIn: a3,
			}))
}

// holds is what an account has of a coin.
func (c *swapChain) holds(coin, holder common.Address) *big.Int {
	c.t.Helper()
	if coin == native {
		balance, err := c.client.BalanceAt(c.t.Context(), holder, nil)
		if err != nil {
			c.t.Fatal(err)
		}
		return balance
	}
	return c.balance(coin, holder)
}

// trade runs a call of the taker and returns how much of one coin the account gained, gas apart.
func (c *swapChain) trade(to common.Address, value *big.Int, data []byte, coin,
	account common.Address) *big.Int {
	c.t.Helper()
	before := c.holds(coin, account)
	receipt, err := c.exec(c.taker, to, value, data)
	if err != nil {
		c.t.Fatalf("unexpected revert: %v", err)
	}
	gained := new(big.Int).Sub(c.holds(coin, account), before)
	if coin == native && account == c.taker.addr {
		gained.Add(gained, new(big.Int).Mul(
			receipt.EffectiveGasPrice, new(big.Int).SetUint64(receipt.GasUsed)))
	}
	return gained
}

func less(a, b common.Address) bool { return bytes.Compare(a[:], b[:]) < 0 }

func minus(a *big.Int, b int64) *big.Int { return new(big.Int).Sub(a, big.NewInt(b)) }

func same(t testing.TB, what string, got, want *big.Int) {
	t.Helper()
	if got.Cmp(want) != 0 {
		t.Fatalf("%s: got %s, want %s", what, got, want)
	}
}
