package commands_test

import (
	"maps"
	"math/big"
	"strings"
	"testing"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/ui"
	"bourse/views/format"
)

// owner is the main account of a market at a server that lies, beside a node that does not.
type owner struct {
	*testing.T
	m     *market
	front *front
}

// lied says a sentence while the server tells lies, and returns what came.
func (o *owner) lied(sentence string, lies ...telling) string {
	o.Helper()
	o.front.now.Store(&liar{server: o.m.handler, asked: map[string]int{}, lies: lies})
	out, err := do(o.T, o.front.web.URL, sentence, "--rpc", "1337="+o.m.service.LocalRPC())
	if err != nil {
		o.Errorf("%s: %v", sentence, err)
	}
	return out
}

// shows checks that what came has every line that it must have, each once.
func (o *owner) shows(about, out string, lines ...string) {
	o.Helper()
	for _, line := range lines {
		if strings.Count(out, line) != 1 {
			o.Errorf("%s: %q is there %d times:\n%s", about, line, strings.Count(out, line), out)
		}
	}
}

// list changes the list of an answer.
func list(name string, change func(list []any) []any) func(any) any {
	return func(answer any) any {
		at(answer)[name] = change(at(answer)[name].([]any))
		return answer
	}
}

// twice tells the first of a list once more.
func twice(list []any) []any { return append([]any{list[0]}, list...) }

func none([]any) []any { return []any{} }

// Whatever a service tells of an account, leaves out, changes or repeats: what it holds and has
// allowed and what is left of its orders is what a node of one's own says.
func TestWhatIsOnesOwnIsTheNodes(t *testing.T) {
	here(t)
	m := open(t)
	o := &owner{t, m, newFront(t)}
	for _, sentence := range []string{"sell 1 weth at 3200 until 1h",
		"fill " + m.stranger("0.2", "600").Hex() + " pay 300 usdc"} {
		if out, err := do(t, m.url, sentence, "--yes", "--max-usd", "5000"); err != nil {
			t.Fatal(out, err)
		}
	}
	t.Run("tokens", func(t *testing.T) { (&owner{t, m, o.front}).tokens() })
	t.Run("NFTs", func(t *testing.T) { (&owner{t, m, o.front}).nfts() })
	t.Run("repeated", func(t *testing.T) { (&owner{t, m, o.front}).repeated() })
	t.Run("left", func(t *testing.T) { (&owner{t, m, o.front}).left() })
}

func (o *owner) tokens() {
	const held, known = "GET /users/tokens/1337/", "GET /tokens/1337"
	var lines []string
	for _, symbol := range []string{"ETH", "WETH", "USDC", "WBTC"} {
		amount := o.m.held(o.m.main, symbol).Balance
		if amount.IsZero() {
			o.Fatalf("there is no %s to hide", symbol)
		}
		lines = append(lines,
			"\n"+format.Fine(amount, o.m.tokens[symbol], api.Down)+" "+symbol+"\n")
	}
	named := func(symbol string) func(any) bool {
		return func(t any) bool { return at(t)["symbol"] == symbol }
	}
	without := func(is func(any) bool) func([]any) []any {
		return func(list []any) (kept []any) {
			for _, t := range list {
				if !is(t) {
					kept = append(kept, t)
				}
			}
			return kept
		}
	}
	elsewhere := func(list []any) []any { // at an address where nothing is
		for _, t := range list {
			if named("WETH")(t) {
				at(t)["address"] = "0x70997970C51812dc3A010C7d01b50e0d17dc79C9"
			}
		}
		return list
	}
	coinAlone := list("tokens", func(list []any) []any { return list[:1] })
	repeated := list("tokens", func(list []any) []any { return append(list, list...) })
	for about, lies := range map[string][]telling{
		"WETH left out":      {{held, list("tokens", without(named("WETH")))}},
		"all left out":       {{held, list("tokens", none)}},
		"told twice":         {{held, repeated}},
		"at another address": {{held, list("tokens", elsewhere)}},
		"a list cut short":   {{known, coinAlone}, {held, coinAlone}},
	} {
		out := o.lied("balances", lies...) + "\n"
		o.shows(about, strings.ReplaceAll(out, "\n", "\n\n"), lines...)
		if strings.Contains(out, "0x7099") {
			o.Errorf("%s: what no contract is stands there:\n%s", about, out)
		}
	}
	out := o.lied("balances --json", telling{held, list("tokens", without(named("WETH")))})
	allowed := o.m.held(o.m.main, "WETH").Allowances[o.m.contracts.AugustusRFQ]
	if allowed.IsZero() || !strings.Contains(out, `"`+allowed.String()+`"`) {
		o.Errorf("the allowance of WETH is %s, told is\n%s", allowed, out)
	}
}

