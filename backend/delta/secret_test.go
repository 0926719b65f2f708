package delta_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/backend/client"
	"bourse/backend/eip712"
)

// ask sends a request with headers, and returns its status and the text of the answer.
func (w *world) ask(method, address, body string, header ...string) (int, string) {
	w.Helper()
	req, err := http.NewRequestWithContext(w.Context(), method, address, strings.NewReader(body))
	if err != nil {
		w.Fatal(err)
	}
	if body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i < len(header); i += 2 {
		req.Header.Add(header[i], header[i+1])
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		w.Fatal(err)
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		w.Fatal(err)
	}
	return res.StatusCode, string(text)
}

// listen collects all that an event stream tells until the test ends.
func (w *world) listen(base string) (heard func() string) {
	w.Helper()
	ctx, stop := context.WithCancel(w.Context())
	w.Cleanup(stop)
	req, err := http.NewRequestWithContext(ctx, "GET", base+"/x/events", nil)
	if err != nil {
		w.Fatal(err)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		w.Fatal(err)
	}
	if res.StatusCode != 200 {
		w.Fatal(res.Status)
	}
	var mu sync.Mutex
	var all strings.Builder
	go func() {
		defer res.Body.Close()
		for lines := bufio.NewScanner(res.Body); lines.Scan(); {
			mu.Lock()
			all.WriteString(lines.Text() + "\n")
			mu.Unlock()
		}
	}()
	return func() string {
		mu.Lock()
		defer mu.Unlock()
		return all.String()
	}
}

// secretsOf are all texts by which an answer would tell what a held order is.
func (w *world) secretsOf(o api.DeltaOrder, t api.DeltaTrigger) map[string]string {
	hash := eip712.DeltaTypedData(api.LocalChainID, w.contracts.Delta, o).Hash()
	list := map[string]string{
		"what it sells": api.Lower(o.SrcToken), "what it buys": api.Lower(o.DestToken),
		"its amount": o.SrcAmount.String(), "its floor": o.DestAmount.String(),
		"its expectation": o.ExpectedDestAmount.String(), "its nonce": o.Nonce.String(),
		"its deadline": fmt.Sprint(o.Deadline), "its signature": fmt.Sprintf("%x", w.sign(o)[:60]),
		"its hash": strings.ToLower(hash.Hex())[2:], "its end": time.Unix(int64(o.Deadline),
			0).UTC().Format("2006-01-02T15:04"), "its trigger": "worth", "its side": "below",
	}
	if !t.Worth.IsZero() {
		list["its level"] = t.Worth.String()
		list["its level in words"] = strings.Split(t.Worth.Units(6), ".")[0]
	}
	if t.NotBefore != 0 {
		list["its time"] = fmt.Sprint(t.NotBefore)
		list["its time in words"] = time.Unix(int64(t.NotBefore), 0).UTC().Format("15:04:05")
	}
	return list
}

