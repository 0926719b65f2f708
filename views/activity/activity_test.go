package activity_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"pgregory.net/rapid"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/ui"
	"bourse/ui/uitest"
	"bourse/views"
	"bourse/views/activity"
)

// service answers what a test lays down.
type service struct {
	apitest.Fake
	err error
}

func (s *service) Exchange(chainID uint64) (api.Exchange, error) {
	return apitest.Bound(s, chainID)
}

func (s *service) CreateOrder(
	_ context.Context, r api.OrderRequest) (api.OrderRecord, bool, error) {
	return api.OrderRecord{Order: r.Order, Hash: common.Hash{0xa1}, State: api.Pending,
		Signature: r.Signature}, true, s.err
}

func (s *service) PrepareFill(context.Context, api.FillRequest) (api.Transaction, error) {
	return api.Transaction{Block: 7, GasUsed: 46_000}, s.err
}

func (s *service) Receipt(_ context.Context, _ uint64, hash common.Hash) (api.Receipt, error) {
	if hash == (common.Hash{}) {
		return api.Receipt{}, nil // on its way
	}
	return api.Receipt{Hash: hash, Block: &api.BlockRef{Number: 9}, Success: hash[0] == 1,
		Reason: "Order expired"}, nil
}

func (s *service) SendTransaction(context.Context, uint64, []byte) (common.Hash, error) {
	return common.Hash{0xbe}, s.err
}

func newScreen(t testing.TB, log *activity.Log) *uitest.Kit {
	t.Helper()
	env, _ := uitest.NewEnv()
	env.ExportDir = t.TempDir()
	env.Header = ui.Header{Mode: "DEMO", Chain: "Local", ChainID: 1337, Account: "main", Block: 7,
		Conn: ui.Live}
	return uitest.New(t, env, ui.Tab{
		Screen: activity.New(&views.Session{Env: env}, log), Title: "Activity", Short: "Log",
		Number: 8})
}

func start() time.Time { return uitest.Start }

// busy is a log with entries of every level.
func busy() *activity.Log {
	log := activity.NewLog(start)
	add := func(ago time.Duration, l activity.Level, part, text string) {
		log.Add(activity.Entry{Time: uitest.Start.Add(-ago), Level: l, Component: part, Text: text})
	}
	add(30*time.Hour, activity.Info, "store", "opened in 40 ms")
	add(4*time.Minute, activity.Debug, "book", "head 21,904,109")
	log.Add(activity.Entry{Time: uitest.Start.Add(-3 * time.Minute), Level: activity.Error,
		Component: "book", Text: "prepare fill  OrderNotFillable  the maker's balance does not " +
			"cover it",
		What:      "the maker's balance does not cover it",
		Do:        "Look at the book again: the order changed, or you cannot pay for it.",
		ErrorType: "OrderNotFillable",
		Request:   `{"ChainID":1337,"Legs":[{"Hash":"0xa1"}]}`,
		Response:  `{"errorType":"OrderNotFillable"}`, Took: 23 * time.Millisecond})
	add(2*time.Minute, activity.Warning, "wallet",
		"allowance USDC 5,000.00 below open orders 9,054.73")
	add(time.Minute, activity.Filled, "book", "0x77c0…001b  +0.0400 WETH")
	add(time.Second, activity.Signed, "wallet", "main signed Order  digest 0x5ce1…09aa  chain 1337")
	add(0, activity.Info, "orders", "order 0xa1f3…9e1b accepted  state=PENDING \x1b[31m漢字\u202e")
	return log
}

func TestGoldens(t *testing.T) {
	t.Parallel()
	k := newScreen(t, busy())
	k.CheckActions()
	k.Goldens("normal")
	k.Press("down", "down", "down", "down")
	k.Goldens("error")
	k.EveryFrame()
	k.Press("enter")
	k.Goldens("whole")
	k.EveryFrame()
	newScreen(t, activity.NewLog(start)).Goldens("empty")
}

