package commands_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"aead.dev/minisign"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"bourse/backend/command"
	"bourse/commands"
)

// run carries out a command line and returns what it prints.
func run(t *testing.T, args ...string) (string, error) {
	t.Helper()
	var out bytes.Buffer
	root := commands.Root()
	root.SetOut(&out)
	root.SetArgs(args)
	err := root.ExecuteContext(t.Context())
	return out.String(), err
}

// here gives a test a data folder that nothing names.
func here(t *testing.T) string {
	t.Helper()
	t.Setenv("XDG_DATA_HOME", t.TempDir())
	dir := filepath.Join(os.Getenv("XDG_DATA_HOME"), "bourse")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	return dir
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// Who mistypes is told what was probably meant, and what there is.
func TestMistyped(t *testing.T) {
	here(t)
	for _, test := range []struct{ args, want string }{
		{"walet list", `do you mean bourse wallet?`},
		{"wallet lst", `do you mean bourse wallet list?`},
		{"serve", `do you mean bourse --serve?`},
		{"--srve", `do you mean --serve?`},
		{"networks --rcp 1=x", `do you mean --rpc?`},
		{"nonsense", `see bourse help`},
		{"--theme", "--theme: NAME is missing: colours: NAME is dark, light,"},
		{"do trail 1 weth usdc by -3% least 2800", `after "trail 1 weth usdc by" comes what is ` +
			`above zero, not -3%: it goes trail 1 weth usdc by 3% least 2800`},
		{"do cap -3", `after "cap" comes what is above zero, not -3: it goes cap 5000, cap off`},
		{"store", `bourse store backup DIR FILE`},
		{"store check", `DIR|FILE is missing: it goes bourse store check DIR|FILE`},
		{"store check a b", `"b" is too much`},
		{"partners change", `bourse partners add NAME ADDRESS BPS|surplus`},
		{"cluster status", `--cluster etcd://`},
		{"wallet import x", "wallet import NAME key"},
		{"wallet new", "NAME is missing: it goes bourse wallet new NAME"},
		{"wallet new main", `there is already an account named "main"`},
		{"wallet import main key", `there is already an account named "main"`},
		{"wallet export main words", "bourse wallet export NAME key|mnemonic FILE"},
		{"wallet export main words x", "export knows key FILE and mnemonic FILE"},
		{"--rate-limit often", "a number of requests a second"},
		{"--seed x", "--seed: it takes a whole number from 0 to 2^64-1, not \"x\""},
		{"--theme drak", `--theme: "drak" is none of dark, light`},
		{"--theme drak", "do you mean dark?"},
		{"mcp x", `"x" is too much`},
		{"completion bash x", `"x" is too much`},
		{"do frob", `"frob" is no verb; see bourse help do`},
		{"--serve --agent 0xe92b586627ccA7a83dC919cc7127196d70f55A06", "wrong EIP-55 checksum"},
		{"networks --delta 1=0xe92b586627ccA7a83dC919cc7127196d70f55A06", "wrong EIP-55 checksum"},
		{"partners add acme 0xe92b586627ccA7a83dC919cc7127196d70f55a06 -3", "-3"},
		{"--serve --tokens nowhere.json", "--tokens: read the token list: stat nowhere.json"},
		{"--listen 8080", "--listen: it takes HOST:PORT"},
		{"--ssh 127.0.0.1:ssh-alt", "--ssh: it takes HOST:PORT"},
		{"--local-rpc x", "--local-rpc: it takes HOST:PORT"},
		{"--backend localhost:8080", "--backend: it takes the address of a service"},
		{"--serve=perhaps", `--serve: it takes true or false, not "perhaps"`},
		{"--cluster-keep long", `--cluster-keep: it takes a time such as 90s or 48h, not "long"`},
		{"completion bsh", "do you mean bourse completion bash?"},
		{"--rpc-rate 1=fast", `--rpc-rate: it takes a number of requests a second, not "fast"`},
	} {
		out, err := run(t, strings.Fields(test.args)...)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, %q; want %q", test.args, err, out, test.want)
		}
	}
}

