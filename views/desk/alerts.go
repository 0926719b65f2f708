package desk

import (
	"context"
	"fmt"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/views"
	"bourse/views/alert"
	"bourse/views/grammar"
)

// Alert is one that waits, as a document.
type Alert struct {
	Number  int    `json:"number"`
	ChainID uint64 `json:"chainId"`
	On      string `json:"on"`    // a pair, a token, or "account"
	Kind    string `json:"kind"`  // such as "above", see docs/keys.md
	Value   string `json:"value"` // decimal: a price, a share in percent, or USD; "" of fills
	Again   bool   `json:"again"`
	Words   string `json:"words"`
}

// alerts tells what waits.
func (d *Desk) alerts() Result {
	list := alert.List(d.s.Preferences.Get(alert.Name))
	lines, told := []string{ui.Counted(len(list), "alert")}, []Alert{}
	for i, a := range list {
		told = append(told, Alert{i + 1, a.Chain, a.Of(d.s), string(a.Kind), a.Value, a.Again,
			a.Words(d.s)})
		line := fmt.Sprintf("%d: %s", i+1, a.Words(d.s))
		if a.Chain != d.s.Network.ChainID {
			line += " on " + d.s.NetworkName(a.Chain)
		}
		lines = append(lines, line)
	}
	return Result{lines, struct {
		Alerts []Alert `json:"alerts"`
	}{told}}
}

// alert sets an alert, or takes one back, and tells those that wait then.
func (d *Desk) alert(ctx context.Context, x grammar.Alert) (Result, error) {
	list := alert.List(d.s.Preferences.Get(alert.Name))
	var gone string
	var set []string
	var told alert.Alert
	switch {
	case d.s.Preferences == nil:
		return Result{}, &Misread{Why: "alerts are kept in a data folder, and there is none here"}
	case x.Forget > len(list):
		return Result{}, &Misread{Why: fmt.Sprintf("there is no alert %d; alerts lists those that "+
			"wait", x.Forget)}
	case x.Forget > 0:
		gone = list[x.Forget-1].Line()
	case alert.NoRoom(list) != "":
		return Result{}, &Misread{Why: alert.NoRoom(list)}
	default:
		m, err := d.market(ctx, x.Base, x.Quote)
		if err != nil {
			return Result{}, err
		}
		a, why := alert.Parse(d.s, m, x.Text)
		if why != "" {
			return Result{}, &Misread{Why: why}
		}
		a.Account = d.s.Account.Address
		told, set = a, []string{a.Line()}
	}
	err := kept(d.s.Preferences.ChangeLines(alert.Name,
		func(line string) bool { return gone != "" && line == gone }, set...))
	if err != nil {
		return Result{}, err
	}
	r := d.alerts()
	switch {
	case x.Forget > 0:
		r.Lines = append(r.Lines, "a console that is open forgets it within seconds")
	case !d.rings:
		r.Lines = append(r.Lines, "a console that is open rings, and knows of it within seconds; "+
			"without one nothing does")
	case told.OnPrice():
		r.Lines = append(r.Lines, "it is told here")
	case told.Kind == alert.Filled:
		r.Lines = append(r.Lines, "every fill is told here in any case")
	default:
		r.Lines = append(r.Lines, "of that a console with screens rings, not this one")
	}
	return r, nil
}

// market is a pair as the exchange lists it, with its last price, or what it is priced at where
// nobody has traded yet.
func (d *Desk) market(ctx context.Context, base, quote api.Token) (api.Market, error) {
	list, err := d.s.Exchange.Markets(ctx)
	if err != nil {
		return api.Market{}, err
	}
	for _, m := range list {
		switch {
		case m.Base.Address == base.Address && m.Quote.Address == quote.Address:
			if !m.Last.Known() {
				d.price(ctx, base.Address, quote.Address)
			}
			return alert.Priced(d.s, m), nil
		case m.Base.Address == quote.Address && m.Quote.Address == base.Address:
			return m, &Misread{Why: "the pair is " + views.PairName(m) + ": say it so"}
		}
	}
	return api.Market{}, &Misread{Why: "nobody trades " + views.Symbol(base) + "/" +
		views.Symbol(quote) + " here; prices lists the pairs"}
}
