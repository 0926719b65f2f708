package views

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui/cells"
	"bourse/views/format"
)

// Lot is an amount of a token that an account got elsewhere, with what it had cost.
type Lot struct {
	Token  common.Address // the coin is what it is wrapped to
	Amount api.Amount     // raw units
	Cost   *big.Rat       // of all of it, in USD
	At     time.Time      // when it was got, in UTC
	Source string         // where, in words
}

// Lots are those of an account on a network, oldest first, and which of them its sales are out of.
type Lots struct {
	List []Lot
	Used map[string][]string // ids of lots by that of the sale, in the order of the choice
}

const (
	mostLots      = 2000 // of an account on a network
	longestSource = 60   // characters
)

// lotsName is that under which an account's lots are kept: a line for each.
func lotsName(chain uint64, account common.Address) string {
	return fmt.Sprintf("lots-%d-%s", chain, api.Lower(account))
}

// usedName is that under which is kept which lots sales are out of: a line for each, of sale and
// lot.
func usedName(chain uint64, account common.Address) string {
	return "used-" + lotsName(chain, account)
}

func (l Lot) line() string {
	return strings.TrimSpace(fmt.Sprintf("%s %s %s %d %s", api.Lower(l.Token), l.Amount,
		l.Cost.RatString(), l.At.Unix(), l.Source))
}

// ID names a lot by all that it is.
func (l Lot) ID() string {
	sum := sha256.Sum256([]byte(l.line()))
	return "lot-" + hex.EncodeToString(sum[:8])
}

// readLotLine reads a line; ok is false of one that is none.
func readLotLine(line string) (l Lot, ok bool) {
	words := strings.SplitN(strings.TrimSpace(line), " ", 5)
	if len(words) < 4 || !common.IsHexAddress(words[0]) {
		return l, false
	}
	amount, err := api.ParseAmount(words[1])
	cost, isNumber := new(big.Rat).SetString(words[2])
	at, noTime := strconv.ParseInt(words[3], 10, 64)
	if err != nil || !isNumber || noTime != nil {
		return l, false
	}
	l = Lot{Token: common.HexToAddress(words[0]), Amount: amount, Cost: cost,
		At: time.Unix(at, 0).UTC()}
	if len(words) == 5 {
		l.Source = words[4]
	}
	return l, true
}

// Lots reads those of an account on a network. It may be called from everywhere.
func (k *Preferences) Lots(chain uint64, account common.Address) Lots {
	lots := Lots{Used: map[string][]string{}}
	for line := range strings.Lines(k.Get(lotsName(chain, account))) {
		if l, ok := readLotLine(line); ok {
			lots.List = append(lots.List, l)
		}
	}
	slices.SortStableFunc(lots.List, func(a, b Lot) int {
		return cmp.Or(a.At.Compare(b.At), strings.Compare(a.line(), b.line()))
	})
	for line := range strings.Lines(k.Get(usedName(chain, account))) {
		if words := strings.Fields(line); len(words) == 2 {
			lots.Used[words[0]] = append(lots.Used[words[0]], words[1])
		}
	}
	return lots
}

// RereadLots is Lots with what another program has entered meanwhile. It waits for the disk: call
// it off the loop.
func (k *Preferences) RereadLots(chain uint64, account common.Address) Lots {
	k.Reread(lotsName(chain, account))
	k.Reread(usedName(chain, account))
	return k.Lots(chain, account)
}

// countedName is that under which are kept the lots that the loss limit counted with last.
func countedName(chain uint64, account common.Address) string {
	return "counted-" + lotsName(chain, account)
}

// countedHead begins that text, so that no lots are told from none that were counted.
const countedHead = "counted\n"

// counted are lots as they are kept of what the loss limit counted with.
func (s Lots) counted() string {
	var b strings.Builder
	b.WriteString(countedHead)
	for _, l := range s.List {
		b.WriteString(l.line() + "\n")
	}
	return b.String()
}

// Digest names what a list of lots has; which of them sales are out of is no part of it.
func (s Lots) Digest() string {
	sum := sha256.Sum256([]byte(s.counted()))
	return hex.EncodeToString(sum[:8])
}

