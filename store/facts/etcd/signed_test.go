package etcd_test

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	clientv3 "go.etcd.io/etcd/client/v3"

	"bourse/store/facts"
	"bourse/store/facts/etcd"
	"bourse/store/facts/factstest"
)

// keyed is nodes of an exchange that have keys, and a stranger who can write to their etcd.
type keyed struct {
	*testing.T
	endpoints []string
	name      string
	stranger  *clientv3.Client
}

func newKeyed(t *testing.T) *keyed {
	t.Helper()
	k := &keyed{T: t, endpoints: shared(t), name: fmt.Sprint("keyed", time.Now().UnixNano())}
	c, err := clientv3.New(clientv3.Config{Endpoints: k.endpoints})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	k.stranger = c
	return k
}

// node is one that runs or is to run.
type node struct {
	*etcd.Log
	factstest.Recorder
	told lines
	stop func() error
}

func (k *keyed) open(name string, to *node, keys ...facts.Key) *node {
	k.Helper()
	l, err := etcd.Open(k.Context(), etcd.Config{Endpoints: k.endpoints, Name: k.name, Node: name,
		Keys: keys, Logger: slog.New(slog.NewTextHandler(&to.told, nil))})
	if err != nil {
		k.Fatal(err)
	}
	k.Cleanup(func() { l.Close() })
	to.Log = l
	return to
}

func (k *keyed) run(name string, to *node, keys ...facts.Key) *node {
	k.Helper()
	k.open(name, to, keys...)
	to.stop = run(k.T, to.Log, &to.Recorder)
	return to
}

// starts tries to start a node that cannot.
func (k *keyed) starts(name string, to *node, why error, keys ...facts.Key) {
	k.Helper()
	k.open(name, to, keys...)
	to.Follow(factstest.Stream, &to.Recorder)
	ctx, cancel := context.WithTimeout(k.Context(), 20*time.Second)
	defer cancel()
	if err := to.Run(ctx); !errors.Is(err, why) {
		k.Errorf("node %s with keys %s: %v, not %v", name, facts.Keys(keys).IDs(), err, why)
	}
	to.Close()
}

// restart stops a node and starts it with other keys.
func (k *keyed) restart(name string, n *node, keys ...facts.Key) {
	k.Helper()
	if err := n.stop(); err != nil {
		k.Error(err)
	}
	n.Close()
	k.run(name, n, keys...)
}

func (k *keyed) key(stream, name string) string {
	return "/bourse/" + k.name + "/facts/" + stream + "/" + name
}

// put is what the stranger does.
func (k *keyed) put(name string, value []byte) {
	k.Helper()
	if _, err := k.stranger.Put(k.Context(), k.key(factstest.Stream, name),
		string(value)); err != nil {
		k.Fatal(err)
	}
}

func (k *keyed) value(name string) []byte {
	k.Helper()
	r, err := k.stranger.Get(k.Context(), k.key(factstest.Stream, name))
	if err != nil || len(r.Kvs) != 1 {
		k.Fatal(name, err)
	}
	return r.Kvs[0].Value
}

// sign does what "bourse cluster sign" does.
func (k *keyed) sign(keys ...facts.Key) error {
	k.Helper()
	l := k.open("sign", new(node), keys...)
	defer l.Close()
	return l.Sign(k.Context())
}

// have waits until nodes have taken in just these facts, in the same order.
func (k *keyed) have(names []string, nodes ...*node) {
	k.Helper()
	var first []string
	for i, n := range nodes {
		var list []string
		bodies := make(map[string]string)
		until(k.T, fmt.Sprint(len(names), " facts at node ", i), func() bool {
			list = nil
			for _, f := range n.Facts() {
				list = append(list, f.Name)
				bodies[f.Name] = string(f.Body)
			}
			return len(list) >= len(names)
		})
		if i == 0 {
			first = list
		}
		sorted := slices.Sorted(slices.Values(list))
		if !slices.Equal(sorted, slices.Sorted(slices.Values(names))) ||
			!slices.Equal(list, first) {
			k.Errorf("node %d has %q, not %q", i, list, names)
		}
		for name, body := range bodies {
			if body != "body of "+name {
				k.Errorf("node %d: %s is %q", i, name, body)
			}
		}
	}
}

