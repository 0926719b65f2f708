package file

import (
	"errors"
	"fmt"
	"io"
	"os"
)

// Small is the most that a file has which a person keeps or hands over.
const Small = 1 << 20

// ErrNotSmall is the error of a file that is not read: it is too long, or no file but a pipe or a
// device, which may have no end or never begin.
var ErrNotSmall = errors.New("not a small file")

// Read returns a regular file of at most so many bytes.
func Read(path string, most int64) ([]byte, error) {
	info, err := os.Stat(path) // first: opening a pipe waits for who writes into it
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() && !info.IsDir() {
		return nil, notSmall{path + " is a pipe or a device, not a file"}
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, most+1))
	if err == nil && int64(len(text)) > most {
		return nil, notSmall{fmt.Sprintf("%s has more than %d MiB", path, most>>20)}
	}
	return text, err
}

// notSmall says why a file is not read.
type notSmall struct{ sentence string }

func (n notSmall) Error() string { return n.sentence }

func (n notSmall) Is(target error) bool { return target == ErrNotSmall }
