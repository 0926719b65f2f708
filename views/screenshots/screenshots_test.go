package screenshots_test

import (
	"bytes"
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"bourse/backend/api"
	"bourse/backend/demo"
	"bourse/ui/headless"
	"bourse/ui/style"
	"bourse/views/console"
	"bourse/views/screenshots"
	"bourse/wallet"
)

// stage opens an exchange of its own.
func stage(t *testing.T) screenshots.Stage {
	t.Helper()
	clock := headless.NewClock(time.Date(2026, 11, 21, 16, 0, 0, 0, time.UTC))
	w, err := wallet.Open(wallet.Options{Folder: t.TempDir(), Now: clock.Now, Development: true})
	if err != nil {
		t.Fatal(err)
	}
	accounts, err := wallet.DevelopmentAccounts()
	if err != nil {
		t.Fatal(err)
	}
	s, err := demo.OpenSession(t.Context(),
		demo.Config{Seed: 1, Now: clock.Now, Accounts: accounts})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return screenshots.Stage{
		Clock: clock,
		Config: console.Config{Wallet: w, Mode: "DEMO", Profile: style.TrueColor,
			Random: rand.NewChaCha8([32]byte{1}),
			Open:   func(ctx context.Context) (api.Service, error) { return s, s.Begin(ctx) }},
		Step: s.Step,
	}
}

// TestPicturesInTheRepository: the pictures in the repository are those that the program makes
// now, from the same session, on whatever machine. Their texts are compared: pixels follow from
// them.
func TestPicturesInTheRepository(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("a session in which nothing runs beside another")
	}
	const kept = "../../screenshots"
	made := t.TempDir()
	if err := screenshots.Make(t.Context(), stage(t), made); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(filepath.Join(made, "tour.gif")); err != nil || info.Size() > 3<<20 {
		t.Errorf("the recording: %v, %+v", err, info)
	}
	names := listed(t, made)
	if len(names) < 40 || !slices.Equal(names, listed(t, kept)) {
		t.Fatalf("%d pictures and texts are made, and others are kept", len(names))
	}
	for _, name := range names {
		if filepath.Ext(name) == ".png" || filepath.Ext(name) == ".gif" {
			continue
		}
		now, err1 := os.ReadFile(filepath.Join(made, name))
		then, err2 := os.ReadFile(filepath.Join(kept, name))
		if err1 != nil || err2 != nil || !bytes.Equal(now, then) {
			t.Errorf("%s is stale: go run ./scripts/dev pictures screenshots (%v, %v)",
				name, err1, err2)
		}
	}
}

// listed returns the names of the files in a folder.
func listed(t *testing.T, folder string) []string {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = e.Name()
	}
	return names
}
