package etcd

import (
	"context"
	"crypto/hmac"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"

	"go.etcd.io/etcd/api/v3/mvccpb"
	clientv3 "go.etcd.io/etcd/client/v3"

	"bourse/store/facts"
)

// Where nodes have a key, they sign what they append, and take in nothing that is not signed: who
// can write to etcd is not thereby a node. Since when, and by which key, the log says itself, in
// the rule that stands among the facts and that the key signs as well. What was there before is
// believed as it is, since etcd gives nothing a revision that has passed. A log that a node with a
// key begins has its rule from the start, another one by Sign, which also puts a new key in the
// place of an old one.
//
// A transaction of facts compares the rule, so that all before it are written by the old one and
// all after it by the new one; and a node stores with what it has applied by which rule that was,
// so that it is not told later that there was none.

// ruleKey is among the facts, so that the watch brings it, and before the mark and all facts.
func (l *Log) ruleKey() string { return l.factsPrefix() + ".key" }

// rule says by which key facts are signed that come after a revision.
type rule struct {
	From   int64  `json:"from"` // a fact at this revision is not asked for the signature
	Was    int64  `json:"was"`  // From of the rule before; unsigned if there was none
	Key    string `json:"key"`  // its id
	MAC    []byte `json:"mac"`  // by the key
	text   string // as the log has it
	signer *facts.Signer
}

// unsigned stands for what was before the first rule.
const unsigned = -1

func (r *rule) mac() []byte {
	b := binary.AppendVarint(binary.AppendVarint(nil, r.From), r.Was)
	return r.signer.Sign([]byte("rule"), b)
}

// newRule makes a rule of a log, by this node's newest key.
func (l *Log) newRule(id string, from, was int64) *rule {
	key := &l.cfg.Keys[0]
	r := &rule{From: from, Was: was, Key: key.ID(), signer: key.Signer(l.cfg.Name, id)}
	r.MAC = r.mac()
	text, err := json.Marshal(r)
	if err != nil {
		panic(err) // numbers and text
	}
	r.text = string(text)
	return r
}

// readRule reads a rule that a log has.
func (l *Log) readRule(id, text string) (*rule, error) {
	if text == "" {
		return nil, nil
	}
	r := &rule{text: text}
	if len(l.cfg.Keys) == 0 {
		return nil, facts.ErrSealed
	}
	if err := json.Unmarshal([]byte(text), r); err != nil {
		return nil, fmt.Errorf("%w: %s is %q", facts.ErrUnsigned, l.ruleKey(), text)
	}
	key := l.cfg.Keys.Named(r.Key)
	if key == nil {
		return nil, fmt.Errorf("%w: this node has %s, the exchange %s", facts.ErrKey,
			l.cfg.Keys.IDs(), r.Key)
	}
	r.signer = key.Signer(l.cfg.Name, id)
	if !hmac.Equal(r.MAC, r.mac()) {
		return nil, fmt.Errorf("%w: %s is not signed by the key that it names", facts.ErrUnsigned,
			l.ruleKey())
	}
	return r, nil
}

// rulesFor finds out by which rules a node judges that has come to positions of the log.
func (l *Log) rulesFor(now standing, id string, known []facts.Position,
	have []*rule) ([]*rule, error) {
	newest, err := l.readRule(id, now.rule)
	if err != nil {
		return nil, err
	}
	var older []*rule
	for _, at := range known {
		switch {
		case at.Revision == 0 || at.Rule == now.rule:
			continue
		case newest == nil:
			return nil, facts.ErrUnsigned
		case at.Rule == "" && newest.Was == unsigned:
			continue
		}
		old, err := l.readRule(id, at.Rule)
		if err != nil || old == nil || old.From != newest.Was {
			return nil, errors.Join(facts.ErrRotated, err)
		}
		older = []*rule{old}
	}
	switch {
	case newest == nil:
		return nil, nil
	case len(have) > 0 && have[len(have)-1].text == newest.text:
		return have, nil
	}
	return append(older, newest), nil
}

