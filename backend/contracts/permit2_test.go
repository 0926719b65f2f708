package contracts_test

import (
	"math/big"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/signer/core/apitypes"

	"bourse/backend/contracts"
	"bourse/backend/contracts/contracttest"
)

// permit2Chain has an owner (the maker) with 1000 tokens who approved Permit2, and a spender (the
// taker).
func permit2Chain(t *testing.T) (c *chain, p *contracts.Permit2, addr, token common.Address) {
	c, p = newChain(t), contracts.NewPermit2()
	addr = c.deploy(&contracts.Permit2MetaData, nil)
	erc20 := contracts.NewStandardToken()
	token = c.deploy(&contracts.StandardTokenMetaData,
		erc20.PackConstructor("Coin", "COIN", 18, c.deployer.addr))
	c.must(c.deployer, token, erc20.PackMint(c.maker.addr, big.NewInt(1000)))
	c.must(c.maker, token, erc20.PackApprove(addr, maxUint256))
	return c, p, addr, token
}

func TestPermit2Allowances(t *testing.T) {
	t.Parallel()
	c, p, addr, token := permit2Chain(t)
	pull := func(amount int64) []byte {
		return p.PackTransferFrom0(c.maker.addr, c.other.addr, big.NewInt(amount), token)
	}
	allowance := func() contracts.Permit2AllowanceOutput {
		return read(c, addr, p.PackAllowance(c.maker.addr, token, c.taker.addr), p.UnpackAllowance)
	}
	single := func(signer account, amount, nonce, sigDeadline int64) []byte {
		permit := contracts.Permit2PermitSingle{
			Details: contracts.Permit2PermitDetails{
				Token: token, Amount: big.NewInt(amount), Expiration: big.NewInt(farFuture),
				Nonce: big.NewInt(nonce)},
			Spender: c.taker.addr, SigDeadline: big.NewInt(sigDeadline),
		}
		return p.PackPermit0(c.maker.addr, permit, signer.sign(t, allowanceDigest(t, addr, permit)))
	}
	c.refuses(c.taker, addr, pull(1), "AllowanceExpired")
	c.refuses(c.taker, addr, single(c.maker, 100, 0, 1), "SignatureExpired")
	c.refuses(c.taker, addr, single(c.other, 100, 0, farFuture), "InvalidSigner")
	c.refuses(c.taker, addr, single(c.maker, 100, 1, farFuture), "InvalidNonce")
	permitted := event(t, c.must(c.taker, addr, single(c.maker, 100, 0, farFuture)),
		p.UnpackPermitEvent)
	if permitted.Owner != c.maker.addr || permitted.Token != token ||
		permitted.Spender != c.taker.addr || permitted.Amount.Int64() != 100 {
		t.Errorf("wrong event %+v", permitted)
	}
	c.refuses(c.taker, addr, single(c.maker, 100, 0, farFuture), "InvalidNonce")
	c.refuses(c.taker, addr, pull(101), "InsufficientAllowance")
	c.refuses(c.other, addr, pull(1), "AllowanceExpired")
	c.must(c.taker, addr, pull(60))
	equal(t, "left", allowance().Amount, 40)
	equal(t, "nonce", allowance().Nonce, 1)
	details := contracts.Permit2AllowanceTransferDetails{
		From: c.maker.addr, To: c.other.addr, Amount: big.NewInt(20), Token: token}
	c.refuses(c.taker, addr, p.PackTransferFrom(
		[]contracts.Permit2AllowanceTransferDetails{details, details, details}),
		"InsufficientAllowance")
	c.must(c.taker, addr, p.PackTransferFrom(
		[]contracts.Permit2AllowanceTransferDetails{details, details}))
	equal(t, "left", allowance().Amount, 0)

	c.must(c.maker, addr, p.PackApprove(
		token, c.taker.addr, new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 160), big.NewInt(1)),
		big.NewInt(farFuture)))
	before := allowance().Amount
	c.must(c.taker, addr, pull(5))
	if allowance().Amount.Cmp(before) != 0 {
		t.Error("the largest allowance is used up")
	}
	c.must(c.maker, addr, p.PackLockdown(
		[]contracts.Permit2TokenSpenderPair{{Token: token, Spender: c.taker.addr}}))
	c.refuses(c.taker, addr, pull(1), "InsufficientAllowance")
	c.must(c.maker, addr, p.PackInvalidateNonces(token, c.taker.addr, big.NewInt(5)))
	c.refuses(c.maker, addr, p.PackInvalidateNonces(token, c.taker.addr, big.NewInt(5)),
		"InvalidNonce")
	c.refuses(c.maker, addr, p.PackInvalidateNonces(token, c.taker.addr, big.NewInt(5+65_536)),
		"ExcessiveInvalidation")
	c.refuses(c.taker, addr, single(c.maker, 100, 1, farFuture), "InvalidNonce")
	// Without an expiration an approval ends with its block.
	c.must(c.maker, addr, p.PackApprove(token, c.taker.addr, big.NewInt(5), new(big.Int)))
	c.advance(1e9)
	c.refuses(c.taker, addr, pull(1), "AllowanceExpired")
}