// Every command lists what stands under it and has an example or parts that have; every flag of
// the console stands in one group of the help.
func TestHelp(t *testing.T) {
	widest := 0
	var visit func(c *cobra.Command)
	visit = func(c *cobra.Command) {
		if c.Name() == "completion" || c.Name() == "help" {
			return
		}
		out, err := run(t, append(strings.Fields(c.CommandPath())[1:], "--help")...)
		if err != nil || !strings.Contains(strings.Join(strings.Fields(out), " "), c.Short) {
			t.Errorf("help of %s: %v\n%s", c.CommandPath(), err, out)
		}
		for _, sub := range c.Commands() {
			if sub.IsAvailableCommand() && !strings.Contains(out, "\n  "+sub.Name()) {
				t.Errorf("help of %s leaves out %s:\n%s", c.CommandPath(), sub.Name(), out)
			}
			visit(sub)
		}
		c.Flags().VisitAll(func(f *pflag.Flag) {
			if n := strings.Count(out, "\n  --"+f.Name+" ") +
				strings.Count(out, "\n  --"+f.Name+"\n"); n != 1 && f.Name != "help" &&
				f.Name != "version" {
				t.Errorf("help of %s has --%s %d times", c.CommandPath(), f.Name, n)
			}
		})
		for line := range strings.Lines(out) {
			if n := len([]rune(strings.TrimRight(line, "\n"))); n > widest {
				t.Errorf("help of %s has a line of %d columns: %s", c.CommandPath(), n, line)
			}
		}
	}
	root := commands.Root()
	for _, columns := range []string{"", "70", "80", "400"} {
		t.Setenv("COLUMNS", columns)
		widest = map[string]int{"": 80, "70": 70, "80": 80, "400": 100}[columns]
		visit(root)
	}
	groups := commands.FlagGroups(root)
	if i := slices.IndexFunc(groups, func(g commands.FlagGroup) bool {
		return g.Title == "Flags"
	}); i >= 0 {
		t.Errorf("--%s stands in no group of the help", groups[i].Flags[0].Name)
	}
}

// The command line goes before the environment, the environment before the file.
func TestWhereValuesComeFrom(t *testing.T) {
	dir := here(t)
	write(t, filepath.Join(dir, "config.toml"), `
rate-limit = 500
theme = "light"
no-mouse = true
rpc = ["1=http://user:pass@127.0.0.1:1/k0ffer", "10=http://127.0.0.1:1/k0ffer,http://127.0.0.1:2"]
`)
	t.Setenv("BOURSE_THEME", "mono")
	t.Setenv("BOURSE_SIGNER", "http://127.0.0.1:8550/key ledger")
	out, err := run(t, "config", "--json")
	if err != nil {
		t.Fatal(err)
	}
	type setting struct{ Command, Name, Value, From string }
	var list []setting
	if err := json.Unmarshal([]byte(out), &list); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "config.toml")
	for _, want := range []setting{
		{"bourse", "rate-limit", "500", file}, {"bourse", "theme", "mono", "BOURSE_THEME"},
		{"bourse", "no-mouse", "true", file}, {"bourse deploy", "symbol", "ETH", "default"},
		{"bourse", "data", dir, "default"},
		{"bourse", "rpc",
			"1=http://…@127.0.0.1:1/… 10=http://127.0.0.1:1/…,http://127.0.0.1:2", file},
		{"bourse", "signer", "http://127.0.0.1:8550/… ledger", "BOURSE_SIGNER"},
	} {
		if !slices.Contains(list, want) {
			t.Errorf("%v is not in\n%s", want, out)
		}
	}
	if strings.Contains(out, "k0ffer") || strings.Contains(out, "pass@") {
		t.Errorf("a key is shown: %s", out)
	}
	for _, of := range []string{"bourse", "bourse solve"} { // the same word, of two commands
		if !slices.ContainsFunc(list, func(s setting) bool {
			return s.Command == of && s.Name == "network"
		}) {
			t.Errorf("--network of %s is left out of %s", of, out)
		}
	}
	if out, err = run(t, "config"); err != nil || !regexp.MustCompile(`(?s)^\nbourse: .*`+
		`  theme .*\nbourse deploy\n.*  symbol .*\nbourse do\n.*  max-usd `).MatchString(out) {
		t.Errorf("settings by command: %v\n%s", err, out)
	}
	t.Setenv("BOURSE_RATE_LIMTI", "4")
	t.Setenv("BOURSE_YES", "true")
	root := commands.Root()
	var said bytes.Buffer
	root.SetErr(&said)
	root.SetOut(io.Discard)
	root.SetArgs([]string{"config"})
	if err := root.ExecuteContext(t.Context()); err != nil || !strings.Contains(said.String(),
		"no flag has the variable BOURSE_RATE_LIMTI (do you mean BOURSE_RATE_LIMIT?)") ||
		!strings.Contains(said.String(), "BOURSE_YES is not looked at: --yes is of one call") {
		t.Errorf("of a mistyped variable it says %q, %v", said.String(), err)
	}
	// What another network is asked through comes from the file as from the command line.
	out, err = run(t, "networks")
	if err != nil || !strings.Contains(out, "1  Ethereum: no node answers") {
		t.Errorf("networks with nodes of the file: %v\n%s", err, out)
	}
}

