package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"time"

	"github.com/spf13/cobra"

	"bourse/backend/command"
	"bourse/backend/demo"
	_ "bourse/ui/early" // before the terminal library, which else waits for the terminal
	"bourse/wallet"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	root := &cobra.Command{Use: "dev", SilenceUsage: true}
	root.AddCommand(pictures(), record(), surplus(), flags(), man())
	if err := root.ExecuteContext(ctx); err != nil {
		os.Exit(1)
	}
}

// surplus reports what the simulated traders of a session left over.
func surplus() *cobra.Command {
	var seed uint64
	var hours float64
	c := &cobra.Command{
		Use:   "surplus",
		Short: "What the Delta orders of a demo get beyond the best single pool",
		Args:  command.Arguments(),
		RunE: func(c *cobra.Command, _ []string) error {
			accounts, err := wallet.DevelopmentAccounts()
			if err != nil {
				return err
			}
			if hours <= 0 {
				return command.Usagef("--hours is more than 0, not %g", hours)
			}
			span := time.Duration(hours * float64(time.Hour))
			report, err := demo.MeasureSurplus(c.Context(), seed, span, accounts,
				func(passed time.Duration) {
					fmt.Fprintf(os.Stderr, "\r%s of the session have passed", passed)
				})
			if err != nil {
				return err
			}
			fmt.Fprintln(os.Stderr)
			_, err = report.WriteTo(os.Stdout)
			return err
		},
	}
	c.Flags().Uint64Var(&seed, "seed", 1, "`N` from which the session follows")
	c.Flags().Float64Var(&hours, "hours", 1, "how long the session is: `H`")
	return c
}
