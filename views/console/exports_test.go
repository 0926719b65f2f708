package console

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bourse/backend/api"
	"bourse/ui/uitest"
)

// Files are exported to the folder that was chosen, in this session and the next.
func TestExportFolderIsChosen(t *testing.T) {
	t.Parallel()
	clock := uitest.NewClock()
	cfg := config(t, clock, func(context.Context) (api.Service, error) {
		return &exchange{status: at(7)}, nil
	})
	cfg.Export, cfg.State = filepath.Join(t.TempDir(), "exports"), t.TempDir()
	chosen := filepath.Join(cfg.Export, "tax")
	if err := os.MkdirAll(chosen, 0o700); err != nil {
		t.Fatal(err)
	}
	for session := range 2 {
		c, err := New(cfg)
		if err != nil {
			t.Fatal(err)
		}
		k := uitest.NewRoot(t, c.env, c.root)
		if session == 0 {
			k.Press(":")
			k.Type("folder of exports")
			k.Press("enter")
			k.Shows("Export to", "tax")
			k.Press("enter")
			k.Shows("files are exported to ")
		}
		k.Press("8", "e")
		k.Shows("written to ")
		k.Advance(time.Second)
		files, err := os.ReadDir(chosen)
		if err != nil || len(files) != session+1 ||
			!strings.HasPrefix(files[0].Name(), "activity-") {
			t.Fatalf("session %d: %v, %v", session, files, err)
		}
	}
}
