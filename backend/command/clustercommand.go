package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"bourse/backend"
	"bourse/backend/api"
	"bourse/store/facts/etcd"
)

// Cluster is `bourse cluster …`: it tells how the nodes of an exchange stand, and goes from one
// machine to several and back.
func Cluster() *cobra.Command {
	var flags clusterFlags
	group := &cobra.Command{
		Use:   "cluster",
		Short: "Several machines as one exchange: status, import, export, repair",
		Example: "bourse cluster status --cluster etcd://10.0.0.1:2379/main --cluster-ca ca.pem\n" +
			"bourse cluster import ./data --cluster etcd://127.0.0.1:2379/main",
	}
	flags.define(group.PersistentFlags())
	part := func(use, short string, do clusterWork, folders ...string) *cobra.Command {
		return &cobra.Command{Use: use, Short: short, Args: Arguments(folders...),
			RunE: func(c *cobra.Command, args []string) error {
				return flags.carryOut(c, do, args)
			}}
	}
	return Group(group,
		part("status", "Nodes, how far they are, who leads what", clusterStatus),
		part("import DIR", "Make the data folder of a single machine that of a first node",
			clusterImport, "DIR"),
		part("export DIR TO", "Make a single machine's data folder of a node's, at TO",
			clusterExport, "DIR", "TO"),
		part("sign", "Have the nodes sign what they write by the first key of --cluster-secret, "+
			"and believe nothing else", clusterSign),
		flags.repair())
}

// clusterWork is what a part of the command does with the log of an exchange.
type clusterWork func(ctx context.Context, log *etcd.Log, dirs []string, out io.Writer) error

func (c *clusterFlags) carryOut(of *cobra.Command, do clusterWork, dirs []string) error {
	if c.url == "" {
		return Usagef("say which exchange: --cluster etcd://HOST:PORT[,HOST:PORT…]/NAME")
	}
	c.node = of.Name()
	c.filled = func(n int) { fmt.Fprintf(of.ErrOrStderr(), "%d orders are in etcd …\n", n) }
	log, err := c.open(of.Context(), &Options{}, slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	return errors.Join(do(of.Context(), log, dirs, of.OutOrStdout()), log.Close())
}

// repair is `bourse cluster repair`.
func (c *clusterFlags) repair() *cobra.Command {
	return &cobra.Command{
		Use: "repair TO DIR [DIR…]",
		Short: "Put a log that was lost together again from the folders of all nodes; nodes " +
			"start from copies of TO",
		Args: func(of *cobra.Command, args []string) error {
			if len(args) < 2 {
				return Arguments("TO", "DIR")(of, args)
			}
			return nil
		},
		RunE: func(of *cobra.Command, args []string) error {
			return c.carryOut(of, clusterRepair, args)
		},
	}
}

func clusterRepair(ctx context.Context, log *etcd.Log, dirs []string, out io.Writer) error {
	found, err := backend.RepairStore(ctx, dirs[0], dirs[1:], log)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "The log is whole: %d open orders of %s, %d that only other folders had, %d "+
		"Delta orders that others knew more of.\n", found.Open, dirs[1], found.Brought, found.Delta)
	fmt.Fprintf(out, "Now give each node a new folder with a copy, bourse store backup %s "+
		"FOLDER/bourse.db, and start it; keep the old folders until all is well.\n", dirs[0])
	return nil
}

// lookEvery is how often a node that is behind is looked at again.
const lookEvery = 250 * time.Millisecond

