package backend_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"bourse/backend"
	"bourse/backend/api"
	"bourse/backend/api/apitest"
)

// An exchange lives in a folder. Here its local chain is moved by hand; without Manual it makes its
// own blocks while Run runs.
func Example() {
	dir, err := os.MkdirTemp("", "bourse-example-")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	ctx, stop := context.WithCancel(context.Background())
	b, err := backend.Open(ctx, backend.Config{Dir: dir, Now: time.Now, Seed: 1, Manual: true})
	if err != nil {
		panic(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- b.Run(ctx) }()

	if err := b.Ready(ctx); err != nil { // the newest block has been taken in
		panic(err)
	}
	before, err := apitest.On(b, api.LocalChainID).Status(ctx)
	if err != nil {
		panic(err)
	}
	block, err := b.Mine(ctx)
	if err != nil {
		panic(err)
	}
	fmt.Println("blocks made:", block.Number-before.Head.Number)
	book, err := apitest.On(b, api.LocalChainID).OrderBook(ctx, api.BookQuery{NFT: true})
	fmt.Println("NFT orders:", len(book.Orders), err)

	stop()
	fmt.Println("ended:", errors.Join(<-ended, b.Close()))
	// Output:
	// blocks made: 1
	// NFT orders: 0 <nil>
	// ended: <nil>
}
