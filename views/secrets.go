package views

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"sync"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
)

// Secrets are those by which the accounts of this console read their Delta orders while these are
// held back. Each is made of a signature, so that the account that signs the same once more has it
// again, whatever became of the file; and of the exchange's name, so that one exchange learns
// nothing by which another one's can be read. It may be used from many goroutines; the zero value
// keeps nothing on disk.
type Secrets struct {
	mu       sync.Mutex
	kept     *Preferences
	exchange string
	read     string                            // the text that was taken up last
	all      map[string]map[string]common.Hash // by exchange, then by network and account
}

const (
	secretsName = "secrets"
	// mostSecrets is how many a request brings.
	mostSecrets = 16
	// LocalExchange is the exchange's name where it runs in the same process.
	LocalExchange = "this exchange"
)

// Open takes up what earlier sessions kept for an exchange, by the name that it is reached by.
func (s *Secrets) Open(kept *Preferences, exchange string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.kept, s.exchange = kept, exchange
	if err := s.takeUp(kept.Get(secretsName)); err != nil {
		return fmt.Errorf("the secrets of held orders cannot be read from the file %s of "+
			"the data folder, read the orders by signing anew: %w", secretsName, err)
	}
	return nil
}

// takeUp puts the secrets of a text to those that are known; one that cannot be read changes
// nothing.
func (s *Secrets) takeUp(text string) error {
	if text == "" || text == s.read {
		return nil
	}
	var all map[string]map[string]common.Hash
	if err := json.Unmarshal([]byte(text), &all); err != nil {
		return err
	}
	s.read = text
	for exchange, of := range all {
		for key, secret := range of {
			s.all = withSecret(s.all, exchange, key, secret)
		}
	}
	return nil
}

// Exchange is the name of the exchange that the secrets are for.
func (s *Secrets) Exchange() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.exchange == "" {
		return LocalExchange
	}
	return s.exchange
}

func secretKey(chainID uint64, account common.Address) string {
	return fmt.Sprintf("%d/%s", chainID, api.Lower(account))
}

// Of returns the secret of an account's orders on a network; the zero hash is none.
func (s *Secrets) Of(chainID uint64, account common.Address) common.Hash {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.all[s.exchange][secretKey(chainID, account)]
}

// Put keeps a secret, off the loop.
func (s *Secrets) Put(chainID uint64, account common.Address, secret common.Hash) tea.Cmd {
	return s.kept.Change(secretsName, s.add(chainID, account, secret))
}

// Keep keeps a secret and returns once it is on disk.
func (s *Secrets) Keep(chainID uint64, account common.Address, secret common.Hash) error {
	return s.kept.KeepChange(secretsName, s.add(chainID, account, secret))
}

// add takes a secret up and returns how it is put to those that are kept.
func (s *Secrets) add(chainID uint64, account common.Address,
	secret common.Hash) func(string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	exchange, key := s.exchange, secretKey(chainID, account)
	s.all = withSecret(s.all, exchange, key, secret)
	return func(text string) string {
		var all map[string]map[string]common.Hash
		if json.Unmarshal([]byte(text), &all) != nil {
			all = nil // nobody could read it
		}
		out, err := json.Marshal(withSecret(all, exchange, key, secret))
		if err != nil {
			panic(err) // plain data always has a JSON form
		}
		return string(out)
	}
}

// withSecret puts a secret to those of an exchange.
func withSecret(all map[string]map[string]common.Hash, exchange, key string,
	secret common.Hash) map[string]map[string]common.Hash {
	if all == nil {
		all = make(map[string]map[string]common.Hash)
	}
	if all[exchange] == nil {
		all[exchange] = make(map[string]common.Hash)
	}
	all[exchange][key] = secret
	return all
}

// with lets a call read what the secrets open, those among them that another program of the folder
// has kept meanwhile. It waits for the disk.
func (s *Secrets) with(ctx context.Context) context.Context {
	s.mu.Lock()
	kept := s.kept
	s.mu.Unlock()
	kept.Reread(secretsName)
	s.mu.Lock()
	defer s.mu.Unlock()
	_ = s.takeUp(kept.Get(secretsName)) // what is known stays
	list := slices.SortedFunc(maps.Values(s.all[s.exchange]), common.Hash.Cmp)
	return api.WithSecrets(ctx, list[:min(len(list), mostSecrets)]...)
}

// Reading returns a service whose Delta orders are read by the secrets, and are submitted with
// their account's.
func (s *Secrets) Reading(service api.Service) api.Service { return reader{service, s} }

type reader struct {
	api.Service
	secrets *Secrets
}

// reading is what a reader hands out of a network.
type reading struct {
	api.Exchange
	secrets *Secrets
	chainID uint64
}

// Exchange implements api.Service.
func (r reader) Exchange(chainID uint64) (api.Exchange, error) {
	exchange, err := r.Service.Exchange(chainID)
	return reading{exchange, r.secrets, chainID}, err
}

// SubmitDelta implements api.Exchange.
func (r reading) SubmitDelta(ctx context.Context, q api.DeltaSubmission) (api.DeltaRecord, bool,
	error) {
	if q.Trigger != nil {
		q.Secret = r.secrets.Of(r.chainID, q.Order.Owner)
	}
	return r.Exchange.SubmitDelta(ctx, q)
}

// DeltaOrder implements api.Exchange.
func (r reading) DeltaOrder(ctx context.Context, id string) (api.DeltaRecord, error) {
	return r.Exchange.DeltaOrder(r.secrets.with(ctx), id)
}

// DeltaOrders implements api.Exchange.
func (r reading) DeltaOrders(ctx context.Context, q api.DeltaQuery) ([]api.DeltaRecord, error) {
	return r.Exchange.DeltaOrders(r.secrets.with(ctx), q)
}

// DeltaAuction implements api.Exchange.
func (r reading) DeltaAuction(ctx context.Context, id string) (api.DeltaAuction, error) {
	return r.Exchange.DeltaAuction(r.secrets.with(ctx), id)
}
