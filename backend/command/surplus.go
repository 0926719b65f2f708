package command

import (
	"context"
	"flag"
	"fmt"
	"io"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/demo"
)

// Surplus is `bourse surplus`, for a session whose accounts hold coins and tokens. It tells on
// progress how far it is.
func Surplus(ctx context.Context, args []string, accounts []common.Address,
	out, progress io.Writer) error {
	f := flag.NewFlagSet("bourse surplus", flag.ContinueOnError)
	f.SetOutput(io.Discard)
	seed, hours := f.Uint64("seed", 1, ""), f.Float64("hours", 1, "")
	if err := f.Parse(args); err != nil || f.NArg() > 0 || *hours <= 0 {
		return Usagef("it goes: bourse surplus [--seed N] [--hours H]")
	}
	report, err := demo.MeasureSurplus(
		ctx, *seed, time.Duration(*hours*float64(time.Hour)), accounts, func(passed time.Duration) {
			fmt.Fprintf(progress, "\r%s of the session have passed", passed)
		})
	if err != nil {
		return err
	}
	fmt.Fprintln(progress)
	_, err = report.WriteTo(out)
	return err
}
