package command

import (
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strconv"

	"github.com/ethereum/go-ethereum/common"
	"github.com/spf13/cobra"

	"bourse/backend/api"
	"bourse/backend/networks"
)

// partnerName is what a quote can name and a table of the file can be called.
var partnerName = regexp.MustCompile(`^[0-9A-Za-z._-]{1,64}$`)

// Partners is `bourse partners …`: whose name in a Delta quote means a fee. A service reads them
// when it starts.
func Partners() *cobra.Command {
	var o Options
	show := func(c *cobra.Command, _ []string) error {
		_, list, err := o.partners()
		if err == nil {
			writePartners(c.OutOrStdout(), list)
		}
		return err
	}
	group := &cobra.Command{
		Use:   "partners",
		Short: "Whose name in a Delta quote means a fee",
		Example: "bourse partners add acme 0xe92b586627ccA7a83dC919cc7127196d70f55a06 25\n" +
			"bourse partners remove acme",
		RunE: show,
	}
	o.defineData(group.PersistentFlags())
	return Group(group, &cobra.Command{
		Use: "list", Short: "Who has a fee, and which", Args: Arguments(), RunE: show,
	}, &cobra.Command{
		Use:   "add NAME ADDRESS BPS|surplus",
		Short: "Give a partner a fee in basis points, or half of what comes in beyond the quote",
		Args:  Arguments("NAME", "ADDRESS", "BPS|surplus"),
		RunE: func(c *cobra.Command, args []string) error {
			return o.changePartners(c.OutOrStdout(), func(_ string, all partnerList) error {
				return addPartner(all, args[0], args[1], args[2])
			})
		},
	}, &cobra.Command{
		Use: "remove NAME", Short: "Take a partner's fee away", Args: Arguments("NAME"),
		RunE: func(c *cobra.Command, args []string) error {
			return o.changePartners(c.OutOrStdout(), func(path string, all partnerList) error {
				if _, there := all[args[0]]; !there {
					return Usagef("%s has no partner %q", path, args[0])
				}
				delete(all, args[0])
				return nil
			})
		},
	})
}

// partnerList is who has a fee, by name.
type partnerList = map[string]api.DeltaPartner

// partners reads the file of the data folder.
func (o *Options) partners() (path string, list partnerList, err error) {
	dir, _, err := o.Folder()
	if err != nil {
		return "", nil, err
	}
	path = networks.PartnersFile(dir)
	list, err = networks.ReadPartners(path)
	if list == nil {
		list = make(partnerList)
	}
	return path, list, err
}

// changePartners writes the file anew after a change, and shows what it says then.
func (o *Options) changePartners(out io.Writer,
	change func(path string, list partnerList) error) error {
	path, list, err := o.partners()
	if err != nil {
		return err
	}
	if err := change(path, list); err != nil {
		return err
	}
	if err := networks.WritePartners(path, list); err != nil {
		return err
	}
	writePartners(out, list)
	fmt.Fprintf(out, "written to %s: a service that runs takes it up when it starts again\n", path)
	return nil
}

func addPartner(list partnerList, name, address, takes string) error {
	if !partnerName.MatchString(name) {
		return Usagef("a partner's name has 1 to 64 letters, digits, dots, dashes and "+
			"underscores, not %q", name)
	}
	at, err := api.ParseAddress(address)
	if err != nil {
		return Usagef("the address of partner %s: %v", name, err)
	}
	if at == (common.Address{}) {
		return Usagef("the address of partner %s: the zero address is nobody", name)
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

func writePartners(out io.Writer, list partnerList) {
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