func (o *owner) nfts() {
	const held = "GET /x/1337/nfts/"
	is, err := apitest.On(o.m.service, api.LocalChainID).UserNFTs(o.Context(), o.m.main)
	if err != nil || len(is) < 2 {
		o.Fatal(len(is), err)
	}
	others := func(list []any) []any {
		for _, n := range list {
			id, _ := new(big.Int).SetString(at(n)["id"].(string), 10)
			at(n)["id"] = id.Add(id, big.NewInt(20)).String()
		}
		return list
	}
	collections, err := apitest.On(o.m.service, api.LocalChainID).Collections(o.Context())
	if err != nil {
		o.Fatal(err)
	}
	lines := []string{ui.Counted(len(is), "NFT") + "\n"}
	for _, n := range is {
		for _, c := range collections {
			if c.Address == n.Address {
				lines = append(lines, "\n"+n.Balance.String()+" x "+c.Name+" #"+n.ID.String()+"\n")
			}
		}
	}
	for about, change := range map[string]func([]any) []any{
		"left out": none, "other ids": others, "twice": twice} {
		out := o.lied("nfts", telling{held, list("nfts", change)}) + "\n"
		o.shows(about, strings.ReplaceAll(out, "\n", "\n\n"), lines...)
	}
}

func (o *owner) repeated() {
	out := o.lied("fills", telling{"GET /x/1337/fills", list("fills", twice)})
	o.shows("fills", out, "1 trade\n", "gave 300.00 USDC for 0.10")
	hash := o.m.orders(false)[0].Hash.Hex()
	out = o.lied("orders", telling{"GET /ft/orders/1337/maker/", list("orders", twice)})
	o.shows("orders", out, "1 open order", hash)
}

func (o *owner) left() {
	hash := o.m.orders(false)[0].Hash.Hex()
	told := func(fields map[string]any) telling {
		return telling{"GET /ft/orders/1337/maker/", list("orders", func(list []any) []any {
			for _, r := range list {
				if at(r)["orderHash"] == hash {
					maps.Copy(at(r), fields)
				}
			}
			return list
		})}
	}
	for about, fields := range map[string]map[string]any{
		"half of it":         {"fillableBalance": "500000000000000000"},
		"nothing can be had": {"swappableBalance": "0"},
		"both": {"fillableBalance": "500000000000000000",
			"swappableBalance": "500000000000000000", "makerBalance": "500000000000000000"},
	} {
		out := o.lied("orders", told(fields))
		o.shows(about, out, "PENDING "+hash+" gives 1.000000 WETH for 3,200.00 USDC, until ")
	}
	out := o.lied("orders", told(map[string]any{"state": "SUSPENDED", "swappableBalance": "0",
		"makerBalance": "0", "stateReason": "the maker holds nothing of it"}))
	o.shows("suspended", out, "SUSPENDED "+hash, "your node", "it is suspended is the word of "+
		strings.TrimPrefix(o.front.web.URL, "http://")+" alone",
		"it says: the maker holds nothing of it")
	// what may be sold of it beside it goes by what is left of it
	out = o.lied("orders --json", told(map[string]any{"fillableBalance": "500000000000000000"}))
	o.shows("the document", out, `"fillableBalance": "1000000000000000000"`)
}