// ruleAt is the rule that a revision is judged by, nil if none is.
func (l *Log) ruleAt(revision int64) *rule {
	for i := len(l.rules) - 1; i >= 0; i-- {
		if l.rules[i].From < revision {
			return l.rules[i]
		}
	}
	return nil
}

// ruleText is how a position tells of the rule there.
func (l *Log) ruleText(revision int64) string {
	if r := l.ruleAt(revision); r != nil {
		return r.text
	}
	return ""
}

// ruleNow is the newest rule, by which this node writes; nil for none.
func (l *Log) ruleNow() *rule {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.rules) == 0 {
		return nil
	}
	return l.rules[len(l.rules)-1]
}

// newRuleLocked takes in the rule that the watch brings.
func (l *Log) newRuleLocked(kv *mvccpb.KeyValue) error {
	was := int64(unsigned)
	if n := len(l.rules); n > 0 {
		if l.rules[n-1].text == string(kv.Value) || l.ruleAt(kv.ModRevision) != l.rules[n-1] {
			return nil // it came with the log
		}
		was = l.rules[n-1].From
	}
	r, err := l.readRule(l.id, string(kv.Value))
	if err == nil && (r == nil || r.Was != was) {
		err = fmt.Errorf("%w: %s is not the next rule", facts.ErrUnsigned, l.ruleKey())
	}
	if err == nil {
		l.rules = append(l.rules, r)
	}
	return err
}

// judge decodes what is at a key and finds out whether it is a fact. An error that is not ErrBroken
// says that this node cannot judge.
func (l *Log) judge(stream, name string, value []byte, revision int64) (facts.Fact, error) {
	f := facts.Fact{Stream: stream, Name: name}
	var err error
	f.Body, f.Hint, err = facts.Decode(value)
	r := l.ruleAt(revision)
	if err != nil && (r == nil || errors.Is(err, facts.ErrBroken) || r.signer.Holds(f, value)) {
		return f, err // a newer program's stops this node only where that has the key
	}
	switch {
	case r == nil && len(l.rules) == 0 && facts.IsSigned(value):
		return f, facts.ErrUnsigned
	case r == nil || r.signer.Holds(f, value):
		return f, nil
	case !facts.IsSigned(value):
		return f, fmt.Errorf("%w: it is not signed", facts.ErrBroken)
	}
	return f, fmt.Errorf("%w: no node has signed it for this place", facts.ErrBroken)
}

// encode is a fact as the log has it.
func (r *rule) encode(f facts.Fact) string {
	if r == nil {
		return string(facts.Encode(f.Body, f.Hint))
	}
	return string(r.signer.Encode(f))
}

// ErrNodes says that nodes cannot sign as the others will.
var ErrNodes = errors.New("nodes do not have this key as the first line of --cluster-secret, or " +
	"are of an older program: see to them first")

// ErrNothing says that there is nothing to do.
var ErrNothing = errors.New("the facts of this exchange are signed by this key already")

// Sign has the facts of the exchange be signed from now on by the first of this node's keys, which
// all nodes that are alive must have. What is no fact by the rule before leaves the log. Secrets
// are sealed by the key.
func (l *Log) Sign(ctx context.Context) error {
	if len(l.cfg.Keys) == 0 {
		return facts.ErrSealed
	}
	old, err := l.learn(ctx)
	if err != nil {
		return err
	}
	if old != nil && old.Key == l.cfg.Keys[0].ID() {
		return ErrNothing
	}
	nodes, err := l.alive(ctx)
	if err != nil {
		return err
	}
	for _, n := range nodes {
		if len(n.Keys) == 0 || n.Keys[0] != l.cfg.Keys[0].ID() {
			return fmt.Errorf("%w (%s)", ErrNodes, n.Name)
		}
	}
	if err := l.reseal(ctx); err != nil {
		return unavailable(err)
	}
	if err := l.sweep(ctx, old, 0); err != nil {
		return unavailable(err)
	}
	next, err := l.setRule(ctx, old)
	if err == nil {
		err = l.sweep(ctx, old, next.From)
	}
	if err != nil {
		return unavailable(err)
	}
	return nil
}

var errNoLog = errors.New("no exchange of this name is in etcd: start a node first")

