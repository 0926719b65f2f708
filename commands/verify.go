package commands

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"

	"aead.dev/minisign"
	"github.com/spf13/cobra"

	"bourse/backend/command"
	"bourse/store/file"
)

// releaseKey is the public key of the releases that this program is one of, put in by the linker.
var releaseKey string

// verify is `bourse verify`.
func verify() *cobra.Command {
	var key string
	c := &cobra.Command{
		Use:   "verify FILE",
		Short: "Whether a file of a release is what was signed",
		Long: "The signature stands beside the file, as FILE.minisig. It is checked with the\n" +
			"key of the release that this program is of, or with another one that is named.",
		Example: "bourse verify bourse_1.2.0_linux_amd64.tar.gz",
		Args:    command.Arguments("FILE"),
		RunE: func(c *cobra.Command, args []string) error {
			signed, err := verified(args[0], cmp.Or(key, releaseKey))
			if err != nil {
				return err
			}
			fmt.Fprintf(c.OutOrStdout(), "%s is as it was signed: %s\n", args[0], signed)
			return nil
		},
	}
	c.Flags().StringVar(&key, "key", "", "the public `KEY`, in the form of minisign, RW…")
	return c
}

// largest is the most bytes of a file that is released.
const largest = 1 << 30

// verified returns what the signer said of a file, if it is what was signed.
func verified(path, key string) (comment string, err error) {
	if key == "" {
		return "", command.Usagef("this program was built without the key of a release: name " +
			"one with --key")
	}
	var public minisign.PublicKey
	if err := public.UnmarshalText([]byte(key)); err != nil {
		return "", command.Usagef("--key takes a public key of minisign, which begins with RW")
	}
	data, err := file.Read(path, largest)
	if err != nil {
		return "", command.Usagef("%v", err)
	}
	beside := path + ".minisig"
	text, err := file.Read(beside, file.Small)
	if errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("there is no signature of it: get %s too", beside)
	}
	if err != nil {
		return "", err
	}
	var signature minisign.Signature
	switch err := signature.UnmarshalText(text); {
	case err != nil:
		return "", fmt.Errorf("%s is no signature", beside)
	case signature.KeyID != public.ID():
		return "", fmt.Errorf("it was signed by another key, %016X, not by %016X",
			signature.KeyID, public.ID())
	case !minisign.Verify(public, data, text):
		return "", fmt.Errorf("%s is NOT what was signed: do not use it", path)
	}
	return fmt.Sprintf("%q", signature.TrustedComment), nil
}