// What holds is judged too: where a value stands that cannot be is said once, with the reason.
func TestConfigJudges(t *testing.T) {
	dir := here(t)
	write(t, filepath.Join(dir, "config.toml"), "theme = 'drak'\nno-mouse = 'perhaps'")
	t.Setenv("BOURSE_RATE_LIMIT", "often")
	t.Setenv("BOURSE_RPC", "1=http://127.0.0.1:9/k0ffer one=http://127.0.0.1:9/k0ffer")
	out, err := run(t, "config")
	var usage command.UsageError
	if !errors.As(err, &usage) {
		t.Fatalf("%v\n%s; want a mistake in what was set", err, out)
	}
	file := filepath.Join(dir, "config.toml")
	want := "no-mouse of " + file + `: it takes true or false, not "perhaps"
rate-limit of BOURSE_RATE_LIMIT: it takes a number of requests a second, or off; not "often"
rpc of BOURSE_RPC: it takes the id of a network, =, and a value, such as 1=…
theme of ` + file + `: "drak" is none of dark, light, classic, inverted, contrast, mono, default ` +
		"(do you mean dark?)"
	if err.Error() != want {
		t.Errorf("%s\nwant\n%s", err, want)
	}
	if !strings.Contains(out, "drak") || strings.Contains(out, "k0ffer") {
		t.Errorf("the list has not what stands there, or a key:\n%s", out)
	}
}

// What the file cannot say is refused with the file, the line or the name, and what was meant.
func TestWrongFile(t *testing.T) {
	dir := here(t)
	for text, want := range map[string]string{
		"teme = 'light'":          `no flag is called "teme" (do you mean theme?)`,
		"theme = ['a', 'b']":      "theme takes one value",
		"data = '/x'":             "data names the folder that this file is in",
		"yes = true":              `no flag is called "yes"`,
		"[theme]\nname = 'light'": "theme takes a value, not a table",
		"theme = 'light'\nx == 1": "config.toml:2:",
		"rpc = ['x']": "rpc of " + filepath.Join(dir, "config.toml") +
			": it takes the id of a network",
		"no-local = 'perhaps'": "no-local of " + filepath.Join(dir, "config.toml"),
	} {
		write(t, filepath.Join(dir, "config.toml"), text)
		_, err := run(t, "networks")
		var wrong command.UsageError
		if !errors.As(err, &wrong) || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v; want %q", text, err, want)
		}
		if _, err := run(t, "version"); err != nil {
			t.Errorf("%q: the version is not told: %v", text, err)
		}
		if _, err := run(t, "__complete", "--theme", ""); err != nil {
			t.Errorf("%q: nothing is completed: %v", text, err)
		}
	}
}

