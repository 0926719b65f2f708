package console

import (
	"context"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/views"
)

// What another program of the folder puts into the address book stands in that of an open console.
func TestContactsOfAnotherProgramAreTakenUp(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	k, c := startWith(t, func(context.Context) (api.Service, error) {
		return &exchange{status: at(7)}, nil
	}, folder)
	k.Advance(time.Second)
	carol := common.Address{0xca}
	k.Do(c.host.s.SetContact(common.Address{0xbb}, "bob")) // what this one has changed stays
	other, err := views.OpenPreferences(folder)
	if err != nil {
		t.Fatal(err)
	}
	add := (&views.Session{Preferences: other, Wallet: c.cfg.Wallet}).SetContact(carol, "carol")
	if note := add(); note != nil {
		t.Fatal(note)
	}
	k.Advance(12 * time.Second)
	if got := c.host.s.Label(carol); got != "carol" {
		t.Errorf("it is called %q", got)
	}
	k.Press("7", "b")
	k.Shows("bob", "carol")
}
