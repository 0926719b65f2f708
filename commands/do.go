package commands

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"bourse/backend/api"
	"bourse/backend/command"
	"bourse/views/desk"
	"bourse/views/grammar"
	"bourse/views/sign"
	"bourse/wallet"
)

// doing is one sentence that is carried out from a shell.
type doing struct {
	door
	json    bool
	yes     bool
	watch   bool
	maxUSD  string
	words   []string
	timeout time.Duration
	out     io.Writer // of results
	told    io.Writer // of what is asked and how it goes
}

// do is `bourse do …`.
func do() *cobra.Command {
	d := &doing{}
	run := func(c *cobra.Command, sentence string) error {
		d.out, d.told = c.OutOrStdout(), c.ErrOrStderr()
		if d.watch && !c.Flags().Changed("timeout") {
			d.timeout = 0
		}
		return d.run(c.Context(), sentence)
	}
	group := &cobra.Command{
		Use:   "do SENTENCE",
		Short: "Trade in one sentence: the palette's, from a shell",
		Long: "It shows in words what would be signed, asks, signs, waits for the block and says " +
			"what came of it. --yes signs without asking what stays within --max-usd; a swap or " +
			"a Delta order then has to say its slippage or its least. What was signed and lost " +
			"its answer is looked for before anything else is signed, and the same once more " +
			"asks for the word \"again\".",
		Example: `bourse do balances
bourse do book weth/usdc --json
bourse do buy 0.1 weth at 2500 usdc
bourse do swap 100 usdc weth least 0.03 --yes --max-usd 150
bourse do cancel all --yes --max-usd 5
bourse do orders --watch`,
		Args: cobra.ArbitraryArgs,
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) == 0 {
				return command.Usagef("say what to do: bourse do VERB …; see bourse help do")
			}
			return run(c, strings.Join(args, " "))
		},
	}
	f := group.PersistentFlags()
	d.define(f)
	d.definePassword(f)
	f.BoolVar(&d.json, "json", false, "one JSON document, in the shapes of the HTTP interface")
	f.BoolVar(&d.yes, "yes", false, "sign without asking what stays within --max-usd")
	f.StringVar(&d.maxUSD, "max-usd", "", "with --yes, what a signature may pay, allow and cost "+
		"at most: `USD`")
	f.BoolVar(&d.watch, "watch", false, "go on and tell what changes, a line each; with --json a "+
		"document a line")
	f.StringArrayVar(&d.words, "word", nil, "with --yes, a `WORD` that may be asked for; "+
		"repeatable")
	f.DurationVar(&d.timeout, "timeout", 5*time.Minute, "give up waiting after `TIME`")
	group.AddGroup(&cobra.Group{ID: "moves", Title: "Signs"},
		&cobra.Group{ID: "looks", Title: "Looks"})
	for _, v := range grammar.Verbs() {
		id := "looks"
		if v.Moves {
			id = "moves"
		}
		group.AddCommand(&cobra.Command{Use: v.Name, Short: capital(v.Short), GroupID: id,
			Example: examples(v), Args: cobra.ArbitraryArgs, ValidArgsFunction: inSentence(v),
			RunE: func(c *cobra.Command, args []string) error {
				return run(c, v.Name+" "+strings.Join(args, " "))
			}})
	}
	return group
}

// examples are a verb's sentences as commands.
func examples(v grammar.Verb) string {
	var lines []string
	for _, sentence := range v.Forms() {
		lines = append(lines, "bourse do "+sentence)
	}
	return strings.Join(lines, "\n")
}

func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// run carries a sentence out and prints what came of it.
func (d *doing) run(ctx context.Context, sentence string) error {
	if d.timeout <= 0 && !d.watch {
		return command.Usagef("--timeout: it takes a time above zero")
	}
	if os.Getenv(variable("yes")) != "" && !d.yes {
		fmt.Fprintln(d.told, variable("yes")+" is not looked at: --yes is said with each command")
	}
	if d.timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, d.timeout)
		defer cancel()
	}
	result, err := d.say(ctx, sentence)
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() != nil {
		err = overdue{sentence, d.timeout, err}
	}
	if err != nil {
		err = asUsage(err, "bourse help do")
		if d.json {
			d.document(errorDocument(err))
		}
		return err
	}
	if d.watch {
		return nil // all was told
	}
	return d.print(result)
}

// overdue is that a sentence took longer than it may.
type overdue struct {
	sentence string
	after    time.Duration
	err      error
}

func (o overdue) Error() string {
	text := fmt.Sprintf("“%s” did not end within %s and is given up (--timeout)",
		strings.TrimSpace(o.sentence), o.after)
	if o.err == context.DeadlineExceeded { //nolint:errorlint // which has no more to say
		return text
	}
	return text + ": " + inWords(o.err)
}

func (o overdue) Unwrap() error { return o.err }

