package contracts_test

import (
	"math/big"
	"testing"

	"github.com/ethereum/go-ethereum/accounts/abi/bind/v2"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"bourse/backend/contracts"
)

// Every fungible token shares its calls with the standard token, so one binding speaks to all.
func TestTokensKeepTheirLedger(t *testing.T) {
	t.Parallel()
	token := contracts.NewStandardToken()
	for name, kind := range map[string]struct {
		meta      *bind.MetaData
		arguments func(minter common.Address) []byte
	}{
		"standard": {&contracts.StandardTokenMetaData,
			func(m common.Address) []byte { return token.PackConstructor("Name", "SYM", 6, m) }},
		"dai style": {&contracts.DaiStyleTokenMetaData,
			func(m common.Address) []byte { return token.PackConstructor("Name", "SYM", 6, m) }},
		"no return": {&contracts.NoReturnTokenMetaData,
			func(m common.Address) []byte { return token.PackConstructor("Name", "SYM", 6, m) }},
		"untaxed": {&contracts.TaxTokenMetaData, func(m common.Address) []byte {
			return contracts.NewTaxToken().PackConstructor("Name", "SYM", 6, m, new(big.Int))
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := newChain(t)
			addr := c.deploy(kind.meta, kind.arguments(c.deployer.addr))
			if got := read(c, addr, token.PackName(), token.UnpackName); got != "Name" {
				t.Errorf("name %q", got)
			}
			if got := read(c, addr, token.PackSymbol(), token.UnpackSymbol); got != "SYM" {
				t.Errorf("symbol %q", got)
			}
			if got := read(c, addr, token.PackDecimals(), token.UnpackDecimals); got != 6 {
				t.Errorf("decimals %d", got)
			}
			c.refuses(c.maker, addr, token.PackMint(c.maker.addr, big.NewInt(1)),
				"ERC20: caller is not the minter")
			c.refuses(c.deployer, addr, token.PackMint(common.Address{}, big.NewInt(1)),
				"ERC20: mint to the zero address")
			minted := event(t, c.must(c.deployer, addr,
				token.PackMint(c.maker.addr, big.NewInt(100))), token.UnpackTransferEvent)
			if minted.From != (common.Address{}) || minted.To != c.maker.addr ||
				minted.Value.Int64() != 100 {
				t.Errorf("wrong event %+v", minted)
			}
			ledger(t, c, addr, token)
		})
	}
}

func ledger(t *testing.T, c *chain, addr common.Address, token *contracts.StandardToken) {
	balance := func(holder common.Address) *big.Int {
		return read(c, addr, token.PackBalanceOf(holder), token.UnpackBalanceOf)
	}
	c.refuses(c.maker, addr, token.PackTransfer(c.taker.addr, big.NewInt(101)),
		"ERC20: transfer amount exceeds balance")
	c.refuses(c.maker, addr, token.PackTransfer(common.Address{}, big.NewInt(1)),
		"ERC20: transfer to the zero address")
	c.refuses(c.maker, addr, token.PackApprove(common.Address{}, big.NewInt(1)),
		"ERC20: approve to the zero address")
	moved := event(t, c.must(c.maker, addr, token.PackTransfer(c.taker.addr, big.NewInt(40))),
		token.UnpackTransferEvent)
	if moved.From != c.maker.addr || moved.To != c.taker.addr || moved.Value.Int64() != 40 {
		t.Errorf("wrong event %+v", moved)
	}
	// to oneself changes nothing
	c.must(c.taker, addr, token.PackTransfer(c.taker.addr, big.NewInt(40)))
	equal(t, "taker", balance(c.taker.addr), 40)

	pull := func(amount int64) []byte {
		return token.PackTransferFrom(c.maker.addr, c.other.addr, big.NewInt(amount))
	}
	c.refuses(c.taker, addr, pull(1), "ERC20: insufficient allowance")
	c.must(c.maker, addr, token.PackApprove(c.taker.addr, big.NewInt(25)))
	c.refuses(c.taker, addr, pull(26), "ERC20: insufficient allowance")
	c.must(c.taker, addr, pull(20))
	allowance := token.PackAllowance(c.maker.addr, c.taker.addr)
	equal(t, "allowance", read(c, addr, allowance, token.UnpackAllowance), 5)
	c.must(c.maker, addr, token.PackApprove(c.taker.addr, new(big.Int)))
	c.must(c.maker, addr, token.PackApprove(c.taker.addr, maxUint256))
	c.refuses(c.taker, addr, pull(41), "ERC20: transfer amount exceeds balance")
	c.must(c.taker, addr, pull(40))
	if got := read(c, addr, allowance, token.UnpackAllowance); got.Cmp(maxUint256) != 0 {
		t.Errorf("the largest allowance fell to %s", got)
	}
	equal(t, "maker", balance(c.maker.addr), 0)
	equal(t, "other", balance(c.other.addr), 60)
	equal(t, "supply", read(c, addr, token.PackTotalSupply(), token.UnpackTotalSupply), 100)
}

