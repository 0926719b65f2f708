package console_test

import (
	"bytes"
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"bourse/backend"
	"bourse/backend/api"
	"bourse/ui"
	"bourse/views/console"
)

// shots makes all pictures on an exchange of their own.
func shots(t *testing.T, dir string) {
	t.Helper()
	clock := console.NewHandClock(time.Date(2026, 11, 21, 16, 0, 0, 0, time.UTC))
	s, err := backend.OpenSession(t.Context(), 1, clock.Now)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}()
	stage := console.Stage{
		Clock: clock,
		Config: console.Config{Wallet: s.Wallet, Mode: "DEMO", Profile: ui.TrueColor, Random: rand.NewChaCha8([32]byte{1}),
			Open: func(ctx context.Context) (api.Service, error) { return s, s.Begin(ctx) }},
		Step: s.Step,
	}
	if err := console.Shots(t.Context(), stage, dir); err != nil {
		t.Fatal(err)
	}
}

func TestShotsAreTheSameEveryTime(t *testing.T) {
	t.Parallel()
	first, second := t.TempDir(), t.TempDir()
	if keep := os.Getenv("BOURSE_SHOTS"); keep != "" {
		first = keep
	}
	shots(t, first)
	if testing.Short() {
		second = first // that they can be made at all
	} else {
		shots(t, second)
	}
	files, err := filepath.Glob(filepath.Join(first, "*"))
	if err != nil || len(files) < 40 {
		t.Fatalf("%d pictures and texts (%v)", len(files), err)
	}
	for _, f := range files {
		a, err1 := os.ReadFile(f)
		b, err2 := os.ReadFile(filepath.Join(second, filepath.Base(f)))
		if err1 != nil || err2 != nil || !bytes.Equal(a, b) {
			t.Errorf("%s differs (%v, %v)", filepath.Base(f), err1, err2)
		}
	}
}
