package networks_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pelletier/go-toml/v2"

	"bourse/backend/api"
	"bourse/backend/networks"
)

// The ten networks of the interface are known, each with what trading needs.
func TestEmbedded(t *testing.T) {
	t.Parallel()
	set, err := networks.Load("")
	if err != nil {
		t.Fatal(err)
	}
	ids, err := json.Marshal(set.IDs())
	if err != nil || string(ids) != "[1,10,56,100,137,250,1101,8453,42161,43114]" {
		t.Errorf("known are %s, %v", ids, err)
	}
	for id, d := range set {
		n := d.Network()
		if n.ChainID != id || n.Local || n.BlockTime <= 0 || !strings.HasPrefix(n.Explorer,
			"https://") {
			t.Errorf("network %d is %+v", id, n)
		}
		if v5 := d.Contracts.AugustusSwapper != (networks.Address{}); v5 != (id != 100) {
			t.Errorf("network %d has version 5: %t", id, v5)
		}
		delta := map[uint64]bool{1: true, 10: true, 56: true, 137: true, 8453: true, 42161: true}
		if has := d.Contracts.Delta != (networks.Address{}); has != delta[id] {
			t.Errorf("network %d has Delta: %t", id, has)
		}
		if len(d.Listed()) == 0 || len(d.USD) == 0 {
			t.Errorf("network %d has no tokens or none worth a USD", id)
		}
		for _, token := range d.Listed() {
			if token.ChainID != id || token.Symbol == "" || token.Decimals == 0 {
				t.Errorf("network %d lists %+v", id, token)
			}
		}
	}
}

const good = `id = 5
name = "Five"
symbol = "ETH"
block_time = "2s"
finality = "depth"
usd = ["USDC"]

[contracts]
augustus_rfq = "0xe92b586627ccA7a83dC919cc7127196d70f55a06"
wrapped_native = "0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2"

[[tokens]]
symbol = "USDC"
decimals = 6
address = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48"
`

// What can't be right is refused with file and line, in words.
func TestWrongDescriptions(t *testing.T) {
	t.Parallel()
	if d, err := networks.Parse("5.toml", []byte(good)); err != nil || d.Name != "Five" {
		t.Fatalf("%+v, %v", d, err)
	}
	for name, tc := range map[string]struct{ from, to, says string }{
		"unknown key": {"symbol = \"ETH\"", "symbool = \"ETH\"", `5.toml:3: there is no "symbool"`},
		"unknown part": {"decimals = 6", "decimals = 6\ncolour = 1",
			`5.toml:15: there is no "tokens.colour"`},
		"checksum": {"0xe92b586627ccA7", "0xe92b586627cca7", "5.toml:9: the checksum of address"},
		"short":    {"0xe92b586627ccA7", "0xe92b", "5.toml:9: \"0xe92b"},
		"no time":  {`"2s"`, `"soon"`, `5.toml:4: "soon" is not a time`},
		"number":   {"decimals = 6", "decimals = 600", "5.toml:14: token USDC has 600 decimals"},
		"finality": {`"depth"`, `"hope"`, `5.toml:5: "hope" is none of`},
		"torn":     {`"Five"`, `"Five`, "5.toml:2:"},
		"no id":    {"id = 5", "id = 0", "5.toml:1: a network needs its id"},
		"no token": {`["USDC"]`, `["USDT"]`, "5.toml:6: USDT of usd or base is not among"},
		"kind": {"[[tokens]]", "[[exchanges]]\nname = \"X\"\nkind = \"x\"\n[[tokens]]",
			`5.toml:14: "x" is none of`},
		"half of version 5": {"[[tokens]]", "augustus_swapper = " +
			"\"0xDEF171Fe48CF0115B1d80b88dc8eAB59176FEe57\"\n[[tokens]]",
			"5.toml:8: augustus_swapper and token_transfer_proxy are there together"},
		"no factory": {"[[tokens]]",
			"[[exchanges]]\nname = \"X\"\nkind = \"uniswap-v3\"\n[[tokens]]",
			"5.toml:12: exchange X needs its factory"},
	} {
		text := strings.Replace(good, tc.from, tc.to, 1)
		if text == good {
			t.Fatalf("%s changes nothing", name)
		}
		_, err := networks.Parse("5.toml", []byte(text))
		if err == nil || !strings.HasPrefix(err.Error(), tc.says) {
			t.Errorf("%s: %v, want %s", name, err, tc.says)
		}
	}
}

// A folder adds networks and takes the place of embedded ones; its files must be named by their
// ids.
func TestFolder(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("5.toml", good)
	write("1.toml", strings.Replace(good, "id = 5", "id = 1", 1))
	write("notes.txt", "not a description")
	set, err := networks.Load(dir)
	if err != nil || len(set) != 11 || set[5].Name != "Five" || set[1].Name != "Five" ||
		set[10].Name != "Optimism" {
		t.Errorf("%v, %v", set, err)
	}
	write("6.toml", good)
	if _, err := networks.Load(dir); err == nil || !strings.Contains(err.Error(), "5.toml") {
		t.Errorf("a file of another name: %v", err)
	}
	odd := filepath.Join(t.TempDir(), "7.toml")
	if err := os.Symlink(os.DevNull, odd); err == nil { // not every user may, on every system
		if _, err := networks.Load(filepath.Dir(odd)); err == nil ||
			err.Error() != odd+" is a pipe or a device, not a file" {
			t.Error(err)
		}
	}
	if set, err := networks.Load(filepath.Join(dir, "missing")); err != nil || len(set) != 10 {
		t.Errorf("without a folder: %v, %v", set, err)
	}
}