// print prints what came of a sentence.
func (d *doing) print(result desk.Result) error {
	if d.json {
		return d.document(result.Data)
	}
	for _, line := range result.Lines {
		if _, err := fmt.Fprintln(d.out, desk.Plain(line)); err != nil {
			return err
		}
	}
	return nil
}

// asUsage names what cannot be understood as a mistake in how the program was called; help is where
// the verbs are told.
func asUsage(err error, help string) error {
	var misread *desk.Misread
	if !errors.As(err, &misread) {
		return err
	}
	var verbs []string
	for _, v := range grammar.Verbs() {
		verbs = append(verbs, v.Name)
	}
	meant := command.Meant(misread.Verb, verbs, "")
	if meant == "" && misread.Verb != "" {
		meant = "; see " + help
	}
	return command.Usagef("%v%s", misread, meant)
}

func (d *doing) document(v any) error {
	text, err := json.MarshalIndent(v, "", "  ")
	if d.watch {
		text, err = json.Marshal(v)
	}
	if err == nil {
		_, err = fmt.Fprintln(d.out, string(text))
	}
	return err
}

// errorDocument is an error in the shape of the interface's errors.
func errorDocument(err error) *api.Error {
	var e *api.Error
	var late overdue
	switch {
	case errors.As(err, &late):
		return api.Errorf(api.TypeOf(late.err), "%v", late)
	case errors.As(err, &e):
		return e
	case unsigned(err):
		return api.Errorf("NotSigned", "%v", err)
	}
	var wrong command.UsageError
	if errors.As(err, &wrong) {
		return api.Errorf(api.ValidationError, "%v", err)
	}
	return api.Errorf("Failed", "%v", err)
}

// say opens the exchange, and a desk at it for one sentence.
func (d *doing) say(ctx context.Context, sentence string) (result desk.Result, err error) {
	tell := func(line string) { fmt.Fprintln(d.told, desk.Plain(line)) }
	if err := desk.IsVerb(sentence); err != nil { // nothing is opened for it
		return result, err
	}
	d.o.NoTraders, d.once = true, true // who does one thing waits for nobody's
	by := &late{}
	at, end, err := d.open(ctx, by, tell)
	if err != nil {
		return result, err
	}
	defer func() { err = errors.Join(err, end()) }()
	if by.Decider, err = d.decider(at, sentence, tell); err != nil {
		return result, err
	}
	if d.watch {
		return desk.Result{}, at.Follow(ctx, sentence, d.print)
	}
	return at.Say(ctx, sentence)
}

// late is a decider that is known once the desk is open, whose prices it needs.
type late struct{ sign.Decider }

// decider is a person at the terminal, or the limits of a script.
func (d *doing) decider(at *desk.Desk, sentence string, tell func(string)) (sign.Decider, error) {
	if err := at.Understands(sentence); err != nil {
		return nil, err
	}
	words := grammar.Words(sentence)
	v, ok := grammar.Verb{}, false
	if len(words) > 0 {
		v, ok = grammar.Find(words[0])
	}
	switch {
	case !ok || !v.Moves && v.Name != string(grammar.Loss):
		return desk.Nobody{}, nil
	case !v.Moves && !d.person(): // it is asked for the word alone that unlocks
		return desk.Limits{Tell: tell, Words: d.words}, nil
	}
	if d.yes && v.Moves {
		return d.limits(at, sentence, tell)
	}
	if !d.person() {
		return nil, fmt.Errorf("nobody is at the terminal to agree; --yes --max-usd USD signs "+
			"what stays within it: %w", desk.ErrDeclined)
	}
	in := newLines(os.Stdin)
	ask := func(ctx context.Context, prompt string) (string, error) {
		fmt.Fprint(d.told, prompt)
		line, err := in.next(ctx)
		return strings.TrimSpace(line), err
	}
	return desk.Person{Tell: tell, Secret: d.secret, Ask: ask, Back: in.back, Now: time.Now}, nil
}

// person tells whether somebody is there to be asked.
func (d *doing) person() bool { return term.IsTerminal(int(os.Stdin.Fd())) }

// limits are those of --yes, which has to say how much may be lost.
func (d *doing) limits(at *desk.Desk, sentence string, tell func(string)) (sign.Decider, error) {
	if d.maxUSD == "" {
		return nil, command.Usagef("--yes signs without asking: say what it may move at most, by " +
			"--max-usd USD")
	}
	most, err := api.ParseUnits(d.maxUSD, 18)
	if err != nil {
		return nil, command.Usagef("--max-usd: the amount %v", err)
	}
	if why := at.Unbounded(sentence); why != "" {
		return nil, command.Usagef("%s", why)
	}
	return desk.Limits{Tell: tell, MostUSD: most, Words: d.words, Worth: at.Worth,
		Secret: func(prompt string) (wallet.Secret, error) { return d.secret(prompt) }}, nil
}
