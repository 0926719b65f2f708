package local

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// leastFree is what has to be free on the disk, beside what the node's log of writes holds, before
// a chain that is there can be opened: it goes on from a new log and list of its files. Without it
// the library would try for ever, without a word.
const leastFree = 1 << 20

// starting starts the node where there is room to.
func starting(ctx context.Context, cfg Config) (*Chain, error) {
	if err := roomToOpen(cfg); err != nil {
		return nil, err
	}
	return awaitStart(ctx, cfg, func() (*Chain, error) { return start(cfg) })
}

// awaitStart waits for a start. It ends with ctx, and with a full disk, however long the library
// takes: what it makes of the chain then is closed when it is there.
func awaitStart(ctx context.Context, cfg Config, start func() (*Chain, error)) (*Chain, error) {
	type outcome struct {
		chain *Chain
		err   error
	}
	done := make(chan outcome, 1)
	go func() {
		c, err := start()
		done <- outcome{c, err}
	}()
	ticker := time.NewTicker(time.Second)
	defer ticker.Stop()
	var problem error
	for problem == nil {
		select {
		case o := <-done:
			return o.chain, o.err
		case <-ctx.Done():
			problem = fmt.Errorf("open the local chain: %w", context.Cause(ctx))
		case <-ticker.C:
			problem = fullWhile(cfg)
		}
	}
	go func() {
		if o := <-done; o.chain != nil {
			_ = o.chain.Close() // nobody is left to be told
		}
	}()
	return nil, problem
}

// roomToOpen refuses to open a chain whose disk has no room for what opening writes.
func roomToOpen(cfg Config) error {
	at := filepath.Join(cfg.Dir, nodeName)
	if _, err := os.Stat(at); cfg.Dir == "" || err != nil {
		return nil // in memory, or a new one, which asks before its first block
	}
	free, err := cfg.Free(cfg.Dir)
	if err != nil {
		return err
	}
	needs := uint64(leastFree)
	err = filepath.WalkDir(at, func(path string, d fs.DirEntry, err error) error {
		if err == nil && filepath.Ext(path) == ".log" {
			var info fs.FileInfo
			if info, err = d.Info(); err == nil {
				needs += uint64(info.Size())
			}
		}
		return err
	})
	if err == nil && free < needs {
		err = noRoom(cfg.Dir, free)
	}
	return err
}

// fullWhile tells of a disk that became full while a chain was being opened.
func fullWhile(cfg Config) error {
	if cfg.Dir == "" {
		return nil
	}
	if free, err := cfg.Free(cfg.Dir); err == nil && free < leastFree/4 {
		return noRoom(cfg.Dir, free)
	}
	return nil
}

func noRoom(dir string, free uint64) error {
	return fmt.Errorf("the disk that holds %s has only %d MiB left, too little to open the local "+
		"chain: make room, and start again", dir, free>>20)
}
