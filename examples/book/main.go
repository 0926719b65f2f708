package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
)

func main() {
	if len(os.Args) != 4 {
		fmt.Fprintln(os.Stderr, "usage: book URL BASE QUOTE (addresses, on network 1337)")
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	b := &book{url: os.Args[1] + "/x/1337/book/" + os.Args[2] + "/" + os.Args[3] + "/events"}
	b.follow(ctx, func() {
		fmt.Printf("%d: %d asks, %d bids\n", b.number, len(b.asks), len(b.bids))
	})
}
