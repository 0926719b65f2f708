package views_test

import (
	"math/big"
	"strings"
	"testing"
	"time"

	"bourse/backend/api"
	"bourse/views"
	"bourse/views/viewtest"
)

// lotsSession is a session of the account main, which keeps lots in a folder.
func lotsSession(t *testing.T, folder string) *views.Session {
	t.Helper()
	weth := viewtest.WETH()
	s := viewtest.Session(t, nil, api.Network{ChainID: 1337,
		Contracts: api.Contracts{WrappedNative: weth.Address}}, weth, viewtest.USDC())
	kept, err := views.OpenPreferences(folder)
	if err != nil {
		t.Fatal(err)
	}
	s.Preferences = kept
	return s
}

const lotsText = `token,amount,cost,price,date,source
weth,2,"$5,000.00",,2001-05-31,coinbase
WETH,0.5,,2500.5,2001-06-01 09:30,"=bought, from Ann"
# a remark
0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2,1,0,,2001-06-01T11:30:00+02:00,
`

// TestImportLots imports a file twice and over a restart, exports it, and imports that elsewhere.
func TestImportLots(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	s := lotsSession(t, folder)
	f := s.ReadLots(lotsText)
	if len(f.Wrong) > 0 || len(f.New) != 3 || f.Known != 0 {
		t.Fatalf("%+v", f)
	}
	half := f.New[1]
	if half.Cost.Cmp(big.NewRat(125025, 100)) != 0 || half.Source != "=bought, from Ann" ||
		!half.At.Equal(time.Date(2001, 6, 1, 9, 30, 0, 0, time.UTC)) ||
		half.Amount != viewtest.Units("0.5", viewtest.WETH()) {
		t.Errorf("%+v", half)
	}
	s.AddLots(f.New)()
	for _, again := range []*views.Session{s, lotsSession(t, folder)} {
		f = again.ReadLots(lotsText)
		if len(f.New) != 0 || f.Known != 3 || len(f.Wrong) != 0 {
			t.Errorf("imported again: %+v", f)
		}
		again.AddLots(f.New)
		if n := len(again.Lots().List); n != 3 {
			t.Errorf("%d lots", n)
		}
	}
	if text := s.LotsCSV(); !strings.Contains(text, `"'=bought, from Ann"`) {
		t.Errorf("a spreadsheet would run its source:\n%s", text)
	}
	elsewhere := lotsSession(t, t.TempDir())
	elsewhere.AddLots(elsewhere.ReadLots(s.LotsCSV()).New)()
	for i, l := range elsewhere.Lots().List {
		if l.ID() != s.Lots().List[i].ID() {
			t.Errorf("exported as %+v", l)
		}
	}
	s.RemoveLot(s.Lots().List[0])()
	if n := len(lotsSession(t, folder).Lots().List); n != 2 {
		t.Errorf("%d lots are left", n)
	}
	s.Account.Address[0]++
	if n := len(s.Lots().List); n != 0 {
		t.Errorf("another account has %d lots", n)
	}
}

// TestLotsThatCannotBe: what is wrong with a file is said by line and column, and nothing is taken.
func TestLotsThatCannotBe(t *testing.T) {
	t.Parallel()
	s := lotsSession(t, t.TempDir())
	const head = "token,amount,cost,price,date,source\n"
	for _, c := range []struct{ text, want string }{
		{"",
			"line 1, the file is empty"},
		{"token,amount,cost\n",
			"line 1, column 4: the column date is missing"},
		{"token,amount,date\n",
			"line 1, column 4: a column cost or price"},
		{"token,amount,when\n",
			`line 1, column 3: there is no column "when"`},
		{"token,token\n",
			"line 1, column 2: token is there twice"},
		{head + "DOGE,1,1,,2001-01-01,",
			"line 2, column 1 (token): there is no token DOGE"},
		{head + "WETH,0,1,,2001-01-01,",
			"line 2, column 2 (amount): the amount must be"},
		{head + "WETH,1e3,1,,2001-01-01,",
			"line 2, column 2 (amount): the amount"},
		{head + "WETH,1,-1,,2001-01-01,",
			"line 2, column 3 (cost): the cost"},
		{head + "WETH,1,1,1,2001-01-01,",
			"line 2, column 4 (price): say the cost of all or"},
		{head + "WETH,1,,,2001-01-01,",
			"line 2, column 3 (cost): say what it has cost"},
		{head + "WETH,1,1,,01.02.2001,",
			"line 2, column 5 (date): a date is written as"},
		{head + "WETH,1,1,,2001-02-30,",
			"line 2, column 5 (date): a date is written as"},
		{head + "WETH,1,1,,2999-01-01,",
			"line 2, column 5 (date): the date 2999-01-01 is"},
		{head + "WETH,1,1,,2001-01-01,a,b",
			"line 2, column 7: the first row has only 6"},
		{head + "WETH,1,1,,2001-01-01",
			"line 2, column 6 (source): it ends before that"},
		{head + "\n#\nWETH,1,x,,2001-01-01,",
			"line 4, column 3 (cost)"},
		{head + "WETH,1,1,,2001-01-01,\"",
			"line 2"},
		{head + strings.Repeat("WETH,1,1,,2001-01-01,\n", 2),
			"line 3, column 1: it says what line 2"},
		{head + "WETH,1,1,,2001-01-01," + strings.Repeat("a", 61),
			"line 2, column 6 (source): a"},
	} {
		f := s.ReadLots(c.text)
		if len(f.Wrong) != 1 || !strings.Contains(f.Wrong[0], c.want) {
			t.Errorf("%q: %q, want %q", c.text, f.Wrong, c.want)
		}
	}
}
