package commands

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"unicode"

	"github.com/ethereum/go-ethereum/rpc"
	"github.com/spf13/cobra"
	"golang.org/x/term"

	"bourse/backend"
	"bourse/backend/api"
	"bourse/backend/command"
	"bourse/ui/cells"
	"bourse/ui/style"
	"bourse/views/desk"
	"bourse/views/sign"
	"bourse/wallet"
)

// ExitCodes are what the program ends with.
var ExitCodes = []struct {
	Code    int
	Meaning string
}{
	{exitDone, "done"},
	{exitFailed, "failed"},
	{exitUsage, "the command line cannot be understood, or names what is not there"},
	{exitRefused, "refused by the exchange"},
	{exitUnsigned, "not signed: a person said no, a limit did not allow it, or it must not be"},
	{exitLate, "timed out"},
}

const (
	exitDone = iota
	exitFailed
	exitUsage
	exitRefused
	exitUnsigned
	exitLate
)

// Main runs the program with the arguments after its name, and returns what it ends with.
func Main(args []string) int {
	backend.Tune()
	ends := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) { // as nohup has it
		ends = append(ends, syscall.SIGHUP) // its terminal was closed
	}
	ctx, stop := signal.NotifyContext(context.Background(), ends...)
	defer stop()
	root := Root()
	root.SetArgs(twoDashes(root, args))
	err := errors.Join(wallet.NoCoreDumps(), root.ExecuteContext(ctx))
	if ctx.Err() != nil && errors.Is(err, context.Canceled) {
		err = errors.New("it was told to stop before it was done")
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bourse:", cells.CleanLines(inWords(err)))
	}
	return exitCode(err)
}

// refusals are what a system says that a person can do something about.
var refusals = []struct {
	number syscall.Errno
	advice string
}{
	{syscall.EMFILE, "raise the limit (ulimit -n)"},
	{syscall.ENOSPC, "make room there"},
	{syscall.EACCES, "see whose it is, and start as its owner"},
	{syscall.EROFS, "name a place on another disk"},
}

// inWords is an error for a person: what was waited for stands before its words, and what to do
// after those of the system, where nothing else does.
func inWords(err error) string {
	text := strings.ReplaceAll(err.Error(), context.DeadlineExceeded.Error(),
		"no answer came in time")
	if why := silence(err); why != "" {
		return text + " (" + why + ")"
	}
	for _, r := range refusals {
		if errors.Is(err, r.number) && strings.HasSuffix(text, r.number.Error()) {
			return text + ": " + r.advice
		}
	}
	return text
}

// silence is why a node did not answer, which only whoever named it is told; "" where it did. What
// the node says of itself may be anything, and is cut short.
func silence(err error) string {
	var away *api.Error
	if !errors.As(err, &away) || away.Type != api.ChainUnavailable || away.Cause == nil ||
		errors.Is(err, context.DeadlineExceeded) { // whose words tell it
		return ""
	}
	text := away.Cause.Error()
	var answered rpc.HTTPError
	if errors.As(away.Cause, &answered) {
		text = answered.Status
	}
	text = strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return -1
		}
		return r
	}, text)
	const most = 200
	if r := []rune(text); len(r) > most {
		text = string(r[:most]) + "…"
	}
	return text
}

func exitCode(err error) int {
	var wrong command.UsageError
	var refusal *wallet.Refusal
	var refused *api.Error
	var unsure *sign.Unsure
	switch {
	case err == nil:
		return exitDone
	case errors.Is(err, context.DeadlineExceeded):
		return exitLate
	case unsigned(err):
		return exitUnsigned
	case errors.As(err, &wrong), errors.As(err, &refusal):
		return exitUsage
	case errors.Is(err, fs.ErrNotExist): // the file that was named
		return exitUsage
	case errors.As(err, &unsure):
		return exitFailed // nobody has refused it
	case errors.As(err, &refused) && refused.Type != api.ChainUnavailable &&
		refused.Type != api.StoreUnavailable: // which nobody has answered
		return exitRefused
	}
	return exitFailed
}

// unsigned tells whether an error is that something was not signed, or must not be.
func unsigned(err error) bool {
	for _, why := range []error{command.ErrDeclined, desk.ErrDeclined, wallet.WatchOnly,
		wallet.WrongChain, wallet.Locked, wallet.WrongPassword, wallet.SignerFailed} {
		if errors.Is(err, why) {
			return true
		}
	}
	return false
}

// Groups of commands in the help.
const (
	forTrading  = "trading"
	forNetworks = "networks"
	forAccounts = "accounts"
	forUpkeep   = "upkeep"
	forMore     = "more"
)