// What a stop, a take profit or an order for later waits for, and what it is, nobody learns by
// lists, by its id, by its auction, by posting it again or by events, while it is held back and
// after it ended so; its owner reads it by the secret that came with it, over a restart too. Once
// it is released, everybody sees it.
func TestHeldOrdersAreTheirOwnersSecret(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("a network of its own")
	}
	const header = "X-Delta-Secret"
	dir := t.TempDir()
	wrong := common.Hash{8}
	type posted struct {
		id      string
		order   api.DeltaOrder
		trigger api.DeltaTrigger
		body    string
	}
	var stop, later posted
	tellsNothing := func(w *world, p posted, answers map[string]string) {
		w.Helper()
		for where, text := range answers {
			for what, word := range w.secretsOf(p.order, p.trigger) {
				// an id or a time of creation may hold any short word
				if len(word) > 3 && strings.Contains(strings.ToLower(text), word) {
					w.Errorf("%s tells %s (%s): %s", where, what, word, text)
				}
			}
		}
	}
	// what a stranger gets to see of an order
	strangers := func(w *world, base string, p posted, more ...string) map[string]string {
		w.Helper()
		out := make(map[string]string)
		for _, path := range []string{"/delta/orders/" + p.id, "/orders/" + p.id,
			"/delta/orders/" + p.id + "/auction",
			"/delta/orders?userAddress=" + api.Lower(p.order.Owner),
			"/orders?chainId=1337&userAddress=" + api.Lower(p.order.Owner),
			fmt.Sprintf("/x/%d/delta/round", api.LocalChainID)} {
			status, text := w.ask("GET", base+path, "", more...)
			if status != 200 {
				w.Errorf("%s: %d %s", path, status, text)
			}
			out[path] = text
		}
		return out
	}
	owns := func(w *world, base string, p posted) {
		w.Helper()
		for _, path := range []string{"/delta/orders/" + p.id,
			"/delta/orders?userAddress=" + api.Lower(p.order.Owner)} {
			if _, text := w.ask("GET", base+path, "", header, wrong.Hex()+", "+
				secret.Hex()); !strings.Contains(text, p.order.DestAmount.String()) ||
				!strings.Contains(text, p.order.SrcAmount.String()) ||
				strings.Contains(text, fmt.Sprintf("%x", w.sign(p.order)[:60])) {
				w.Errorf("its owner reads at %s: %s", path, text)
			}
		}
	}
	t.Run("armed", func(t *testing.T) {
		w := openWorld(t, dir, nil)
		for _, user := range w.users[:2] {
			w.approve(user, "WETH", w.contracts.Delta)
		}
		at := w.mine()
		base := w.serve()
		heard := w.listen(base)
		post := func(amount string, shape func(o *api.DeltaOrder, t *api.DeltaTrigger)) (p posted) {
			t.Helper()
			p.order = w.build(w.users[0], amount, "WETH", "USDC")
			shape(&p.order, &p.trigger)
			body, err := json.Marshal(map[string]any{"order": p.order, "chainId": 1337,
				"signature": fmt.Sprintf("%#x", w.sign(p.order)), "trigger": p.trigger,
				"secret": secret})
			if err != nil {
				t.Fatal(err)
			}
			p.body = string(body)
			status, text := w.ask("POST", base+"/delta/orders", p.body)
			var r api.DeltaRecord
			if err := json.Unmarshal([]byte(text), &r); err != nil || status != 201 ||
				r.Trigger == nil || *r.Trigger != p.trigger || r.Hidden ||
				r.Order.DestAmount != p.order.DestAmount || len(r.Signature) > 0 {
				t.Fatalf("its owner is answered %d %s, %v", status, text, err)
			}
			p.id = r.ID
			return p
		}
		stop = post("1.2345", func(o *api.DeltaOrder, t *api.DeltaTrigger) {
			o.DestAmount = o.DestAmount.MulDiv(api.NewAmount(8123), api.NewAmount(10_000))
			t.Below = true
			t.Worth = o.ExpectedDestAmount.MulDiv(api.NewAmount(9991), api.NewAmount(10_000))
		})
		later = post("2.3456", func(_ *api.DeltaOrder, t *api.DeltaTrigger) {
			t.NotBefore = at.Time + 3333
		})
		for range 2 {
			w.mine()
		}
		for _, p := range []posted{stop, later} {
			tellsNothing(w, p, strangers(w, base, p))
			tellsNothing(w, p, strangers(w, base, p, header, wrong.Hex()))
			unlocked := strings.Replace(p.body, secret.Hex(), wrong.Hex(), 1)
			status, again := w.ask("POST", base+"/delta/orders", unlocked)
			tellsNothing(w, p, map[string]string{"posting it again": again})
			if status != 200 || !strings.Contains(again, p.id) {
				t.Errorf("posted again it is %d %s", status, again)
			}
			// who knows all its fields but signed nothing learns nothing either
			forged := strings.Replace(p.body, fmt.Sprintf("%x", w.sign(p.order)),
				strings.Repeat("11", 64), 1)
			for path, body := range map[string]string{"/delta/orders": forged,
				"/v2/delta/orders": forged} {
				if status, text := w.ask("POST", base+path, body); status != 400 ||
					!strings.Contains(text, "InvalidSignature") || strings.Contains(text, p.id) {
					t.Errorf("posted to %s without its signature it is %d %s", path, status, text)
				}
			}
			var r api.DeltaRecord
			_, text := w.ask("GET", base+"/delta/orders/"+p.id, "")
			if err := json.Unmarshal([]byte(text), &r); err != nil || !r.Hidden ||
				r.Reason != "held back" || r.User != p.order.Owner ||
				r.Status != api.DeltaNotStarted || !r.Order.SrcAmount.IsZero() {
				t.Errorf("a stranger reads %s, %v", text, err)
			}
			owns(w, base, p)
		}
		// who sits in the same process is a stranger too
		r, err := apitest.On(w, api.LocalChainID).DeltaOrder(t.Context(), stop.id)
		inside, _ := json.Marshal(r)
		tellsNothing(w, stop, map[string]string{"the service itself": string(inside)})
		if err != nil {
			t.Error(err)
		}
		// and the client of a server brings secrets along
		remote, err := client.New(base, nil)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(remote.Close)
		ctx := api.WithSecrets(t.Context(), wrong, secret)
		if a, err := apitest.On(remote, api.LocalChainID).DeltaAuction(ctx, stop.id); err != nil ||
			!strings.HasSuffix(a.Events[0].Reason, " USDC per WETH or less") {
			t.Errorf("its owner reads the events %+v, %v", a.Events, err)
		}
		if status, text := w.ask("GET", base+"/delta/orders/"+stop.id, "", header,
			"0x12"); status != 400 {
			t.Errorf("half a secret: %d %s", status, text)
		}
		for _, p := range []posted{stop, later} {
			tellsNothing(w, p, map[string]string{"the stream of events": heard()})
		}
		if !strings.Contains(heard(), stop.id) {
			t.Errorf("the stream of events tells of no order at all:\n%s", heard())
		}
	})
	t.Run("after a restart", func(t *testing.T) {
		w := openWorld(t, dir, nil)
		w.mine()
		base := w.serve()
		tellsNothing(w, stop, strangers(w, base, stop))
		owns(w, base, stop)
		// one that is cancelled stays secret
		signature, err := w.wallet.Sign(w.users[0], eip712.CancellationsTypedData(
			api.LocalChainID, w.contracts.Delta, []string{later.id}))
		if err != nil {
			t.Fatal(err)
		}
		if err := apitest.On(w, api.LocalChainID).CancelDelta(t.Context(), []string{later.id},
			signature.Bytes()); err != nil {
			t.Fatal(err)
		}
		tellsNothing(w, later, strangers(w, base, later))
		owns(w, base, later)
		// a large sale by somebody else moves the price
		w.await(w.submit(w.build(w.users[1], "80", "WETH", "USDC")).ID, api.DeltaExecuted)
		w.await(stop.id, api.DeltaExecuted)
		var r api.DeltaRecord
		_, text := w.ask("GET", base+"/delta/orders/"+stop.id, "")
		if err := json.Unmarshal([]byte(text), &r); err != nil || r.Hidden ||
			r.Order.DestAmount != stop.order.DestAmount || len(r.Signature) != 64 {
			t.Errorf("settled it is %s, %v", text, err)
		}
		tellsNothing(w, later, map[string]string{"the list": func() string {
			_, text := w.ask("GET", base+"/delta/orders/"+later.id+"/auction", "")
			return text
		}()})
	})
}
