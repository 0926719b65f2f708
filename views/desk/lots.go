package desk

import (
	"context"
	"fmt"
	"math/big"
	"strings"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/views"
	"bourse/views/format"
	"bourse/views/grammar"
	"bourse/views/ledger"
)

// Lots are what the account has got, and which of it its sales are out of. Sums are USD.
type Lots struct {
	Lots  []Lot  `json:"lots"`
	Sales []Sale `json:"sales"`
	// what all sales have realised, by method
	Average  string `json:"averageUsd"`
	FIFO     string `json:"fifoUsd"`
	Specific string `json:"specificUsd"`
	// sales of what is not known to have been bought: they are in no sum
	Uncosted []Uncosted `json:"uncosted"`
}

// Uncosted is what was sold although nothing tells what it had cost.
type Uncosted struct {
	Asset  api.Asset   `json:"asset"`
	Amount string      `json:"amount"` // whole units
	At     time.Time   `json:"at"`
	Hash   common.Hash `json:"transactionHash"`
}

// uncosted tells the sales of which nothing tells the cost, oldest first.
func (d *Desk) uncosted(b *ledger.Book) (list []Uncosted, lines []string) {
	list = []Uncosted{}
	for _, e := range b.Events {
		if e.Uncosted == nil {
			continue
		}
		amount, name := d.units(e.Give.Asset, e.Uncosted)
		at := time.Unix(int64(e.Block.Time), 0).UTC()
		list = append(list, Uncosted{e.Give.Asset, amount, at, e.Hash})
		lines = append(lines, fmt.Sprintf("of unknown cost: %s %s sold on %s, transaction %s; in "+
			"no sum until a lot tells what it had cost", trimmed(amount), name, format.Stamp(at),
			format.Hash(e.Hash)))
	}
	return list, lines
}

// Lot is an amount that was got at once, here or elsewhere.
type Lot struct {
	Number   int       `json:"number"`
	Asset    api.Asset `json:"asset"`
	Amount   string    `json:"amount"` // whole units
	Cost     string    `json:"costUsd"`
	At       time.Time `json:"at"`
	Source   string    `json:"source"`  // "" of what was bought here
	Entered  bool      `json:"entered"` // by hand or from a file
	FIFO     string    `json:"fifoLeft"`
	Specific string    `json:"specificLeft"`
}

// Sale is one that is told by what it gained by each method.
type Sale struct {
	Number   int       `json:"number"`
	Asset    api.Asset `json:"asset"`
	Amount   string    `json:"amount"` // whole units, as far as they had been bought
	At       time.Time `json:"at"`
	Average  string    `json:"averageUsd"`
	FIFO     string    `json:"fifoUsd"`
	Specific string    `json:"specificUsd"`
	Lots     []int     `json:"lots"` // numbers of those it is out of, by the specific method
}

func (d *Desk) account(ctx context.Context) (ledger.Account, error) {
	return ledger.Read(ctx, d.s.Exchange, d.s.Network, d.s.Account.Address, d.s.Kept(), nil)
}

// lots tells them, oldest first.
func (d *Desk) lots(ctx context.Context) (Result, error) {
	a, err := d.account(ctx)
	if err != nil {
		return Result{}, err
	}
	b := a.Book
	out := Lots{Lots: []Lot{}, Sales: []Sale{}, Average: usd(b.Realised), FIFO: usd(b.FIFO),
		Specific: usd(b.Specific)}
	lines := []string{fmt.Sprintf("%s, %s; realised by average %s, FIFO %s, specific lots %s USD",
		ui.Counted(len(b.Lots), "lot"), ui.Counted(len(b.Sales), "sale"), format.Gain(b.Realised),
		format.Gain(b.FIFO), format.Gain(b.Specific))}
	numbers := map[*ledger.Lot]int{}
	for i, l := range b.Lots {
		numbers[l] = i + 1
		one, line := d.lotWords(i+1, l)
		out.Lots, lines = append(out.Lots, one), append(lines, line)
	}
	for i, s := range b.Sales {
		one, line := d.saleWords(i+1, s, numbers)
		out.Sales, lines = append(out.Sales, one), append(lines, line)
	}
	var unknown []string
	out.Uncosted, unknown = d.uncosted(b)
	lines = append(lines, unknown...)
	return Result{lines, out}, nil
}

// units writes raw units of an asset as whole ones.
func (d *Desk) units(a api.Asset, raw *big.Rat) (text, name string) {
	t, _ := d.s.Token(a.Address)
	if a.Kind != api.ERC20 {
		t.Decimals = 0
	}
	whole := wholeUnits(&ledger.Position{Asset: a}, t)
	return new(big.Rat).Quo(raw, whole).FloatString(max(0, t.Decimals)), views.AssetName(t, a)
}

