package desk

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui/cells"
	"bourse/views"
	"bourse/views/grammar"
	"bourse/views/sign"
	"bourse/wallet"
	"bourse/wallet/describe"
)

// ErrDeclined is the error of what nobody, or no limit, agreed to sign.
var ErrDeclined = errors.New("nothing more is signed")

// blocked refuses what must not be signed, whoever agrees to it.
func blocked(q sign.Question) error {
	if q.Off == "" {
		return nil
	}
	return fmt.Errorf("it cannot be signed: %s: %w", cells.Clean(q.Off), ErrDeclined)
}

// Person is asked in lines of text.
type Person struct {
	Tell   func(string)                                             // shows a line
	Ask    func(ctx context.Context, prompt string) (string, error) // shows it and reads a line
	Back   func(line string)                                        // is read once more
	Secret func(prompt string) (wallet.Secret, error)               // the same without echo
	// Now tells how soon an answer comes, of a person at a terminal: what was typed or pasted
	// before the question agrees to nothing. nil takes every answer.
	Now func() time.Time
}

// tooSoon is before when after a question its answer was typed before it.
const tooSoon = 600 * time.Millisecond

// Foresee implements sign.Decider: a person is asked about one thing after the other.
func (Person) Foresee(q sign.Question) error { return blocked(q) }

// Decide implements sign.Decider: the words, the word that is asked for, and yes.
func (p Person) Decide(ctx context.Context, q sign.Question) error {
	for _, l := range Words(q) {
		p.Tell(l)
	}
	if err := blocked(q); err != nil {
		return err
	}
	for _, want := range []string{q.Word, "yes"} {
		if want == "" {
			continue
		}
		got, err := p.answer(ctx, q, "Type "+want+" to sign, more for every field, anything else "+
			"leaves it: ")
		switch {
		case err != nil:
			return fmt.Errorf("nobody answered: %w", ErrDeclined)
		case !strings.EqualFold(got, want):
			return fmt.Errorf("%q was wanted: %w", want, ErrDeclined)
		}
	}
	return nil
}

// Agree implements sign.Decider.
func (p Person) Agree(ctx context.Context, lines []string, word string) error {
	for _, l := range lines {
		p.Tell(l)
	}
	got, err := p.fresh(ctx, "Type "+word+" to trade on, anything else leaves it locked: ")
	switch {
	case err != nil:
		return fmt.Errorf("nobody answered: %w", ErrDeclined)
	case !strings.EqualFold(got, word):
		return fmt.Errorf("%q was wanted: %w", word, ErrDeclined)
	}
	return nil
}

// answer asks until something else than more is wanted.
func (p Person) answer(ctx context.Context, q sign.Question, prompt string) (string, error) {
	for {
		got, err := p.fresh(ctx, prompt)
		if err != nil || got != "more" {
			return got, err
		}
		for _, l := range Details(q) {
			p.Tell(l)
		}
	}
}

// fresh asks until the answer was typed after the question.
func (p Person) fresh(ctx context.Context, prompt string) (string, error) {
	for {
		asked := time.Time{}
		if p.Now != nil {
			asked = p.Now()
		}
		got, err := p.Ask(ctx, prompt)
		if err != nil || p.Now == nil || p.Now().Sub(asked) >= tooSoon {
			return got, err
		}
		p.Tell(fmt.Sprintf("“%s” was typed before this was asked, and is not taken.",
			cells.Clean(got)))
	}
}

// Rest implements sign.Decider: whoever types u takes the order back.
func (p Person) Rest(ctx context.Context, long time.Duration) error {
	over, cancel := context.WithTimeout(ctx, long)
	defer cancel()
	prompt := fmt.Sprintf("Signed and posted in %d seconds. Type u to take it back.",
		int(long/time.Second))
	switch got, err := p.Ask(over, prompt); {
	case err == nil && got == "u":
		return fmt.Errorf("taken back, nothing was posted: %w", ErrDeclined)
	case err == nil:
		p.Back(got)
	}
	<-over.Done()
	return ctx.Err()
}

// Password implements sign.Decider.
func (p Person) Password(a wallet.Account) (wallet.Secret, error) {
	return p.Secret("Password of " + cells.Clean(a.Name) + ": ")
}

// Limits agree for a script to what stays within them.
type Limits struct {
	Tell func(string) // shows a line
	// MostUSD is what a signature may pay, allow and cost at most, in USD with 18 decimals
	MostUSD api.Amount
	Words   []string // that may be asked for and are agreed to
	// Worth tells what an amount is worth in USD
	Worth  func(token common.Address, a api.Amount) (usd api.Amount, known bool)
	Secret func(prompt string) (wallet.Secret, error)
}

// Foresee implements sign.Decider. It shows only what it does not agree to.
func (l Limits) Foresee(q sign.Question) error {
	err := l.judge(q)
	if err != nil {
		l.show(q)
	}
	return err
}

