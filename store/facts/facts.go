package facts

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"time"

	"bourse/backend/api"
)

// Fact is something that was signed or decided.
type Fact struct {
	// Stream names whose applier takes it in, by what it is about and the network's id, such as
	// "orders/1337".
	Stream string
	Name   string // of which there is one in a stream, such as a hash
	Body   []byte
	// Hint is what the node that appended the fact knew already and others would have to find out.
	// It is no part of the fact: it may be missing, and then they do.
	Hint []byte
}

// Applier takes in the facts of a stream. The log calls Apply one at a time, except Local, which
// applies facts of different names at the same time.
type Applier interface {
	// Applied returns the position that was stored last, the zero one before the first.
	Applied() (Position, error)
	// Find returns a fact that was applied; ok is false for one that was not.
	Find(name string) (body []byte, ok bool, err error)
	// Apply takes in facts in their order and stores the position after them, in one transaction.
	// Facts that were applied before are passed over. Without facts only the position is stored;
	// the zero one is of a log that does not count and is not stored. An error that is ErrFormat
	// stops the node; after any other one the log tries again.
	Apply(ctx context.Context, at Position, list []Fact) error
	// Final tells of facts, by their names, whether nobody needs them in a log any more whose nodes
	// have all stored them.
	Final(names []string) []bool
}

// Log is an exchange's facts. All methods may be called at the same time, Follow only before Run.
type Log interface {
	// Follow has an applier take in the facts of a stream.
	Follow(stream string, to Applier)
	// Run carries facts to the appliers until ctx ends. An error is one that this node cannot get
	// over, such as ErrFormat, ErrForeign or ErrBehind.
	Run(ctx context.Context) error
	// Append makes facts of one stream known, each unless one of its name is there already: kept
	// are the facts that are known then, in the order of list, and created tells which of them are
	// new. It returns once all of them are applied on this node. Where term is given, it must still
	// be this node's: else the error is ErrDeposed and nothing is appended. An error that is
	// ErrUnavailable leaves it open whether the facts became known: append them again.
	Append(ctx context.Context, term *Term, list ...Fact) (kept []Fact, created []bool, err error)
	// SetAside notes that an applier passed over a fact of no sense, for the operator.
	SetAside(f Fact, why error)
	// Campaign waits until this node leads, and returns for how long.
	Campaign(ctx context.Context, name string) (*Term, error)
	// Secret returns the bytes that all nodes share under a name: those given, unless there are
	// others already.
	Secret(ctx context.Context, name string, fresh []byte) ([]byte, error)
	// Revision is what this node has applied.
	Revision() int64
	// Shown is a revision that covers whatever this node tells of a network, which may be more than
	// all of its streams have applied; 0 is all networks.
	Shown(network uint64) int64
	// Wait waits until all streams of a network have applied a revision; 0 is all networks.
	Wait(ctx context.Context, network uint64, revision int64) error
	// Status tells how this node stands in the log.
	Status() api.ClusterStatus
	// Ahead is how far the clock of the exchange is ahead of this node's: nothing where they agree.
	Ahead() time.Duration
	// Vitals tells what this node measures of the log and of what is beside it.
	Vitals() api.ClusterVitals
}

// Term is a time during which one node leads. It ends when Done is closed; the node may learn of it
// late, which does no harm to what is appended with it.
type Term struct {
	Key      string // that stands for it in the log
	Revision int64  // at which the key was made
	done     <-chan struct{}
	resign   func(ctx context.Context) error
}

// NewTerm returns a term that lasts until done is closed, and that resign ends early.
func NewTerm(key string, revision int64, done <-chan struct{},
	resign func(context.Context) error) *Term {
	return &Term{Key: key, Revision: revision, done: done, resign: resign}
}

// Done is closed when the term has ended.
func (t *Term) Done() <-chan struct{} { return t.done }

// Resign ends the term, so that another node can lead at once.
func (t *Term) Resign(ctx context.Context) error { return t.resign(ctx) }