// Root is the whole command line. Called without a command the program is the console, or the
// service.
func Root() *cobra.Command {
	var o command.Options
	root := &cobra.Command{
		Use:   "bourse",
		Short: "A trading console for the terminal, with a complete exchange inside",
		Example: `bourse                                 # a console on the local network
bourse --demo                          # lively, and thrown away at the end
bourse --demo --ssh 127.0.0.1:2222     # the same, with visitors by ssh
bourse --plain                         # line by line, for screen readers
bourse --serve                         # the exchange over HTTP, no screen
bourse --backend http://10.0.0.1:8080  # the console of a service elsewhere
bourse --rpc 1=https://eth.example     # Ethereum too, through a node of it`,
		Version:       backend.Version(),
		SilenceErrors: true,
		SilenceUsage:  true,
		RunE: func(c *cobra.Command, _ []string) error {
			if o.Plain {
				return speak(c.Context(), o, c.InOrStdin(), c.OutOrStdout())
			}
			return start(c.Context(), &o)
		},
	}
	root.SetVersionTemplate("bourse {{.Version}}\n")
	root.AddGroup(&cobra.Group{ID: forTrading, Title: "Trading"},
		&cobra.Group{ID: forNetworks, Title: "Networks"},
		&cobra.Group{ID: forAccounts, Title: "Accounts"},
		&cobra.Group{ID: forUpkeep, Title: "Upkeep"}, &cobra.Group{ID: forMore, Title: "More"})
	o.Define(root.Flags(), style.ThemeNames())
	for _, part := range []struct {
		group   string
		command *cobra.Command
	}{
		{forTrading, do()},
		{forTrading, agents()},
		{forTrading, command.Solve()},
		{forNetworks, command.Networks()},
		{forNetworks, deploy()},
		{forNetworks, command.Partners()},
		{forAccounts, accounts()},
		{forAccounts, contacts()},
		{forUpkeep, command.Store()},
		{forUpkeep, command.Cluster()},
		{forUpkeep, config()},
		{forMore, version()},
		{forMore, verify()},
	} {
		part.command.GroupID = part.group
		command.Group(root, part.command)
	}
	root.SetHelpCommandGroupID(forMore)
	root.SetCompletionCommandGroupID(forMore)
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	for _, c := range root.Commands() {
		switch c.Name() {
		case "completion":
			c.Short = "Completion of commands, flags and names for bash, zsh, fish and PowerShell"
			for _, shell := range c.Commands() {
				shell.Args = command.Arguments()
				shell.Long = "It writes what the shell loads to complete commands, flags, and " +
					"the names of accounts, networks, tokens and open orders."
				shell.Example = loads[shell.Name()]
			}
			command.Group(c)
		case "help":
			c.Short = "What a command does, with its flags and examples"
			c.Args = func(c *cobra.Command, args []string) error {
				found, rest, err := root.Find(args)
				if err != nil || len(rest) > 0 && found.HasAvailableSubCommands() {
					return command.Unknown(found, append(rest, args...)[0])
				}
				return nil
			}
		}
	}
	root.SetHelpFunc(help)
	root.SetFlagErrorFunc(flagError)
	root.PersistentPreRunE = func(c *cobra.Command, _ []string) error {
		if strings.HasPrefix(c.Name(), cobra.ShellCompRequestCmd) {
			each(root, unquoted)
		}
		return settle(c)
	}
	complete(root)
	return root
}

// loads are how each shell takes its completion: now, and at every start.
var loads = map[string]string{
	"bash": `source <(bourse completion bash)
bourse completion bash > ~/.local/share/bash-completion/completions/bourse`,
	"zsh": `source <(bourse completion zsh)
bourse completion zsh > "${fpath[1]}/_bourse"`,
	"fish": `bourse completion fish | source
bourse completion fish > ~/.config/fish/completions/bourse.fish`,
	"powershell": "bourse completion powershell | Out-String | Invoke-Expression",
}

// start opens the console or serves.
func start(ctx context.Context, o *command.Options) error {
	if err := o.Check(); err != nil {
		return err
	}
	if o.Serve {
		return serve(ctx, *o)
	}
	if !term.IsTerminal(int(os.Stdout.Fd())) {
		return command.Usagef("the console needs a terminal on standard output; use --plain for " +
			"lines of text, bourse do for one sentence, or --serve for a service without a screen")
	}
	if why := style.Dumb(os.Getenv); why != "" {
		return command.Usagef("%s", why)
	}
	return openConsole(ctx, *o)
}
