package deploy

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"bourse/store/file"
)

// Hold keeps a second deployment from a data folder on a network away while this one is at work.
func Hold(dir string, chainID uint64) (release func(), err error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("make the data folder: %w", err)
	}
	release, err = file.Hold(filepath.Join(dir, fmt.Sprintf("deploy-%d.lock", chainID)),
		fmt.Sprintf("process %d since %s", os.Getpid(), time.Now().Format(time.RFC3339)))
	var held *file.HeldError
	if errors.As(err, &held) {
		return nil, fmt.Errorf("network %d is being deployed on from this data folder by %s: "+
			"wait for it, or end it and go on with the same again", chainID, held.By)
	}
	return release, err
}
