package command

import (
	"context"
	"io"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Parse reads flags as the command line does, whose defaults come from nowhere else.
func Parse(args []string) (Options, error) {
	var o Options
	f := pflag.NewFlagSet("bourse", pflag.ContinueOnError)
	o.Define(f, []string{"dark", "light"})
	if err := f.Parse(args); err != nil {
		return o, WrongValue(err)
	}
	return o, o.Check()
}

// run carries out a command and returns its error.
func run(ctx context.Context, c *cobra.Command, args []string, out io.Writer) error {
	c.SetArgs(args)
	c.SetOut(out)
	c.SilenceErrors, c.SilenceUsage = true, true
	c.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return WrongValue(err) })
	return c.ExecuteContext(ctx)
}