func (d *Desk) lotWords(number int, l *ledger.Lot) (one Lot, line string) {
	at := time.Unix(int64(l.Time), 0).UTC()
	one = Lot{Number: number, Asset: l.Asset, Cost: usd(l.Cost), At: at, Entered: l.Entered != nil}
	var name string
	one.Amount, name = d.units(l.Asset, l.Amount)
	one.FIFO, _ = d.units(l.Asset, l.FIFO)
	one.Specific, _ = d.units(l.Asset, l.Specific)
	where, on := "bought here", format.Stamp(at)
	if l.Entered != nil {
		one.Source, where, on = l.Entered.Source, "entered", views.LotDay(at)
		if l.Entered.Source != "" {
			where = l.Entered.Source
		}
	}
	return one, fmt.Sprintf("lot %d: %s %s for %s USD on %s, %s; left %s by FIFO, %s specific",
		number, trimmed(one.Amount), name, format.Rat(l.Cost, 2, true), on, where,
		trimmed(one.FIFO), trimmed(one.Specific))
}

func (d *Desk) saleWords(number int, s *ledger.Sale, numbers map[*ledger.Lot]int) (one Sale,
	line string) {
	e := s.Event
	at := time.Unix(int64(e.Block.Time), 0).UTC()
	one = Sale{Number: number, Asset: e.Give.Asset, At: at, Average: usd(e.Realised),
		FIFO: usd(s.FIFO), Specific: usd(s.Specific), Lots: []int{}}
	var name string
	one.Amount, name = d.units(e.Give.Asset, s.Amount)
	var out []string
	for _, t := range s.Out {
		one.Lots = append(one.Lots, numbers[t.Lot])
		out = append(out, fmt.Sprint(numbers[t.Lot]))
	}
	return one, fmt.Sprintf("sale %d: %s %s on %s gained %s by average, %s by FIFO, %s specific, "+
		"out of lot %s", number, trimmed(one.Amount), name, format.Stamp(at),
		format.Gain(e.Realised), format.Gain(s.FIFO), format.Gain(s.Specific),
		strings.Join(out, ", "))
}

// trimmed is a number without zeros at its end.
func trimmed(text string) string {
	if strings.Contains(text, ".") {
		text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	}
	return text
}

// lot enters, imports, forgets or chooses lots, and tells those that there are then.
func (d *Desk) lot(ctx context.Context, x grammar.Lot) (Result, error) {
	if d.s.Preferences == nil {
		return Result{}, &Misread{Why: "lots are kept in a data folder, and there is none here"}
	}
	done := x.Title()
	var err error
	switch {
	case x.Enter != nil:
		err = kept(d.s.AddLots([]views.Lot{*x.Enter}))
	case x.Import != "":
		done, err = d.importLots(x.Import)
	default:
		err = d.chooseLot(ctx, x)
	}
	if err != nil {
		return Result{}, err
	}
	r, err := d.lots(ctx)
	r.Lines = append([]string{done}, r.Lines...)
	return r, err
}

// importLots adds those of a file, or says of each row why it can't.
func (d *Desk) importLots(path string) (done string, err error) {
	text, err := views.ReadLotsFile(path)
	if err != nil {
		return "", err
	}
	f := d.s.ReadLots(text)
	if len(f.Wrong) > 0 {
		return "", &Misread{Why: path + ", nothing was imported:\n" + strings.Join(f.Wrong, "\n")}
	}
	return f.Said(), kept(d.s.AddLots(f.New))
}

// chooseLot forgets a lot, or says which lots a sale is out of.
func (d *Desk) chooseLot(ctx context.Context, x grammar.Lot) error {
	a, err := d.account(ctx)
	if err != nil {
		return err
	}
	b := a.Book
	find := func(n int) (*ledger.Lot, error) {
		if n > len(b.Lots) {
			return nil, &Misread{Why: fmt.Sprintf("there is no lot %d; lots lists them", n)}
		}
		return b.Lots[n-1], nil
	}
	if x.Forget > 0 {
		l, err := find(x.Forget)
		switch {
		case err != nil:
			return err
		case l.Entered == nil:
			return &Misread{Why: fmt.Sprintf("lot %d was bought here: the chain keeps it",
				x.Forget)}
		}
		return kept(d.s.RemoveLot(*l.Entered))
	}
	if x.Sale > len(b.Sales) {
		return &Misread{Why: fmt.Sprintf("there is no sale %d; lots lists them", x.Sale)}
	}
	sale := b.Sales[x.Sale-1]
	var ids []string
	for _, n := range x.Use {
		l, err := find(n)
		if err != nil {
			return err
		}
		if why := b.CanUse(sale, l); why != "" {
			return &Misread{Why: fmt.Sprintf("sale %d can't be out of lot %d: %s", x.Sale, n, why)}
		}
		ids = append(ids, l.ID)
	}
	return kept(d.s.UseLots(sale.ID, ids))
}
