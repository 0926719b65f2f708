package command

import (
	"flag"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strconv"

	"bourse/backend"
	"bourse/backend/api"
	"bourse/backend/networks"
)

const partnersUsage = "it goes: bourse partners [--data DIR] list | add NAME ADDRESS BPS|surplus " +
	"| remove NAME"

// partnerName is what a quote can name and a table of the file can be called.
var partnerName = regexp.MustCompile(`^[0-9A-Za-z._-]{1,64}$`)

// Partners is `bourse partners …`: whose name in a Delta quote means a fee. A service reads them
// when it starts.
func Partners(args []string, out io.Writer) error {
	f := flag.NewFlagSet("bourse partners", flag.ContinueOnError)
	f.SetOutput(io.Discard)
	dir := f.String("data", "", "")
	if err := f.Parse(args); err != nil {
		return Usagef("%s", partnersUsage)
	}
	if *dir == "" {
		var err error
		if *dir, err = backend.DefaultDir(); err != nil {
			return err
		}
	}
	path := networks.PartnersFile(*dir)
	list, err := networks.ReadPartners(path)
	if err != nil {
		return err
	}
	if list == nil {
		list = make(map[string]api.DeltaPartner)
	}
	switch args := f.Args(); {
	case len(args) == 0, len(args) == 1 && args[0] == "list":
		writePartners(out, list)
		return nil
	case len(args) == 4 && args[0] == "add":
		if err := addPartner(list, args[1], args[2], args[3]); err != nil {
			return err
		}
	case len(args) == 2 && args[0] == "remove":
		if _, there := list[args[1]]; !there {
			return Usagef("%s has no partner %q", path, args[1])
		}
		delete(list, args[1])
	default:
		return Usagef("%s", partnersUsage)
	}
	if err := networks.WritePartners(path, list); err != nil {
		return err
	}
	writePartners(out, list)
	fmt.Fprintf(out, "written to %s: a service that runs takes it up when it starts again\n", path)
	return nil
}

func addPartner(list map[string]api.DeltaPartner, name, address, takes string) error {
	if !partnerName.MatchString(name) {
		return Usagef("a partner's name has 1 to 64 letters, digits, dots, dashes and "+
			"underscores, not %q", name)
	}
	at, err := api.ParseAddress(address)
	if err != nil {
		return Usagef("the address of partner %s: %v", name, err)
	}
	p := api.DeltaPartner{PartnerAddress: at, TakeSurplus: takes == "surplus"}
	if !p.TakeSurplus {
		bps, err := strconv.ParseUint(takes, 10, 8)
		if err != nil || bps == 0 || bps > networks.MaxPartnerBPS {
			return Usagef("partner %s takes 1 to %d basis points, or surplus: not %q", name,
				networks.MaxPartnerBPS, takes)
		}
		p.PartnerFee = float64(bps) / 100
	}
	list[name] = p
	return nil
}

func writePartners(out io.Writer, list map[string]api.DeltaPartner) {
	if len(list) == 0 {
		fmt.Fprintln(out, "no partner has a fee")
	}
	for _, name := range slices.Sorted(maps.Keys(list)) {
		p, takes := list[name], "half of what comes in beyond the quote"
		if !p.TakeSurplus {
			takes = fmt.Sprintf("%g %%", p.PartnerFee)
		}
		fmt.Fprintf(out, "%s\t%s\t%s\n", name, p.PartnerAddress, takes)
	}
}
