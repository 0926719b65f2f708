package desk

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"strings"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/cells"
	"bourse/ui/style"
	"bourse/views"
	"bourse/views/activity"
	"bourse/views/format"
	"bourse/views/grammar"
	"bourse/views/sign"
	"bourse/wallet"
)

// Config is what a desk is made of.
type Config struct {
	Service api.Service
	Wallet  *wallet.Wallet
	Account string // name or address; "" is the first account
	Network string // name, the beginning of it, or id; "" is the first network
	// Exchange names the exchange in what is signed to read orders that are held back: the host and
	// port by which it is reached, "" for one in this process.
	Exchange string
	State    string        // folder that it shares with the console; "" keeps nothing
	Log      *activity.Log // of what it signs and how that ends; nil makes one, kept in State
	Decider  sign.Decider  // asked before every signature
	Tell     func(string)  // is handed a line for each step; nil is not told
	Clock    ui.Clock      // nil is the wall\'s
	// Resting is how long an order that a person agrees to can be taken back, where nothing else
	// was chosen
	Resting time.Duration
	// Names looks up names by nodes of the user's own; nil looks up none
	Names views.NameService
	// Numbered has lists of orders begin each line with a number, by which it can be named
	Numbered bool
	// Ends says that the exchange is in this process and ends with the sentence.
	Ends bool
}

// Desk carries out sentences, one at a time.
type Desk struct {
	s    *views.Session
	by   sign.Decider
	tell func(string)
	log  *activity.Log
	own  bool // the log is closed with it

	rings bool // somebody watches, and is told of alerts
	ends  bool // the exchange, with the sentence

	numbered bool // lists of orders
}

// Result is what came of a sentence: lines for a person, and the same as one document in the shapes
// of the interface. Texts of others in Data are as the service told them.
type Result struct {
	Lines []string
	Data  any
}

// Misread is a sentence that is not understood.
type Misread struct {
	Usage string // a sentence that would be; "" where there is none
	Why   string
	Verb  string // the first word, where that is no verb
}

func (m *Misread) Error() string {
	if m.Usage == "" || strings.Contains(m.Why, "such as ") { // it says what would be
		return m.Why
	}
	if strings.HasSuffix(m.Why, "?") {
		return m.Why + " Such as " + m.Usage
	}
	return m.Why + ": such as " + m.Usage
}

// Failed is a transaction that was mined and reverted.
type Failed struct {
	What    string
	Receipt api.Receipt
}

func (f *Failed) Error() string {
	reason := cells.Clean(f.Receipt.Reason)
	if reason == "" {
		reason = "what it relied on changed before it was mined"
	}
	return fmt.Sprintf("%s: %s reverted in block %d%s, only its gas is spent: %s", f.What,
		f.Receipt.Hash.Hex(), f.Receipt.Block.Number, cells.Clean(f.Receipt.ByWord()), reason)
}

// Unknown says that an account or a network is not there.
type Unknown string

func (u Unknown) Error() string { return string(u) }

// Open reads what has to be known of the network. What earlier sessions signed is looked for first,
// so that nothing is done twice unawares.
func Open(ctx context.Context, c Config) (*Desk, error) {
	kept, err := views.OpenPreferences(c.State)
	if err != nil {
		return nil, err
	}
	if c.State == "" {
		kept = nil
	}
	account, err := choose(c.Wallet, c.Account)
	if err != nil {
		return nil, err
	}
	theme, err := style.NewTheme("mono", style.NewRenderer(0))
	if err != nil {
		return nil, err
	}
	clock := c.Clock
	if clock == nil {
		clock = ui.WallClock{}
	}
	d := &Desk{tell: c.Tell, log: c.Log, own: c.Log == nil, ends: c.Ends, numbered: c.Numbered}
	if d.own {
		d.log = activity.NewLog(clock.Now)
	}
	d.by = onTime{c.Decider, d}
	if d.tell == nil {
		d.tell = func(string) {}
	}
	if d.own && c.State != "" {
		if err := d.log.Keep(filepath.Join(c.State, "log", "activity.jsonl")); err != nil {
			d.tell("what happens is not kept for the next session: " + err.Error())
		}
	}
	d.s = &views.Session{Context: ctx, Env: ui.NewEnv(clock, theme), Service: c.Service,
		Wallet: c.Wallet, Account: account, Preferences: kept, Journal: d.log,
		Tray: views.TrayIn(c.State), Resting: c.Resting,
		Names: &views.Names{Service: c.Names}}
	if err := d.s.Secrets.Open(kept, c.Exchange); err != nil {
		d.tell(err.Error())
	}
	d.s.Service = d.s.Secrets.Reading(c.Service)
	if d.s.Networks, err = c.Service.Networks(ctx); err != nil {
		return nil, err
	}
	if err := d.Enter(ctx, c.Network); err != nil {
		return nil, err
	}
	open, err := sign.Settle(ctx, d.s, func(e views.Sent) {
		d.log.Recover(d.s.ShortName(e.Account), e)
	}, d.mined)
	for _, line := range open {
		d.tell(line)
	}
	return d, err
}