// Shells are told accounts, networks and themes, and nothing is made for that.
func TestCompletion(t *testing.T) {
	here(t)
	nowhere := filepath.Join(t.TempDir(), "none")
	out, err := run(t, "__complete", "--data", nowhere, "--account", "")
	if _, made := os.Stat(nowhere); err != nil || !strings.Contains(out, "main\n") || made == nil {
		t.Errorf("completion in no folder: %v, %q, %v", err, out, made)
	}
	for _, test := range []struct{ args, want string }{
		{"--theme", "contrast\n"}, {"--account", "main\n"}, {"--rpc", "8453=\tBase\n"},
		{"do --network", "base\tBase\n"}, {"do --network", "polygon\tPolygon\n"},
		{"do --network", "1101\tPolygon zkEVM\n"},
		{"do swap 2", "weth\n"}, {"do swap 2 weth", "usdc\n"},
		{"do stop 1 weth usdc", "at\n"},
		{"do swap 2 weth usdc", "slippage\n"}, {"do delta 2 weth usdc", "least\n"},
		{"do delta buy 2 weth with usdc", "most\n"}, {"do buy 1 weth @ 3000", "until\n"},
		{"do send 5 usdc", "main\n"},
		{"do approve 100 usdc for", "delta\n"}, {"do cancel", "all\n"},
		{"do swap", "10\n"}, {"do swap", "_activeHelp_ swap 2 weth usdc slippage 0.5%\n"},
		{"do swap 2 weth usdc slippage", "0.5%\n"}, {"do delta", "buy\n"}, {"do wrap", "1\n"},
		{"do buy 1 weth at", "_activeHelp_ buy 1 weth at 3000 usdc\n"},
		{"do fill", "_activeHelp_ no console and no service is running here"},
		{"do fill 0x1a2b3c pay", "100\n"}, {"do trail 1 weth usdc", "by\n"},
		{"--network", "base\tBase\n"},
		{"deploy --from", "main\n"}, {"wallet export", "main\n"}, {"wal", "wallet\t"},
		{"--dat", "--data\tkeep everything in DIR\n"},
	} {
		args := append([]string{"__complete"}, strings.Fields(test.args)...)
		if test.args != "wal" && test.args != "--dat" {
			args = append(args, "")
		}
		out, err := run(t, args...)
		if err != nil || !strings.Contains("\n"+out, "\n"+test.want) {
			t.Errorf("%s: %v\n%s; want %q", test.args, err, out, test.want)
		}
	}
}

// How a shell takes its completion stands in lines that can be copied.
func TestHelpOfCompletion(t *testing.T) {
	for shell, want := range map[string]string{"bash": "source <(bourse completion bash)",
		"zsh": "source <(bourse completion zsh)", "fish": "bourse completion fish | source"} {
		out, err := run(t, "completion", shell, "--help")
		if err != nil || !strings.Contains(out, "\n  "+want+"\n") {
			t.Errorf("%s: %v\n%s", shell, err, out)
		}
	}
}

// What cannot come next is not offered.
func TestCompletionAgreesWithTheSentence(t *testing.T) {
	here(t)
	for _, test := range []struct{ args, not string }{
		{"do delta 2 weth usdc", "with\n"}, {"do delta buy 2 weth", "least\n"},
		{"do swap", "weth\n"}, {"do nft sell", "apes\n"}, {"do cap", "0.1\n"},
	} {
		out, err := run(t, append(append([]string{"__complete"}, strings.Fields(test.args)...),
			"")...)
		if err != nil || strings.Contains("\n"+out, "\n"+test.not) {
			t.Errorf("%s: %v\n%s; %q cannot come next", test.args, err, out, test.not)
		}
	}
}

