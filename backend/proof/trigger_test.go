package proof_test

import (
	"context"
	"io"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/backend/eip712"
	"bourse/backend/proof"
)

// keptWitness is a witness that keeps what is signed, at one time.
func keptWitness(t *testing.T) (*proof.Witness, time.Time) {
	t.Helper()
	now := time.Unix(1_800_000_000, 0)
	w, err := proof.NewWitness("there", func() time.Time { return now },
		filepath.Join(t.TempDir(), "signed"))
	if err != nil {
		t.Fatal(err)
	}
	return w, now
}

// What an order waits for is in no signature: a service that tells later of another trigger than it
// took is named, and the order stands as it was signed.
func TestAnotherTriggerIsNamed(t *testing.T) {
	t.Parallel()
	w, now := keptWitness(t)
	o := api.DeltaOrder{Owner: common.Address{1}, Beneficiary: common.Address{1},
		SrcToken: common.Address{2}, DestToken: common.Address{3}, SrcAmount: api.NewAmount(10),
		DestAmount: api.NewAmount(9), ExpectedDestAmount: api.NewAmount(20),
		Deadline: uint64(now.Unix()) + 1000, Nonce: api.NewAmount(7)}
	contract := common.Address{9}
	record := api.DeltaRecord{ID: "a", Order: o, User: o.Owner, ChainID: api.LocalChainID,
		OrderHash: eip712.DeltaTypedData(api.LocalChainID, contract, o).Hash(),
		Status:    api.DeltaNotStarted, ExpiresAt: now.Add(1000 * time.Second),
		Trigger: &api.DeltaTrigger{Worth: api.NewAmount(8), Below: true}}
	asked := *record.Trigger
	server := &apitest.Fake{}
	server.OnSubmitDelta = func(context.Context, api.DeltaSubmission) (api.DeltaRecord, bool,
		error) {
		return record, true, nil
	}
	server.OnDeltaOrders = func(context.Context, api.DeltaQuery) ([]api.DeltaRecord, error) {
		return []api.DeltaRecord{record}, nil
	}
	server.OnDeltaOrder = func(context.Context, string) (api.DeltaRecord, error) {
		return record, nil
	}
	told := proof.Told{Witness: w, Server: apitest.On(server, api.LocalChainID),
		Network: api.Network{ChainID: api.LocalChainID,
			Contracts: api.Contracts{Delta: contract}},
		Lie: func(what string) error {
			if what == "" {
				return nil
			}
			return api.Errorf(api.InternalError, "there tells %s", what)
		}}
	submit := api.DeltaSubmission{Order: o, Trigger: &asked}
	if _, _, err := told.SubmitDelta(t.Context(), submit); err != nil {
		t.Fatal(err)
	}
	query := api.DeltaQuery{User: o.Owner, Page: 1, Limit: 10}
	for _, other := range []bool{false, true} {
		if other {
			record.Trigger = &api.DeltaTrigger{Worth: api.NewAmount(80), Below: true}
		}
		list, err := told.DeltaOrders(t.Context(), query)
		if err != nil || len(list) != 1 || *list[0].Trigger != asked {
			t.Fatalf("%+v, %v", list, err)
		}
		if says := strings.Contains(list[0].Reason, "with another trigger"); says != other {
			t.Errorf("another trigger %t: the reason is %q", other, list[0].Reason)
		}
	}
}

// An order whose answer was lost, and that the service does not show, is told as signed here, and
// by whom it is not shown.
func TestALostOrderIsToldAsNotShown(t *testing.T) {
	t.Parallel()
	w, now := keptWitness(t)
	o := api.DeltaOrder{Owner: common.Address{1}, SrcAmount: api.NewAmount(10),
		DestAmount: api.NewAmount(9), Deadline: uint64(now.Unix()) + 1000,
		Nonce: api.NewAmount(7)}
	server := &apitest.Fake{}
	server.OnSubmitDelta = func(context.Context, api.DeltaSubmission) (api.DeltaRecord, bool,
		error) {
		return api.DeltaRecord{}, false, io.ErrUnexpectedEOF
	}
	server.OnDeltaOrders = func(context.Context, api.DeltaQuery) ([]api.DeltaRecord, error) {
		return nil, nil
	}
	server.OnDeltaOrder = func(_ context.Context, id string) (api.DeltaRecord, error) {
		return api.DeltaRecord{}, api.Errorf(api.NotFound, "there is no Delta order %s", id)
	}
	told := proof.Told{Witness: w, Server: apitest.On(server, api.LocalChainID),
		Network: api.Network{ChainID: api.LocalChainID,
			Contracts: api.Contracts{Delta: common.Address{9}}},
		Lie: func(string) error { return nil }}
	if _, _, err := told.SubmitDelta(t.Context(), api.DeltaSubmission{Order: o}); err == nil {
		t.Fatal("the answer was lost")
	}
	list, err := told.DeltaOrders(t.Context(), api.DeltaQuery{User: o.Owner, Page: 1, Limit: 10})
	if err != nil || len(list) != 1 || !list[0].NotShown() || list[0].UnshownBy != "there" ||
		!strings.Contains(list[0].Reason, "not shown by there; there is no Delta order") {
		t.Errorf("%+v, %v", list, err)
	}
}
