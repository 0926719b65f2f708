package webhook_test

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"bourse/backend/announce"
	"bourse/backend/webhook"
)

// receiver is somebody else's server, which knows the key and checks what comes by itself.
type receiver struct {
	t      testing.TB
	folder string
	answer func(w http.ResponseWriter, n int) // to the nth request; nil takes all

	mu    sync.Mutex
	tries int
	got   map[string]string // bodies by id
	order []string          // ids as they come
}

func newReceiver(t testing.TB, folder string) *receiver {
	return &receiver{t: t, folder: folder, got: map[string]string{}}
}

func (r *receiver) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	body, err := io.ReadAll(req.Body)
	if err != nil {
		return
	}
	text, err := os.ReadFile(filepath.Join(r.folder, "key"))
	if err != nil {
		r.t.Error(err)
	}
	key, err := hex.DecodeString(strings.TrimSpace(string(text)))
	if err != nil {
		r.t.Error(err)
	}
	mac := hmac.New(sha256.New, key)
	mac.Write(body)
	want := "sha256=" + hex.EncodeToString(mac.Sum(nil))
	if got := req.Header.Get("X-Bourse-Signature"); got != want {
		r.t.Errorf("the signature is %q, of the body it is %q", got, want)
	}
	var a struct{ ID string }
	if err := json.Unmarshal(body, &a); err != nil || a.ID != req.Header.Get("X-Bourse-Id") {
		r.t.Errorf("the body is of %q (%v), the header of %q", a.ID, err,
			req.Header.Get("X-Bourse-Id"))
	}
	r.mu.Lock()
	r.tries++
	n := r.tries
	if before, again := r.got[a.ID]; again && before != string(body) {
		r.t.Errorf("%s has another body than before", a.ID)
	}
	r.got[a.ID] = string(body)
	r.order = append(r.order, a.ID)
	r.mu.Unlock()
	if r.answer != nil {
		r.answer(w, n)
	}
}

func (r *receiver) count() (tries, ids int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.tries, len(r.got)
}

// pauses are the waits of an outbox, which a test lets pass at once.
type pauses struct {
	mu  sync.Mutex
	all []time.Duration
}

func (p *pauses) After(d time.Duration) <-chan time.Time {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.all = append(p.all, d)
	c := make(chan time.Time, 1)
	c <- time.Time{}
	return c
}

func (p *pauses) list() []time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]time.Duration(nil), p.all...)
}