func bodied(name string) facts.Fact {
	return facts.Fact{Stream: factstest.Stream, Name: name, Body: []byte("body of " + name)}
}

func (k *keyed) append(n *node, names ...string) {
	k.Helper()
	for _, name := range names {
		until(k.T, name+" is taken", func() bool {
			_, _, err := n.Append(k.Context(), nil, bodied(name))
			return err == nil
		})
	}
}

// forged is what a stranger can write who has no key of the exchange, by the name of the key.
func (k *keyed) forged(real string) map[string][]byte {
	other, mine := facts.Key{9}, k.value(real)
	body := []byte("invented")
	torn := slices.Clone(mine)
	torn[len(torn)/2] ^= 1
	again, _, err := facts.Decode(mine)
	if err != nil {
		k.Fatal(err)
	}
	return map[string][]byte{
		"plain":            facts.Encode(body, nil),
		"hinted":           facts.Encode(body, []byte("hint")),
		"by another key":   other.Signer(k.name, "log").Encode(bodied("by another key")),
		"of another name":  mine,
		"torn":             torn,
		"without its seal": facts.Encode(again, nil),
		"text":             []byte("hello"),
		"of a newer one":   sealedAs(facts.Format+1, mine),
	}
}

// sealedAs is what was signed, under another format's number and with a checksum that is right.
func sealedAs(format byte, signed []byte) []byte {
	b := append([]byte{format}, signed[1:len(signed)-4]...)
	return binary.BigEndian.AppendUint32(b, crc32.Checksum(b, crc32.MakeTable(crc32.Castagnoli)))
}

// TestANewerProgramWithTheKeyStopsTheNode has a program of the next version, which has the key,
// write beside this one.
func TestANewerProgramWithTheKeyStopsTheNode(t *testing.T) {
	t.Parallel()
	k, key := newKeyed(t), facts.Key{1}
	a := k.run("a", new(node), key)
	k.append(a, "one")
	signer := key.Signer(k.name, overview(t, a.Log).Log)
	text := []byte{facts.Format + 1, 1, 2, 3}
	k.put("newer", sealedAs(facts.Format+1, append(append(text, signer.Sign(
		[]byte(factstest.Stream), []byte("newer"), text)...), 0, 0, 0, 0)))
	until(t, "the node is stuck", func() bool {
		ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		defer cancel()
		_, _, err := a.Append(ctx, nil, bodied("two"))
		return err != nil
	})
	if err := a.stop(); !errors.Is(err, facts.ErrFormat) {
		t.Errorf("the node went on: %v", err)
	}
}

// TestStrangersPostNoFacts has somebody write into the etcd of three nodes with a key what looks
// like facts: no node takes in any of it, at once, after a restart or as a new one; each names it,
// counts it and goes on, and what stands in the place of a fact does not keep that one out.
func TestStrangersPostNoFacts(t *testing.T) {
	t.Parallel()
	k, key := newKeyed(t), facts.Key{1}
	var nodes []*node
	for _, name := range []string{"a", "b", "c"} {
		nodes = append(nodes, k.run(name, new(node), key))
	}
	k.append(nodes[0], "one")
	bad := k.forged("one")
	for name, value := range bad {
		k.put(name, value)
	}
	k.append(nodes[1], "two")
	k.have([]string{"one", "two"}, nodes...)
	for i, n := range nodes {
		if got := n.Status().Aside; got != int64(len(bad)) {
			t.Errorf("node %d counts %d of %d", i, got, len(bad))
		}
		for name := range bad {
			if !strings.Contains(n.told.String(), k.key(factstest.Stream, name)) {
				t.Errorf("node %d does not name %q", i, name)
			}
		}
	}
	until(t, "the operator is told", func() bool {
		o := overview(t, nodes[0].Log)
		list := strings.Join(o.Troubles(time.Now()), "\n")
		return o.Signed == key.ID() && strings.Contains(list, fmt.Sprintf(
			"c found %d keys that are no facts", len(bad)))
	})
	k.append(nodes[2], "plain", "of another name")
	all := []string{"one", "two", "plain", "of another name"}
	k.have(all, nodes...)
	k.restart("a", nodes[0], key)
	k.append(nodes[0], "three")
	k.have(append(all, "three"), append(nodes, k.run("d", new(node), key))...)
}

