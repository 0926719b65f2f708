package commands

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/pelletier/go-toml/v2"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"bourse/backend"
	"bourse/backend/command"
	"bourse/store/file"
)

// Precedence says where the value of a flag comes from.
const Precedence = "Every flag of the console can also be set in the environment, as " +
	"`BOURSE_NAME` in capitals with `_` for `-`, or in\nthe file `config.toml` of the data " +
	"folder, by its name: `rate-limit = 500`. The command line goes before the environment,\n" +
	"and the environment before the file. What may be repeated is an array in the file and " +
	"separated by blanks in the environment.\n`bourse config` shows what holds and where it " +
	"comes from.\n"

// configFile is the name of the file in the data folder.
const configFile = "config.toml"

// told is what was said of a flag elsewhere than on the command line.
type told struct {
	values []string // several of what may be repeated
	from   string
}

// settle gives a command's flags the values that the environment or the data folder's file has for
// them, unless the command line has one. Help and completion are there whatever the file says.
func settle(c *cobra.Command) error {
	if c.Flags().Lookup("data") == nil && c.HasParent() {
		return nil
	}
	all, err := gather(c.Root(), dataFolder(c.Flags()))
	if err != nil {
		return err
	}
	var failed error
	c.Flags().VisitAll(func(f *pflag.Flag) {
		t, ok := all[f.Name]
		if !ok || f.Changed {
			return
		}
		for _, value := range t.values {
			if err := c.Flags().Set(f.Name, value); err != nil && failed == nil {
				failed = command.Usagef("%s of %s: %v", f.Name, t.from, command.Reason(err))
			}
		}
	})
	return failed
}

// dataFolder is the folder that the command line or the environment names, or the usual one; empty
// if there is none.
func dataFolder(f *pflag.FlagSet) string {
	var named string
	if flag := f.Lookup("data"); flag != nil {
		named = flag.Value.String()
	}
	usual, _ := backend.DefaultDir() // whoever needs it says that there is none
	return cmp.Or(named, os.Getenv(variable("data")), usual)
}

// variable is the name of a flag in the environment.
func variable(flag string) string {
	return "BOURSE_" + strings.ToUpper(strings.ReplaceAll(flag, "-", "_"))
}

// gather reads the environment and the file of a data folder.
func gather(root *cobra.Command, dir string) (map[string]told, error) {
	flags := settable(root)
	all, err := readConfig(filepath.Join(dir, configFile), flags)
	if err != nil {
		return nil, err
	}
	for name, f := range flags {
		value, ok := os.LookupEnv(variable(name))
		switch {
		case !ok:
		case repeats(f):
			all[name] = told{strings.Fields(value), variable(name)}
		default:
			all[name] = told{[]string{value}, variable(name)}
		}
	}
	return all, nil
}

// ofOneCall are flags that mean nothing beyond one call.
var ofOneCall = []string{"help", "version", "yes", "json", "watch", "index", "key"}

// settable are the flags of all commands by name, without those that are of one call alone.
func settable(root *cobra.Command) map[string]*pflag.Flag {
	flags := make(map[string]*pflag.Flag)
	var visit func(c *cobra.Command)
	visit = func(c *cobra.Command) {
		c.Flags().AddFlagSet(c.PersistentFlags())
		c.Flags().VisitAll(func(f *pflag.Flag) {
			if !slices.Contains(ofOneCall, f.Name) {
				flags[f.Name] = f
			}
		})
		for _, sub := range c.Commands() {
			if sub.Name() != "completion" && sub.Name() != "help" {
				visit(sub)
			}
		}
	}
	visit(root)
	return flags
}

// repeats tells whether a flag may be given more than once.
func repeats(f *pflag.Flag) bool { return f.Value.Type() == "func" && f.Name != "seed" }

