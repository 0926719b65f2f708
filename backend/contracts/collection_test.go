package contracts_test

import (
	"bytes"
	"math/big"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/contracts"
)

func TestCollectionsDescribeThemselves(t *testing.T) {
	t.Parallel()
	c := newRFQChain(t)
	c.newCollections(c.maker)
	uri := func(id *big.Int) string {
		return read(c.chain, c.multi, c.erc1155.PackUri(id), c.erc1155.UnpackUri)
	}
	for _, test := range []struct {
		id   *big.Int
		want string
	}{{new(big.Int), "ipfs://many/0"}, {big.NewInt(1090), "ipfs://many/1090"},
		{maxUint256, "ipfs://many/" + maxUint256.String()}} {
		if got := uri(test.id); got != test.want {
			t.Errorf("uri %q, want %q", got, test.want)
		}
	}
	if got := read(c.chain, c.single, c.erc721.PackTokenURI(big.NewInt(7)),
		c.erc721.UnpackTokenURI); got != "ipfs://one/7" {
		t.Errorf("token URI %q", got)
	}
	if got := read(c.chain, c.single, c.erc721.PackName(), c.erc721.UnpackName); got != "Singles" {
		t.Errorf("name %q", got)
	}
	for id, wants := range map[[4]byte][2]bool{ // of the single, of the multiple
		{0x01, 0xff, 0xc9, 0xa7}: {true, true},
		{0x80, 0xac, 0x58, 0xcd}: {true, false},
		{0x5b, 0x5e, 0x13, 0x9f}: {true, false},
		{0xd9, 0xb6, 0x7a, 0x26}: {false, true},
		{0x0e, 0x89, 0x34, 0x1c}: {false, true},
		{0xff, 0xff, 0xff, 0xff}: {false, false},
	} {
		single := read(c.chain, c.single, c.erc721.PackSupportsInterface(id),
			c.erc721.UnpackSupportsInterface)
		multi := read(c.chain, c.multi, c.erc1155.PackSupportsInterface(id),
			c.erc1155.UnpackSupportsInterface)
		if single != wants[0] || multi != wants[1] {
			t.Errorf("interface %x: %t and %t", id, single, multi)
		}
	}
}

func TestERC721Transfers(t *testing.T) {
	t.Parallel()
	c := newRFQChain(t)
	c.newCollections(c.maker)
	to := func(from, to common.Address, id int64) []byte {
		return c.erc721.PackSafeTransferFrom(from, to, big.NewInt(id))
	}
	c.refuses(c.maker, c.single, c.erc721.PackMint(c.maker.addr, big.NewInt(8)),
		"ERC721: caller is not the minter")
	c.refuses(c.deployer, c.single, c.erc721.PackMint(c.maker.addr, big.NewInt(7)),
		"ERC721: token already minted")
	c.refuses(c.taker, c.single, to(c.maker.addr, c.taker.addr, 7),
		"ERC721: caller is not token owner or approved")
	c.refuses(c.maker, c.single, to(c.maker.addr, common.Address{}, 7),
		"ERC721: transfer to the zero address")
	c.refuses(c.maker, c.single, to(c.taker.addr, c.other.addr, 7),
		"ERC721: transfer from incorrect owner")
	c.refuses(c.maker, c.single, to(c.maker.addr, c.sold, 7),
		"ERC721: transfer to non ERC721Receiver implementer")
	c.refuses(c.taker, c.single, c.erc721.PackApprove(c.taker.addr, big.NewInt(7)),
		"ERC721: approve caller is not token owner or approved for all")
	c.refuses(c.taker, c.single, c.erc721.PackOwnerOf(big.NewInt(8)), "ERC721: invalid token ID")

	c.must(c.maker, c.single, c.erc721.PackApprove(c.taker.addr, big.NewInt(7)))
	moved := event(t, c.must(c.taker, c.single, to(c.maker.addr, c.other.addr, 7)),
		c.erc721.UnpackTransferEvent)
	if moved.From != c.maker.addr || moved.To != c.other.addr || moved.TokenId.Int64() != 7 {
		t.Errorf("wrong event %+v", moved)
	}
	if approved := read(c.chain, c.single, c.erc721.PackGetApproved(big.NewInt(7)),
		c.erc721.UnpackGetApproved); approved != (common.Address{}) {
		t.Errorf("the approval of %s outlived the transfer", approved)
	}
	for holder, want := range map[common.Address]int64{c.maker.addr: 0, c.other.addr: 1} {
		equal(t, "count", read(c.chain, c.single, c.erc721.PackBalanceOf(holder),
			c.erc721.UnpackBalanceOf), want)
	}
}