// TestWhatWasSignedHoldsInItsPlaceAlone copies what nodes have signed to other places: to another
// exchange of the same key, another stream, and, after it has left, to its own place again.
func TestWhatWasSignedHoldsInItsPlaceAlone(t *testing.T) {
	t.Parallel()
	key := facts.Key{1}
	here, there := newKeyed(t), newKeyed(t)
	a, b := here.run("a", new(node), key), there.run("b", new(node), key)
	here.append(a, "one")
	there.append(b, "two")
	there.put("one", here.value("one"))
	there.append(b, "three")
	there.have([]string{"two", "three"}, b)

	const delta = "delta/1337"
	for _, from := range []string{"two", "three"} {
		if _, err := there.stranger.Put(t.Context(), there.key(delta, from),
			string(there.value(from))); err != nil {
			t.Fatal(err)
		}
	}
	var other factstest.Recorder
	c := there.open("c", new(node), key)
	c.Follow(delta, &other)
	c.stop = run(t, c.Log, &c.Recorder)
	there.append(c, "four")
	if list := other.Facts(); len(list) > 0 {
		t.Errorf("another stream has %v", list)
	}

	value := there.value("two")
	if _, err := there.stranger.Delete(t.Context(), there.key(factstest.Stream,
		"two")); err != nil {
		t.Fatal(err)
	}
	there.put("two", value)
	there.append(b, "five")
	there.have([]string{"two", "three", "four", "five"}, b, c)
}

// TestSigningBegins does what the page says of an exchange that had no key: nodes get it one after
// the other while orders come in, then the operator has them sign. What was there stays; what a
// stranger writes afterwards is none; nodes without the key, or with another one, end with a
// sentence.
func TestSigningBegins(t *testing.T) {
	t.Parallel()
	k, key := newKeyed(t), facts.Key{1}
	a, b := k.run("a", new(node)), k.run("b", new(node))
	k.append(a, "one")
	k.put("before", facts.Encode([]byte("body of before"), nil))
	k.append(a, "two")
	names := []string{"one", "before", "two"}

	k.restart("a", a, key)
	until(t, "both are alive", func() bool { return len(overview(t, a.Log).Nodes) == 2 })
	if err := k.sign(key); !errors.Is(err, etcd.ErrNodes) || !strings.Contains(err.Error(), "b") {
		t.Errorf("beside a node without the key: %v", err)
	}
	k.restart("b", b, key)
	if o := overview(t, a.Log); o.Signed != "" {
		t.Error("facts are signed already")
	}
	var writing sync.WaitGroup
	signed := make(chan struct{})
	var mu sync.Mutex
	for i, n := range []*node{a, b} {
		writing.Go(func() {
			for j := 0; ; j++ {
				name := fmt.Sprint(i, "-", j)
				k.append(n, name)
				mu.Lock()
				names = append(names, name)
				mu.Unlock()
				select {
				case <-signed:
					if j >= 50 {
						return
					}
				default:
				}
			}
		})
	}
	until(t, "the nodes have the key", func() bool { return k.sign(key) == nil })
	close(signed)
	writing.Wait()
	if err := k.sign(key); !errors.Is(err, etcd.ErrNothing) {
		t.Errorf("again: %v", err)
	}
	k.put("after", facts.Encode([]byte("body of after"), nil))
	k.append(a, "last")
	names = append(names, "last")
	k.have(names, a, b, k.run("c", new(node), key))
	if n := a.Status().Aside; n != 1 {
		t.Errorf("%d keys are no facts", n)
	}
	k.starts("d", new(node), facts.ErrSealed)
	k.starts("e", new(node), facts.ErrKey, facts.Key{2})
	k.restart("a", a, key)
	k.append(a, "really the last")
	k.have(append(names, "really the last"), a, b)
}

