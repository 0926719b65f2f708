package desk

import (
	"context"
	"errors"
	"fmt"
	"time"

	"bourse/ui"
	"bourse/ui/cells"
	"bourse/views"
	"bourse/views/format"
	"bourse/views/grammar"
	"bourse/views/sign"
	"bourse/wallet"
)

// Nobody is a decider who agrees to nothing: whoever has it can look and prepare, and never sign.
type Nobody struct{}

// Foresee implements sign.Decider: what comes first is what is looked at.
func (Nobody) Foresee(sign.Question) error { return nil }

// Decide implements sign.Decider.
func (Nobody) Decide(context.Context, sign.Question) error { return ErrDeclined }

// Rest implements sign.Decider.
func (Nobody) Rest(context.Context, time.Duration) error { return ErrDeclined }

// Agree implements sign.Decider.
func (Nobody) Agree(context.Context, []string, string) error { return ErrDeclined }

// Password implements sign.Decider.
func (Nobody) Password(wallet.Account) (wallet.Secret, error) {
	return wallet.Secret{}, ErrDeclined
}

// shown is nobody who notes what was asked first, and what comes after it.
type shown struct {
	Nobody
	question *sign.Question
	foreseen []sign.Question
}

// Foresee implements sign.Decider.
func (s *shown) Foresee(q sign.Question) error {
	s.foreseen = append(s.foreseen, q)
	return s.Nobody.Foresee(q)
}

// Decide implements sign.Decider.
func (s *shown) Decide(ctx context.Context, q sign.Question) error {
	s.question = &q
	return s.Nobody.Decide(ctx, q)
}

// Look answers a question; what is none is refused.
func (d *Desk) Look(ctx context.Context, text string) (Result, error) {
	v, sentence, err := d.read(text)
	if err != nil {
		return Result{}, err
	}
	if x, ok := sentence.(grammar.Set); ok && x.To == "" {
		return whole(d.set(ctx, x))
	}
	x, ok := sentence.(grammar.Look)
	if !ok {
		return Result{}, &Misread{Why: v.Name + " is no question"}
	}
	return whole(d.look(ctx, x))
}

// Prepare looks at everything that a sentence needs and lays it into the tray, where a person finds
// it. What they would be asked to sign is told, step by step, and is not signed.
func (d *Desk) Prepare(ctx context.Context, text, by string) (Result, error) {
	v, sentence, err := d.read(text)
	if err != nil {
		return Result{}, err
	}
	if _, carries := sentence.(grammar.Carry); !v.Moves || carries {
		return Result{}, &Misread{Why: v.Name + " leads to no signature of its own"}
	}
	lines, err := d.rehearse(ctx, sentence)
	if err != nil {
		return Result{}, err
	}
	p, err := d.s.Tray.Put(views.Prepared{Sentence: text, By: cells.Clean(by),
		Account: d.s.Account.Address, ChainID: d.s.Network.ChainID, At: d.s.Env.Now()})
	if err != nil {
		return Result{}, err
	}
	first := fmt.Sprintf("number %d waits for a person, who carries it out in the console or by: "+
		"bourse do carry %d", p.ID, p.ID)
	return Result{append([]string{first}, lines...), struct {
		views.Prepared
		Words []string `json:"words"`
	}{p, lines}}, nil
}

// rehearse goes as far as the first signature of a sentence, and returns its words and those of
// what is signed after it.
func (d *Desk) rehearse(ctx context.Context, sentence grammar.Sentence) ([]string, error) {
	if err := d.ready(ctx); err != nil {
		return nil, err
	}
	asked, by := &shown{}, d.by
	d.by = asked
	defer func() { d.by = by }()
	result, err := d.do(ctx, sentence)
	switch {
	case asked.question == nil && err != nil:
		return nil, err
	case asked.question == nil:
		return nil, errors.New(result.Lines[0])
	}
	questions, then := []sign.Question{*asked.question}, asked.foreseen
	if len(then) > 0 && then[0].Act.Kind == asked.question.Act.Kind { // which it is itself
		then = then[1:]
	}
	var lines []string
	for i, q := range append(questions, then...) {
		if err := blocked(q); err != nil {
			return nil, err
		}
		if i > 0 {
			lines = append(lines, "Then comes: "+Plain(q.Title))
		}
		lines = append(lines, Words(q)...)
		if q.Word != "" {
			lines = append(lines, "It asks for the word "+q.Word+".")
		}
	}
	return lines, nil
}

// prepared lists what waits for a person.
func (d *Desk) prepared() Result {
	list := d.s.Tray.List()
	out := Result{[]string{ui.Counted(len(list), "sentence") + " prepared for you"}, struct {
		Prepared []views.Prepared `json:"prepared"`
	}{some(list)}}
	for _, p := range list {
		line := fmt.Sprintf("%d: %s", p.ID, cells.Clean(p.Sentence))
		if p.By != "" {
			line += ", by " + cells.Clean(p.By)
		}
		line += ", " + format.Stamp(p.At)
		if why := p.Fits(d.s); why != "" {
			line += "; " + why
		}
		out.Lines = append(out.Lines, line)
	}
	return out
}

// carry carries out what was prepared; once that is done it waits no longer.
func (d *Desk) carry(ctx context.Context, x grammar.Carry) (Result, error) {
	result, err := d.do(ctx, x.Sentence)
	if err != nil {
		return result, err
	}
	if err := d.s.Tray.Drop(x.ID); err != nil {
		d.tell("it is done, and waits all the same: " + err.Error())
	}
	return result, nil
}

func (d *Desk) drop(x grammar.Drop) (Result, error) {
	if err := d.s.Tray.Drop(x.ID); err != nil {
		return Result{}, err
	}
	return Result{[]string{fmt.Sprintf("number %d waits no longer", x.ID)}, x.Prepared}, nil
}
