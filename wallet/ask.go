package wallet

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/term"
)

// AskSecret returns what Command.Ask needs: it shows the prompt on out and reads one line of in,
// without echo where in is a terminal.
func AskSecret(in *os.File, out io.Writer) func(prompt string) (Secret, error) {
	return func(prompt string) (Secret, error) {
		if _, err := fmt.Fprint(out, prompt); err != nil {
			return Secret{}, err
		}
		defer fmt.Fprintln(out)
		if term.IsTerminal(int(in.Fd())) {
			b, err := term.ReadPassword(int(in.Fd()))
			return NewSecret(b), ended(prompt, err)
		}
		b, err := readLine(in)
		return NewSecret(b), ended(prompt, err)
	}
}

// ended says what was asked for where the input ended instead.
func ended(prompt string, err error) error {
	if errors.Is(err, io.EOF) {
		return refuse(BadInput, "the input ended where an answer was expected to %q: type it, or "+
			"give it as a line of the input", strings.TrimRight(prompt, ": "))
	}
	return err
}

// readLine reads up to a line's end, a byte at a time so that what follows stays for the next
// question.
func readLine(r io.Reader) ([]byte, error) {
	var line []byte
	for one := make([]byte, 1); ; {
		n, err := r.Read(one)
		if n == 1 && one[0] == '\n' || errors.Is(err, io.EOF) && len(line) > 0 {
			return line, nil
		}
		if err != nil {
			return nil, err
		}
		line = append(line, one[:n]...)
	}
}
