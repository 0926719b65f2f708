package local_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/big"
	"os"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/ethclient"
	"github.com/ethereum/go-ethereum/params"

	"bourse/backend/api"
	"bourse/backend/chain/local"
)

// minerDir and senderDir, when set, make the test binary a process that mines, or sends, on that
// folder until it is killed; openerDir one that opens the folder's chain and closes it.
const (
	minerDir  = "BOURSE_TEST_MINER_DIR"
	senderDir = "BOURSE_TEST_SENDER_DIR"
	openerDir = "BOURSE_TEST_OPENER_DIR"
)

func TestMain(m *testing.M) {
	for variable, forever := range map[string]func(dir string) error{
		minerDir: mineForever, senderDir: sendForever, openerDir: openOnce} {
		dir := os.Getenv(variable)
		if dir == "" {
			continue
		}
		if err := forever(dir); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// openOnce opens a chain that is there, says so and closes it.
func openOnce(dir string) error {
	c, err := local.Open(context.Background(), local.Config{Dir: dir, Now: time.Now,
		Accounts: users()})
	if err != nil {
		return err
	}
	fmt.Println("open")
	return c.Close()
}

// sendForever sends transfers and prints the hash of each once it was answered. Every twentieth is
// followed by a block.
func sendForever(dir string) error {
	ctx := context.Background()
	c, err := local.Open(ctx, local.Config{Dir: dir, Now: time.Now, Accounts: users()})
	if err != nil {
		return err
	}
	fmt.Println("open")
	client := ethclient.NewClient(c.Client())
	nonce, err := client.PendingNonceAt(ctx,
		crypto.PubkeyToAddress(local.House{}.Trader(0).PublicKey))
	for sent := 1; err == nil; sent++ {
		tx := transfer(nonce)
		if err = client.SendTransaction(ctx, tx); err != nil {
			break
		}
		fmt.Println(tx.Hash())
		if nonce++; sent%20 == 0 {
			_, err = c.Mine(ctx)
		}
	}
	return err
}

// mineForever mines blocks with transactions and prints each block that a subscriber of the chain
// is told of.
func mineForever(dir string) error {
	ctx := context.Background()
	c, err := local.Open(ctx, local.Config{Dir: dir, Now: time.Now, Accounts: users()})
	if err != nil {
		return err
	}
	heads := make(chan json.RawMessage)
	if _, err := c.Client().EthSubscribe(ctx, heads, "newHeads"); err != nil {
		return err
	}
	fmt.Println("open")
	go func() {
		for head := range heads {
			var h struct{ Hash common.Hash }
			if err := json.Unmarshal(head, &h); err != nil {
				panic(err)
			}
			fmt.Println(h.Hash)
		}
	}()
	client := ethclient.NewClient(c.Client())
	for {
		if err := pay(ctx, client, 3); err != nil {
			return err
		}
		if _, err := c.Mine(ctx); err != nil {
			return err
		}
	}
}

// pay sends transfers of one wei from the first trader.
func pay(ctx context.Context, client *ethclient.Client, count int) error {
	from := crypto.PubkeyToAddress(local.House{}.Trader(0).PublicKey)
	nonce, err := client.PendingNonceAt(ctx, from)
	for i := 0; i < count && err == nil; i++ {
		err = client.SendTransaction(ctx, transfer(nonce+uint64(i)))
	}
	return err
}

func transfer(nonce uint64) *types.Transaction {
	id := big.NewInt(api.LocalChainID)
	return types.MustSignNewTx(local.House{}.Trader(0), types.LatestSignerForChainID(id),
		&types.DynamicFeeTx{
			ChainID: id, Nonce: nonce, Gas: params.TxGas, To: &common.Address{0xbe, 0xef},
			Value:     big.NewInt(1),
			GasTipCap: big.NewInt(params.GWei), GasFeeCap: big.NewInt(100 * params.GWei),
		})
}

// users stand for the user's ten accounts.
func users() []common.Address {
	all := make([]common.Address, 10)
	for i := range all {
		all[i] = common.BigToAddress(big.NewInt(int64(0xacc0 + i)))
	}
	return all
}

func open(t testing.TB, cfg local.Config) *local.Chain {
	t.Helper()
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	cfg.Accounts = users()
	c, err := local.Open(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	})
	return c
}

// soon waits until a condition holds.
func soon(t testing.TB, holds func() bool) {
	t.Helper()
	ticker := time.NewTicker(2 * time.Millisecond)
	defer ticker.Stop()
	limit := time.After(5 * time.Minute)
	for !holds() {
		select {
		case <-limit:
			t.Fatal("the condition never came to hold")
		case <-ticker.C:
		}
	}
}

// cancelled returns a context that ends with the test, or before.
func cancelled(t testing.TB) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(context.Background())
	t.Cleanup(cancel)
	return ctx, cancel
}