// clusterStatus tells how an exchange stands. It fails where an operator should see to something.
func clusterStatus(ctx context.Context, log *etcd.Log, _ []string, out io.Writer) error {
	o, err := log.Overview(ctx)
	first := o.Newest
	behind := func(n etcd.Node) bool { return n.Revision < first }
	for limit := time.Now().Add(api.MaxLag); err == nil && slices.ContainsFunc(o.Nodes, behind) &&
		time.Now().Before(limit); {
		select { // nodes tell how far they are once a second
		case <-time.After(lookEvery):
		case <-ctx.Done():
			return ctx.Err()
		}
		o, err = log.Overview(ctx)
	}
	if err != nil {
		return err
	}
	o.Newest = first
	now := time.Now()
	if err := printOverview(out, &o, now); err != nil {
		return err
	}
	if list := o.Troubles(now); len(list) > 0 {
		return fmt.Errorf("not all is well: %s", strings.Join(list, "; "))
	}
	return nil
}

func clusterSign(ctx context.Context, log *etcd.Log, _ []string, out io.Writer) error {
	switch err := log.Sign(ctx); {
	case errors.Is(err, etcd.ErrNothing):
		fmt.Fprintf(out, "Nothing to do: %v.\n", err)
	case err != nil:
		return err
	default:
		fmt.Fprintln(out, "From now on nodes sign what they write by this key, and believe "+
			"nothing else.")
	}
	return nil
}

func clusterImport(ctx context.Context, log *etcd.Log, dirs []string, out io.Writer) error {
	open, err := backend.ImportStore(ctx, dirs[0], log)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%s is a node's folder now, and its %d open orders are in etcd; other nodes "+
		"start from a copy of it: bourse store backup %s FILE\n", dirs[0], open, dirs[0])
	return nil
}

func clusterExport(ctx context.Context, log *etcd.Log, dirs []string, out io.Writer) error {
	if err := backend.ExportStore(ctx, dirs[0], dirs[1], log); err != nil {
		return err
	}
	fmt.Fprintf(out, "%s is a single machine's folder: start it without --cluster\n", dirs[1])
	return nil
}

func printOverview(out io.Writer, o *etcd.Overview, now time.Time) error {
	fmt.Fprintf(out, "log %s: %d facts; etcd: revision %d\n", o.Log, o.Facts, o.Revision)
	if o.Signed == "" {
		fmt.Fprintln(out, "facts are not signed: whoever can write to etcd can post facts in the "+
			"nodes' name (--cluster-secret, then bourse cluster sign)")
	} else {
		fmt.Fprintf(out, "facts are signed by the key %s\n", o.Signed)
	}
	if o.Pruned > 0 {
		fmt.Fprintf(out, "final facts up to revision %d have left: a new node starts from a "+
			"backup of another\n", o.Pruned)
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "ETCD\tSTATE\tMB\tIN USE\tQUOTA")
	for i := range o.Members {
		m := &o.Members[i]
		if !m.Up {
			fmt.Fprintf(w, "%s\tdoes not answer\t\t\t\n", m.Addr)
			continue
		}
		fmt.Fprintf(w, "%s\tanswers\t%.1f\t%.1f\t%.1f\n", m.Addr, float64(m.Bytes)/1e6,
			float64(m.InUse)/1e6, float64(m.Quota)/1e6)
	}
	fmt.Fprintln(w, "NODE\tADDRESS\tREVISION\tSTATE\tTOLD\tPROBLEM")
	for _, n := range o.Nodes {
		state := "level"
		if !o.Level(&n) {
			state = "behind"
		}
		fmt.Fprintf(w, "%s\t%s\t%d\t%s\t%s ago\t%s\n", n.Name, n.Addr, n.Revision, state,
			now.Sub(n.Time).Round(100*time.Millisecond), n.Problem)
	}
	if len(o.Nodes) == 0 {
		fmt.Fprintln(w, "none is alive")
	}
	if err := w.Flush(); err != nil {
		return err
	}
	for _, n := range o.Nodes {
		if n.Aside > 0 {
			fmt.Fprintf(out, "%s passed over %d keys that are no facts, last at %s\n", n.Name,
				n.Aside, n.AsideAt.Format(time.RFC3339))
		}
	}
	for _, what := range slices.Sorted(maps.Keys(o.Leaders)) {
		fmt.Fprintf(out, "%s is led by %s\n", what, o.Leaders[what])
	}
	return nil
}
