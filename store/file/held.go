package file

import "os"

// HeldError is the error where somebody else holds a name.
type HeldError struct{ By string }

func (e *HeldError) Error() string { return "held by " + e.By }

// sign writes into a file who holds it.
func sign(f *os.File, who string) error {
	if err := f.Truncate(0); err != nil {
		return err
	}
	_, err := f.WriteAt([]byte(who), 0)
	return err
}
