package grammar

import (
	"fmt"
	"strconv"
	"strings"

	"bourse/views"
)

// Lot is something about what an account got elsewhere, of which exactly one is set.
type Lot struct {
	Enter  *views.Lot
	Import string // the path of a file
	Forget int    // the number of a lot, as lots lists them
	// Sale is the number of a sale, which is out of the lots Use; none is the oldest first
	Sale int
	Use  []int

	title string
}

// Title implements Sentence.
func (l Lot) Title() string { return l.title }

const lotHelp = "say an amount, a token, for or at how much USD, and on which day; or import, " +
	"forget or use"

// lot reads "2 weth for 5000 on 2024-05-31 from coinbase", "import FILE", "forget 1" or "use 1 for
// 2".
func (r reader) lot(w []string) (Sentence, string) {
	if len(w) < 2 {
		return nil, lotHelp
	}
	switch {
	case is(w[0], "import"):
		path := strings.Join(w[1:], " ")
		return Lot{Import: path, title: "Import lots of " + path}, ""
	case is(w[0], "forget"):
		n, why := number(w[1])
		if why != "" || len(w) > 2 {
			return nil, "say which lot to forget, by its number, such as lot forget 1; " +
				"lots lists them"
		}
		return Lot{Forget: n, title: "Forget lot " + w[1]}, ""
	case is(w[0], "use"):
		return r.lotUse(w[1:])
	}
	typed := map[string]string{views.LotAmount: w[0], views.LotToken: w[1]}
	column := ""
	for _, word := range w[2:] {
		next := map[string]string{"for": views.LotCost, "cost": views.LotCost,
			"at": views.LotPrice, "@": views.LotPrice, "on": views.LotDate,
			"from": views.LotSource}[strings.ToLower(word)]
		switch {
		case column == views.LotSource || next == "": // a source is of any words
			typed[column] = strings.TrimSpace(typed[column] + " " + word)
		case typed[next] != "":
			return nil, word + " is there twice"
		default:
			column = next
		}
	}
	if typed[""] != "" {
		return nil, "after the token comes for, at, on or from"
	}
	l, _, why := r.s.ReadLot(typed)
	if why == "" {
		why = r.s.Lots().LotProblem(l)
	}
	if why != "" {
		return nil, why
	}
	return Lot{Enter: &l, title: "Lot of " + r.s.LotTitle(l)}, ""
}

// lotUse reads "1 3 for 2" or "oldest for 2".
func (r reader) lotUse(w []string) (Sentence, string) {
	const help = "say which lots a sale is out of, by their numbers, such as use 1 3 for 2, or " +
		"use oldest for 2; lots lists both"
	if len(w) < 3 || !is(w[len(w)-2], "for") {
		return nil, help
	}
	l := Lot{title: "Sale " + w[len(w)-1] + " is out of the oldest lots"}
	var why string
	if l.Sale, why = number(w[len(w)-1]); why != "" {
		return nil, help
	}
	if w = w[:len(w)-2]; len(w) == 1 && is(w[0], "oldest") {
		return l, ""
	}
	for _, word := range w {
		n, why := number(word)
		if why != "" {
			return nil, help
		}
		l.Use = append(l.Use, n)
	}
	l.title = fmt.Sprintf("Sale %d is out of lot %s", l.Sale, strings.Join(w, ", then lot "))
	return l, ""
}

// number reads one that something is listed under.
func number(word string) (n int, why string) {
	n, err := strconv.Atoi(word)
	if err != nil || n < 1 {
		return 0, word + " is no number of the list"
	}
	return n, ""
}