// CountedLots are the lots of an account with which the loss limit counted last, as they are on
// disk; ok is false where it never did. Call it off the loop.
func (k *Preferences) CountedLots(chain uint64, account common.Address) (lots Lots, ok bool) {
	k.Reread(countedName(chain, account))
	text, ok := strings.CutPrefix(k.Get(countedName(chain, account)), countedHead)
	for line := range strings.Lines(text) {
		if l, is := readLotLine(line); is {
			lots.List = append(lots.List, l)
		}
	}
	return lots, ok
}

// CountLots keeps the lots of an account with which the loss limit has counted.
func (k *Preferences) CountLots(chain uint64, account common.Address, lots Lots) tea.Cmd {
	return k.Put(countedName(chain, account), lots.counted())
}

// changedName is that under which is kept when the lots were changed last, in UNIX seconds.
func changedName(chain uint64, account common.Address) string {
	return "changed-" + lotsName(chain, account)
}

// LotsChanged is when the lots of an account were changed last, in UNIX seconds, as it is on disk;
// ok is false where that is not known. Call it off the loop.
func (k *Preferences) LotsChanged(chain uint64, account common.Address) (at uint64, ok bool) {
	k.Reread(changedName(chain, account))
	at, err := strconv.ParseUint(k.Get(changedName(chain, account)), 10, 64)
	return at, err == nil
}

// changeLots changes the lots of the chosen account. Before that is kept when, and, where the loss
// limit has not counted with any yet, those that stood there: what the change makes of sales until
// then is no loss of the day.
func (s *Session) changeLots(drop func(line string) bool, add ...string) tea.Cmd {
	k, chain, account := s.Preferences, s.Network.ChainID, s.Account.Address
	if k == nil {
		return nil
	}
	now := strconv.FormatInt(s.Env.Now().Unix(), 10)
	steps := []tea.Cmd{k.Put(changedName(chain, account), now)}
	if k.Get(countedName(chain, account)) == "" {
		steps = append(steps, k.CountLots(chain, account, k.Lots(chain, account)))
	}
	steps = append(steps, k.ChangeLines(lotsName(chain, account), drop, add...))
	return func() tea.Msg {
		for _, step := range steps {
			if failed := step(); failed != nil {
				return failed
			}
		}
		return nil
	}
}

// Has tells whether a lot is among them.
func (s Lots) Has(lot Lot) bool {
	return slices.ContainsFunc(s.List, func(l Lot) bool { return l.line() == lot.line() })
}

// Lots are those of the chosen account on the network in front.
func (s *Session) Lots() Lots {
	return s.Preferences.Lots(s.Network.ChainID, s.Account.Address)
}

// AddLots keeps lots of the chosen account; those that are kept already stay as they are.
func (s *Session) AddLots(list []Lot) tea.Cmd {
	lines := make([]string, len(list))
	for i, l := range list {
		lines[i] = l.line()
	}
	return s.changeLots(func(string) bool { return false }, lines...)
}

// RemoveLot forgets a lot of the chosen account.
func (s *Session) RemoveLot(lot Lot) tea.Cmd {
	return s.changeLots(func(line string) bool { return line == lot.line() })
}

// UseLots says which lots a sale of the chosen account is out of, by their ids; none leaves it to
// the order in which they were got.
func (s *Session) UseLots(sale string, lots []string) tea.Cmd {
	lines := make([]string, len(lots))
	for i, lot := range lots {
		lines[i] = sale + " " + lot
	}
	return s.Preferences.ChangeLines(usedName(s.Network.ChainID, s.Account.Address),
		func(line string) bool { return strings.HasPrefix(line, sale+" ") }, lines...)
}

// LotProblem says why a lot can't be kept beside those that are there, "" where it can.
func (s Lots) LotProblem(l Lot) string {
	switch {
	case s.Has(l):
		return "this very lot is there already: a second one differs in its time or its source"
	case len(s.List) >= mostLots:
		return fmt.Sprintf("there is room for %d lots: take one out first", mostLots)
	}
	return ""
}

// The columns of a lot in a file, which are the fields of its form as well.
const (
	LotToken  = "token"
	LotAmount = "amount"
	LotCost   = "cost"
	LotPrice  = "price"
	LotDate   = "date"
	LotSource = "source"
)

