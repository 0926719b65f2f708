package commands

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"bourse/backend/command"
	"bourse/views/desk"
)

// contacts is `bourse contacts …`.
func contacts() *cobra.Command {
	var o command.Options
	group := &cobra.Command{
		Use:   "contacts",
		Short: "The address book: export it, import one",
		Long: "Contacts are rows of CSV, address and label, after a first row \"address,label\"; " +
			"lines that begin with # are left out.",
		Example: `bourse contacts export
bourse contacts import contacts.csv`,
	}
	group.PersistentFlags().StringVar(&o.Data, "data", "", "keep everything in `DIR`")
	open := func() (*desk.AddressBook, error) {
		dir, _, err := o.Folder()
		if err != nil {
			return nil, err
		}
		w, err := OpenWallet(dir)
		if err != nil {
			return nil, err
		}
		return desk.OpenAddressBook(filepath.Join(dir, "console"), w)
	}
	export := &cobra.Command{Use: "export", Short: "The address book as CSV to standard output",
		Args: command.Arguments(),
		RunE: func(c *cobra.Command, _ []string) error {
			book, err := open()
			if err != nil {
				return err
			}
			_, err = io.WriteString(c.OutOrStdout(), book.CSV())
			return err
		}}
	bringIn := &cobra.Command{Use: "import FILE",
		Short: "The contacts of a file beside those that are there, or none of them",
		Args:  command.Arguments("FILE"),
		RunE: func(c *cobra.Command, args []string) error {
			book, err := open()
			if err != nil {
				return err
			}
			return importContacts(c.OutOrStdout(), book, args[0])
		}}
	return command.Group(group, export, bringIn)
}

// importContacts adds the contacts of a file, or says of each row why it can't.
func importContacts(out io.Writer, book *desk.AddressBook, path string) error {
	f, err := book.ReadFile(path)
	if err != nil {
		return err
	}
	if len(f.Wrong) > 0 {
		return errors.New(path + ", nothing was imported:\n" + strings.Join(f.Wrong, "\n"))
	}
	if err := book.Add(f); err != nil {
		return err
	}
	for _, alike := range f.Alike {
		fmt.Fprintf(out, "! %s: compare every digit\n", alike)
	}
	_, err = fmt.Fprintln(out, f.Said())
	return err
}
