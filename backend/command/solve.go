package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/spf13/cobra"

	"bourse/backend/networks"
	"bourse/backend/swap/solver"
)

// solveListen is where `bourse solve` listens unless told otherwise.
const solveListen = "127.0.0.1:8090"

// Solve is `bourse solve`.
func Solve() *cobra.Command {
	var o Options
	var at, network string
	c := &cobra.Command{
		Use:   "solve",
		Short: "Solve auctions of CoW Protocol over HTTP, as its drivers ask for it",
		Long: "It answers POST /solve of the solver interface: each order is routed over the " +
			"liquidity that comes with the auction, split where that brings more. It signs " +
			"nothing and asks no node.",
		Example: "bourse solve\nbourse solve --network base --listen 127.0.0.1:9000",
		Args:    Arguments(),
		RunE: func(c *cobra.Command, _ []string) error {
			native, err := o.wrapped(network)
			if err != nil {
				return err
			}
			return o.solve(c.Context(), at, &solver.Solver{Native: native}, c.OutOrStdout(),
				c.ErrOrStderr())
		},
	}
	f := c.Flags()
	o.defineData(f)
	o.log.define(f)
	f.StringVar(&network, "network", "1", "solve for network `NAME`, its beginning, or its id")
	textVar(f, &at, "listen", solveListen, "serve HTTP on `ADDR`", address)
	return c
}

// wrapped is the token that the coin of a network is wrapped to, by its name, the beginning of it
// or its id.
func (o *Options) wrapped(network string) (common.Address, error) {
	dir, _, err := o.Folder()
	if err != nil {
		return common.Address{}, err
	}
	known, err := networks.Load(filepath.Join(dir, "networks"))
	if err != nil {
		return common.Address{}, err
	}
	var names []string
	for _, id := range known.IDs() {
		d := known[id]
		names = append(names, d.Name)
		if network == strconv.FormatUint(id, 10) || network != "" &&
			strings.HasPrefix(strings.ToLower(d.Name), strings.ToLower(network)) {
			return common.Address(d.Contracts.WrappedNative), nil
		}
	}
	return common.Address{}, Usagef("--network: %q is none of %s; others are described in %s",
		network, strings.Join(names, ", "), filepath.Join(dir, "networks"))
}

// solve serves a solver until ctx ends; auctions under way are answered first.
func (o *Options) solve(ctx context.Context, at string, s *solver.Solver, out,
	told io.Writer) error {
	log, done, err := o.Logger(told)
	if err != nil {
		return err
	}
	defer done()
	l, err := listen(at)
	if err != nil {
		return err
	}
	const longest = 30 * time.Second // that an auction takes to arrive
	srv := &http.Server{Handler: s.Handler(log), ReadHeaderTimeout: longest / 3,
		ReadTimeout: longest}
	served := make(chan error, 1)
	go func() { served <- srv.Serve(l) }()
	fmt.Fprintf(out, "solving on http://%s/solve\n", l.Addr())
	select {
	case err := <-served:
		return err
	case <-ctx.Done():
	}
	ending, cancel := context.WithTimeout(context.WithoutCancel(ctx), longest)
	defer cancel()
	err = srv.Shutdown(ending)
	if ended := <-served; !errors.Is(ended, http.ErrServerClosed) {
		err = errors.Join(err, ended)
	}
	return err
}
