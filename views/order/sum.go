package order

import (
	"strings"

	"bourse/backend/api"
	"bourse/views/format"
)

// The three fields of which two are typed and the third follows.
const (
	fieldPay   = "pay"
	fieldPrice = "price"
	fieldGet   = "get"
)

// typed remembers which two of the three fields the user gave last, the newer one first.
type typed [2]string

// touch notes that a field was typed into: a third field makes the older of the two the derived
// one.
func (t *typed) touch(field string) {
	if field != t[0] {
		t[0], t[1] = field, t[0]
	}
}

// flip exchanges what is paid and what is got.
func (t *typed) flip() {
	for i, field := range t {
		switch field {
		case fieldPay:
			t[i] = fieldGet
		case fieldGet:
			t[i] = fieldPay
		}
	}
}

// derived is the field that follows from the two.
func (t typed) derived() string {
	for _, field := range []string{fieldGet, fieldPay, fieldPrice} {
		if field != t[0] && field != t[1] {
			return field
		}
	}
	return fieldGet
}

// sum is an order's amounts. The price is quote per base, whichever side the order is on.
type sum struct {
	pay, get api.Amount
	price    api.Price         // as typed, or as the amounts make it
	complete bool              // all three are known and above zero
	problems map[string]string // what is wrong with a field's text
}

// market is how the amounts of a side are read.
type market struct {
	buy   bool
	shape format.Pair
}

func (m market) payDecimals() int {
	if m.buy {
		return m.shape.QuoteDecimals
	}
	return m.shape.BaseDecimals
}

func (m market) getDecimals() int {
	if m.buy {
		return m.shape.BaseDecimals
	}
	return m.shape.QuoteDecimals
}

// base and quote are the two amounts of the order by token.
func (m market) base(s sum) api.Amount {
	if m.buy {
		return s.get
	}
	return s.pay
}

// signed is the price that the amounts make: what the order's maker really gives or takes.
func (m market) signed(s sum) api.Price {
	if m.buy {
		return api.Price{Quote: s.pay, Base: s.get}
	}
	return api.Price{Quote: s.get, Base: s.pay}
}

// solve reads the two typed fields and derives the third: what is got is rounded down, what is paid
// up.
func (m market) solve(derived, payText, priceText, getText string) sum {
	s := sum{problems: map[string]string{}}
	have := map[string]bool{}
	read := func(field, text string, parse func() error) {
		if field == derived || strings.TrimSpace(text) == "" {
			return
		}
		if err := parse(); err != nil {
			s.problems[field] = err.Error()
			return
		}
		have[field] = true
	}
	read(fieldPay, payText, func() (err error) {
		s.pay,
			err = api.ParseUnits(payText, m.payDecimals())
		return err
	})
	read(fieldGet, getText, func() (err error) {
		s.get,
			err = api.ParseUnits(getText, m.getDecimals())
		return err
	})
	read(fieldPrice, priceText, func() (err error) {
		s.price, err = api.ParsePrice(priceText, m.shape.BaseDecimals, m.shape.QuoteDecimals)
		return err
	})
	if len(have) < 2 {
		return s
	}
	switch derived {
	case fieldGet:
		s.get = m.worth(s.pay, s.price, m.buy, api.Down)
	case fieldPay:
		s.pay = m.worth(s.get, s.price, !m.buy, api.Up)
	default:
		s.price = m.signed(s)
	}
	s.complete = !s.pay.IsZero() && !s.get.IsZero() && s.pay != api.MaxAmount &&
		s.get != api.MaxAmount && s.price.Known()
	return s
}

// worth turns quote into base at a price, or base into quote.
func (market) worth(a api.Amount, price api.Price, fromQuote bool, r api.Round) api.Amount {
	if fromQuote {
		return price.BaseFor(a, r)
	}
	return price.QuoteFor(a, r)
}

// text is what a derived field shows, "" while it is not known. Amounts are exact; a price has four
// digits more than the ladder shows.
func (m market) text(s sum, field string) string {
	switch {
	case !s.complete:
		return ""
	case field == fieldPay:
		return s.pay.Units(m.payDecimals())
	case field == fieldGet:
		return s.get.Units(m.getDecimals())
	}
	return m.priceText(s.price, m.shape.PricePlaces+4)
}

// priceText writes a price with at most places digits, without separators and trailing zeros.
func (m market) priceText(p api.Price, places int) string {
	if !p.Known() {
		return ""
	}
	text := strings.ReplaceAll(p.Format(
		m.shape.BaseDecimals, m.shape.QuoteDecimals, places, api.Down), ",", "")
	if strings.Contains(text, ".") {
		text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	}
	return text
}

// ticks is the ladder's level of a price: bids down, asks up.
func (m market) ticks(p api.Price) api.Amount { return m.shape.Ticks(p, m.buy) }

// part is a share of an amount in percent, rounded down.
func part(a api.Amount, percent uint64) api.Amount {
	return a.MulDiv(api.NewAmount(percent), api.NewAmount(100))
}