// A token list gives the tokens of each network; what is wrong in it is named by its place.
func TestTokenList(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "list.json")
	const usdc = `{"chainId":1,"address":"0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48",` +
		`"symbol":"USDC","name":"USD Coin","decimals":6,"logoURI":"x"}`
	read := func(tokens string) (int, error) {
		t.Helper()
		text := `{"name":"mine","version":{"major":1},"tokens":[` + tokens + `]}`
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		list, err := networks.ReadTokens(file)
		return len(list[1]), err
	}
	other := strings.ReplaceAll(usdc, "48", "49")
	if n, err := read(usdc + "," + usdc + "," + other); err != nil || n != 2 {
		t.Errorf("%d tokens, %v", n, err)
	}
	for _, tc := range [][2]string{{`"decimals":6`, `"decimals":1000000000`}, {"0xA0", "0xXX"},
		{`"USDC"`, `""`}, {`"chainId":1`, `"chainId":0`}, {`"decimals":6`, `"decimals":"6"`}} {
		if _, err := read(other + "," + strings.Replace(usdc, tc[0], tc[1], 1)); err == nil ||
			!strings.Contains(err.Error(), "list") {
			t.Errorf("%s in place of %s: %v", tc[1], tc[0], err)
		}
	}
	if _, err := networks.ReadTokens(filepath.Join(t.TempDir(), "missing")); err == nil {
		t.Error("a missing list was read")
	}
}

// A description that is written is read as it was.
func TestWritten(t *testing.T) {
	t.Parallel()
	set, err := networks.Load("")
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "networks")
	apes := networks.Collection{Symbol: "APE", Name: "Apes", Kind: networks.ERC721,
		Address: networks.Address{1}, IDs: []api.Amount{api.NewAmount(1), api.MaxAmount}}
	set[10].Collections = []networks.Collection{apes}
	for _, d := range set {
		if _, err := d.Write(dir); err != nil {
			t.Error(err)
		}
	}
	again, err := networks.Load(dir)
	if err != nil || len(again) != len(set) {
		t.Fatalf("%d networks, %v", len(again), err)
	}
	for id, d := range set {
		want, err := toml.Marshal(d)
		got, failed := toml.Marshal(again[id])
		if err != nil || failed != nil || string(got) != string(want) {
			t.Errorf("network %d is read as %s, %v, %v", id, got, err, failed)
		}
	}
	wrong := *set[10]
	wrong.Collections = []networks.Collection{apes, apes}
	if _, err := wrong.Write(dir); err == nil || !strings.Contains(err.Error(), "twice") {
		t.Errorf("one with a collection twice: %v", err)
	}
	wrong.Collections = []networks.Collection{{Symbol: "A", Name: "A", Address: apes.Address}}
	if _, err := wrong.Write(dir); err == nil || !strings.Contains(err.Error(), "its kind") {
		t.Errorf("one with a collection of no kind: %v", err)
	}
	wrong.Name = ""
	if _, err := wrong.Write(dir); err == nil || !strings.Contains(err.Error(), "needs a name") {
		t.Errorf("one without a name: %v", err)
	}
}

// Partners are read with what they charge; what the contract would not pay them is refused.
func TestPartners(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "partners.toml")
	if list, err := networks.ReadPartners(file); err != nil || len(list) != 0 {
		t.Errorf("without a file: %v, %v", list, err)
	}
	const acme = "[acme]\naddress = \"0xe92b586627ccA7a83dC919cc7127196d70f55a06\"\nfee_bps = 25\n"
	for text, says := range map[string]string{
		acme: "",
		strings.Replace(acme, "fee_bps = 25", "takes_surplus = true", 1): "",
		strings.Replace(acme, "25", "250", 1):                            "200 at most",
		strings.Replace(acme, "25", "0", 1):                              "one of the two",
		acme + "takes_surplus = true\n":                                  "one of the two",
		"[acme]\nfee_bps = 25\n":                                         "needs its address",
		acme + "fee = 3\n":                                               "a partner is a table",
		strings.Replace(acme, "ccA7", "cca7", 1):                         "checksum",
	} {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		list, err := networks.ReadPartners(file)
		if says == "" {
			p := list["acme"]
			if err != nil || p.TakeSurplus == (p.PartnerFee == 0.25) {
				t.Errorf("%q: %+v, %v", text, list, err)
			}
			again := filepath.Join(t.TempDir(), "written.toml")
			err = networks.WritePartners(again, list)
			if back, _ := networks.ReadPartners(again); err != nil || back["acme"] != p {
				t.Errorf("written and read again: %+v, %v", back, err)
			}
		} else if err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v, not %q", text, err, says)
		}
	}
}