// Errors of a log.
var (
	// ErrUnavailable says that the log cannot tell now whether it took something.
	ErrUnavailable = errors.New("the log of the exchange cannot be written now")
	// ErrUnapplied is an ErrUnavailable: the log took it, but this node has not applied it yet.
	ErrUnapplied = fmt.Errorf("%w: this node is behind with what the log took", ErrUnavailable)
	// ErrDeposed says that another node leads.
	ErrDeposed = errors.New("another node leads now")
	// ErrFormat says that a fact was written by a newer program.
	ErrFormat = errors.New("a fact is in a format that this program does not know")
	// ErrBroken says of a fact that it is none: no program writes such. It is set aside by all
	// nodes alike.
	ErrBroken = errors.New("this is no fact")
	// ErrForeign says that what this node has applied is not of this log.
	ErrForeign = errors.New("the data folder belongs to another exchange, or to a single machine")
	// ErrLost says that the log lacks what this node has applied of it: it was wiped, or brought
	// back to an earlier state.
	ErrLost = errors.New("the log of the exchange lost facts that this node has: stop all nodes, " +
		"then put them back with \"bourse cluster repair\" (docs/disasters.md)")
	// ErrUnsigned says that a log whose facts are signed tells no more since when.
	ErrUnsigned = errors.New("the log of the exchange says no more that its facts are signed, so " +
		"that somebody took that away: see who may write to etcd, then put it together with " +
		"\"bourse cluster repair\" (docs/disasters.md)")
	// ErrRotated says that what this node lacks was signed by keys that it does not have.
	ErrRotated = errors.New("the key of the exchange was changed while this node was away: start " +
		"it with the old key as a second line of --cluster-secret, or from a backup of another " +
		"node")
	// ErrBehind says that facts which this node lacks are in the log no longer.
	ErrBehind = errors.New("facts that this node lacks have left the log since they are final: " +
		"start it from a backup of another node")
)

// ErrTaken says that a log which is to be filled holds something already.
var ErrTaken = errors.New("the exchange of this name has facts or nodes already: import into a " +
	"name that is new")

// Joining refuses a store that holds something of a stream and never followed a shared log: nobody
// else would know of it. The way back is free: a store that followed one is a single machine's once
// forget has removed what it had applied, and cannot join again.
func Joining(log Log, to Applier, holds bool, forget func() error) error {
	applied, err := to.Applied()
	switch shared := log.Status().Shared; {
	case err != nil:
		return err
	case shared && applied.Revision == 0 && holds:
		return ErrForeign
	case !shared && applied.Revision != 0:
		return forget()
	}
	return nil
}

// Formats of an encoded fact, its first byte. Facts without a hint or a signature are written in
// the first one, which every program reads. All formats end with their checksum, so that what
// something else wrote is not taken for a newer program's.
const (
	plain  = 1
	hinted = 2
	signed = 3
	// Format is the newest that this program reads, Hinted the first that has hints.
	Format = signed
	Hinted = hinted
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Encode returns a fact's body and hint as logs keep them: format, length of the body where there
// is a hint, body, hint, checksum.
func Encode(body, hint []byte) []byte {
	b := make([]byte, 0, 1+binary.MaxVarintLen32+len(body)+len(hint)+4)
	if len(hint) == 0 {
		b = append(b, plain)
	} else {
		b = binary.AppendUvarint(append(b, hinted), uint64(len(body)))
	}
	b = append(append(b, body...), hint...)
	return binary.BigEndian.AppendUint32(b, crc32.Checksum(b, castagnoli))
}

// Decode is the way back, of a Signer's too, whose signature it leaves alone. Bytes of a newer
// format are ErrFormat, others that Encode did not make ErrBroken.
func Decode(b []byte) (body, hint []byte, err error) {
	if len(b) < 5 {
		return nil, nil, fmt.Errorf("%w: it has %d bytes", ErrBroken, len(b))
	}
	text, sum := b[:len(b)-4], binary.BigEndian.Uint32(b[len(b)-4:])
	switch {
	case b[0] == 0 || crc32.Checksum(text, castagnoli) != sum:
		return nil, nil, fmt.Errorf("%w: its checksum is wrong", ErrBroken)
	case b[0] > Format:
		return nil, nil, fmt.Errorf("%w: it is format %d, this program knows %d: upgrade this node",
			ErrFormat, b[0], Format)
	}
	text = text[1:]
	if b[0] == plain {
		return text, nil, nil
	}
	if b[0] == signed {
		text = text[:max(0, len(text)-sha256.Size)]
	}
	n, size := binary.Uvarint(text)
	if size <= 0 || n > uint64(len(text)-size) {
		return nil, nil, fmt.Errorf("%w: it is cut short", ErrBroken)
	}
	return text[size : size+int(n)], text[size+int(n):], nil
}

// RetryAfter is when a write that was refused for ErrUnavailable is worth another attempt.
const RetryAfter = 2 * time.Second

// Refusal returns what a failure of a log means to a client, other errors as they are.
func Refusal(err error) error {
	if !errors.Is(err, ErrUnavailable) {
		return err
	}
	e := api.Errorf(api.StoreUnavailable, "%v: nothing is certain of this request, which may be "+
		"sent again as it is", err)
	e.RetryAfter = RetryAfter
	return e.WithCause(err)
}