// readConfig reads a file in which each flag may stand by its name. That there is none is no error.
func readConfig(path string, flags map[string]*pflag.Flag) (map[string]told, error) {
	text, err := file.Read(path, file.Small)
	if errors.Is(err, fs.ErrNotExist) || path == os.DevNull {
		return make(map[string]told), nil
	}
	if errors.Is(err, file.ErrNotSmall) {
		return nil, command.Usagef("cannot read %s: settings are a file of at most 1 MiB", path)
	}
	if err != nil {
		return nil, command.Usagef("cannot read %s: %v", path, err)
	}
	var table map[string]any
	if err := toml.NewDecoder(bytes.NewReader(text)).Decode(&table); err != nil {
		var wrong *toml.DecodeError
		if errors.As(err, &wrong) {
			line, _ := wrong.Position()
			return nil, command.Usagef("%s:%d: %v", path, line, wrong)
		}
		return nil, command.Usagef("%s: %v", path, err)
	}
	all := make(map[string]told, len(table))
	for _, name := range slices.Sorted(maps.Keys(table)) {
		f := flags[name]
		switch {
		case name == "data":
			return nil, command.Usagef("%s: data names the folder that this file is in; say it "+
				"with --data or %s", path, variable("data"))
		case f == nil:
			return nil, command.Usagef("%s: no flag is called %q%s", path, name,
				command.Meant(name, slices.Sorted(maps.Keys(flags)), ""))
		}
		list, many := table[name].([]any)
		if many && !repeats(f) {
			return nil, command.Usagef("%s: %s takes one value, not several", path, name)
		}
		if !many {
			list = []any{table[name]}
		}
		t := told{from: path}
		for _, value := range list {
			if _, nested := value.(map[string]any); nested {
				return nil, command.Usagef("%s: %s takes a value, not a table", path, name)
			}
			t.values = append(t.values, fmt.Sprint(value))
		}
		all[name] = t
	}
	return all, nil
}

// setting is a flag, what holds of it, and where that comes from.
type setting struct {
	Of    string `json:"command"` // whose flag it is: "bourse" is the console and the service
	Name  string `json:"name"`
	Value string `json:"value"`
	From  string `json:"from"`
	Wrong string `json:"wrong,omitempty"` // why it cannot be
}

// config is `bourse config`.
func config() *cobra.Command {
	var o command.Options
	var asJSON bool
	c := &cobra.Command{
		Use:   "config",
		Short: "What every flag is set to, where that comes from, and whether it can be",
		Long: strings.ReplaceAll(strings.TrimSpace(Precedence), "`", "") +
			"\nWhat a node's address holds beyond the host may be a key, and is not shown.",
		Example: "bourse config\nbourse config --data ./desk --json",
		Args:    command.Arguments(),
		// Values are shown as they stand, also where they can't be used.
		PersistentPreRunE: func(*cobra.Command, []string) error { return nil },
		RunE: func(c *cobra.Command, _ []string) error {
			dir := dataFolder(c.Flags())
			all, err := gather(c.Root(), dir)
			if err != nil {
				return err
			}
			list := settings(c.Root(), all, dir)
			for _, line := range strays(c.Root(), os.Environ()) {
				fmt.Fprintln(c.ErrOrStderr(), "bourse:", line)
			}
			if asJSON {
				err = json.NewEncoder(c.OutOrStdout()).Encode(list)
			} else {
				err = table(c.OutOrStdout(), list)
			}
			return errors.Join(err, wrong(list))
		},
	}
	c.Flags().StringVar(&o.Data, "data", "", "keep everything in `DIR`")
	c.Flags().BoolVar(&asJSON, "json", false, "as JSON")
	return c
}

func table(out io.Writer, list []setting) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for i, s := range list {
		if i == 0 || s.Of != list[i-1].Of {
			fmt.Fprintf(w, "\n%s\n", title(s.Of))
		}
		fmt.Fprintf(w, "  %s\t%s\t%s\n", s.Name, cmp.Or(s.Value, "—"), s.From)
	}
	return w.Flush()
}

