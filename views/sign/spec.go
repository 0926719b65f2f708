package sign

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"

	"bourse/backend/api"
	"bourse/backend/eip712"
	"bourse/ui"
	"bourse/views"
	"bourse/wallet"
	"bourse/wallet/describe"
)

// Spec is one thing to sign with the session's account: Data, or Tx.
type Spec struct {
	Data *eip712.TypedData
	Tx   *api.Transaction
	Wish describe.Wish // that the transaction has to meet

	Step, Steps int // "1 of 2" where one act takes several signatures
	// what the opener has looked at: balance, allowance, distance from the market
	Checks []ui.Check
	Word   string // to be typed first, where the opener's checks ask for it
	// Moved tells why what is shown is out of date (the price or the block moved), "" while it is
	// not. Once it has, the dialog cannot sign any more. It runs in Update.
	Moved func() string
	// Ended tells that there is nothing to sign any more, see ui.Ender; nil never does.
	Ended func() string
	// Chosen is what was wanted of an order beside what its deed tells, such as a floor that was
	// typed and what it waits for: one where another was chosen is not the same.
	Chosen string
	// Submit hands the signature on, off the loop, while the dialog shows that it works. Its error
	// stays in the dialog, where it can be tried again. A transaction without Submit is relayed by
	// the service.
	Submit func(context.Context, Signed) (any, error)
	// Done runs for whoever opened the dialog once all has gone well.
	Done func(Signed) tea.Cmd
	// Arrived runs in place of Done where the service has it and its answer is lost each time; nil
	// closes the dialog.
	Arrived func() tea.Cmd
	// Unsure is told, in Update, what was signed without an answer whether it has arrived; nil has
	// no use for it.
	Unsure func(common.Hash)
	// Edit takes the user back to change what was to be signed; nil has no such way.
	Edit func() tea.Cmd
	// Anew prepares what the service has refused once more, to be read and signed again: a
	// transaction whose nonce another one took meanwhile can never be sent as it is. nil signs the
	// same again.
	Anew func() tea.Cmd
}

// Signed is what came of it.
type Signed struct {
	Account   wallet.Account
	Signature eip712.Signature // of typed data
	Raw       []byte           // of a transaction: what was relayed
	Tx        *api.Transaction // that was signed
	Hash      common.Hash      // of the typed data, or of the transaction
	Result    any              // what Submit returned

	told bool // that the service has it, by whoever looked for it meanwhile
}

// made tells whether there is a signature.
func (s Signed) made() bool { return s.Signature != (eip712.Signature{}) || len(s.Raw) > 0 }

// submitTime is how long handing a signature on may take.
const submitTime = 20 * time.Second

// Open opens the dialog, as a step of the flow under way. It reads the session, so call it in
// Update.
func Open(s *views.Session, spec Spec) {
	s.Flow().Goes()
	spec = spec.once(s)
	spec.Checks = slices.Clone(spec.Checks)
	for i := range spec.Checks {
		spec.Checks[i].Key = "" // which is of the form that asked, and does nothing here
	}
	s.Open(newDialog(s, s.Account, Known(s), spec))
}

// Known gathers what words may rely on in a session. It reads the session, so call it in Update.
func Known(s *views.Session) describe.Context {
	now := s.Env.Header.BlockAt
	if now.IsZero() {
		now = s.Env.Now()
	}
	k := describe.NewContext(s.Network, s.Account.Address, s.Wallet.List(), s.Tokens(),
		uint64(now.Unix()))
	k.Doubts, k.Clock = s.Doubts, uint64(s.Env.Now().Unix())
	k.Zone = ui.Local(now).Location()
	k.Contacts, k.Added = map[common.Address]string{}, map[common.Address]bool{}
	for _, c := range s.Contacts() {
		k.Contacts[c.Address] = c.Label
	}
	for _, t := range s.AddedTokens() {
		k.Tokens[t.Address], k.Added[t.Address] = t, true
	}
	return k
}

func (p Spec) describe(known describe.Context) describe.Description {
	if p.Tx != nil {
		return describe.Transaction(*p.Tx, known).Against(p.Wish, *p.Tx, known)
	}
	return describe.TypedData(*p.Data, known)
}

func (p Spec) chainID() uint64 {
	if p.Tx != nil {
		return p.Tx.ChainID
	}
	return p.Data.Domain.ChainID
}

// raw is the JSON behind the words.
func (p Spec) raw() string {
	var v any = p.Data
	if t := p.Tx; t != nil {
		fields := map[string]any{
			"chainId": t.ChainID, "from": t.From, "to": t.To, "value": t.Value,
			"data":  hexutil.Encode(t.Data),
			"nonce": t.Nonce, "gas": t.Gas,
		}
		if t.BaseFee.IsZero() {
			fields["gasPrice"] = t.GasPrice
		} else {
			fields["maxFeePerGas"], fields["maxPriorityFeePerGas"] = t.GasPrice, t.Tip
		}
		v = fields
	}
	text, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return err.Error()
	}
	return string(text)
}

// sign makes the signature. It runs off the loop.
func (p Spec) sign(w *wallet.Wallet, account wallet.Account) (out Signed, err error) {
	out.Account = account
	if p.Tx != nil {
		out.Tx = p.Tx
		out.Raw, out.Hash, err = w.SignTransaction(account.Address, *p.Tx)
	} else {
		if _, err := p.Data.Deed(); err != nil { // it could not be kept before it is handed on
			return out, err
		}
		out.Hash = p.Data.Hash()
		out.Signature, err = w.Sign(account.Address, *p.Data)
	}
	return out, err
}

// relay sends a signed transaction. The node must name it as we do: another hash would be another
// transaction.
func relay(ctx context.Context, exchange api.Exchange, signed Signed) error {
	hash, err := exchange.SendTransaction(ctx, signed.Raw)
	if err != nil {
		return err
	}
	if hash != signed.Hash {
		return fmt.Errorf("the node answered for transaction %s although %s was sent: look at "+
			"both before trying again", hash, signed.Hash)
	}
	return nil
}

// sentence is what went wrong, for a person.
func sentence(err error) string {
	var e *api.Error
	if errors.As(err, &e) {
		return e.Details
	}
	return err.Error()
}
