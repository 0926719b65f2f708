package backend

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"

	"bourse/backend/api"
	"bourse/backend/delta"
	"bourse/backend/market"
	"bourse/backend/orders"
	"bourse/backend/swap/pools"
	"bourse/store"
)

// storeFile is the store within the data folder.
const storeFile = "bourse.db"

// upgrades is the history of the store's format.
func upgrades() []store.Upgrade {
	return []store.Upgrade{
		delta.Upgrade(api.LocalChainID),
		// positions in a log of facts name the log: earlier programs don't read them
		func(*store.Tx) error { return nil },
		// fills are stored field by field: earlier programs read those in JSON alone
		func(*store.Tx) error { return nil },
	}
}

// storeIn returns the store of a data folder, or the path itself where it is a file, as a backup
// is.
func storeIn(path string) string {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return filepath.Join(path, storeFile)
	}
	return path
}

// CheckStore checks the store of a data folder that no process uses, or a backup, and changes
// nothing.
func CheckStore(path string) (store.Report, error) {
	return store.CheckFile(storeIn(path), len(upgrades()),
		slices.Concat(orders.Tables(api.LocalChainID), delta.Tables(api.LocalChainID),
			market.Tables())...)
}

// KeptPools tells how many pools of each exchange of a network a data folder keeps, and the block
// that they are of, also while a process uses the folder; none where it has no store.
func KeptPools(dir string, chainID uint64) (at api.BlockRef, count map[string]int, err error) {
	if _, err := os.Stat(storeIn(dir)); errors.Is(err, os.ErrNotExist) {
		return at, nil, nil
	}
	err = store.Look(storeIn(dir), func(s *store.Store) (err error) {
		at, count, err = pools.Kept(s, chainID)
		return err
	})
	return at, count, err
}

// BackupStore writes a copy of the store of a data folder to a file that is not there yet, also
// while a process uses the folder.
func BackupStore(dir, to string) error { return store.BackupFile(storeIn(dir), to) }

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
