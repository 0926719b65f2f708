package command

import (
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"bourse/backend"
)

// Store is `bourse store …`.
func Store() *cobra.Command {
	return Group(&cobra.Command{
		Use:   "store",
		Short: "Back up the store of a data folder, and prove that it is whole",
		Example: "bourse store backup ~/.local/share/bourse monday.db\n" +
			"bourse store check monday.db",
	}, &cobra.Command{
		Use:   "backup DIR FILE",
		Short: "Copy the store of a data folder to a file, also while it is in use",
		Args:  Arguments("DIR", "FILE"),
		RunE: func(c *cobra.Command, args []string) error {
			return backupStore(args[0], args[1], c.OutOrStdout())
		},
	}, &cobra.Command{
		Use:   "check DIR|FILE",
		Short: "Prove that the store of a data folder, or a copy, is whole",
		Args:  Arguments("DIR|FILE"),
		RunE: func(c *cobra.Command, args []string) error {
			return checkStore(args[0], c.OutOrStdout())
		},
	})
}

func backupStore(dir, to string, out io.Writer) error {
	if err := backend.BackupStore(dir, to); err != nil {
		return err
	}
	written, err := os.Stat(to)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "%s is written: %d bytes, the store of %s\n", to, written.Size(), dir)
	return err
}

func checkStore(path string, out io.Writer) error {
	r, err := backend.CheckStore(path)
	if backend.InUse(err) {
		return fmt.Errorf("%w, or check a copy of it: bourse store backup %s FILE", err, path)
	}
	if err != nil {
		return err
	}
	for _, problem := range r.Problems {
		fmt.Fprintln(out, problem)
	}
	if len(r.Problems) > 0 {
		return fmt.Errorf("%s is damaged in the places above: restore a backup", path)
	}
	fmt.Fprintf(out, "%s is whole: %d records and index entries\n", path, r.Records)
	return nil
}
