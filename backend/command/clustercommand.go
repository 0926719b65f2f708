package command

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"slices"
	"text/tabwriter"
	"time"

	"bourse/backend"
	"bourse/store/facts/etcd"
)

const clusterUsage = `the commands, each with --cluster etcd://HOST:PORT[,HOST:PORT…]/NAME:
  bourse cluster status            nodes, how far they are, who leads what
  bourse cluster import DIR        make the data folder of a single machine that of a first node
  bourse cluster export DIR TO     make a single machine's data folder of a node's, at TO`

// Cluster is the command cluster: it tells how the nodes of an exchange stand, and goes from one
// machine to several and back.
func Cluster(ctx context.Context, args []string, out io.Writer) error {
	var c clusterFlags
	f := flag.NewFlagSet("bourse cluster", flag.ContinueOnError)
	f.SetOutput(io.Discard)
	c.define(f)
	if len(args) == 0 {
		return Usagef("%s", clusterUsage)
	}
	do, folders := clusterStatus, 0
	switch args[0] {
	case "status":
	case "import":
		do, folders = clusterImport, 1
	case "export":
		do, folders = clusterExport, 2
	default:
		return Usagef("%s", clusterUsage)
	}
	var dirs []string // before, between or after the flags
	err := f.Parse(args[1:])
	for err == nil && f.NArg() > 0 {
		dirs = append(dirs, f.Arg(0))
		err = f.Parse(f.Args()[1:])
	}
	if err != nil || len(dirs) != folders || c.url == "" {
		return Usagef("%s", clusterUsage)
	}
	c.node = args[0]
	log, err := c.open(ctx, &Options{}, slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	return errors.Join(do(ctx, log, dirs, out), log.Close())
}

func clusterStatus(ctx context.Context, log *etcd.Log, _ []string, out io.Writer) error {
	o, err := log.Overview(ctx)
	if err != nil {
		return err
	}
	return printOverview(out, &o, time.Now())
}

func clusterImport(ctx context.Context, log *etcd.Log, dirs []string, out io.Writer) error {
	open, err := backend.ImportStore(ctx, dirs[0], log)
	if backend.InUse(err) {
		return Usagef("%v", err)
	}
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
	fmt.Fprintf(out, "etcd: revision %d, %d facts, %.1f MB of which %.1f MB in use\n", o.Revision,
		o.Facts, float64(o.Bytes)/1e6, float64(o.InUse)/1e6)
	if o.Pruned > 0 {
		fmt.Fprintf(out, "final facts up to revision %d have left: a new node starts from a "+
			"backup of another\n", o.Pruned)
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "NODE\tADDRESS\tREVISION\tBEHIND\tTOLD\tPROBLEM")
	for _, n := range o.Nodes {
		fmt.Fprintf(w, "%s\t%s\t%d\t%d\t%s ago\t%s\n", n.Name, n.Addr, n.Revision,
			max(0, o.Revision-n.Revision), now.Sub(n.Time).Round(100*time.Millisecond), n.Problem)
	}
	if len(o.Nodes) == 0 {
		fmt.Fprintln(w, "none is alive")
	}
	if err := w.Flush(); err != nil {
		return err
	}
	for _, what := range slices.Sorted(maps.Keys(o.Leaders)) {
		fmt.Fprintf(out, "%s is led by %s\n", what, o.Leaders[what])
	}
	return nil
}
