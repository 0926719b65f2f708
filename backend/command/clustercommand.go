package command

import (
	"context"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"slices"
	"text/tabwriter"
	"time"

	"bourse/store/facts/etcd"
)

const clusterUsage = `bourse cluster status --cluster etcd://HOST:PORT[,HOST:PORT…]/NAME
                                     nodes, how far they are, who leads what`

// Cluster is the command cluster: it tells how the nodes of an exchange stand.
func Cluster(ctx context.Context, args []string, out io.Writer) error {
	var c clusterFlags
	f := flag.NewFlagSet("bourse cluster", flag.ContinueOnError)
	f.SetOutput(io.Discard)
	c.define(f)
	if len(args) == 0 || args[0] != "status" {
		return Usagef("there is one command:\n%s", clusterUsage)
	}
	if err := f.Parse(args[1:]); err != nil || f.NArg() > 0 || c.url == "" {
		return Usagef("%s", clusterUsage)
	}
	c.node = "status"
	log, err := c.open(ctx, &Options{}, slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	defer log.Close()
	o, err := log.Overview(ctx)
	if err != nil {
		return err
	}
	return printOverview(out, &o, time.Now())
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