// learn finds out, for a tool that follows no log, which one there is and by which rule it goes.
func (l *Log) learn(ctx context.Context) (*rule, error) {
	now, err := l.stands(ctx)
	if err != nil {
		return nil, unavailable(err)
	}
	if now.id == "" {
		return nil, errNoLog
	}
	r, err := l.readRule(now.id, now.rule)
	if err != nil {
		return nil, err
	}
	l.change(func() {
		l.id, l.rules = now.id, nil
		if r != nil {
			l.rules = []*rule{r}
		}
	})
	return r, nil
}

// setRule puts a rule into the log that holds for all that comes after its newest facts.
func (l *Log) setRule(ctx context.Context, old *rule) (*rule, error) {
	was, before := int64(unsigned), clientv3.Compare(clientv3.CreateRevision(l.ruleKey()), "=", 0)
	if old != nil {
		was, before = old.From, clientv3.Compare(clientv3.Value(l.ruleKey()), "=", old.text)
	}
	for ctx.Err() == nil {
		now, err := l.stands(ctx)
		if err != nil {
			return nil, err
		}
		next := l.newRule(now.id, now.mark.Revision, was)
		r, err := l.member().Txn(ctx).If(before,
			clientv3.Compare(clientv3.Value(l.idKey()), "=", l.id),
			clientv3.Compare(clientv3.ModRevision(l.markKey()), "=", now.mark.Revision)).
			Then(clientv3.OpPut(l.ruleKey(), next.text)).Commit()
		if err != nil || r.Succeeded {
			return next, err
		}
		if now, err = l.stands(ctx); err != nil {
			return nil, err
		}
		if now.id != l.id || now.rule != ruleText(old) {
			return nil, errors.New("somebody else changed the log meanwhile: look at " +
				"\"bourse cluster status\" and try again")
		}
	}
	return nil, ctx.Err()
}

func ruleText(r *rule) string {
	if r == nil {
		return ""
	}
	return r.text
}

// sweep takes out of the log, up to a revision, what is no fact; 0 is all.
func (l *Log) sweep(ctx context.Context, by *rule, upTo int64) error {
	if by == nil {
		return nil
	}
	all, _, err := l.everything(ctx)
	if err != nil {
		return err
	}
	for _, kv := range all {
		stream, name, ok := l.parse(kv.Key)
		if !ok || upTo > 0 && kv.ModRevision > upTo {
			continue
		}
		if _, err := l.judge(stream, name, kv.Value, kv.ModRevision); !errors.Is(err,
			facts.ErrBroken) {
			continue
		}
		_, err := l.member().Txn(ctx).If(clientv3.Compare(
			clientv3.ModRevision(string(kv.Key)), "=", kv.ModRevision)).
			Then(clientv3.OpDelete(string(kv.Key))).Commit()
		if err != nil {
			return err
		}
	}
	return nil
}

// reseal seals all secrets by the first key.
func (l *Log) reseal(ctx context.Context) error {
	r, err := l.member().Get(ctx, l.secretKey(""), clientv3.WithPrefix())
	if err != nil {
		return err
	}
	for _, kv := range r.Kvs {
		name := string(kv.Key)[len(l.secretKey("")):]
		secret, _, err := l.cfg.Keys.Open(name, kv.Value)
		if err != nil {
			return fmt.Errorf("%s: %w", kv.Key, err)
		}
		if err := l.seal(ctx, name, secret, kv.ModRevision, &l.cfg.Keys[0]); err != nil {
			return err
		}
	}
	return nil
}

// seal puts a secret in the place of what was there at a revision, unless another node did so.
func (l *Log) seal(ctx context.Context, name string, secret []byte, at int64,
	key *facts.Key) error {
	_, err := l.member().Txn(ctx).
		If(clientv3.Compare(clientv3.ModRevision(l.secretKey(name)), "=", at)).
		Then(clientv3.OpPut(l.secretKey(name), string(key.Seal(name, secret)))).Commit()
	return err
}

func (l *Log) secretKey(name string) string { return l.prefix + "/secrets/" + name }