func open(t testing.TB, url, folder string, p *pauses, client *http.Client) *webhook.Outbox {
	t.Helper()
	o, err := webhook.Open(webhook.Config{URL: url, Folder: folder, Now: time.Now,
		After: p.After, Log: slog.New(slog.DiscardHandler), Client: client})
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// until waits until a condition holds.
func until(t testing.TB, what string, holds func() bool) {
	t.Helper()
	limit, ticker := time.After(30*time.Second), time.NewTicker(time.Millisecond)
	defer ticker.Stop()
	for !holds() {
		select {
		case <-limit:
			t.Fatal("never came: ", what)
		case <-ticker.C:
		}
	}
}

// run posts until nothing waits.
func run(t testing.TB, o *webhook.Outbox) {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	ended := make(chan error, 1)
	go func() { ended <- o.Run(ctx) }()
	until(t, "that nothing waits", func() bool { return o.Waiting() == 0 })
	stop()
	if err := <-ended; err != nil || o.Waiting() > 0 {
		t.Fatalf("%d wait in the end (%v)", o.Waiting(), err)
	}
}

func put(t testing.TB, o *webhook.Outbox, ids ...string) {
	t.Helper()
	var list []announce.Announcement
	for _, id := range ids {
		list = append(list, announce.Announcement{ID: id, Kind: announce.Fill,
			Text: "your order <was> filled & more: " + id})
	}
	if err := o.Put(list); err != nil {
		t.Fatal(err)
	}
}

// Whatever the other side does, all that waits arrives in the end, with the same bytes, and only a
// whole answer of 2xx is taken for a yes.
func TestDelivery(t *testing.T) {
	t.Parallel()
	hijack := func(w http.ResponseWriter, send string) {
		c, _, err := w.(http.Hijacker).Hijack()
		if err != nil {
			t.Error(err)
			return
		}
		fmt.Fprint(c, send)
		c.Close()
	}
	for name, answer := range map[string]func(w http.ResponseWriter){
		"500": func(w http.ResponseWriter) { w.WriteHeader(500) },
		"404": func(w http.ResponseWriter) { w.WriteHeader(404) },
		"redirects": func(w http.ResponseWriter) {
			w.Header().Set("Location", "/a")
			w.WriteHeader(http.StatusTemporaryRedirect)
		},
		"hangs up": func(w http.ResponseWriter) { hijack(w, "") },
		"garbage":  func(w http.ResponseWriter) { hijack(w, "SSH-2.0-OpenSSH_9.6\r\n") },
		"a yes that breaks off": func(w http.ResponseWriter) {
			hijack(w, "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nyes")
		},
		"a yes without end": func(w http.ResponseWriter) {
			for w.Header().Set("Content-Type", "text/plain"); ; {
				if _, err := w.Write(make([]byte, 1<<16)); err != nil {
					return
				}
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			folder, p := t.TempDir(), &pauses{}
			r := newReceiver(t, folder)
			r.answer = func(w http.ResponseWriter, n int) {
				if n <= 5 {
					answer(w)
				}
			}
			s := httptest.NewServer(r)
			defer s.Close()
			o := open(t, s.URL, folder, p, nil)
			put(t, o, "a", "b", "c")
			put(t, o, "b") // it waits already
			run(t, o)
			tries, ids := r.count()
			if name == "a yes without end" { // it is a yes
				if ids != 3 || tries != 3 {
					t.Errorf("%d tries of %d", tries, ids)
				}
				return
			}
			if ids != 3 || tries != 8 {
				t.Errorf("%d tries of %d, want 5 that fail and 3", tries, ids)
			}
			want := []time.Duration{1, 2, 4, 8, 16}
			for i, d := range p.list() {
				if i < len(want) && d != want[i]*time.Second {
					t.Errorf("pause %d is %s", i, d)
				}
			}
		})
	}
}

// What nobody takes waits on disk: the next process posts it, and a process that stops between the
// answer and the disk posts it twice, under one id.
func TestDeliveryOverRestarts(t *testing.T) {
	t.Parallel()
	folder, p := t.TempDir(), &pauses{}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	down := "http://" + l.Addr().String()
	l.Close() // nobody listens there
	o := open(t, down, folder, p, nil)
	put(t, o, "a", "b")
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- o.Run(ctx) }()
	until(t, "a third try", func() bool { return len(p.list()) >= 3 })
	stop()
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	waiting, err := os.ReadFile(filepath.Join(folder, "waiting.jsonl"))
	if err != nil {
		t.Fatal(err)
	}

	r := newReceiver(t, folder)
	s := httptest.NewServer(r)
	defer s.Close()
	run(t, open(t, s.URL, folder, p, nil))
	if tries, ids := r.count(); ids != 2 || tries != 2 {
		t.Errorf("%d tries of %d", tries, ids)
	}
	if err := os.WriteFile(filepath.Join(folder, "waiting.jsonl"), waiting, 0o600); err != nil {
		t.Fatal(err)
	}
	run(t, open(t, s.URL, folder, p, nil))
	if tries, ids := r.count(); ids != 2 || tries != 4 {
		t.Errorf("%d tries of %d", tries, ids)
	}
	info, err := os.Stat(filepath.Join(folder, "key"))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the key is %v (%v)", info.Mode(), err)
	}
}