// Decide implements sign.Decider.
func (l Limits) Decide(_ context.Context, q sign.Question) error {
	l.show(q)
	return l.judge(q)
}

func (l Limits) show(q sign.Question) {
	for _, text := range Words(q) {
		l.Tell(text)
	}
}

// agreesTo tells whether a word was given, in capitals or not, as everywhere.
func (l Limits) agreesTo(word string) bool {
	return slices.ContainsFunc(l.Words, func(w string) bool { return strings.EqualFold(w, word) })
}

// judge holds what would be signed against the limits.
func (l Limits) judge(q sign.Question) error {
	if err := blocked(q); err != nil {
		return err
	}
	if len(q.Named) > 0 {
		name := slices.Min(slices.Collect(maps.Keys(q.Named)))
		return fmt.Errorf("nobody is here to compare whom %s stands for: say the address, %s, if "+
			"that is whom you mean: %w", cells.Clean(name), q.Named[name].Hex(), ErrDeclined)
	}
	for _, word := range strings.Fields(q.Word) {
		if !l.agreesTo(word) {
			return fmt.Errorf("it asks for the word %q, which --word %s agrees to: %w", word, word,
				ErrDeclined)
		}
	}
	if givesNFT(q) && !l.agreesTo(views.NFTWord) {
		return fmt.Errorf("it gives NFTs, or the right to move them, whose worth nobody tells; "+
			"--word %s agrees to it: %w", views.NFTWord, ErrDeclined)
	}
	usd, why := l.moves(q)
	if why != "" {
		return fmt.Errorf("%s, so that it cannot be held against --max-usd: %w", why, ErrDeclined)
	}
	if l.MostUSD.Less(usd) {
		return fmt.Errorf("it moves up to $%s, more than --max-usd: %w",
			usd.Format(18, 2, api.Up), ErrDeclined)
	}
	return nil
}

// givesNFT tells whether a signature pays with an NFT, or lets a contract move a collection.
func givesNFT(q sign.Question) bool {
	for _, s := range q.Act.Pays {
		if s.Asset.Kind != api.ERC20 {
			return true
		}
	}
	return movesAll(q)
}

// movesAll tells whether a transaction is a setApprovalForAll(address,bool).
func movesAll(q sign.Question) bool {
	return q.Tx != nil && bytes.HasPrefix(q.Tx.Data, []byte{0xa2, 0x2c, 0xb4, 0x65})
}

// moves is what a signature pays, allows and costs at most; why is what nobody knows the worth of.
func (l Limits) moves(q sign.Question) (usd api.Amount, why string) {
	sums := slices.Clone(q.Act.Pays)
	if q.Tx != nil {
		coin := api.Asset{Address: api.NativeToken}
		sums = append(sums, describe.Sum{Asset: coin, Amount: q.Tx.MaxFee()})
	}
	if token := q.Act.Allowed; token != (common.Address{}) {
		sums = append(sums, describe.Sum{Asset: api.Asset{Address: token}, Amount: q.Act.Allows})
	}
	for _, s := range sums {
		if s.Asset.Kind != api.ERC20 {
			continue
		}
		worth, known := l.Worth(s.Asset.Address, s.Amount)
		if !known {
			return usd, "nobody tells what " + s.Asset.Address.Hex() + " is worth"
		}
		usd = usd.Add(worth)
	}
	return usd, ""
}

// Agree implements sign.Decider.
func (l Limits) Agree(_ context.Context, lines []string, word string) error {
	for _, line := range lines {
		l.Tell(line)
	}
	if l.agreesTo(word) {
		return nil
	}
	return fmt.Errorf("it asks for the word %q, which --word %s agrees to: %w", word, word,
		ErrDeclined)
}

// Rest implements sign.Decider: a script does not think better of it.
func (Limits) Rest(context.Context, time.Duration) error { return nil }

// Password implements sign.Decider.
func (l Limits) Password(a wallet.Account) (wallet.Secret, error) {
	return l.Secret("Password of " + cells.Clean(a.Name) + ": ")
}

// Unbounded tells why nobody may agree to a sentence beforehand: it leaves open how bad its price
// may become. It is "" where that is said, and for what is not understood.
func (d *Desk) Unbounded(text string) string {
	_, sentence, why, ok := grammar.Read(d.s, text)
	if c, carries := sentence.(grammar.Carry); carries {
		sentence, text = c.Sentence, c.Prepared.Sentence
	}
	x, sale := sentence.(grammar.Sale)
	if !ok || why != "" || !sale || x.Slippage != nil || x.Least != nil ||
		x.Most != nil {
		return ""
	}
	return "say how bad the price may become, as it is not asked about: " + text +
		" slippage 0.5%, or least AMOUNT (most AMOUNT of what pays for a purchase)"
}
