package api

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
)

// DeltaAuction is everything that happened to an order.
type DeltaAuction struct {
	ID     string            `json:"id"`
	Status DeltaStatus       `json:"status"`
	Rounds []DeltaRoundEntry `json:"rounds"` // oldest first
	Events []DeltaEvent      `json:"events"` // oldest first
}

// DeltaEvent is one change of an order's status. The status of an order is that of its last event.
type DeltaEvent struct {
	Order  string       `json:"orderId"`
	Seq    uint64       `json:"seq"` // from 1
	Round  uint64       `json:"round,omitempty"`
	From   DeltaStatus  `json:"from,omitempty"`
	To     DeltaStatus  `json:"to"`
	Reason string       `json:"reason"`
	Block  uint64       `json:"block"`
	Agent  string       `json:"agent,omitempty"`
	TxHash *common.Hash `json:"transactionHash,omitempty"`
	Time   time.Time    `json:"time"`
}

// LetGo tells whether the event let an order go that was held back.
func (e DeltaEvent) LetGo() bool {
	return e.From == DeltaNotStarted && e.To == DeltaNotStarted &&
		!strings.HasPrefix(e.Reason, HeldBack)
}

// Lacks is what was missing to settle an order that was held back, empty of other events.
func (e DeltaEvent) Lacks() string { return lacks(e.Reason) }

// DeltaRoundEntry is one round as one of its orders saw it.
type DeltaRoundEntry struct {
	Round uint64   `json:"round"`
	Block BlockRef `json:"block"` // whose state all bids were made and judged on
	// Pool and Reference are what the best single pool and the best route would have paid the owner
	// for all that is left. Bound is more than any settlement of orders of the round, limit orders
	// and pools can, in which none of them gets less than by itself: only an agent who adds tokens
	// of its own pays more. Gas and fees are taken off.
	Pool      *Amount          `json:"pool,omitempty"`
	Reference *Amount          `json:"reference,omitempty"`
	Bound     *Amount          `json:"bound,omitempty"`
	Floor     Amount           `json:"floor"` // the least the owner accepts for what is left
	Bids      []DeltaBidRecord `json:"bids"`  // best first, then those that were refused
	Winner    string           `json:"winner,omitempty"`
	Outcome   string           `json:"outcome"` // in words
	// Prices says, where orders of one pair were settled at different prices, what they are and how
	// much of the difference gas makes. Within one settlement a pair has one price.
	Prices  string        `json:"prices,omitempty"`
	Surplus *DeltaSurplus `json:"surplus,omitempty"` // of the whole round
	Repeats uint64        `json:"repeats,omitempty"`
	Time    time.Time     `json:"time"`
}

// DeltaSurplus is what a round brought the owners of all its orders above the least that they
// accept, and the bound of what any settlement from pools and orders could have, in wei. Agents who
// pay from their own tokens can bring more. Both are of the gas that agents estimate: rebates come
// on top.
type DeltaSurplus struct {
	Captured Amount `json:"captured"`
	Bound    Amount `json:"bound"`
}

// DeltaBidRecord is a bid and what became of it.
type DeltaBidRecord struct {
	Agent    string         `json:"agent"`
	Address  common.Address `json:"address"`
	Promised Amount         `json:"promised"` // claimed by the agent; 0: of another order only
	Received Amount         `json:"received"` // what the owner gets on the contract, as it was bid
	Spent    Amount         `json:"spent"`
	Gas      uint64         `json:"gas"` // that the settlement needs
	// Estimate is the gas of the settlement by the agent's estimate, by which bids are compared,
	// and Charged what the orders of one that won pay for: what the simulation pays for and at most
	// a twentieth, or the estimate, which is never passed, where prices that moved within the block
	// took the difference. Both are 0 where the agent does not tell.
	Estimate uint64 `json:"gasEstimate,omitempty"`
	Charged  uint64 `json:"gasCharged,omitempty"`
	// Trades is the gas of trades by which the agent makes up for what it pays from its own tokens,
	// which the orders pay for beside the settlement's.
	Trades uint64 `json:"gasTrades,omitempty"`
	// Rebate is what the owner gets of the winner beyond Received, since less gas is charged than
	// was estimated.
	Rebate Amount `json:"rebate"`
	Rank   int    `json:"rank,omitempty"` // 1 is best; 0 was refused
	Reason string `json:"reason,omitempty"`
	Orders int    `json:"orders"` // settled by the bid together
	Won    bool   `json:"won,omitempty"`
}

// DeltaRound is what agents bid on.
type DeltaRound struct {
	ChainID uint64            `json:"chainId"`
	Round   uint64            `json:"round"`
	Block   BlockRef          `json:"block"`
	Closes  time.Time         `json:"closesAt"`
	Orders  []DeltaRoundOrder `json:"orders"`
	// to agents that send their own transactions, still to be settled
	Awards []DeltaAward `json:"awards"`
}

// DeltaRoundOrder is an order in a round. Who placed it when, and who else bids, is not told.
type DeltaRoundOrder struct {
	ID        string        `json:"id"`
	Order     DeltaOrder    `json:"order"`
	Fillable  bool          `json:"partiallyFillable"`
	Signature hexutil.Bytes `json:"signature"`
	OrderHash common.Hash   `json:"orderHash"`
	Filled    Amount        `json:"filledAmount"`
}