// A server that does not answer holds up nothing for longer than a try may take, and what one
// announcement makes it do does not hold up the others.
func TestASlowServerHoldsUpNothing(t *testing.T) {
	t.Parallel()
	folder, p := t.TempDir(), &pauses{}
	r := newReceiver(t, folder)
	release := make(chan struct{})
	r.answer = func(_ http.ResponseWriter, n int) {
		if n == 1 {
			<-release
		}
	}
	s := httptest.NewServer(r)
	defer s.Close()
	defer close(release)
	o := open(t, s.URL, folder, p, &http.Client{Timeout: time.Second})
	put(t, o, "slow", "b")
	run(t, o)
	if tries, ids := r.count(); ids != 2 || tries != 3 {
		t.Errorf("%d tries of %d", tries, ids)
	}
}

// Whoever makes an account offers without end takes no announcement's place and holds none up: what
// happened to the account comes first, and of others' doing so much waits and no more.
func TestOffersHoldNothingUp(t *testing.T) {
	t.Parallel()
	folder, p := t.TempDir(), &pauses{}
	r := newReceiver(t, folder)
	s := httptest.NewServer(r)
	defer s.Close()
	o := open(t, s.URL, folder, p, nil)
	put(t, o, "fill 1")
	var offers []announce.Announcement
	for i := range 12_000 {
		offers = append(offers, announce.Announcement{ID: fmt.Sprint("offer ", i),
			Kind: announce.Offer})
	}
	if err := o.Put(offers); err != nil {
		t.Fatal(err)
	}
	put(t, o, "fill 2", "fill 3")
	if n := o.Waiting(); n != 503 {
		t.Errorf("%d wait", n)
	}
	run(t, open(t, s.URL, folder, p, nil)) // as it is on disk
	if _, ids := r.count(); ids != 503 {
		t.Errorf("%d arrived", ids)
	}
	for i, want := range []string{"fill 1", "fill 2", "fill 3", "offer 11500"} {
		if r.order[i] != want {
			t.Errorf("%q arrives in place %d, it should be %q", r.order[i], i, want)
		}
	}
}

// Whoever fills one order of an account without end takes no announcement's place and holds none
// up: that another order was filled, and how this one ended, comes before all but the first of
// them.
func TestFillsOfOneOrderHoldNothingUp(t *testing.T) {
	t.Parallel()
	folder, p := t.TempDir(), &pauses{}
	r := newReceiver(t, folder)
	s := httptest.NewServer(r)
	defer s.Close()
	o := open(t, s.URL, folder, p, nil)
	for i := range 120 {
		var fills []announce.Announcement
		for n := range 100 {
			fills = append(fills, announce.Announcement{ID: fmt.Sprint("dust ", i, n),
				Kind: announce.Fill, Maker: true, Order: "0xa"})
		}
		if err := o.Put(fills); err != nil {
			t.Fatal(err)
		}
	}
	if err := o.Put([]announce.Announcement{
		{ID: "other", Kind: announce.Fill, Maker: true, Order: "0xb"},
		{ID: "ended", Kind: announce.Expiry, Maker: true, Order: "0xa"},
		{ID: "taken", Kind: announce.Fill, Order: "0xa"}}); err != nil {
		t.Fatal(err)
	}
	run(t, open(t, s.URL, folder, p, nil))
	for _, id := range []string{"other", "ended", "taken"} {
		if at := slices.Index(r.order, id); at < 0 || at > 40 {
			t.Errorf("%q arrives in place %d of %d", id, at, len(r.order))
		}
	}
	if _, ids := r.count(); ids != 535 {
		t.Errorf("%d arrived", ids)
	}
}