func TestFollowPausesWhileReading(t *testing.T) {
	t.Parallel()
	log := busy()
	k := newScreen(t, log)
	k.Press("down", "down")
	k.Shows("follow paused", "FILL  0x77c0")
	log.Add(activity.Entry{Level: activity.Info, Component: "book", Text: "something new"})
	k.Send(k.Env.Header)
	k.Shows("something new", "FILL  0x77c0")
	k.Press("space")
	k.Shows("follow on", "INFO  something new")
	log.Add(activity.Entry{Level: activity.Info, Component: "book", Text: "newer still"})
	k.Send(k.Env.Header)
	k.Shows("INFO  newer still")
}

func TestLevelsComponentsAndSearch(t *testing.T) {
	t.Parallel()
	k := newScreen(t, busy())
	k.Shows("all · follow on · 7 of 7")
	k.Press("l")
	k.Shows("up to ERR", "1 of 7")
	k.Press("l")
	k.Shows("2 of 7")
	k.Press("l", "l", "l", "l", "c")
	k.Shows("all · book", "3 of 7")
	k.Press("c", "c", "c", "c")
	k.Shows("7 of 7")
	k.Press("/")
	k.Type("allowance")
	k.Shows("1 of 7", "WARN")
	k.Press("enter", "/", "esc")
	k.Shows("7 of 7")
}

func TestCopyAndExport(t *testing.T) {
	t.Parallel()
	k := newScreen(t, busy())
	k.Press("y")
	if len(k.Copied) != 0 {
		t.Fatal("copied a request that is not there")
	}
	k.Press("l", "y", "l", "l", "l", "l", "l", "e", "w")
	if len(k.Copied) != 1 || !strings.HasPrefix(k.Copied[0], `{"ChainID":1337`) {
		t.Errorf("copied %v", k.Copied)
	}
	for ext, want := range map[string]string{
		"csv": "WARN,wallet,\"allowance USDC", "jsonl": `"errorType":"OrderNotFillable"`} {
		files, err := filepath.Glob(filepath.Join(k.Env.ExportDir, "activity-*."+ext))
		if err != nil || len(files) != 1 {
			t.Fatalf("exported %v (%v)", files, err)
		}
		text, err := os.ReadFile(files[0])
		if err != nil || strings.Count(string(text), "\n") < 7 ||
			!strings.Contains(string(text), want) {
			t.Errorf("%s holds (%v)\n%s", files[0], err, text)
		}
	}
}

func TestRecordNotesWhatWasAskedWithoutSecrets(t *testing.T) {
	t.Parallel()
	log := activity.NewLog(start)
	s := &service{}
	r := activity.Record(s, log)
	ctx := context.Background()
	order := api.OrderRequest{ChainID: 1337, Signature: []byte("secretive signature"),
		PermitMakerAsset: []byte("secretive permit")}
	if _, created, err := apitest.On(r, api.LocalChainID).CreateOrder(ctx,
		order); !created || err != nil {
		t.Fatalf("created %v (%v)", created, err)
	}
	s.err = api.Errorf(api.OrderNotFillable, "order 0xa1 can't be filled now")
	if _, err := apitest.On(r, 1<<62).PrepareFill(ctx, api.FillRequest{}); !errors.Is(err, s.err) {
		t.Fatalf("the recorder changes an error to %v", err)
	}
	if _, err := apitest.On(r, 1337).SendTransaction(ctx, []byte{1, 2, 3}); err == nil {
		t.Fatal("an error is lost")
	}
	got, last := log.Since(0)
	if len(got) != 3 || last != 3 {
		t.Fatalf("%d entries up to %d", len(got), last)
	}
	if e := got[0]; e.Level != activity.Info ||
		e.Text != "order 0xa100…0000 accepted  state=PENDING" ||
		!strings.Contains(e.Request, `"Signature":"…"`) {
		t.Errorf("the order is noted as %+v", e)
	}
	if e := got[1]; e.Level != activity.Error || e.What != "order 0xa1 can't be filled now" ||
		e.Do == "" || !strings.Contains(e.Request, "4611686018427387904") {
		t.Errorf("the refusal is noted as %+v", e)
	}
	for _, e := range got {
		if all := fmt.Sprintf("%+v", e); strings.Contains(all, "c2VjcmV0aXZl") ||
			strings.Contains(all, "736563726574697665") || strings.Contains(all, "secretive") {
			t.Errorf("a secret is in %s", all)
		}
	}
}