func TestStandardPermit(t *testing.T) {
	t.Parallel()
	c := newChain(t)
	token := contracts.NewStandardToken()
	addr := c.deploy(&contracts.StandardTokenMetaData,
		token.PackConstructor("Coin", "COIN", 18, c.deployer.addr))
	call := func(arguments []byte) []byte {
		return append(token.GetABI().Methods["permit"].ID, arguments...)
	}
	permit := func(signer account, nonce, deadline int64) []byte {
		return call(permit2612(t, signer, addr, "Coin", c.taker.addr, big.NewInt(5), nonce,
			deadline))
	}
	c.refuses(c.other, addr, permit(c.maker, 0, 1), "ERC20Permit: expired deadline")
	c.refuses(c.other, addr, permit(c.maker, 1, farFuture), "ERC20Permit: invalid signature")
	forged := permit2612(t, c.other, addr, "Coin", c.taker.addr, big.NewInt(5), 0, farFuture)
	copy(forged[12:32], c.maker.addr[:])
	c.refuses(c.other, addr, call(forged), "ERC20Permit: invalid signature")
	nobody := encode(t, common.Address{}, c.taker.addr, big.NewInt(5), big.NewInt(farFuture),
		byte(27), []byte{}, []byte{})
	c.refuses(c.other, addr, call(nobody), "ERC20Permit: invalid signature")
	approved := event(t, c.must(c.other, addr, permit(c.maker, 0, farFuture)),
		token.UnpackApprovalEvent)
	if approved.Owner != c.maker.addr || approved.Spender != c.taker.addr ||
		approved.Value.Int64() != 5 {
		t.Errorf("wrong event %+v", approved)
	}
	c.refuses(c.other, addr, permit(c.maker, 0, farFuture), "ERC20Permit: invalid signature")
	equal(t, "nonce", read(c, addr, token.PackNonces(c.maker.addr), token.UnpackNonces), 1)
}

func TestDaiStylePermit(t *testing.T) {
	t.Parallel()
	c := newChain(t)
	token := contracts.NewDaiStyleToken()
	addr := c.deploy(&contracts.DaiStyleTokenMetaData,
		token.PackConstructor("Dai", "DAI", 18, c.deployer.addr))
	call := func(arguments []byte) []byte {
		return append(token.GetABI().Methods["permit"].ID, arguments...)
	}
	permit := func(allowed bool, nonce, expiry int64) []byte {
		return call(permitDAI(t, c.maker, addr, "Dai", c.taker.addr, allowed, nonce, expiry))
	}
	allowance := func() *big.Int {
		return read(c, addr, token.PackAllowance(c.maker.addr, c.taker.addr), token.UnpackAllowance)
	}
	c.refuses(c.other, addr, permit(true, 0, 1), "Dai/permit-expired")
	c.refuses(c.other, addr, permit(true, 1, 0), "Dai/invalid-nonce")
	forged := permitDAI(t, c.other, addr, "Dai", c.taker.addr, true, 0, 0)
	copy(forged[12:32], c.maker.addr[:])
	c.refuses(c.other, addr, call(forged), "Dai/invalid-permit")
	c.refuses(c.other, addr, call(make([]byte, 256)), "Dai/invalid-address-0")
	c.must(c.other, addr, permit(true, 0, 0))
	if allowance().Cmp(maxUint256) != 0 {
		t.Errorf("allowance is %s", allowance())
	}
	c.refuses(c.other, addr, permit(true, 0, 0), "Dai/invalid-nonce")
	c.must(c.other, addr, permit(false, 1, farFuture))
	equal(t, "allowance", allowance(), 0)
}

