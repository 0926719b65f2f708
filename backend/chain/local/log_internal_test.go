package local

import (
	"bytes"
	"errors"
	"log/slog"
	"testing"

	"github.com/ethereum/go-ethereum/log"
	"github.com/syndtr/goleveldb/leveldb"
)

// TestWhatEndsTheProcessIsSaid: the library ends the process after what is critical, so that is
// said where its logs go nowhere; nothing else is.
func TestWhatEndsTheProcessIsSaid(t *testing.T) {
	t.Parallel()
	var last, logged bytes.Buffer
	silent := log.NewLogger(quieter{slog.DiscardHandler, &last})
	silent.Write(log.LevelError, "an error")
	if last.Len() > 0 {
		t.Errorf("said: %q", last.String())
	}
	silent.With("chain", "local").Write(log.LevelCrit, "it is broken", "err", errors.New("no disk"))
	want := "bourse: the local chain can't go on: it is broken err=no disk\n"
	if last.String() != want {
		t.Errorf("said %q, want %q", last.String(), want)
	}
	last.Reset()
	log.NewLogger(quieter{slog.NewTextHandler(&logged, nil), &last}).Write(log.LevelCrit, "broken")
	if logged.Len() == 0 || last.Len() > 0 {
		t.Errorf("where it is logged: said %q, logged %q", last.String(), logged.String())
	}
}

// TestWhatComesLateEndsAlone: where a store is closed under work in the background, as when a chain
// can't be opened, the library would end the process; the work ends alone.
func TestWhatComesLateEndsAlone(t *testing.T) {
	t.Parallel()
	var last bytes.Buffer
	late := log.NewLogger(quieter{slog.DiscardHandler, &last})
	ended, went := make(chan struct{}), false
	go func() {
		defer close(ended)
		late.Write(log.LevelCrit, "Failed writing batch to db", "error", leveldb.ErrClosed)
		went = true
	}()
	<-ended
	if went || last.Len() > 0 {
		t.Errorf("it went on to the end of the process, saying %q", last.String())
	}
}