func TestERC1155Transfers(t *testing.T) {
	t.Parallel()
	c := newRFQChain(t)
	c.newCollections(c.maker)
	c.must(c.deployer, c.multi, c.erc1155.PackMint(c.maker.addr, big.NewInt(6), big.NewInt(3)))
	send := func(from, to common.Address, amount int64) []byte {
		return c.erc1155.PackSafeTransferFrom(from, to, big.NewInt(5), big.NewInt(amount), nil)
	}
	c.refuses(c.maker, c.multi, c.erc1155.PackMint(c.maker.addr, big.NewInt(5), big.NewInt(1)),
		"ERC1155: caller is not the minter")
	c.refuses(c.taker, c.multi, send(c.maker.addr, c.taker.addr, 1),
		"ERC1155: caller is not token owner or approved")
	c.refuses(c.maker, c.multi, send(c.maker.addr, c.taker.addr, 11),
		"ERC1155: insufficient balance for transfer")
	c.refuses(c.maker, c.multi, send(c.maker.addr, common.Address{}, 1),
		"ERC1155: transfer to the zero address")
	c.refuses(c.maker, c.multi, send(c.maker.addr, c.sold, 1),
		"ERC1155: transfer to non-ERC1155Receiver implementer")
	moved := event(t, c.must(c.maker, c.multi, send(c.maker.addr, c.taker.addr, 4)),
		c.erc1155.UnpackTransferSingleEvent)
	if moved.Operator != c.maker.addr || moved.To != c.taker.addr || moved.Id.Int64() != 5 ||
		moved.Value.Int64() != 4 {
		t.Errorf("wrong event %+v", moved)
	}
	batch := c.erc1155.PackSafeBatchTransferFrom(
		c.maker.addr, c.taker.addr, []*big.Int{big.NewInt(5), big.NewInt(6)},
		[]*big.Int{big.NewInt(1), big.NewInt(3)}, nil)
	c.refuses(c.taker, c.multi, batch, "ERC1155: caller is not token owner or approved")
	c.must(c.maker, c.multi, batch)
	balances := read(c.chain, c.multi, c.erc1155.PackBalanceOfBatch(
		[]common.Address{c.maker.addr, c.taker.addr, c.taker.addr},
		[]*big.Int{big.NewInt(5), big.NewInt(5), big.NewInt(6)}), c.erc1155.UnpackBalanceOfBatch)
	for i, want := range []int64{5, 5, 3} {
		equal(t, "balance", balances[i], want)
	}
}

func TestMulticallReadsOneBlock(t *testing.T) {
	t.Parallel()
	c := newRFQChain(t)
	multicall := contracts.NewMulticall3()
	addr := c.deploy(&contracts.Multicall3MetaData, nil)
	calls := []contracts.Multicall3Call3{
		{Target: c.sold, CallData: c.token.PackBalanceOf(c.maker.addr)},
		{Target: c.sold, AllowFailure: true,
			CallData: c.token.PackTransfer(c.maker.addr, big.NewInt(1))},
		{Target: addr, CallData: multicall.PackGetBlockNumber()},
		{Target: addr, CallData: multicall.PackGetCurrentBlockTimestamp()},
		{Target: addr, CallData: multicall.PackGetEthBalance(c.taker.addr)},
		{Target: common.Address{1}, AllowFailure: true},
	}
	results := read(c.chain, addr, multicall.PackAggregate3(calls), multicall.UnpackAggregate3)
	for i, success := range []bool{true, false, true, true, true, true} {
		if results[i].Success != success {
			t.Errorf("call %d: success is %t", i, results[i].Success)
		}
	}
	head, err := c.client.HeaderByNumber(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	held, err := c.client.BalanceAt(t.Context(), c.taker.addr, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range map[int]*big.Int{
		0: big.NewInt(1_000_000), 2: head.Number, 3: new(big.Int).SetUint64(head.Time), 4: held} {
		if !bytes.Equal(results[i].ReturnData, common.LeftPadBytes(want.Bytes(), 32)) {
			t.Errorf("call %d: %x, want %s", i, results[i].ReturnData, want)
		}
	}
	if reason := revertReason(results[1].ReturnData); reason !=
		"ERC20: transfer amount exceeds balance" {
		t.Errorf("the failed call's answer is %q", reason)
	}
	calls[1].AllowFailure = false
	c.refuses(c.maker, addr, multicall.PackAggregate3(calls), "Multicall3: call failed")
}