// Close ends the journal, unless that is another's.
func (d *Desk) Close() error {
	if !d.own {
		return nil
	}
	return d.log.Close()
}

func choose(w *wallet.Wallet, name string) (wallet.Account, error) {
	if name != "" {
		return w.Find(name)
	}
	if list := w.List(); len(list) > 0 {
		return list[0], nil
	}
	return wallet.Account{}, Unknown("the wallet has no account: make one with " +
		w.Says("new NAME"))
}

// Enter goes to a network by its name, the beginning of it, or its id.
func (d *Desk) Enter(ctx context.Context, name string) error {
	n, err := views.Named(d.s.Networks, name)
	if err != nil {
		return Unknown(err.Error())
	}
	l, err := views.Learn(ctx, d.s.Service, n)
	if err != nil {
		return err
	}
	d.s.Enter(l)
	return d.refresh(ctx)
}

// As acts as another account from now on.
func (d *Desk) As(name string) error {
	a, err := d.s.Wallet.Find(name)
	if err == nil {
		d.s.Account = a
	}
	return err
}

// refresh reads how fresh the network is: nothing is signed on an old block.
func (d *Desk) refresh(ctx context.Context) error {
	d.s.Preferences.RereadLimits()
	sign.RereadUses(d.s.Preferences)
	status, err := d.s.Exchange.Status(ctx)
	if err != nil {
		return err
	}
	d.s.GasPrice, d.s.Doubts = status.GasPrice, status.Doubts
	h := &d.s.Env.Header
	h.ChainID, h.BlockTime, h.Block = d.s.Network.ChainID, d.s.Network.BlockTime,
		status.Head.Number
	h.BlockAt, h.Conn = time.Unix(int64(status.Head.Time), 0), ui.Live
	if !status.Live {
		h.Conn = ui.Reconnecting
	}
	if account, err := d.s.Wallet.Account(d.s.Account.Address); err == nil {
		d.s.Account = account // its lock
	}
	return nil
}

// price reads what tokens and the coin are worth in USD.
func (d *Desk) price(ctx context.Context, tokens ...common.Address) {
	prices := maps.Clone(d.s.Prices)
	for _, token := range append(tokens, api.NativeToken) {
		p, ok, err := d.s.Exchange.PriceUSD(ctx, token)
		if err == nil && ok {
			prices[token] = p
		}
	}
	prices.WrapCoin(d.s.Network.Contracts.WrappedNative)
	d.s.Prices = prices
}

// Worth is what an amount is worth in USD, with 18 decimals, as far as it was priced.
func (d *Desk) Worth(token common.Address, a api.Amount) (usd api.Amount, known bool) {
	p := d.s.Prices[token]
	return p.QuoteFor(a, api.Up), p.Known()
}

// Say reads a sentence and carries it out.
func (d *Desk) Say(ctx context.Context, text string) (Result, error) {
	v, sentence, err := d.read(text)
	if err != nil {
		return Result{}, err
	}
	if v.Moves {
		if err := d.ready(ctx); err != nil {
			return Result{}, err
		}
	}
	return whole(d.do(ctx, sentence))
}

// Understands tells what is not understood of a sentence; nothing is done.
func (d *Desk) Understands(text string) error {
	_, sentence, err := d.read(text)
	if x, ok := sentence.(grammar.Limit); ok && !x.Price.Known() {
		return priceless
	}
	return err
}

// priceless is an order without a price, which a form asks for and a line has to say.
var priceless = &Misread{Usage: "buy 1 weth @ 3000", Why: "say the price"}

