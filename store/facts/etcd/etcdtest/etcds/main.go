// Command etcds runs an etcd cluster on this machine until it is interrupted: for trying several
// nodes of the exchange without installing anything.
package main

import (
	"flag"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"bourse/store/facts/etcd/etcdtest"
)

func main() {
	etcdtest.Main()
	var o etcdtest.Options
	flag.StringVar(&o.Dir, "data", "", "keep everything in `DIR`")
	flag.IntVar(&o.Size, "size", 3, "members")
	flag.IntVar(&o.Port, "port", 23790, "`PORT` of the first client")
	flag.Parse()
	if err := run(o); err != nil {
		fmt.Fprintln(os.Stderr, "etcds:", err)
		os.Exit(1)
	}
}

func run(o etcdtest.Options) error {
	if o.Dir == "" {
		dir, err := os.MkdirTemp("", "bourse-etcds-")
		if err != nil {
			return err
		}
		defer os.RemoveAll(dir)
		o.Dir = dir
	}
	c, err := etcdtest.New(o)
	if err != nil {
		return err
	}
	defer c.Stop()
	if err := c.Start(); err != nil {
		return err
	}
	fmt.Println("etcd://" + strings.Join(c.Endpoints(), ","))
	stop := make(chan os.Signal, 1)
	signal.Notify(stop, os.Interrupt, syscall.SIGTERM)
	<-stop
	return nil
}