func TestRecordNotesHowTransactionsEnded(t *testing.T) {
	t.Parallel()
	log := activity.NewLog(start)
	r := activity.Record(&service{}, log)
	for _, hash := range []common.Hash{{}, {1}, {2}} {
		if got, err := apitest.On(r, 1337).Receipt(context.Background(),
			hash); err != nil || got.Hash != hash {
			t.Fatalf("receipt of %s is %+v (%v)", hash, got, err)
		}
	}
	got, _ := log.Since(0)
	if len(got) != 2 || got[0].Level != activity.Info ||
		!strings.Contains(got[0].Text, "done in block 9") ||
		got[1].Level != activity.Error || !strings.Contains(got[1].What, "Order expired") ||
		got[1].Do == "" {
		t.Errorf("noted %+v", got)
	}
}

func TestLogRemembersTheNewest(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		log := activity.NewLog(start)
		n := rapid.IntRange(0, 9000).Draw(t, "entries")
		for i := range n {
			log.Add(activity.Entry{Text: fmt.Sprint(i + 1)})
		}
		since := rapid.Uint64Range(0, uint64(n)).Draw(t, "since")
		got, last := log.Since(since)
		if last != uint64(n) || len(got) > n-int(since) || len(got) < min(2000, n-int(since)) {
			t.Fatalf("%d of %d entries since %d, last %d", len(got), n, since, last)
		}
		for i, e := range got {
			if want := last - uint64(len(got)-1-i); e.ID != want || e.Text != fmt.Sprint(want) {
				t.Fatalf("entry %d is %d %s", i, e.ID, e.Text)
			}
		}
	})
}

// However long the texts are that others say, what is remembered of them is bounded in bytes.
func TestLogIsBoundedInBytes(t *testing.T) {
	t.Parallel()
	l := activity.NewLog(time.Now)
	for n := range 300 {
		l.Add(activity.Entry{Text: strings.Repeat("x", 1<<20),
			Response: strings.Repeat("y", n<<10)})
	}
	l.Add(activity.Entry{Text: "the last"})
	entries, newest := l.Since(0)
	bytes := 0
	for _, e := range entries {
		bytes += len(e.Text) + len(e.Response)
	}
	if bytes > 8<<20 || newest != 301 || entries[len(entries)-1].Text != "the last" {
		t.Errorf("%d entries of %d bytes, the newest is %d", len(entries), bytes, newest)
	}
	for range 3000 {
		l.Add(activity.Entry{Text: "short"})
	}
	if entries, _ = l.Since(0); len(entries) < 2000 {
		t.Errorf("%d short entries are remembered", len(entries))
	}
}

func TestRandomKeysNeverBreakTheFrame(t *testing.T) {
	t.Parallel()
	for seed := range uint64(3) {
		newScreen(t, busy()).Fuzz(seed, 150, "e", "w")
	}
}

func BenchmarkFrame(b *testing.B) {
	log := activity.NewLog(start)
	for i := range 2000 {
		log.Add(activity.Entry{Component: "book", Text: fmt.Sprint("entry ", i),
			Request: strings.Repeat(`{"a":1}`, 200)})
	}
	k := newScreen(b, log)
	k.Bench(b)
}

func (s *service) Prices(context.Context, api.PriceRequest) (api.PriceRoute, error) {
	return api.PriceRoute{BlockNumber: 7, SrcAmount: api.NewAmount(15e17), SrcDecimals: 18,
		DestAmount: api.NewAmount(4_500_000_000), DestDecimals: 6,
		ContractMethod: "swapExactAmountIn"}, s.err
}