// TestTheKeyIsChanged does the steps of the page: what was signed by the old key stays, and is
// worth nothing afterwards. A node that was away needs the old key or a copy of another one.
func TestTheKeyIsChanged(t *testing.T) {
	t.Parallel()
	k, old, key := newKeyed(t), facts.Key{1}, facts.Key{2}
	a, b, away := k.run("a", new(node), old), k.run("b", new(node), old), k.run("z", new(node), old)
	secret, err := a.Secret(t.Context(), "hmac", []byte("shared"))
	if err != nil {
		t.Fatal(err)
	}
	k.append(a, "one")
	k.have([]string{"one"}, away)
	if err := away.stop(); err != nil {
		t.Fatal(err)
	}
	away.Close()
	k.put("bad", facts.Encode([]byte("invented"), nil))
	k.append(a, "two")
	leaked := old.Signer(k.name, overview(t, a.Log).Log)

	k.restart("a", a, key, old)
	k.append(b, "three")
	k.append(a, "four")
	until(t, "all are alive", func() bool { return len(overview(t, a.Log).Nodes) == 2 })
	if err := k.sign(key, old); !errors.Is(err, etcd.ErrNodes) {
		t.Errorf("beside a node of the old key: %v", err)
	}
	k.restart("b", b, key, old)
	if err := k.sign(key); !errors.Is(err, facts.ErrKey) {
		t.Errorf("without the old key: %v", err)
	}
	until(t, "the key is changed", func() bool {
		err := k.sign(key, old)
		if err != nil && !errors.Is(err, etcd.ErrNodes) {
			t.Fatal(err)
		}
		return err == nil
	})
	k.append(a, "five")
	k.put("by the old key", leaked.Encode(bodied("by the old key")))
	k.append(b, "six")
	k.restart("a", a, key)
	k.restart("b", b, key)
	k.append(a, "seven")
	names := []string{"one", "two", "three", "four", "five", "six", "seven"}
	k.have(names, a, b, k.run("c", new(node), key))
	for _, n := range []*node{a, b} {
		again, err := n.Secret(t.Context(), "hmac", []byte("another"))
		if err != nil || string(again) != string(secret) {
			t.Errorf("the shared secret is %q, %v", again, err)
		}
	}
	k.starts("d", new(node), facts.ErrKey, old)
	k.starts("z", away, facts.ErrRotated, key)
	k.run("z", away, key, old)
	k.have(names, away)
}

// TestTheRuleIsReplaced has a stranger put something else in the place of what says that facts are
// signed: nodes refuse to write, take in nothing unsigned, and new ones do not start.
func TestTheRuleIsReplaced(t *testing.T) {
	t.Parallel()
	for what, spoil := range map[string]func(k *keyed, rule string) error{
		"replaced": func(k *keyed, rule string) error {
			_, err := k.stranger.Put(k.Context(), rule, `{"from":9999999,"was":-1,"key":"`+
				(&facts.Key{1}).ID()+`"}`)
			return err
		},
		"garbled": func(k *keyed, rule string) error {
			_, err := k.stranger.Put(k.Context(), rule, "x")
			return err
		},
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			k, key := newKeyed(t), facts.Key{1}
			a := k.run("a", new(node), key)
			k.append(a, "one")
			if err := spoil(k, "/bourse/"+k.name+"/facts/.key"); err != nil {
				t.Fatal(err)
			}
			k.put("bad", facts.Encode([]byte("invented"), nil))
			refuses(t, a.Log, facts.ErrUnsigned)
			k.have([]string{"one"}, a)
			k.starts("b", new(node), facts.ErrUnsigned, key)
			if err := a.stop(); err != nil {
				t.Error(err)
			}
			k.starts("a", a, facts.ErrUnsigned, key)
		})
	}
}