// IsVerb tells what is not understood of a sentence's first word, before anything is opened.
func IsVerb(text string) error {
	words := grammar.Words(text)
	if len(words) == 0 {
		return &Misread{Why: "say what to do"}
	}
	if _, ok := grammar.Find(words[0]); ok {
		return nil
	}
	verb := cells.Clean(words[0])
	return &Misread{Verb: verb, Why: fmt.Sprintf("%q is no verb", verb)}
}

// read reads a sentence, or says what is not understood of it.
func (d *Desk) read(text string) (grammar.Verb, grammar.Sentence, error) {
	if err := IsVerb(text); err != nil {
		return grammar.Verb{}, nil, err
	}
	v, sentence, why, _ := grammar.Read(d.s, text)
	if d.lookUp() {
		v, sentence, why, _ = grammar.Read(d.s, text)
	}
	if why != "" {
		return v, nil, &Misread{Usage: v.Usage, Why: cells.Clean(why)}
	}
	return v, sentence, nil
}

// lookUp asks what a sentence has left open of names, and tells whether there was anything.
func (d *Desk) lookUp() bool {
	questions := d.s.Names.Questions([]api.Network{d.s.Network})
	for _, q := range questions {
		d.s.Names.Answer(d.s.Context, q, d.s.Now())
	}
	return len(questions) > 0
}

// freshTime is for how long a network that was opened just now may take for its next block.
const freshTime = 30 * time.Second

// ready waits until the network is fresh enough to sign on.
func (d *Desk) ready(ctx context.Context) error {
	if err := d.s.Account.CanSign(d.s.Network.ChainID); err != nil {
		return err
	}
	wait, cancel := context.WithTimeout(ctx, freshTime)
	defer cancel()
	blocks := d.s.Service.Subscribe(wait, api.TopicBlock)
	for {
		if err := d.refresh(ctx); err != nil {
			return err
		}
		why := d.s.Env.Blocked()
		if why == "" {
			d.price(ctx)
			return nil
		}
		if _, more := <-blocks; !more {
			return api.Errorf(api.ChainUnavailable, "nothing can be signed: %s", why).WithCause(
				ctx.Err())
		}
	}
}

// onTime is a decider after whose answer the network is looked at once more: reading takes longer
// than a block.
type onTime struct {
	sign.Decider
	d *Desk
}

// Decide implements sign.Decider.
func (o onTime) Decide(ctx context.Context, q sign.Question) error {
	if err := o.Decider.Decide(ctx, q); err != nil {
		return err
	}
	return o.d.ready(ctx)
}

func (d *Desk) do(ctx context.Context, sentence grammar.Sentence) (Result, error) {
	if grammar.Short(sentence) {
		whole, err := grammar.Whole(d.s, sentence)(ctx)
		var unclear grammar.Unclear
		if errors.As(err, &unclear) {
			return Result{}, &Misread{Why: string(unclear)}
		}
		if err != nil {
			return Result{}, err
		}
		sentence = whole
	}
	switch x := sentence.(type) {
	case grammar.Limit:
		return d.limit(ctx, x)
	case grammar.NFT:
		return d.nft(ctx, x)
	case grammar.Fill:
		return d.fill(ctx, x)
	case grammar.Cancel:
		return d.cancel(ctx, x)
	case grammar.Invalidate:
		return d.invalidate(ctx, x)
	case grammar.Sale:
		if x.Delta {
			return d.delta(ctx, x)
		}
		return d.swap(ctx, x)
	case grammar.Stop:
		return d.stop(ctx, x)
	case grammar.Send:
		return d.send(ctx, x)
	case grammar.Approve:
		return d.approve(ctx, x)
	case grammar.Wrap:
		return d.wrap(ctx, x)
	case grammar.Replace:
		return d.replace(ctx, x)
	case grammar.Carry:
		return d.carry(ctx, x)
	case grammar.Drop:
		return d.drop(x)
	case grammar.Set:
		return d.set(ctx, x)
	case grammar.Alert:
		return d.alert(ctx, x)
	case grammar.Lot:
		return d.lot(ctx, x)
	case grammar.Look:
		return d.look(ctx, x)
	}
	return Result{}, &Misread{Why: "nobody carries out " + sentence.Title()}
}

// Sent is what came of a transaction, as a document.
type Sent struct {
	What    string      `json:"what"`
	Brought string      `json:"brought,omitempty"` // what the chain says that it has, in words
	Receipt api.Receipt `json:"receipt"`
	Result  any         `json:"result,omitempty"`
}

