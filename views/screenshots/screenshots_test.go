package screenshots_test

import (
	"bytes"
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
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

// capture makes all pictures on an exchange of their own.
func capture(t *testing.T, dir string) {
	t.Helper()
	if err := screenshots.Make(t.Context(), stage(t), dir); err != nil {
		t.Fatal(err)
	}
}

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

func TestScreenshotsAreTheSameEveryTime(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("two sessions, one after the other, in which nothing runs beside another")
	}
	first, second := t.TempDir(), t.TempDir()
	if keep := os.Getenv("BOURSE_SHOTS"); keep != "" {
		first = keep
	}
	capture(t, first)
	capture(t, second)
	files, err := filepath.Glob(filepath.Join(first, "*"))
	if err != nil || len(files) < 40 {
		t.Fatalf("%d pictures and texts (%v)", len(files), err)
	}
	const most = 3 << 20
	if info, err := os.Stat(filepath.Join(first, "tour.gif")); err != nil || info.Size() > most {
		t.Errorf("the recording: %v, %+v", err, info)
	}
	for _, f := range files {
		a, err1 := os.ReadFile(f)
		b, err2 := os.ReadFile(filepath.Join(second, filepath.Base(f)))
		if err1 != nil || err2 != nil || !bytes.Equal(a, b) {
			t.Errorf("%s differs (%v, %v)", filepath.Base(f), err1, err2)
		}
	}
}