// Where thousands wait, one that is taken costs no more than what says so, and the file does not
// grow with what was taken.
func TestALetterCostsALetter(t *testing.T) {
	t.Parallel()
	folder, p := t.TempDir(), &pauses{}
	r := newReceiver(t, folder)
	file := filepath.Join(folder, "waiting.jsonl")
	stat := func() os.FileInfo {
		info, err := os.Stat(file)
		if err != nil {
			t.Error(err)
		}
		return info
	}
	const all = 2000
	written, anew := int64(0), 0
	last := os.FileInfo(nil)
	r.answer = func(http.ResponseWriter, int) {
		now := stat()
		switch {
		case last == nil:
		case os.SameFile(last, now):
			written += now.Size() - last.Size()
		default:
			written += now.Size()
			anew++
		}
		last = now
	}
	s := httptest.NewServer(r)
	defer s.Close()
	o := open(t, s.URL, folder, p, nil)
	var ids []string
	for i := range all {
		ids = append(ids, fmt.Sprint("letter ", i))
	}
	put(t, o, ids...)
	begun := stat().Size()
	run(t, o)
	if written > all*200 || anew > 3 {
		t.Errorf("%d bytes are written for %d letters taken, %d times anew", written, all, anew)
	}
	if _, ids := r.count(); ids != all {
		t.Errorf("%d of %d arrived", ids, all)
	}
	for range 4 {
		put(t, o, ids...)
		run(t, o)
	}
	if size := stat().Size(); size > 2*begun+1<<20 {
		t.Errorf("%d bytes are left of nothing", size)
	}
}

// Wherever a crash cuts the file short, what was acknowledged before waits, and no more than the
// last is posted twice.
func TestACrashLosesNothing(t *testing.T) {
	t.Parallel()
	folder, p := t.TempDir(), &pauses{}
	r := newReceiver(t, folder)
	var crashes [][]byte // the file as it was whenever a letter came
	r.answer = func(http.ResponseWriter, int) {
		text, err := os.ReadFile(filepath.Join(folder, "waiting.jsonl"))
		if err != nil {
			t.Error(err)
		}
		crashes = append(crashes, text)
	}
	s := httptest.NewServer(r)
	defer s.Close()
	o := open(t, s.URL, folder, p, nil)
	put(t, o, "a", "b", "c")
	put(t, o, "d")
	run(t, o)
	if len(crashes) != 4 {
		t.Fatalf("%d came", len(crashes))
	}
	for taken, whole := range crashes {
		line := bytes.LastIndexByte(whole[:len(whole)-1], '\n') + 1
		for cut := line; cut <= len(whole); cut++ {
			other := t.TempDir()
			if err := os.WriteFile(filepath.Join(other, "waiting.jsonl"), whole[:cut],
				0o600); err != nil {
				t.Fatal(err)
			}
			o := open(t, s.URL, other, p, nil)
			want := 4 - taken
			if cut < len(whole) { // the last change was acknowledged to nobody
				if want++; taken == 0 {
					want = 3
				}
			}
			if n := o.Waiting(); n != want {
				t.Errorf("of %d bytes of %d %d wait, want %d", cut, len(whole), n, want)
			}
			put(t, o, "e")
			if n := open(t, s.URL, other, p, nil).Waiting(); n != want+1 {
				t.Errorf("after %d bytes one more is put, and %d wait", cut, n)
			}
		}
	}
}

// What waits as an earlier version left it is posted.
func TestAnEarlierVersionsLettersArePosted(t *testing.T) {
	t.Parallel()
	folder, p := t.TempDir(), &pauses{}
	r := newReceiver(t, folder)
	s := httptest.NewServer(r)
	defer s.Close()
	if err := os.WriteFile(filepath.Join(folder, "waiting.json"), []byte(fmt.Sprintf(
		`[{"id":"a","body":{"id":"a"},"since":%q},{"id":"b","body":{"id":"b"},"since":%[1]q}]`,
		time.Now().Format(time.RFC3339))), 0o600); err != nil {
		t.Fatal(err)
	}
	run(t, open(t, s.URL, folder, p, nil))
	if n := open(t, s.URL, folder, p, nil).Waiting(); n > 0 || !slices.Equal(r.order,
		[]string{"a", "b"}) {
		t.Errorf("%v arrived, and %d wait", r.order, n)
	}
}

// A key that cannot be one is refused: nobody signs with nothing.
func TestABadKeyIsRefused(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	for _, key := range []string{"", "xyz", "0011"} {
		if err := os.WriteFile(filepath.Join(folder, "key"), []byte(key), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := webhook.Open(webhook.Config{URL: "http://localhost", Folder: folder})
		if err == nil {
			t.Errorf("%q is taken for a key", key)
		}
	}
}