// title says of which command settings are.
func title(of string) string {
	if of == "bourse" {
		return "bourse: console and service, and what commands share with them"
	}
	return of
}

// wrong names the settings that cannot be.
func wrong(list []setting) error {
	var all []error
	for _, s := range list {
		if s.Wrong != "" {
			all = append(all, command.Usagef("%s of %s: %s", s.Name, s.From, s.Wrong))
		}
	}
	return errors.Join(all...)
}

// strays says which variables look like a flag's and are none.
func strays(root *cobra.Command, environ []string) (lines []string) {
	var known []string
	for name := range settable(root) {
		known = append(known, variable(name))
	}
	for _, pair := range environ {
		name, _, _ := strings.Cut(pair, "=")
		flag := strings.ReplaceAll(strings.ToLower(strings.TrimPrefix(name, "BOURSE_")), "_", "-")
		if strings.HasPrefix(name, "BOURSE_") && slices.Contains(ofOneCall, flag) {
			lines = append(lines, fmt.Sprintf("%s is not looked at: --%s is of one call, and is "+
				"said with it", name, flag))
			continue
		}
		if strings.HasPrefix(name, "BOURSE_") && !slices.Contains(known, name) {
			lines = append(lines, fmt.Sprintf("no flag has the variable %s%s", name,
				command.Meant(name, known, "")))
		}
	}
	return lines
}

// settings lists what holds of every flag, by the commands that have it. What a command shares with
// the console is listed there alone.
func settings(root *cobra.Command, all map[string]told, dir string) (list []setting) {
	var visit func(c *cobra.Command, above map[string]bool)
	visit = func(c *cobra.Command, above map[string]bool) {
		here := maps.Clone(above)
		c.Flags().AddFlagSet(c.PersistentFlags())
		c.Flags().VisitAll(func(f *pflag.Flag) {
			known := f.Name + "=" + f.DefValue // one that begins as another is another
			if here[known] || slices.Contains(ofOneCall, f.Name) {
				return
			}
			here[known] = true
			list = append(list, settingOf(c, f, all, dir))
		})
		for _, sub := range c.Commands() {
			if sub.Name() != "completion" && sub.Name() != "help" {
				visit(sub, here)
			}
		}
	}
	visit(root, map[string]bool{})
	return list
}

// settingOf is what holds of a flag of a command.
func settingOf(c *cobra.Command, f *pflag.Flag, all map[string]told, dir string) setting {
	s := setting{Of: c.CommandPath(), Name: f.Name, Value: f.DefValue, From: "default"}
	if t, ok := all[f.Name]; ok {
		judge := pflag.NewFlagSet("", pflag.ContinueOnError)
		judge.AddFlag(f)
		s.From = t.from
		var values []string
		for _, value := range t.values {
			if err := judge.Set(f.Name, value); err != nil {
				s.Wrong = command.Reason(err).Error()
			}
			values = append(values, shown(f.Name, value))
		}
		s.Value = strings.Join(values, " ")
	}
	if f.Name == "data" {
		s.Value = dir
	}
	if s.Value == "[]" {
		s.Value = ""
	}
	return s
}

// shown is a value without what may be a key: of an address of a node, a signer or a webhook, all
// that follows the host.
func shown(flag, value string) string {
	if !strings.HasPrefix(flag, "rpc") && flag != "signer" && flag != "webhook" {
		return value
	}
	parts := strings.Split(value, ",")
	for i, part := range parts {
		scheme, rest, ok := strings.Cut(part, "://")
		if !ok {
			continue
		}
		host, path, long := strings.Cut(rest, "/")
		if _, at, keyed := strings.Cut(host, "@"); keyed {
			host = "…@" + at
		}
		parts[i] = scheme + "://" + host
		if long && path != "" {
			parts[i] += "/…"
		}
	}
	return strings.Join(parts, ",")
}
