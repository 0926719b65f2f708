package etcd_test

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"log/slog"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	clientv3 "go.etcd.io/etcd/client/v3"

	"bourse/store/facts"
	"bourse/store/facts/etcd"
	"bourse/store/facts/etcd/etcdtest"
	"bourse/store/facts/factstest"
)

// shows is the TLS of somebody who shows a certificate.
func shows(t *testing.T, c etcdtest.Certificates) *tls.Config {
	t.Helper()
	cert, err := tls.LoadX509KeyPair(c.Cert, c.Key)
	if err != nil {
		t.Fatal(err)
	}
	pem, err := os.ReadFile(c.CA)
	if err != nil {
		t.Fatal(err)
	}
	pool := x509.NewCertPool()
	pool.AppendCertsFromPEM(pem)
	return &tls.Config{Certificates: []tls.Certificate{cert}, RootCAs: pool,
		MinVersion: tls.VersionTLS13}
}

func reaches(t *testing.T, endpoints []string, c etcdtest.Certificates) *clientv3.Client {
	t.Helper()
	client, err := clientv3.New(clientv3.Config{Endpoints: endpoints, TLS: shows(t, c)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { client.Close() })
	return client
}

// followPage does what the page about clusters has an operator type for the roles of etcd.
func followPage(t *testing.T, root *clientv3.Client) {
	t.Helper()
	page, err := os.ReadFile("../../../docs/cluster.md")
	if err != nil {
		t.Fatal(err)
	}
	did := 0
	for line := range strings.Lines(string(page)) {
		w := strings.Fields(line)
		if len(w) < 3 || w[0] != "etcdctl" {
			continue
		}
		var err error
		switch ctx := t.Context(); {
		case w[1] == "user" && w[2] == "add" && w[4] == "--no-password":
			_, err = root.UserAddWithOptions(ctx, w[3], "", &clientv3.UserAddOptions{
				NoPassword: true})
		case w[1] == "user" && w[2] == "grant-role":
			_, err = root.UserGrantRole(ctx, w[3], w[4])
		case w[1] == "role" && w[2] == "add":
			_, err = root.RoleAdd(ctx, w[3])
		case w[1] == "role" && w[2] == "grant-permission" && w[3] == "--prefix=true" &&
			w[5] == "readwrite":
			_, err = root.RoleGrantPermission(ctx, w[4], w[6],
				clientv3.GetPrefixRangeEnd(w[6]), clientv3.PermissionType(clientv3.PermReadWrite))
		case w[1] == "auth" && w[2] == "enable":
			_, err = root.AuthEnable(ctx)
		default:
			continue
		}
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		did++
	}
	if did < 6 {
		t.Fatalf("the page has %d commands", did)
	}
}

// TestLeastPrivilege runs a node as the user that the page makes for it, in an etcd that asks who
// everybody is: it appends, leads, prunes and tells of itself, and can touch nothing else.
func TestLeastPrivilege(t *testing.T) {
	t.Parallel()
	who, err := etcdtest.IssueTo(t.TempDir(), "root", "node")
	if err != nil {
		t.Fatal(err)
	}
	endpoints := etcdtest.Run(t, etcdtest.Options{Size: 1, TLS: &who[0]}).Endpoints()
	followPage(t, reaches(t, endpoints, who[0]))
	var told lines
	logger := slog.New(slog.NewTextHandler(&told, &slog.HandlerOptions{Level: slog.LevelWarn}))
	l, err := etcd.Open(t.Context(), etcd.Config{Endpoints: endpoints, Name: "main", Node: "a",
		TLS: shows(t, who[1]), Keep: keep, Logger: logger})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	run(t, l, &factstest.Recorder{Over: func(name string) bool {
		return strings.HasPrefix(name, "ended")
	}})
	add(t, l, "open0", "ended0")
	until(t, "what ended leaves", func() bool { return overview(t, l).Facts == 1 })
	until(t, "it sees how etcd stands", func() bool {
		list := l.Vitals().Members
		return len(list) == 1 && list[0].Up && list[0].Bytes > 0
	})
	until(t, "the node tells of itself", func() bool { return len(overview(t, l).Nodes) == 1 })
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	term, err := l.Campaign(ctx, "auctions")
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := l.Append(ctx, term, facts.Fact{Stream: factstest.Stream, Name: "led",
		Body: []byte("x")}); err != nil {
		t.Error(err)
	}
	if text := told.String(); text != "" {
		t.Errorf("the node complains:\n%s", text)
	}
	node := reaches(t, endpoints, who[1])
	for _, key := range []string{"/bourse/other/log", "/bourse/main", "/other"} {
		if _, err := node.Get(ctx, key); err == nil {
			t.Errorf("the node reads %s", key)
		}
		if _, err := node.Put(ctx, key, "x"); err == nil {
			t.Errorf("the node writes %s", key)
		}
	}
}

// TestSecretsAreSealed has nodes with a key share a secret that nobody without it can read or use,
// also where it was there before they had a key.
func TestSecretsAreSealed(t *testing.T) {
	t.Parallel()
	endpoints := shared(t)
	client, err := clientv3.New(clientv3.Config{Endpoints: endpoints})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { client.Close() })
	with := func(node string, keys ...facts.Key) *etcd.Log {
		l, err := etcd.Open(t.Context(), etcd.Config{Endpoints: endpoints, Name: "sealed",
			Node: node, Keys: keys})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { l.Close() })
		return l
	}
	key, other := facts.Key{1}, facts.Key{2}
	secret := []byte("what signs the price objects of all nodes")
	shares := func(l *etcd.Log, name string) {
		t.Helper()
		got, err := l.Secret(t.Context(), name, []byte("another one"))
		if err != nil || !bytes.Equal(got, secret) {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
	plain, a, b := with("plain"), with("a", key), with("b", key)
	if _, err := plain.Secret(t.Context(), "earlier", secret); err != nil {
		t.Fatal(err)
	}
	if _, err := a.Secret(t.Context(), "new", secret); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"new", "earlier"} {
		shares(b, name)
		shares(a, name)
		r, err := client.Get(t.Context(), "/bourse/sealed/secrets/"+name)
		if err != nil || len(r.Kvs) != 1 || bytes.Contains(r.Kvs[0].Value, secret) {
			t.Errorf("%s lies open: %v", name, err)
		}
		if _, _, err := facts.Decode(r.Kvs[0].Value); !errors.Is(err, facts.ErrFormat) {
			t.Errorf("a program that knows no seals reads %s: %v", name, err)
		}
		if _, err := plain.Secret(t.Context(), name, secret); !errors.Is(err, facts.ErrSealed) {
			t.Errorf("without a key: %v", err)
		}
		if _, err := with("c"+name, other).Secret(t.Context(), name,
			secret); !errors.Is(err, facts.ErrKey) {
			t.Errorf("by another key: %v", err)
		}
	}
	// One that stands under another name is not taken for that one's.
	r, err := client.Get(t.Context(), "/bourse/sealed/secrets/new")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := client.Put(t.Context(), "/bourse/sealed/secrets/moved",
		string(r.Kvs[0].Value)); err != nil {
		t.Fatal(err)
	}
	if _, err := a.Secret(t.Context(), "moved", secret); !errors.Is(err, facts.ErrKey) {
		t.Errorf("a secret of another name: %v", err)
	}
}

// lines is what a log says at warning and above.
type lines struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *lines) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(b)
}

func (l *lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}
