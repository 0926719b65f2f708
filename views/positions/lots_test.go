package positions_test

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"bourse/ui/uitest"
	"bourse/views"
)

// lotStage is the stage of the trader, who keeps what is entered in a folder.
func lotStage(t *testing.T, folder string) (*uitest.Kit, *views.Session) {
	t.Helper()
	k, session := newStage(t, trader())
	kept, err := views.OpenPreferences(folder)
	if err != nil {
		t.Fatal(err)
	}
	session.Preferences = kept
	return k, session
}

// fill types into the fields of a form, one after the other.
func fill(k *uitest.Kit, texts ...string) {
	for _, text := range texts {
		k.Type(text)
		k.Press("tab")
	}
}

// written is the newest exported file of a name, by rows.
func written(t *testing.T, s *views.Session, name string) [][]string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(s.Env.ExportDir, name+"-*.csv"))
	if err != nil || len(files) != 1 {
		t.Fatalf("%s: %v, %v", name, files, err)
	}
	text, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(strings.NewReader(string(text))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// TestEnterLot: 4 WETH were bought here for 12,000 and one was sold for 3,100.005. With 4 more that
// cost 4,000 long ago the average is 2,000, which gains 1,100; the oldest cost 1,000, which gains
// 2,100. Out of the first that was bought here, for 2,900, it gains 200.
func TestEnterLot(t *testing.T) {
	folder := t.TempDir()
	k, session := lotStage(t, folder)
	k.Press("l")
	k.Shows("Lots", "Sales", "bought here", "realised by average +100.00", "FIFO +200.00")
	k.Press("n")
	k.Advance(time.Second)
	fill(k, "weth", "4", "", "1000", "2020-02-30")
	k.Shows("a date is written as")
	k.Press("shift+tab")
	for range "2020-02-30" {
		k.Press("backspace")
	}
	fill(k, "2020-02-03", "mined, at home")
	k.Shows("4 WETH, bought for 4,000.00 USD on 2020-02-03, mined, at home")
	k.Press("enter")
	k.Advance(time.Second)
	k.Shows("average +1,100.00", "FIFO +2,100.00", "specific +2,100.00", "2020-02-03", "mined")
	k.CheckActions()
	k.Goldens("lots")
	k.EveryFrame()
	k.Press("tab", "enter")
	k.Advance(time.Second)
	k.Shows("out of", "lot 2 of")
	k.Press("down", "down", "enter")
	k.Advance(time.Second)
	k.Shows("FIFO +2,100.00", "specific +200.00", "●2")
	k.Press("T")
	rows := written(t, session, "trades-and-gains")
	if lot := rows[1]; lot[1] != "lot" || lot[4] != "WETH" || lot[5] != "4" || lot[9] != "" {
		t.Errorf("the lot is %q", lot)
	}
	// where a cost comes from is told with it, and of a sale which lots it is out of
	if lot := rows[1]; rows[0][13] != "source" || lot[13] != "mined, at home" ||
		!strings.HasPrefix(lot[0], "2020-02-03T") {
		t.Errorf("the lot is %q, by %q", lot, rows[0])
	}
	if sale := rows[4]; rows[0][14] != "specific lots" || sale[1] != "swap" ||
		sale[14] != "1 of 2026-11-20, bought here" {
		t.Errorf("the sale is %q, by %q", sale, rows[0])
	}
	entered := session.Lots().List
	k.Press("shift+tab", "G", "x")
	k.Advance(time.Second)
	k.Shows("Forget a lot", "mined, at home")
	k.Press("left", "enter")
	k.Advance(time.Second)
	if n := len(session.Lots().List); n != 0 {
		t.Errorf("%d lots are left", n)
	}
	k.Shows("average +100.00")

	// another program enters the same lot
	_, other := lotStage(t, folder)
	other.AddLots(entered)()
	k.Press("r")
	k.Advance(time.Minute)
	k.Shows("average +1,100.00", "mined, at home")
}

// A sale of what was never bought here is told of, though it is in no sum.
func TestSalesOfUnknownCost(t *testing.T) {
	t.Parallel()
	s := trader()
	s.fills = nil
	k, _ := newStage(t, s)
	k.Shows("1 sale of unknown cost")
	k.Press("l")
	k.Shows("Sales, and 1 of unknown cost", "No sale has a known cost")
}

// Rules of rotki's generic import, as its documentation and its importers have them.
var (
	rotkiID    = regexp.MustCompile(`^([A-Z0-9a-z]+|eip155:\d+/erc20:0x[0-9a-fA-F]{40})$`)
	rotkiTypes = []string{"Deposit", "Withdrawal", "Income", "Loss", "Spend", "Staking"}
)

// readByRotki holds rows of a file against the rules of its importer: every column by its name, a
// time in whole milliseconds, plain decimals above zero, and a fee with its currency or neither.
func readByRotki(t *testing.T, rows [][]string, columns, amounts, currencies []string) {
	t.Helper()
	if !slices.Equal(rows[0], columns) {
		t.Fatalf("the columns are %q", rows[0])
	}
	for _, row := range rows[1:] {
		of := map[string]string{}
		for i, name := range columns {
			of[name] = row[i]
		}
		at, err := strconv.ParseInt(of["Timestamp"], 10, 64)
		if err != nil || time.UnixMilli(at).Year() < 2020 || time.UnixMilli(at).Year() > 2026 {
			t.Errorf("the time of %q is %v, %v", row, time.UnixMilli(at), err)
		}
		if (of["Fee"] == "") != (of["Fee Currency"] == "") {
			t.Errorf("half a fee: %q", row)
		}
		if of["Fee"] != "" {
			amounts, currencies = append(amounts[:len(amounts):len(amounts)], "Fee"),
				append(currencies[:len(currencies):len(currencies)], "Fee Currency")
		}
		for _, name := range amounts {
			n, err := strconv.ParseFloat(of[name], 64)
			if err != nil || n <= 0 || strings.ContainsAny(of[name], ",eE+ ") {
				t.Errorf("%s of %q is no plain decimal", name, row)
			}
		}
		for _, name := range currencies {
			if !rotkiID.MatchString(of[name]) {
				t.Errorf("%s of %q is no identifier", name, row)
			}
		}
		if kind, typed := of["Type"]; typed && !slices.Contains(rotkiTypes, kind) {
			t.Errorf("the type of %q", row)
		}
		if of["Location"] == "" {
			t.Errorf("no location: %q", row)
		}
	}
}

// TestRotki: the trader's two purchases, a swap with its gas as the fee, and a lot.
func TestRotki(t *testing.T) {
	k, session := lotStage(t, t.TempDir())
	session.AddLots(session.ReadLots("token,amount,cost,date,source\nWETH,4,4000,2020-02-03,x").New)
	k.Send(views.LotsChanged{})
	k.Advance(time.Second)
	k.Press(":")
	k.Type("files for rotki")
	k.Press("enter")
	k.Advance(time.Second)
	k.Resize(80, 24)
	k.Shows("rotki-trades-20", ".csv and rotki-events-20", "written to ")
	trades := written(t, session, "rotki-trades")
	readByRotki(t, trades, []string{"Location", "Spend Currency", "Receive Currency",
		"Receive Amount", "Spend Amount", "Fee", "Fee Currency", "Description", "Timestamp"},
		[]string{"Receive Amount", "Spend Amount"}, []string{"Spend Currency", "Receive Currency"})
	if len(trades) != 5 {
		t.Fatalf("the trades are %q", trades)
	}
	for i, want := range []string{"external,USD,WETH,4,4000,,,x,1580688000000",
		"external,USDC,WETH,1,2900,,,taker ", "external,USDC,WETH,3,9100,,,taker ",
		"external,WETH,USDC,3100.005,1,0.001,ETH,swap "} {
		if got := strings.Join(trades[i+1], ","); !strings.HasPrefix(got, want) {
			t.Errorf("row %d is %q, want %q", i+1, got, want)
		}
	}
	readByRotki(t, written(t, session, "rotki-events"), []string{"Type", "Location", "Currency",
		"Amount", "Fee", "Fee Currency", "Description", "Timestamp"}, []string{"Amount"},
		[]string{"Currency"})
}

// Esc leaves the lots for the positions, which they were opened from.
func TestEscLeavesTheLots(t *testing.T) {
	t.Parallel()
	k, _ := lotStage(t, t.TempDir())
	k.Press("l")
	k.Shows("Lots", "Sales")
	k.Press("esc")
	k.Hides("Sales")
	k.Shows("Positions")
	k.Press("l")
	k.Shows("Lots", "Sales")
}