// DeltaAward tells an agent that it won and may send its transaction.
type DeltaAward struct {
	OrderID string         `json:"orderId"`
	Round   uint64         `json:"round"`
	Agent   common.Address `json:"agent"`
	Until   uint64         `json:"untilBlock"` // afterwards the order goes to another round
}

// DeltaBid is the calldata with which a registered agent would settle orders of a round, and what
// it promises.
type DeltaBid struct {
	ChainID  uint64         `json:"chainId"`
	Round    uint64         `json:"round"`
	Agent    common.Address `json:"agent"`
	Orders   []string       `json:"orderIds"`
	Calldata hexutil.Bytes  `json:"calldata"` // of the Delta contract
	Promised Amount         `json:"promised"` // of the first order's destination token
	// Signature is the agent's, 65 bytes over keccak256("bourse bid" ‖ chain id ‖ round ‖
	// keccak256(calldata)), numbers in 8 bytes.
	Signature hexutil.Bytes `json:"signature"`
}

// The EIP-712 domain of Delta orders.
const (
	deltaDomain  = "Portikus"
	deltaVersion = "2.0.0"
)

// MarshalJSON writes {domain, types, primaryType, value}.
func (t DeltaToSign) MarshalJSON() ([]byte, error) {
	value, err := json.Marshal(t.Order)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, `{"domain":{"name":%q,"version":%q,"chainId":%d,"verifyingContract":"%s"},"types":{`,
		deltaDomain, deltaVersion, t.ChainID, Lower(t.Contract))
	appendTypes(&b, t.Order.TypeName(), t.Order.Fields())
	b.WriteString(`},"primaryType":"` + t.Order.TypeName() + `","value":`)
	b.Write(value)
	b.WriteByte('}')
	return b.Bytes(), nil
}

// UnmarshalJSON is the inverse of MarshalJSON. Typed data of another domain or of other types than
// an order's is refused: whoever signs makes the types anew from what is read, and would sign
// something else than was sent.
func (t *DeltaToSign) UnmarshalJSON(b []byte) error {
	var in struct {
		Domain  json.RawMessage
		Types   map[string]json.RawMessage
		Primary string     `json:"primaryType"` // the only type if left out
		Value   DeltaOrder `json:"value"`
	}
	if err := json.Unmarshal(b, &in); err != nil {
		return err
	}
	var domain struct {
		Name     string         `json:"name"`
		Version  string         `json:"version"`
		ChainID  uint64         `json:"chainId"`
		Contract common.Address `json:"verifyingContract"`
	}
	exact := json.NewDecoder(bytes.NewReader(in.Domain))
	exact.DisallowUnknownFields() // such as a salt
	if err := exact.Decode(&domain); err != nil {
		return Errorf(ValidationError, "the domain is not that of a Delta order: %s", err)
	}
	if name := twice(json.NewDecoder(bytes.NewReader(b))); name != "" {
		return Errorf(ValidationError, "the typed data has %q twice in one object", name)
	}
	t.ChainID, t.Contract, t.Order = domain.ChainID, domain.Contract, in.Value
	_, t.Order.Fillable = in.Types["FillableOrder"]
	var want bytes.Buffer
	want.WriteByte('{')
	appendTypes(&want, t.Order.TypeName(), t.Order.Fields())
	want.WriteByte('}')
	var own map[string]json.RawMessage
	if err := json.Unmarshal(want.Bytes(), &own); err != nil {
		return err
	}
	names, called := slices.Sorted(maps.Keys(in.Types)), t.Order.TypeName()
	switch {
	case domain.Name != deltaDomain || domain.Version != deltaVersion:
		return Errorf(ValidationError, "the typed data is not a Delta order: its domain is %q %q, "+
			"not %q %q", domain.Name, domain.Version, deltaDomain, deltaVersion)
	case in.Primary != "" && in.Primary != called || !slices.Equal(names,
		slices.Sorted(maps.Keys(own))):
		return Errorf(ValidationError, "the typed data is not a Delta order: its types are %v, "+
			"not %v with %s as the primary one", names, slices.Sorted(maps.Keys(own)), called)
	}
	for _, name := range names {
		if !sameType(in.Types[name], own[name]) {
			return Errorf(ValidationError, "the typed data is not a Delta order: its type %s is "+
				"%.300s, not %s", name, in.Types[name], own[name])
		}
	}
	return nil
}

// twice is a name that some object of a document has more than once, "" where none has: whoever
// reads it may take either value.
func twice(d *json.Decoder) string {
	open, err := d.Token()
	seen := make(map[json.Token]bool)
	for err == nil && (open == json.Delim('{') || open == json.Delim('[')) && d.More() {
		if open == json.Delim('{') {
			name, _ := d.Token()
			if seen[name] {
				return fmt.Sprint(name)
			}
			seen[name] = true
		}
		if name := twice(d); name != "" {
			return name
		}
	}
	if open == json.Delim('{') || open == json.Delim('[') {
		_, _ = d.Token() // its end
	}
	return ""
}

// sameType tells whether two lists of members of a type are the same.
func sameType(a, b json.RawMessage) bool {
	var x, y []struct{ Name, Type string }
	return json.Unmarshal(a, &x) == nil && json.Unmarshal(b, &y) == nil && slices.Equal(x, y)
}
