package commands_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"regexp"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/backend/command"
	"bourse/commands"
	"bourse/wallet"
)

// agent is a client of bourse mcp, as an agent has one.
type agent struct {
	*testing.T
	session *mcp.ClientSession
}

// hire starts bourse mcp, on two pipes, and a client of it.
func hire(t *testing.T, flags ...string) *agent {
	t.Helper()
	in, toServer := io.Pipe()
	fromServer, out := io.Pipe()
	ended := make(chan error, 1)
	go func() {
		root := commands.Root()
		root.SetArgs(append([]string{"mcp"}, flags...))
		root.SetIn(in)
		root.SetOut(out)
		root.SetErr(io.Discard)
		err := root.ExecuteContext(t.Context())
		out.Close()
		ended <- err
	}()
	c := mcp.NewClient(&mcp.Implementation{Name: "test-agent", Version: "1"}, nil)
	session, err := c.Connect(t.Context(), &mcp.IOTransport{Reader: fromServer, Writer: toServer},
		nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		session.Close()
		if err := <-ended; err != nil {
			t.Errorf("bourse mcp ends with %v", err)
		}
	})
	return &agent{t, session}
}

// call calls a tool and returns its text and its document.
func (a *agent) call(tool, sentence string) (text string, document []byte, ok bool) {
	a.Helper()
	r, err := a.session.CallTool(context.Background(), &mcp.CallToolParams{Name: tool,
		Arguments: map[string]any{"sentence": sentence}})
	if err != nil {
		a.Fatal(err)
	}
	for _, c := range r.Content {
		text += c.(*mcp.TextContent).Text
	}
	if document, err = json.Marshal(r.StructuredContent); err != nil {
		a.Fatal(err)
	}
	return text, document, !r.IsError
}

// TestJobsByAgent has an agent prepare each of a session's jobs, of which nothing is signed until a
// person carries it out.
func TestJobsByAgent(t *testing.T) {
	here(t)
	m := open(t)
	a := hire(t, "--backend", m.url)
	nonces := func() uint64 {
		n, err := apitest.On(m.service, api.LocalChainID).Nonces(t.Context(), m.main)
		if err != nil {
			t.Fatal(err)
		}
		return n.Mined
	}
	jobs(m, func(sentence string) {
		before, orders := nonces(), len(m.orders(false))+len(m.orders(true))
		text, document, ok := a.call("prepare", sentence)
		var prepared struct {
			ID       int
			Sentence string
			By       string
			Words    []string
		}
		if err := json.Unmarshal(document, &prepared); !ok || err != nil ||
			prepared.Sentence != sentence || prepared.By != "test-agent" ||
			!strings.HasPrefix(prepared.Words[0], "Sign ") {
			t.Fatalf("%s: %s\n%s", sentence, text, document)
		}
		if nonces() != before || len(m.orders(false))+len(m.orders(true)) != orders {
			t.Fatalf("%s was done by preparing it", sentence)
		}
		out, err := do(t, m.url, fmt.Sprint("carry ", prepared.ID), "--yes", "--max-usd", "20000",
			"--word", "NFT")
		if err != nil {
			t.Fatalf("%s: %v\n%s", sentence, err, out)
		}
	})
	if text, _, _ := a.call("read", "prepared"); !strings.Contains(text, "0 sentences prepared") {
		t.Errorf("what was carried out still waits: %s", text)
	}
}

// What is prepared is worded to its end: the approval that comes first, and what it is for.
func TestAnAgentIsToldEveryStep(t *testing.T) {
	here(t)
	m := open(t)
	a := hire(t, "--backend", m.url)
	hash := m.stranger("0.2", "600")
	for _, test := range []struct{ sentence, says string }{
		{"swap 100 usdc weth", `(?s)^number 1 .*May move up to: 100.00 USDC.*Then comes: .*` +
			`Pay at most: 100.00 USDC.*Get at least: 0.0\d+ WETH`},
		{"fill " + hash.Hex() + " pay 300 usdc", `(?s)^number 2 .*Then comes: .*` +
			`Pay at most: 300.00 USDC.*Get at least: 0.1\d* WETH`},
		{"buy 0.1 weth at 2900 usdc", `(?s)^number 3 .*May move up to: 290.00 USDC.*` +
			`Then comes: .*BUY: 0.100000 WETH at 2,900.00 USDC\n.*290.00 USDC.*0.1\d* WETH`},
		{"stop 1 weth usdc at 2600 least 2500 or 3600 least 3500", `(?s)^number 4 .*` +
			`Then comes: .*2,500.00 USDC.*worst price 2,500.00 USDC per WETH.*to the protocol: half ` +
			`above .*Then comes: .*3,500.00 USDC.*worst price 3,500.00 USDC per WETH`},
		{"swap 1 eth usdc", `(?s)^number 5 .*Sell exactly: 1.0+ ETH`},
	} {
		text, _, ok := a.call("prepare", test.sentence)
		if !ok || !regexp.MustCompile(test.says).MatchString(text) {
			t.Errorf("%s is worded:\n%s", test.sentence, text)
		}
		if test.sentence == "swap 1 eth usdc" && strings.Contains(text, "Then comes") {
			t.Errorf("what is signed at once is told twice:\n%s", text)
		}
	}
	if _, err := do(t, m.url, "drop 5"); err != nil {
		t.Fatal(err)
	}
	if text, _, ok := a.call("prepare", "wrap 1"); !ok || !strings.HasPrefix(text, "number 6 ") {
		t.Errorf("the number of what was dropped has come back: %s", text)
	}
}