func TestTaxIsKeptForTheMinter(t *testing.T) {
	t.Parallel()
	c := newChain(t)
	token := contracts.NewTaxToken()
	c.abis = nil
	addr := c.deploy(&contracts.TaxTokenMetaData,
		token.PackConstructor("Taxed", "TAX", 18, c.deployer.addr, big.NewInt(300)))
	equal(t, "tax", read(c, addr, token.PackTaxBps(), token.UnpackTaxBps), 300)
	c.must(c.deployer, addr, token.PackMint(c.maker.addr, big.NewInt(1000)))
	balance := func(holder common.Address) *big.Int {
		return read(c, addr, token.PackBalanceOf(holder), token.UnpackBalanceOf)
	}
	// the tax of 2.97 rounds down
	c.must(c.maker, addr, token.PackTransfer(c.taker.addr, big.NewInt(99)))
	equal(t, "arrived", balance(c.taker.addr), 97)
	equal(t, "tax", balance(c.deployer.addr), 2)
	// too little to be taxed
	c.must(c.maker, addr, token.PackTransfer(c.taker.addr, big.NewInt(33)))
	equal(t, "arrived", balance(c.taker.addr), 130)
	equal(t, "kept", balance(c.maker.addr), 868)
	c.refuses(c.maker, addr, token.PackTransfer(c.taker.addr, big.NewInt(869)),
		"ERC20: transfer amount exceeds balance")

	if c.transact(c.deployer, nil, nil, append(common.FromHex(contracts.TaxTokenMetaData.Bin),
		token.PackConstructor("Greedy", "G", 18, c.deployer.addr, big.NewInt(10_001))...)).Status !=
		types.ReceiptStatusFailed {
		t.Error("a tax above 100% was deployed")
	}
}

func TestNoReturnTokenReturnsNothing(t *testing.T) {
	t.Parallel()
	c := newChain(t)
	token := contracts.NewNoReturnToken()
	addr := c.deploy(&contracts.NoReturnTokenMetaData,
		token.PackConstructor("Silent", "SIL", 6, c.deployer.addr))
	c.must(c.deployer, addr, token.PackMint(c.maker.addr, big.NewInt(10)))
	c.must(c.maker, addr, token.PackApprove(c.maker.addr, big.NewInt(10)))
	for name, data := range map[string][]byte{
		"approve":      token.PackApprove(c.taker.addr, big.NewInt(1)),
		"transfer":     token.PackTransfer(c.taker.addr, big.NewInt(1)),
		"transferFrom": token.PackTransferFrom(c.maker.addr, c.taker.addr, big.NewInt(1)),
	} {
		if answer, err := c.call(c.maker, addr, nil, data); err != nil || len(answer) != 0 {
			t.Errorf("%s answers %x (%v)", name, answer, err)
		}
	}
	c.refuses(c.maker, addr, token.PackApprove(c.maker.addr, big.NewInt(11)),
		"ERC20: approve from non-zero to non-zero allowance")
	c.must(c.maker, addr, token.PackApprove(c.maker.addr, new(big.Int)))
	c.must(c.maker, addr, token.PackApprove(c.maker.addr, big.NewInt(11)))
}

func TestWrappedNativeIsBackedByCoin(t *testing.T) {
	t.Parallel()
	c := newChain(t)
	token := contracts.NewWrappedNative()
	addr := c.deploy(&contracts.WrappedNativeMetaData,
		token.PackConstructor("Wrapped Ether", "WETH"))
	if symbol := read(c, addr, token.PackSymbol(), token.UnpackSymbol); symbol != "WETH" {
		t.Errorf("symbol %q", symbol)
	}
	for _, data := range [][]byte{token.PackDeposit(), nil} { // by a call, and by sending coin
		receipt, err := c.exec(c.maker, addr, big.NewInt(50), data)
		if err != nil {
			t.Fatal(err)
		}
		if e := event(t, receipt, token.UnpackDepositEvent); e.Dst != c.maker.addr ||
			e.Wad.Int64() != 50 {
			t.Errorf("wrong event %+v", e)
		}
	}
	c.must(c.maker, addr, token.PackTransfer(c.taker.addr, big.NewInt(30)))
	c.refuses(c.maker, addr, token.PackTransfer(c.taker.addr, big.NewInt(71)),
		"WETH: insufficient balance")
	c.refuses(c.taker, addr, token.PackTransferFrom(c.maker.addr, c.taker.addr, big.NewInt(1)),
		"WETH: insufficient allowance")
	c.refuses(c.taker, addr, token.PackWithdraw(big.NewInt(31)), "WETH: insufficient balance")
	withdrawn := event(t, c.must(c.taker, addr, token.PackWithdraw(big.NewInt(30))),
		token.UnpackWithdrawalEvent)
	if withdrawn.Src != c.taker.addr || withdrawn.Wad.Int64() != 30 {
		t.Errorf("wrong event %+v", withdrawn)
	}
	equal(t, "supply", read(c, addr, token.PackTotalSupply(), token.UnpackTotalSupply), 70)
	held, err := c.client.BalanceAt(t.Context(), addr, nil)
	if err != nil {
		t.Fatal(err)
	}
	equal(t, "coin held", held, 70)
}