// TestWhatIsTakenAwayIsPutBack has a stranger delete what says which log it is, in part and whole,
// and post a fact of his own meanwhile: nodes put it back, go on by themselves, and take in what
// they signed and nothing else; one that starts afterwards has all of it.
func TestWhatIsTakenAwayIsPutBack(t *testing.T) {
	t.Parallel()
	k, key := newKeyed(t), facts.Key{1}
	a, b := k.run("a", new(node), key), k.run("b", new(node), key)
	names := []string{"one"}
	k.append(a, "one")
	whole := k.deletable()
	for i, list := range [][]string{whole[:1], whole[1:2], whole[2:], whole} {
		for _, suffix := range list {
			if _, err := k.stranger.Delete(t.Context(), "/bourse/"+k.name+suffix); err != nil {
				t.Fatal(err)
			}
		}
		k.put(fmt.Sprint("bad", i), facts.Encode([]byte("invented"), nil))
		for n, to := range []*node{a, b} {
			name := fmt.Sprint("fact ", i, " of ", n)
			until(t, fmt.Sprint(name, " after ", list, " were taken away"), func() bool {
				_, _, err := to.Append(t.Context(), nil, bodied(name))
				return err == nil
			})
			names = append(names, name)
		}
	}
	k.have(names, a, b)
	late := k.run("late", new(node), key)
	k.have(names, late)
	k.restart("a", a, key)
	k.append(a, "last")
	k.have(append(names, "last"), a, b, late)
	if !strings.Contains(a.told.String()+b.told.String(), "is put back") {
		t.Error("nobody told of it")
	}
}

// deletable is what says which log it is, below the name of the exchange.
func (k *keyed) deletable() []string { return []string{"/log", "/facts/.key", "/facts/.mark"} }

// TestSecretsInTheClearAreRefused puts a secret that a stranger knows in the place of a sealed one.
func TestSecretsInTheClearAreRefused(t *testing.T) {
	t.Parallel()
	k, key := newKeyed(t), facts.Key{1}
	a := k.run("a", new(node), key)
	k.append(a, "one")
	if _, err := a.Secret(t.Context(), "hmac", []byte("shared")); err != nil {
		t.Fatal(err)
	}
	if _, err := k.stranger.Put(t.Context(), "/bourse/"+k.name+"/secrets/hmac",
		string(facts.Encode([]byte("known to strangers"), nil))); err != nil {
		t.Fatal(err)
	}
	if got, err := a.Secret(t.Context(), "hmac", []byte("x")); !errors.Is(err, facts.ErrOpen) {
		t.Errorf("a stranger's secret is taken: %q, %v", got, err)
	}
}

// TestRepairSigns puts a signed log together again whose rule was taken away: what strangers wrote
// is left behind, what nodes signed is kept.
func TestRepairSigns(t *testing.T) {
	t.Parallel()
	k, key := newKeyed(t), facts.Key{1}
	a := k.run("a", new(node), key)
	k.append(a, "in the store", "in the log")
	k.put("bad", facts.Encode([]byte("invented"), nil))
	if err := a.stop(); err != nil {
		t.Fatal(err)
	}
	if _, err := k.stranger.Delete(t.Context(), "/bourse/"+k.name+"/facts/.key"); err != nil {
		t.Fatal(err)
	}
	var copied node
	tool := k.open("tool", new(node), key)
	if err := tool.Repair(t.Context(), etcd.Store{Streams: []string{factstest.Stream},
		Has: func(_, name string) (bool, error) { return name == "in the store", nil },
		Open: func(add func(facts.Fact) error) error {
			return add(bodied("in the store"))
		},
		Keep: func(at facts.Position) error {
			return copied.Apply(t.Context(), at, []facts.Fact{bodied("in the store")})
		},
		Others: func(add func(facts.Fact) error) error { return add(bodied("elsewhere")) },
	}); err != nil {
		t.Fatal(err)
	}
	k.run("a", &copied, key)
	k.put("bad too", facts.Encode([]byte("invented"), nil))
	k.append(&copied, "new")
	k.have([]string{"in the store", "in the log", "elsewhere", "new"}, &copied)
	k.starts("b", new(node), facts.ErrSealed)
}
