package command

import (
	"fmt"
	"io"

	"bourse/backend"
)

// Store is `bourse store …`.
func Store(args []string, out io.Writer) error {
	switch {
	case len(args) == 3 && args[0] == "backup":
		return backend.BackupStore(args[1], args[2])
	case len(args) == 2 && args[0] == "check":
	default:
		return Usagef("the commands are: bourse store backup DIR FILE, bourse store check DIR|FILE")
	}
	r, err := backend.CheckStore(args[1])
	if backend.InUse(err) {
		return Usagef("%v, or check a copy of it: bourse store backup %s FILE", err, args[1])
	}
	if err != nil {
		return err
	}
	for _, problem := range r.Problems {
		fmt.Fprintln(out, problem)
	}
	if len(r.Problems) > 0 {
		return fmt.Errorf("%s is damaged in the places above: restore a backup", args[1])
	}
	fmt.Fprintf(out, "%s is whole: %d records and index entries\n", args[1], r.Records)
	return nil
}
