package chain_test

import (
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/chain"
	"bourse/backend/chain/local"
	"bourse/backend/contracts"
)

// BenchmarkBatchCall reads 10,000 balances at one block.
func BenchmarkBatchCall(b *testing.B) {
	c := openLocal(b, local.Config{})
	n := connect(b, c, c.Client())
	token, link := contracts.NewStandardToken(), tokenOf(b, c, "LINK")
	calls := make([]chain.Call, 10_000)
	for i := range calls {
		calls[i] = chain.Call{To: link, Data: token.PackBalanceOf(payee(i))}
	}
	for b.Loop() {
		results, err := n.BatchCall(b.Context(), common.Hash{}, calls)
		if err != nil || !results[len(results)-1].OK {
			b.Fatal(err)
		}
	}
}

// BenchmarkFollow measures from the order to make a block of one transfer to the follower having
// it.
func BenchmarkFollow(b *testing.B) {
	c := openLocal(b, local.Config{Dir: b.TempDir()})
	n := connect(b, c, c.Client())
	w := follow(b, n, &balances{net: n, token: tokenOf(b, c, "LINK")})
	link := contracts.NewStandardToken()
	sender := chain.NewSender(n, local.House{}.Trader(1))
	for b.Loop() {
		b.StopTimer()
		call := chain.Call{To: tokenOf(b, c, "LINK"),
			Data: link.PackTransfer(payee(0), common.Big1), Gas: 100_000}
		if _, err := sender.Do(b.Context(), call); err != nil {
			b.Fatal(err)
		}
		b.StartTimer()
		head, err := c.Mine(b.Context())
		if err != nil {
			b.Fatal(err)
		}
		if err := w.Wait(b.Context(), head); err != nil {
			b.Fatal(err)
		}
	}
}