func (s *service) PrepareSwap(context.Context, api.BuildRequest) (api.Transaction, error) {
	return api.Transaction{Block: 7, GasUsed: 312_441}, s.err
}

func (s *service) SubmitDelta(
	_ context.Context, r api.DeltaSubmission) (api.DeltaRecord, bool, error) {
	return api.DeltaRecord{ID: "3f2c", Status: api.DeltaNotStarted, Signature: r.Signature},
		true, s.err
}

// TestSwapsAndIntentsAreNoted: what is asked all the time to keep a screen fresh is not.
func TestSwapsAndIntentsAreNoted(t *testing.T) {
	t.Parallel()
	log := activity.NewLog(start)
	s := activity.Record(&service{}, log)
	plain, meant := t.Context(), views.UserInitiated(t.Context())
	for _, ctx := range []context.Context{plain, meant} {
		if _, err := apitest.On(s, api.LocalChainID).Prices(ctx, api.PriceRequest{}); err != nil {
			t.Fatal(err)
		}
		if _, err := apitest.On(s, api.LocalChainID).PrepareSwap(ctx,
			api.BuildRequest{}); err != nil {
			t.Fatal(err)
		}
	}
	signature := []byte{0xde, 0xad, 0xbe, 0xef}
	if _, _, err := apitest.On(s, api.LocalChainID).SubmitDelta(plain,
		api.DeltaSubmission{Signature: signature}); err != nil {
		t.Fatal(err)
	}
	entries, _ := log.Since(0)
	var texts []string
	for _, e := range entries {
		texts = append(texts, e.Component+": "+e.Text)
		if all := strings.ToLower(e.Request + e.Response); strings.Contains(all, "deadbeef") ||
			strings.Contains(all, "3q2+7w") {
			t.Errorf("a signature is kept: %s", all)
		}
	}
	want := []string{"swap: quote on block 7: 1.5 for 4500 by swapExactAmountIn",
		"swap: swap simulated on block 7: gas 312441",
		"delta: submitted 3f2c  status=NOT_STARTED"}
	if strings.Join(texts, "\n") != strings.Join(want, "\n") {
		t.Errorf("noted\n%s", strings.Join(texts, "\n"))
	}
}

func TestHiddenEntriesAreSaidToBeHidden(t *testing.T) {
	t.Parallel()
	log := activity.NewLog(start)
	log.Add(activity.Entry{Level: activity.Info, Component: "book", Text: "one line"})
	k := newScreen(t, log)
	k.Press("l")
	k.Shows("Nothing of this kind. l shows the next levels")
	k.Press("l", "l", "l", "l", "l")
	k.Shows("one line")
}

// TestTheZoneOfTimesIsReadInFull: a zone without a name has a long one. It is the process's own, so
// that this test runs alone.
func TestTheZoneOfTimesIsReadInFull(t *testing.T) {
	defer ui.SetZone(time.UTC)
	ui.SetZone(time.FixedZone("+0545", 5*3600+45*60))
	newScreen(t, busy()).Shows("time UTC+0545")
}

// TestTheSameOrderIsNotedOnce: an order that is posted until there is an answer is one line, until
// something else comes of it.
func TestTheSameOrderIsNotedOnce(t *testing.T) {
	t.Parallel()
	log := activity.NewLog(time.Now)
	s := &service{}
	r := apitest.On(activity.Record(s, log), api.LocalChainID)
	for _, err := range []error{errors.New("EOF"), errors.New("EOF"), errors.New("EOF"), nil,
		errors.New("EOF")} {
		s.err = err
		if _, _, got := r.CreateOrder(t.Context(), api.OrderRequest{}); !errors.Is(got, err) {
			t.Error(got)
		}
	}
	if list, _ := log.Since(0); len(list) != 3 {
		t.Errorf("%d lines: %+v", len(list), list)
	}
}
