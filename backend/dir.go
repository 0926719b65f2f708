package backend

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
)

// DefaultDir is the data folder of the user: where the programs of this system keep what is theirs.
func DefaultDir() (string, error) {
	if dir := os.Getenv("XDG_DATA_HOME"); dir != "" {
		return filepath.Join(dir, "bourse"), nil
	}
	if runtime.GOOS == "windows" || runtime.GOOS == "darwin" {
		dir, err := os.UserConfigDir()
		return filepath.Join(dir, "bourse"), err
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "", fmt.Errorf("there is no home folder to keep data in: %w", err)
	}
	return filepath.Join(home, ".local", "share", "bourse"), nil
}