// No tool of an agent signs, whatever it is told, and what cannot be done is said.
func TestAnAgentNeverSigns(t *testing.T) {
	here(t)
	m := open(t)
	a := hire(t, "--backend", m.url)
	list, err := a.session.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, tool := range list.Tools {
		names = append(names, tool.Name)
	}
	if strings.Join(names, " ") != "prepare quote read" {
		t.Errorf("the tools are %q", names)
	}
	before := m.held(m.main, "USDC")
	for _, test := range []struct{ tool, sentence, says string }{
		{"read", "send 5 usdc dev1", "send is no question"},
		{"read", "drop 1", "nothing waits under the number 1"},
		{"quote", "send 5 usdc dev1", "there is no token"},
		{"prepare", "balances", "leads to no signature"},
		{"prepare", "sned 5 usdc dev1", "do you mean send?"},
		{"prepare", "send 600000 usdc dev1", "balance: need"},
		{"prepare", "cancel all", "no order is open"},
		{"prepare", strings.Repeat("send ", 200), ""},
	} {
		if text, _, ok := a.call(test.tool, test.sentence); ok ||
			!strings.Contains(text, test.says) {
			t.Errorf("%s %s: %s", test.tool, test.sentence, text)
		}
	}
	for range 2 {
		if text, _, ok := a.call("prepare", "send 5 usdc dev1"); !ok {
			t.Fatal(text)
		}
	}
	for _, sentence := range []string{"carry 1", "drop 1"} {
		if text, _, ok := a.call("prepare", sentence); ok ||
			!strings.Contains(text, "leads to no signature") {
			t.Errorf("%s: %s", sentence, text)
		}
		if text, _, ok := a.call("read", sentence); ok {
			t.Errorf("%s: %s", sentence, text)
		}
	}
	if out, err := do(t, m.url, "drop 1"); err != nil || !strings.Contains(out, "no longer") {
		t.Errorf("drop: %v %s", err, out)
	}
	if out, err := do(t, m.url, "prepared", "--json"); err != nil ||
		strings.Count(out, `"sentence"`) != 1 {
		t.Errorf("prepared: %v %s", err, out)
	}
	if text, _, ok := a.call("quote", "2 weth usdc"); !ok ||
		!strings.Contains(text, "a swap brings") {
		t.Error(text)
	}
	m.equal("what is left", m.held(m.main, "USDC").Balance, before.Balance)
}

// While a program has the exchange of a data folder open, others trade on it.
func TestADoorJoinsWhatIsOpen(t *testing.T) {
	dir := here(t)
	accounts, err := wallet.DevelopmentAccounts()
	if err != nil {
		t.Fatal(err)
	}
	quiet := slog.New(slog.DiscardHandler)
	o := command.Options{Seed: 7}
	b, err := o.Open(t.Context(), dir, accounts, false, quiet)
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- b.Run(t.Context()) }()
	if err := b.Ready(t.Context()); err != nil {
		t.Fatal(err)
	}
	unshare := o.Share(dir, b, b, quiet)
	t.Cleanup(func() {
		<-ended
		if err := b.Close(); err != nil {
			t.Error(err)
		}
	})
	if out, err := run(t, "do", "wrap", "2", "--yes", "--max-usd", "20000"); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	out, err := run(t, "do", "balances")
	if err != nil || !strings.Contains(out, "102.000000 WETH") {
		t.Errorf("%v\n%s", err, out)
	}
	// Whoever presses Tab is told its open orders, and those of the book to whoever fills one.
	out, err = run(t, "do", "sell", "0.5", "weth", "@", "3100", "--json", "--yes", "--max-usd",
		"20000")
	sold := ""
	if m := regexp.MustCompile(`"orderHash": "(0x[0-9a-f]{64})"`).FindStringSubmatch(out); m != nil {
		sold = m[1]
	}
	for verb, want := range map[string]string{
		"cancel": sold + "\tgives 0.500000 WETH for 1,550.00 USDC, until ",
		"fill":   sold + "\tfor sale: 0.500 WETH at 3,100.0"} {
		if list, wrong := run(t, "__complete", "do", verb, ""); err != nil || wrong != nil ||
			sold == "" || !strings.Contains(list, want) {
			t.Errorf("%v, %v: what can be completed after %s is\n%s; want %s", err, wrong, verb,
				list, want)
		}
	}
	unshare()
	if out, err := run(t, "do", "balances"); err == nil {
		t.Errorf("the folder is open elsewhere, and all the same: %s", out)
	}
}