// LotColumns are all of them, in the order in which they are exported.
var LotColumns = []string{LotToken, LotAmount, LotCost, LotPrice, LotDate, LotSource}

// ReadLot reads a lot as somebody types it, by its columns; why says what is wrong with which.
func (s *Session) ReadLot(typed map[string]string) (l Lot, column, why string) {
	text := func(column string) string { return strings.TrimSpace(typed[column]) }
	t, ok := s.FindToken(text(LotToken))
	if !ok || t.Kind != api.ERC20 {
		return l, LotToken, "there is no token " + cells.Clean(text(LotToken))
	}
	if l.Token = t.Address; l.Token == api.NativeToken {
		l.Token = s.Network.Contracts.WrappedNative
	}
	var err error
	l.Amount, err = api.ParseUnits(text(LotAmount), t.Decimals)
	switch {
	case err != nil:
		return l, LotAmount, "the amount " + err.Error()
	case l.Amount.IsZero():
		return l, LotAmount, "the amount must be above zero"
	}
	if column, why = l.readCost(text(LotCost), text(LotPrice), t.Decimals); why != "" {
		return l, column, why
	}
	if l.At, why = readLotDate(text(LotDate), s.Now()); why != "" {
		return l, LotDate, why
	}
	l.Source = cells.Unharmed(strings.Join(strings.Fields(cells.Clean(text(LotSource))), " "))
	if utf8.RuneCountInString(l.Source) > longestSource {
		return l, LotSource, fmt.Sprintf("a source has at most %d characters", longestSource)
	}
	return l, "", ""
}

// readCost reads what all of it has cost, or one whole token of it.
func (l *Lot) readCost(cost, price string, decimals int) (column, why string) {
	column, text := LotCost, cost
	switch {
	case cost == "" && price == "":
		return column, "say what it has cost in USD, or the price of one"
	case cost != "" && price != "":
		return LotPrice, "say the cost of all or the price of one, not both"
	case cost == "":
		column, text = LotPrice, price
	}
	usd, err := api.ParseUnits(strings.TrimPrefix(text, "$"), format.USDDecimals)
	if err != nil {
		return column, "the " + column + " " + err.Error()
	}
	l.Cost = new(big.Rat).SetFrac(usd.Big(), tenTo(format.USDDecimals))
	if column == LotPrice {
		l.Cost.Mul(l.Cost, new(big.Rat).SetFrac(l.Amount.Big(), tenTo(decimals)))
	}
	return "", ""
}

func tenTo(n int) *big.Int {
	return new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n)), nil)
}

// lotDates are the ways in which a date may be written; without a zone it is UTC.
var lotDates = []string{"2006-01-02", "2006-01-02 15:04", "2006-01-02 15:04:05", time.RFC3339}

func readLotDate(text string, now time.Time) (at time.Time, why string) {
	for _, layout := range lotDates {
		at, err := time.Parse(layout, text)
		switch {
		case err != nil:
			continue
		case at.After(now):
			return at, "the date " + text + " is still to come"
		case at.Unix() < 0:
			return at, "the date " + text + " is before 1970"
		}
		return at.UTC().Truncate(time.Second), ""
	}
	return at, "a date is written as 2024-05-31 or 2024-05-31 14:30, in UTC"
}

// Title says what a lot is.
func (s *Session) LotTitle(l Lot) string {
	t, _ := s.Token(l.Token)
	text := fmt.Sprintf("%s %s, bought for %s USD on %s", format.Full(l.Amount, t), Symbol(t),
		format.Rat(l.Cost, 2, true), LotDay(l.At))
	if l.Source != "" {
		text += ", " + l.Source
	}
	return text
}

// LotDay is a date in words, with the zone that it is read in where it has a time.
func LotDay(at time.Time) string {
	text := lotDate(at)
	if text != at.UTC().Format(lotDates[0]) {
		text += " UTC"
	}
	return text
}

// lotDate writes a date as it is read, without a time where that is midnight.
func lotDate(at time.Time) string {
	at = at.UTC()
	if at.Equal(at.Truncate(24 * time.Hour)) {
		return at.Format(lotDates[0])
	}
	return at.Format(lotDates[2])
}
