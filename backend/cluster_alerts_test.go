package backend_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"bourse/backend/api"
)

var liveAlerts = flag.String("alerts", "",
	"make those faults to nodes that run whose names match this, and hold /metrics against the "+
		"alert rules: minutes")

// Samples are taken a second apart and stand for those of Prometheus, which come all 15 s.
const (
	sampleEvery = time.Second
	scrapeEvery = 15 // seconds
	wellSamples = 5
	badSamples  = 5 // the last of them is a minute after the fault began
	settling    = 6 * time.Second
	staling     = 20 * time.Second // a network that brings no blocks is given some time
)

// recording is what nodes told of themselves before and during a fault.
type recording struct {
	fault, alert string // an empty alert is none
	series       map[string][]string
	taken        int
}

var sampleLine = regexp.MustCompile(`(?m)^(bourse_\w+)(?:\{(.*)\})? (\S+)$`)

// sample reads /metrics of all nodes once, as Prometheus would.
func (r *recording) sample(g *ground, rules string) {
	put := func(series, value string) {
		list := r.series[series]
		for len(list) < r.taken {
			list = append(list, "_")
		}
		r.series[series] = append(list, value)
	}
	client := http.Client{Timeout: sampleEvery}
	for at := range g.urls {
		instance, up := fmt.Sprintf(`instance="node%d"`, at), "0"
		if reply, err := client.Get(g.url(at) + "/metrics"); err == nil {
			text, err := io.ReadAll(reply.Body)
			reply.Body.Close()
			if err == nil && reply.StatusCode == http.StatusOK {
				up = "1"
			}
			for _, m := range sampleLine.FindAllStringSubmatch(g.named(at, string(text)), -1) {
				if strings.Contains(rules, m[1]) {
					labels := strings.TrimPrefix(m[2]+","+instance, ",")
					put(m[1]+"{"+labels+"}", m[3])
				}
			}
		}
		put(`up{job="bourse",`+instance+"}", up)
	}
	r.taken++
}

// named has members of etcd go by the addresses that all nodes but those of this test know them by,
// where these have cables of their own.
func (g *ground) named(at int, text string) string {
	for _, n := range g.others {
		for i := range n.members {
			if n.at == at {
				text = strings.ReplaceAll(text, n.Endpoints[i], g.etcd.Members[i].Client)
			}
		}
	}
	return text
}

// record has a fault happen and notes what the nodes tell.
func (g *ground) record(f fault, alert, rules string) *recording {
	g.Helper()
	r := &recording{fault: f.name, alert: alert, series: make(map[string][]string)}
	for range wellSamples {
		r.sample(g, rules)
		time.Sleep(sampleEvery)
	}
	mend := f.make()
	time.Sleep(settling)
	if alert == "BourseChainStale" {
		time.Sleep(staling)
	}
	for range badSamples {
		r.sample(g, rules)
		time.Sleep(sampleEvery)
	}
	mend()
	for at := range g.urls {
		g.heals(at, []string{f.name})
	}
	time.Sleep(settling) // what is told of members and clocks is some seconds old
	return r
}

// test is a test of the rules as promtool reads it: a minute after the fault began its alert fires,
// and no other one.
func (r *recording) test() string {
	var b strings.Builder
	fmt.Fprintf(&b, "  - name: %q\n    interval: %ds\n    input_series:\n", r.fault, scrapeEvery)
	for _, s := range slices.Sorted(maps.Keys(r.series)) {
		name, err := json.Marshal(s)
		if err != nil {
			panic(err) // it is text
		}
		fmt.Fprintf(&b, "      - {series: %s, values: '%s'}\n", name,
			strings.Join(r.series[s], " "))
	}
	fmt.Fprintf(&b, "    promql_expr_test:\n      - expr: group by (alertname) "+
		"(ALERTS{alertstate=\"firing\"})\n        eval_time: %ds\n        exp_samples: [",
		(wellSamples+badSamples-1)*scrapeEvery)
	if r.alert != "" {
		fmt.Fprintf(&b, "{labels: '{alertname=%q}', value: 1}", r.alert)
	}
	return b.String() + "]\n"
}

// TestFaultsFireTheirAlerts makes faults to members and nodes that run, one after the other, takes
// what the nodes tell meanwhile, and has Prometheus' own tool judge it by the rules: each fires its
// alert within a minute and no other.
func TestFaultsFireTheirAlerts(t *testing.T) {
	if *liveAlerts == "" {
		t.Skip("-alerts . makes faults for minutes")
	}
	tool, err := exec.LookPath("promtool")
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile("../scripts/operate/alerts.yml")
	if err != nil {
		t.Fatal(err)
	}
	rules := string(text)
	g := newGround(t)
	g.random = rand.New(rand.NewPCG(26, 2))
	stop := make(chan struct{})
	mined := g.mine(stop)
	for at := range g.urls {
		g.heals(at, nil)
	}
	time.Sleep(settling)
	alerts := map[string]string{
		"a member is killed":                  "BourseEtcdMemberDown",
		"a member stands still":               "BourseEtcdMemberDown",
		"a member is cut off from the others": "BourseEtcdMemberDown",
		"an election":                         "",
		"etcd is full":                        "BourseNodeHasAProblem",
		"a node is killed":                    "BourseDown",
		"a node is stopped in order":          "BourseDown",
		"a node stands still":                 "BourseDown",
		"a node is cut off from etcd":         "BourseNodeBehind",
		"a node is cut off from one member":   "",
		"a node is cut off from the chain":    "BourseChainStale",
		"a node's disk is full":               "BourseStoreRefuses",
		"a node's clock is ahead":             "BourseClocksDiffer",
		"etcd is about to be full":            "BourseEtcdFilling",
		"somebody writes among the facts":     "BourseKeysThatAreNoFacts",
	}
	list := append(g.faults(g.etcd.Members[2], g.others[0]), g.strangers()...)
	out := "rule_files: [alerts.yml]\nevaluation_interval: 15s\ntests:\n"
	wanted := regexp.MustCompile(*liveAlerts)
	for _, f := range list {
		if !wanted.MatchString(f.name) {
			continue
		}
		alert, known := alerts[f.name]
		if !known {
			t.Errorf("no alert is known for: %s", f.name)
		}
		out += g.record(f, alert, rules).test()
		t.Log(f.name)
	}
	close(stop)
	mined()
	dir := t.TempDir()
	for name, text := range map[string]string{"alerts.yml": rules, "live.yml": out} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	judge := exec.Command(tool, "test", "rules", filepath.Join(dir, "live.yml"))
	said, err := judge.CombinedOutput()
	if err != nil {
		t.Errorf("%v\n%s\n%s", err, said, out)
	}
}

// strangers are faults of somebody who can write to etcd, and of many orders.
func (g *ground) strangers() []fault {
	put := func(key, value string) func() func() {
		return func() func() {
			if _, err := g.client.Put(g.Context(), key, value); err != nil {
				g.Error(err)
			}
			return func() {
				if _, err := g.client.Delete(g.Context(), key); err != nil {
					g.Error(err)
				}
			}
		}
	}
	return []fault{
		{"somebody writes among the facts", false, put("/bourse/test/facts/orders/"+
			fmt.Sprint(api.LocalChainID)+"/stranger", "x")},
		{"etcd is about to be full", false, func() func() {
			for i := range faultQuota * 3 / 4 >> 20 {
				if _, err := g.client.Put(g.Context(), fmt.Sprint("/room/", i),
					strings.Repeat("x", 1<<20)); err != nil {
					g.Error(err)
				}
			}
			return func() {}
		}},
	}
}