// What is watched is told when it changes, one document a line.
func TestWatch(t *testing.T) {
	here(t)
	m := open(t)
	ctx, cancel := context.WithCancel(t.Context())
	out, in := io.Pipe()
	ended := make(chan error, 1)
	go func() {
		root := commands.Root()
		root.SetOut(in)
		root.SetArgs([]string{"do", "--backend", m.url, "orders", "--watch", "--json"})
		err := root.ExecuteContext(ctx)
		in.Close()
		ended <- err
	}()
	lines := bufio.NewScanner(out)
	next := func() (orders int) {
		t.Helper()
		var told struct{ Orders []api.OrderRecord }
		if !lines.Scan() || json.Unmarshal(lines.Bytes(), &told) != nil {
			t.Fatalf("no document: %s", lines.Text())
		}
		return len(told.Orders)
	}
	if n := next(); n != 0 {
		t.Errorf("%d orders at the beginning", n)
	}
	if out, err := do(t, m.url, "buy 0.1 weth at 2900 usdc", "--yes", "--max-usd",
		"1000"); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for next() != 1 { // its balance may be told in between
	}
	cancel()
	go io.Copy(io.Discard, out)
	if err := <-ended; err != nil {
		t.Errorf("whoever stops watching is told %v", err)
	}
	if _, err := do(t, m.url, "wrap 1", "--watch", "--yes", "--max-usd", "9000"); err == nil ||
		!strings.Contains(err.Error(), "a question") {
		t.Errorf("wrap is watched: %v", err)
	}
}

// TestAgentThatMumbles says lines that are no messages, each of which is answered and none of which
// ends the session.
func TestAgentThatMumbles(t *testing.T) {
	here(t)
	m := open(t)
	in, toServer := io.Pipe()
	fromServer, out := io.Pipe()
	ended := make(chan error, 1)
	go func() {
		root := commands.Root()
		root.SetArgs([]string{"mcp", "--backend", m.url})
		root.SetIn(in)
		root.SetOut(out)
		root.SetErr(io.Discard)
		ended <- root.ExecuteContext(t.Context())
		out.Close()
	}()
	answers := bufio.NewReader(fromServer)
	for _, test := range []struct{ line, answer string }{
		{"what is this?", `"id":null,"error":{"code":-32700`},
		{`{"jsonrpc":"2.0","id":1,"method":"init`, `"id":null,"error":{"code":-32700`},
		{`{}`, `"id":null,"error":{"code":-32600`},
		{`7`, `"id":null,"error":{"code":-32600`},
		{`null`, `"id":null,"error":{"code":-32600`},
		{`{"id":"x","method":"ping"}`, `"id":"x","error":{"code":-32600`},
		{`[{"jsonrpc":"2.0","id":1,"method":"ping"}]`, `"id":null,"error":{"code":-32600`},
		{strings.Repeat("a", 3<<20), `"error":{"code":-32700,"message":"a line has at most`},
		{"\r\n   \n" + `{"jsonrpc":"2.0","id":2,"method":"initialize","params":{` +
			`"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"m",` +
			`"version":"1"}}} trailing`, `"error":{"code":-32700`},
		{`{"jsonrpc":"2.0","id":3,"method":"initialize","params":{"protocolVersion":` +
			`"2025-06-18","capabilities":{},"clientInfo":{"name":"m","version":"1"}}}`,
			`"serverInfo":{"name":"bourse"`},
		{`{"jsonrpc":"2.0","method":"notifications/initialized"}` + "\n" + "\xff\xfe",
			`"error":{"code":-32700`},
		{`{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"read","arguments":{` +
			`"sentence":"status"}}}`, `acting as main`},
	} {
		if _, err := io.WriteString(toServer, test.line+"\n"); err != nil {
			t.Fatalf("%.60q ends the session: %v", test.line, err)
		}
		answer, err := answers.ReadString('\n')
		if err != nil || !strings.Contains(answer, test.answer) {
			t.Fatalf("%.60q is answered %q, %v", test.line, answer, err)
		}
	}
	toServer.Close()
	if err := <-ended; err != nil {
		t.Errorf("it ends with %v", err)
	}
}
