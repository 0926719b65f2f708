package server

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"

	"bourse/backend/api/apitest"
)

// The operator's kit, seen from this package.
const kit = "../../scripts/operate/"

func readKit(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// told are the names of all that /metrics can tell.
func told(t *testing.T) map[string]bool {
	t.Helper()
	s := New(apitest.NewEcho(), Options{})
	ch := make(chan *prometheus.Desc, 1000)
	s.metrics.registry.Describe(ch)
	close(ch)
	names := make(map[string]bool)
	for d := range ch {
		name := regexp.MustCompile(`fqName: "([^"]+)"`).FindStringSubmatch(d.String())
		if name == nil {
			t.Fatalf("%s has no name", d)
		}
		names[name[1]] = true
	}
	return names
}

var metricName = regexp.MustCompile(`\bbourse_[a-z0-9_]+`)

// isTold looks for the metrics that a text names.
func isTold(t *testing.T, names map[string]bool, text string) {
	t.Helper()
	for _, name := range metricName.FindAllString(text, -1) {
		if !names[name] && !names[strings.TrimSuffix(name, "_bucket")] {
			t.Errorf("no node tells %s", name)
		}
	}
}

// Alerts and panels ask for what nodes tell, each alert has its steps and a fault that fires it,
// and Prometheus' own tool finds that it fires for that alone.
func TestAlerts(t *testing.T) {
	t.Parallel()
	names, rules := told(t), readKit(t, kit+"alerts.yml")
	isTold(t, names, rules)
	steps, faults := readKit(t, "../../docs/runbook.md"), readKit(t, kit+"alerts_test.yml")
	alerts := regexp.MustCompile(`- alert: (\w+)`).FindAllStringSubmatch(rules, -1)
	if len(alerts) < 10 {
		t.Fatalf("%d alerts", len(alerts))
	}
	for _, a := range alerts {
		if !strings.Contains(steps, "\n## "+a[1]+"\n") {
			t.Errorf("docs/runbook.md has no steps for %s", a[1])
		}
		if !strings.Contains(faults, "- name: "+a[1]+"\n") {
			t.Errorf("no fault is told that fires %s", a[1])
		}
	}
	promtool(t, "test", "rules", kit+"alerts_test.yml")
}

// promtool runs Prometheus' own tool, where it is there.
func promtool(t *testing.T, args ...string) {
	t.Helper()
	path, err := exec.LookPath("promtool")
	if err != nil {
		if os.Getenv("BOURSE_GATE") != "" {
			t.Error("promtool is missing")
		}
		t.Log("promtool is not there: what it says of", args, "is not known")
		return
	}
	if text, err := exec.Command(path, args...).CombinedOutput(); err != nil {
		t.Errorf("promtool %s: %v\n%s", strings.Join(args, " "), err, text)
	}
}

// Every panel of the dashboard asks for what nodes tell, in words that Prometheus understands.
func TestDashboard(t *testing.T) {
	t.Parallel()
	var board struct {
		Panels []struct {
			Title   string
			Targets []struct{ Expr string }
		}
	}
	if err := json.Unmarshal([]byte(readKit(t, kit+"dashboard.json")), &board); err != nil {
		t.Fatal(err)
	}
	names, rules := told(t), "groups: [{name: panels, rules: ["
	for _, p := range board.Panels {
		if len(p.Targets) != 1 || p.Title == "" {
			t.Errorf("%q asks for %d things", p.Title, len(p.Targets))
			continue
		}
		expr, err := json.Marshal(p.Targets[0].Expr)
		if err != nil {
			t.Fatal(err)
		}
		isTold(t, names, string(expr))
		rules += "{record: panel, expr: " + string(expr) + "},"
	}
	if len(board.Panels) < 10 {
		t.Errorf("%d panels", len(board.Panels))
	}
	path := filepath.Join(t.TempDir(), "panels.yml")
	if err := os.WriteFile(path, []byte(rules+"]}]\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	promtool(t, "check", "rules", path)
}

// The unit lets the service do what it needs and little else: systemd's own measure is 2.0 at most,
// of 10.
func TestUnit(t *testing.T) {
	t.Parallel()
	unit := readKit(t, kit+"bourse.service")
	if !slices.Contains(strings.Split(unit, "\n"), "DynamicUser=yes") ||
		!strings.Contains(unit, "--drain 10s") {
		t.Error("the unit runs as somebody, or does not drain")
	}
	path, err := exec.LookPath("systemd-analyze")
	if err != nil {
		t.Skip("systemd-analyze is not there")
	}
	text, err := exec.Command(path, "security", "--offline=true", "--threshold=20",
		kit+"bourse.service").CombinedOutput()
	if err != nil {
		t.Errorf("%v: %s", err, text)
	}
}