func TestPermit2SignedBatch(t *testing.T) {
	t.Parallel()
	c, p, addr, token := permit2Chain(t)
	second := common.Address{19: 9}
	detail := func(token common.Address) map[string]any {
		return map[string]any{"token": token.Hex(), "amount": big.NewInt(7),
			"expiration": big.NewInt(farFuture), "nonce": new(big.Int)}
	}
	hash := typedDigest(t, apitypes.TypedData{
		Types: apitypes.Types{"PermitDetails": permitDetails, "PermitBatch": {
			{Name: "details", Type: "PermitDetails[]"}, {Name: "spender", Type: "address"},
			{Name: "sigDeadline", Type: "uint256"}}},
		PrimaryType: "PermitBatch", Domain: permit2Domain(addr),
		Message: map[string]any{"details": []any{detail(token), detail(second)},
			"spender": c.taker.addr.Hex(), "sigDeadline": big.NewInt(farFuture)},
	})
	batch := contracts.Permit2PermitBatch{Spender: c.taker.addr, SigDeadline: big.NewInt(farFuture)}
	for _, t := range []common.Address{token, second} {
		batch.Details = append(batch.Details,
			contracts.Permit2PermitDetails{
				Token: t, Amount: big.NewInt(7), Expiration: big.NewInt(farFuture),
				Nonce: new(big.Int)})
	}
	c.must(c.other, addr, p.PackPermit(c.maker.addr, batch, compact(c.maker.sign(t, hash))))
	for _, token := range []common.Address{token, second} {
		equal(t, "allowance", read(c, addr, p.PackAllowance(c.maker.addr, token, c.taker.addr),
			p.UnpackAllowance).Amount, 7)
	}
	c.refuses(c.other, addr, p.PackPermit(c.maker.addr, batch, compact(c.maker.sign(t, hash))),
		"InvalidNonce")
}

func TestPermit2SingleTransfers(t *testing.T) {
	t.Parallel()
	c, p, addr, token := permit2Chain(t)
	transfer := func(signer account, nonce, amount, requested, deadline int64,
		form func([]byte) []byte) []byte {
		signature := signer.sign(t, transferDigest(
			t, addr, token, c.taker.addr, big.NewInt(amount), big.NewInt(nonce),
			big.NewInt(deadline)))
		return p.PackPermitTransferFrom(
			contracts.Permit2PermitTransferFrom{
				Permitted: contracts.Permit2TokenPermissions{
					Token: token, Amount: big.NewInt(amount)}, Nonce: big.NewInt(nonce),
				Deadline: big.NewInt(deadline),
			},
			contracts.Permit2SignatureTransferDetails{
				To: c.other.addr, RequestedAmount: big.NewInt(requested)}, c.maker.addr,
			form(signature))
	}
	whole := func(s []byte) []byte { return s }
	c.refuses(c.taker, addr, transfer(c.maker, 300, 10, 11, farFuture, whole), "InvalidAmount")
	c.refuses(c.taker, addr, transfer(c.maker, 300, 10, 10, 1, whole), "SignatureExpired")
	c.refuses(c.taker, addr, transfer(c.other, 300, 10, 10, farFuture, whole), "InvalidSigner")
	// signed for another spender
	c.refuses(c.other, addr, transfer(c.maker, 300, 10, 10, farFuture, whole), "InvalidSigner")
	c.refuses(c.taker, addr, transfer(
		c.maker, 300, 10, 10, farFuture, func(s []byte) []byte { return s[:63] }),
		"InvalidSignatureLength")
	c.refuses(c.taker, addr, transfer(
		c.maker, 300, 10, 10, farFuture, func([]byte) []byte { return make([]byte, 65) }),
		"InvalidSignature")
	c.must(c.taker, addr, transfer(c.maker, 300, 10, 6, farFuture, compact))
	c.refuses(c.taker, addr, transfer(c.maker, 300, 10, 4, farFuture, whole), "InvalidNonce")
	c.must(c.taker, addr, transfer(c.maker, 2, 10, 10, farFuture, whole)) // nonces have no order
	word := read(c, addr, p.PackNonceBitmap(c.maker.addr, big.NewInt(1)), p.UnpackNonceBitmap)
	equal(t, "word", word, 1<<(300-256))
	c.must(c.maker, addr, p.PackInvalidateUnorderedNonces(big.NewInt(0), big.NewInt(1<<5)))
	c.refuses(c.taker, addr, transfer(c.maker, 5, 10, 10, farFuture, whole), "InvalidNonce")
	erc20 := contracts.NewStandardToken()
	equal(t, "received", read(c, token, erc20.PackBalanceOf(c.other.addr),
		erc20.UnpackBalanceOf), 16)

	wallet := contracttest.NewContractWallet()
	signer := c.deploy(&contracttest.ContractWalletMetaData, wallet.PackConstructor(c.maker.addr))
	none := contracts.Permit2PermitTransferFrom{
		Permitted: contracts.Permit2TokenPermissions{Token: token, Amount: new(big.Int)},
		Nonce:     new(big.Int), Deadline: big.NewInt(farFuture)}
	call := p.PackPermitTransferFrom(
		none, contracts.Permit2SignatureTransferDetails{
			To: c.other.addr, RequestedAmount: new(big.Int)}, signer, garbage())
	c.refuses(c.taker, addr, call, "InvalidContractSignature")
	c.must(c.deployer, signer, wallet.PackSetAnswer(1))
	c.must(c.taker, addr, call)
}