// A file of a release is taken only as it was signed, by the key that is meant.
func TestVerify(t *testing.T) {
	here(t)
	public, key, err := minisign.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	other, _, err := minisign.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "bourse.tar.gz")
	write(t, file, "what was shipped")
	signed := string(minisign.SignWithComments(key, []byte("what was shipped"),
		"bourse 1.2.0 bourse.tar.gz", ""))
	check := func(key minisign.PublicKey, want string, right bool) {
		t.Helper()
		out, err := run(t, "verify", file, "--key", key.String())
		if (err == nil) != right || !strings.Contains(fmt.Sprint(out, err), want) {
			t.Errorf("%v, %s; want %q", err, out, want)
		}
	}
	check(public, "get "+file+".minisig too", false)
	write(t, file+".minisig", signed)
	check(public, `is as it was signed: "bourse 1.2.0 bourse.tar.gz"`, true)
	check(other, "signed by another key", false)
	write(t, file+".minisig", strings.Replace(signed, "1.2.0", "1.3.0", 1))
	check(public, "is NOT what was signed", false)
	write(t, file+".minisig", "nonsense")
	check(public, "is no signature", false)
	write(t, file+".minisig", signed)
	write(t, file, "what was altered")
	check(public, "is NOT what was signed", false)
	if _, err := run(t, "verify", file); err == nil ||
		!strings.Contains(err.Error(), "name one with --key") {
		t.Errorf("without a key: %v", err)
	}
}

// TestContactsOfAFile: a header that is not known is said to be one, and one contact is one.
func TestContactsOfAFile(t *testing.T) {
	file := filepath.Join(here(t), "c.csv")
	const ben = "0x8ba1f109551bD432803012645Ac136ddd64DBA72"
	write(t, file, "address,chain,label\n"+ben+",1,ben\n")
	out, err := run(t, "contacts", "import", file)
	if err == nil || !strings.Contains(err.Error(), `"address,chain,label" is no header`) ||
		!strings.Contains(err.Error(), `"address,label"`) ||
		strings.Contains(err.Error(), "line 2") {
		t.Errorf("%q, %v", out, err)
	}
	write(t, file, "Address, Label\n"+ben+",ben\n")
	if out, err = run(t, "contacts", "import", file); err != nil ||
		out != "1 contact is new, 0 were there already\n" {
		t.Errorf("%q, %v", out, err)
	}
	if out, err = run(t, "contacts", "import", file); err != nil ||
		out != "0 contacts are new, 1 was there already\n" {
		t.Errorf("%q, %v", out, err)
	}
}

// A command that is proposed names the data folder where that is not the usual one, as a shell
// reads it.
func TestCommandsNameTheirFolder(t *testing.T) {
	usual, elsewhere := here(t), filepath.Join(t.TempDir(), "it's mine")
	for dir, want := range map[string]string{
		usual: "bourse wallet export NAME",
		elsewhere: "bourse wallet export NAME --data '" +
			strings.Replace(elsewhere, "'", `'\''`, 1) + "'",
	} {
		w, err := commands.OpenWallet(dir)
		if err != nil {
			t.Fatal(err)
		}
		if says := w.Says("export", "NAME"); says != want {
			t.Errorf("%s: %s, want %s", dir, says, want)
		}
	}
	t.Chdir(filepath.Dir(elsewhere))
	w, err := commands.OpenWallet("it's mine")
	if err != nil || !strings.Contains(w.Says("list"), filepath.Dir(elsewhere)) {
		t.Errorf("%s: %v", w.Says("list"), err)
	}
}

// TestSettingsAreNoGigabyte: what is no file of settings is refused before it is read.
func TestSettingsAreNoGigabyte(t *testing.T) {
	path := filepath.Join(here(t), "config.toml")
	write(t, path, "")
	if err := os.Truncate(path, 1<<30); err != nil {
		t.Fatal(err)
	}
	if _, err := run(t, "wallet", "list"); err == nil ||
		!strings.Contains(err.Error(), path+": settings are a file of at most 1 MiB") {
		t.Error(err)
	}
}
