package commands

import (
	"encoding/json"
	"fmt"

	"github.com/spf13/cobra"

	"bourse/backend"
	"bourse/backend/command"
)

// version is `bourse version`.
func version() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:     "version",
		Short:   "Which build this is",
		Example: "bourse version --json",
		Args:    command.Arguments(),
		// It is asked of a program that can't be started as well.
		PersistentPreRunE: func(*cobra.Command, []string) error { return nil },
		RunE: func(c *cobra.Command, _ []string) error {
			if asJSON {
				return json.NewEncoder(c.OutOrStdout()).Encode(backend.ReadBuild())
			}
			fmt.Fprintln(c.OutOrStdout(), "bourse", backend.Version())
			return nil
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "as JSON: version, commit, date, Go, contracts")
	return c
}