// run carries out a task and says how its transaction ended.
func (d *Desk) run(ctx context.Context, t sign.Task) (Result, error) {
	signed, r, err := sign.Do(ctx, d.s, t, d.by, func(signed sign.Signed) {
		d.note(signed, t.What, true) // before its block, for which this may not live to wait
		d.tell(t.What + ": sent as " + signed.Hash.Hex() + ", waiting for its block")
	}, func(why string) { d.tell(t.What + ": " + why) })
	if signed.Hash != (common.Hash{}) {
		d.note(signed, t.What, true)
	}
	if err != nil {
		return Result{}, err
	}
	d.mined(views.Sent{What: t.What, ChainID: d.s.Network.ChainID}, r)
	if !r.Success {
		return Result{}, &Failed{t.What, r}
	}
	line := fmt.Sprintf("%s: done in block %d%s, transaction %s", t.What, r.Block.Number,
		r.ByWord(), r.Hash.Hex())
	sent := Sent{What: t.What, Receipt: r}
	if t.Outcome != nil {
		sent.Brought = t.Outcome(ctx, r)
	}
	if sent.Brought != "" {
		by := r.ByWord()
		if strings.Contains(sent.Brought, by) {
			by = ""
		}
		line = fmt.Sprintf("%s, block %d%s, transaction %s", sent.Brought, r.Block.Number, by,
			r.Hash.Hex())
	}
	return Result{[]string{line}, sent}, nil
}

// note keeps in the activity log what was signed.
func (d *Desk) note(signed sign.Signed, title string, transaction bool) {
	e := views.Sent{What: title, Account: signed.Account.Address, ChainID: d.s.Network.ChainID,
		Hash: signed.Hash, Tx: signed.Tx}
	if nonce := nonceOf(signed.Raw); transaction && nonce != nil {
		e.Kind, e.Nonce = views.SentTransaction, api.NewAmount(*nonce)
	}
	d.log.Recover(signed.Account.Name, e)
}

// mined keeps how a transaction ended.
func (d *Desk) mined(e views.Sent, r api.Receipt) {
	d.log.Add(activity.Entry{Level: activity.Info, Component: "wallet", Kept: true, Receipt: &r,
		ChainID: e.ChainID, Text: fmt.Sprintf("%s: block %d", e.What, r.Block.Number)})
}

// hand has typed data signed and handed on.
func (d *Desk) hand(ctx context.Context, title string, spec sign.Spec) (sign.Signed, error) {
	signed, err := sign.Carry(ctx, d.s, spec, d.by)
	if signed.Hash != (common.Hash{}) {
		d.note(signed, title, false)
	}
	return signed, err
}

// covers looks whether the account has what is paid, as a check of a form does.
func (d *Desk) covers(have, pays api.Amount, t api.Token) ui.Check {
	if have.Less(pays) {
		return ui.Check{Level: ui.Bad, Text: fmt.Sprintf("balance: need %s %s, have %s",
			format.Scaled(pays, t, api.Up), views.Symbol(t), format.Scaled(have, t, api.Down))}
	}
	return ui.Check{Level: ui.OK, Text: "balance covers it"}
}

// allow has an allowance approved first where it does not cover what is needed, beside what open
// orders of the book need of it.
func (d *Desk) allow(ctx context.Context, t api.Token, spender common.Address,
	need api.Amount) error {
	if spender == d.s.Network.Contracts.AugustusRFQ {
		claimed, err := views.Claimed(ctx, d.s.Exchange, d.s.Account.Address, t.Address)
		if err != nil {
			return err
		}
		need = need.Add(claimed)
	}
	held, err := d.s.Exchange.UserToken(ctx, d.s.Account.Address, t.Address)
	if err != nil || !held.Allowances[spender].Less(need) {
		return err
	}
	task := sign.Approve(d.s, t, spender, need)
	task.Step, task.Steps = 1, 2
	done, err := d.run(ctx, task)
	for _, line := range done.Lines {
		d.tell(line)
	}
	if err != nil {
		return err
	}
	return d.refresh(ctx)
}

// held is what the account has of a token.
func (d *Desk) held(ctx context.Context, t common.Address) (api.UserToken, error) {
	return d.s.Exchange.UserToken(ctx, d.s.Account.Address, t)
}

// bad is the error of a check that has failed.
func bad(c ui.Check) error {
	if c.Level != ui.Bad {
		return nil
	}
	return api.Errorf(api.ValidationError, "%s", c.Text)
}
