package positions

import (
	"encoding/csv"
	"fmt"
	"strings"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui/cells"
	"bourse/views"
	"bourse/views/ledger"
)

// The generic columns that rotki imports, of trades and of other events.
var (
	rotkiTrades = []string{"Location", "Spend Currency", "Receive Currency", "Receive Amount",
		"Spend Amount", "Fee", "Fee Currency", "Description", "Timestamp"}
	rotkiEvents = []string{"Type", "Location", "Currency", "Amount", "Fee", "Fee Currency",
		"Description", "Timestamp"}
)

// rotkiNetworks are the networks that rotki knows, by what it calls them and their coins. On others
// it is external, and what is there has only its symbol.
var rotkiNetworks = map[uint64]struct{ location, coin string }{
	1: {"ethereum", "ETH"}, 10: {"optimism", "ETH"}, 56: {"binance sc", "BNB"},
	100: {"gnosis", "XDAI"}, 8453: {"base", "ETH"}, 42161: {"arbitrum one", "ETH"},
	137: {"polygon pos", "eip155:137/erc20:0x0000000000000000000000000000000000001010"},
	143: {"monad", "MON"}, 534352: {"scroll", "ETH"}, 43114: {"avalanche", "AVAX"},
}

// rotki writes the two files, row by row.
type rotki struct {
	trades, events       strings.Builder
	tradeRows, eventRows *csv.Writer
}

// rotkiFiles are what was traded on all networks that are shown, and the entered lots, as rotki's
// generic import of trades and that of events read it.
func (r *result) rotkiFiles(s *views.Session) (trades, events string) {
	out := &rotki{}
	out.tradeRows, out.eventRows = csv.NewWriter(&out.trades), csv.NewWriter(&out.events)
	_ = out.tradeRows.Write(rotkiTrades) // a strings.Builder takes everything
	_ = out.eventRows.Write(rotkiEvents)
	for _, part := range r.parts {
		out.network(s.On(part.Network.ChainID), part.Data.Book)
	}
	out.tradeRows.Flush()
	out.eventRows.Flush()
	return out.trades.String(), out.events.String()
}

// network writes what was traded on one network: a lot is a purchase for dollars, and the gas of a
// transaction is the fee of its first trade.
func (r *rotki) network(s *views.Session, b *ledger.Book) {
	location := "external"
	if known, ok := rotkiNetworks[s.Network.ChainID]; ok {
		location = known.location
	}
	for _, l := range b.Lots {
		if l.Entered == nil {
			continue
		}
		places, _ := l.Cost.FloatPrec()
		asset, amount := rotkiLeg(s, ledger.Leg{Asset: l.Asset, Amount: l.Entered.Amount})
		_ = r.tradeRows.Write([]string{"external", "USD", asset, amount,
			l.Cost.FloatString(places), "", "", cells.Harmless(cells.Clean(l.Entered.Source)),
			stamp(l.Time)})
	}
	gas := map[common.Hash]ledger.Leg{}
	for _, e := range b.Events {
		if e.Kind == ledger.Gas {
			gas[e.Hash] = e.Give
		}
	}
	traded := func(e ledger.Event) bool { return fungible(e.Give) && fungible(e.Get) }
	for _, e := range b.Events {
		if !traded(e) {
			continue
		}
		spend, spent := rotkiLeg(s, e.Give)
		receive, received := rotkiLeg(s, e.Get)
		fee, paid := "", ""
		if g, ok := gas[e.Hash]; ok {
			fee, paid = rotkiLeg(s, g)
			delete(gas, e.Hash)
		}
		_ = r.tradeRows.Write([]string{location, spend, receive, received, spent, paid, fee,
			e.Kind + " " + e.Hash.Hex(), stamp(e.Block.Time)})
	}
	for _, e := range b.Events {
		g, unpaid := gas[e.Hash]
		switch {
		case e.Kind == ledger.Gas && unpaid:
			r.event(s, "Spend", location, g, e, "gas")
		case e.Kind == ledger.Gas || e.Kind == ledger.Gift || traded(e):
		case fungible(e.Give):
			r.event(s, "Spend", location, e.Give, e, e.Kind+rotkiItem(s, " for ", e.Get))
		case fungible(e.Get):
			r.event(s, "Income", location, e.Get, e, e.Kind+rotkiItem(s, " for ", e.Give))
		}
	}
}

func (r *rotki) event(s *views.Session, kind, location string, l ledger.Leg, e ledger.Event,
	what string) {
	asset, amount := rotkiLeg(s, l)
	_ = r.eventRows.Write([]string{kind, location, asset, amount, "", "",
		what + " " + e.Hash.Hex(), stamp(e.Block.Time)})
}

// rotkiItem names what is no currency there, such as an NFT.
func rotkiItem(s *views.Session, before string, l ledger.Leg) string {
	if l.Amount.IsZero() {
		return ""
	}
	return before + name(s, l.Asset)
}

func fungible(l ledger.Leg) bool { return l.Asset.Kind == api.ERC20 && !l.Amount.IsZero() }

// rotkiLeg is what an amount is of, as rotki identifies it, and how much.
func rotkiLeg(s *views.Session, l ledger.Leg) (asset, number string) {
	t, _ := s.Token(l.Asset.Address)
	known, listed := rotkiNetworks[s.Network.ChainID]
	switch {
	case listed && l.Coin:
		asset = known.coin
	case listed:
		asset = fmt.Sprintf("eip155:%d/erc20:%s", s.Network.ChainID, l.Asset.Address.Hex())
	default:
		asset, _ = amount(s, l)
	}
	return asset, l.Amount.Units(t.Decimals)
}

// stamp is a time in milliseconds.
func stamp(seconds uint64) string { return fmt.Sprint(seconds * 1000) }
