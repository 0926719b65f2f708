package command_test

import (
	"bufio"
	"bytes"
	"flag"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"go.etcd.io/etcd/server/v3/embed"
	"go.yaml.in/yaml/v3"

	"bourse/store/facts/etcd/etcdtest"
)

// container is what a service of the compose file runs.
type container struct {
	Image, Restart string
	Command        []string
	Ports, Volumes []string
}

// compose reads the compose file of the operator's kit with variables set.
func compose(t *testing.T, variables map[string]string) map[string]container {
	t.Helper()
	text, err := os.ReadFile("../../scripts/operate/compose.yml")
	if err != nil {
		t.Fatal(err)
	}
	wanted := regexp.MustCompile(`\$\{([A-Z]+):\?[^}]+\}`)
	text = wanted.ReplaceAllFunc(text, func(b []byte) []byte {
		name := string(wanted.FindSubmatch(b)[1])
		value, ok := variables[name]
		if !ok {
			t.Errorf("the test knows no variable %s", name)
		}
		return []byte(value)
	})
	var file struct {
		Services map[string]container
		Volumes  map[string]any
	}
	if err := yaml.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	for name, c := range file.Services {
		for _, v := range c.Volumes {
			volume, _, _ := strings.Cut(v, ":")
			if _, ok := file.Volumes[volume]; !ok {
				t.Errorf("%s keeps its data in %s, which is no volume", name, volume)
			}
		}
	}
	return file.Services
}

// TestCompose starts the nodes of the compose file as it says, at members of etcd on this machine:
// what one node takes the other has, and both end well when they are told to stop. The members'
// flags are those of etcd.
func TestCompose(t *testing.T) {
	t.Parallel()
	network := serveProgram(t, "--data", t.TempDir())
	etcd := etcdtest.Run(t, etcdtest.Options{Size: 3})
	services := compose(t, map[string]string{"BOURSE": "bourse:1.2.3", "ETCD": "etcd:3.6",
		"RPC": "1337=" + network.rpc, "NAME": "main"})
	here := strings.NewReplacer("0.0.0.0:8080", "127.0.0.1:0", "etcd1:2379", etcd.Endpoints()[0],
		"etcd2:2379", etcd.Endpoints()[1], "etcd3:2379", etcd.Endpoints()[2])
	urls := map[string]string{}
	for name, c := range services {
		if c.Image == "" || c.Restart != "always" || len(c.Volumes) != 1 {
			t.Errorf("%s: %+v", name, c)
		}
		if strings.HasPrefix(name, "etcd") {
			areFlagsOfEtcd(t, name, c.Command)
			continue
		}
		args := make([]string, len(c.Command))
		for i, word := range c.Command {
			if args[i] = here.Replace(word); word == "/data" {
				args[i] = t.TempDir()
			}
		}
		urls[name] = startNode(t, args)
	}
	if len(urls) != 2 {
		t.Fatalf("%d nodes of two are in the compose file", len(urls))
	}
	page, err := os.ReadFile("../../docs/serve.md")
	if err != nil {
		t.Fatal(err)
	}
	order := regexp.MustCompile(`(?s)-d '\n(\{"maker".*?\})'`).FindSubmatch(page)
	if order == nil {
		t.Fatal("no order is on the page")
	}
	reply, err := http.Post(urls["node1"]+"/ft/orders/1337", "application/json",
		bytes.NewReader(order[1]))
	if err != nil {
		t.Fatal(err)
	}
	body, _ := io.ReadAll(reply.Body)
	reply.Body.Close()
	hash := regexp.MustCompile(`"orderHash":"(0x[0-9a-f]{64})"`).FindSubmatch(body)
	if hash == nil {
		t.Fatalf("node1 answers %s %s", reply.Status, body)
	}
	req, err := http.NewRequest("GET", urls["node2"]+"/ft/order/"+string(hash[1]), nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("X-Revision", reply.Header.Get("X-Revision"))
	if reply, err = http.DefaultClient.Do(req); err != nil {
		t.Fatal(err)
	}
	reply.Body.Close()
	if reply.StatusCode != http.StatusOK {
		t.Errorf("node2 answers %s of the order that node1 took", reply.Status)
	}
}

// areFlagsOfEtcd refuses a command that etcd would not take.
func areFlagsOfEtcd(t *testing.T, name string, command []string) {
	t.Helper()
	set := flag.NewFlagSet(name, flag.ContinueOnError)
	cfg := embed.NewConfig()
	cfg.AddFlags(set)
	if err := set.Parse(command[1:]); err != nil || set.NArg() > 0 {
		t.Errorf("%s: %v %v", name, err, set.Args())
	}
}

// startNode runs the program until the test ends, when it is told to stop, and returns where it
// serves.
func startNode(t *testing.T, args []string) string {
	t.Helper()
	logs := new(bytes.Buffer)
	cmd := program(t, args...)
	cmd.Stderr = logs
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
			t.Error(err)
		}
		if err := cmd.Wait(); err != nil {
			t.Errorf("%v: %s", err, logs)
		}
	})
	lines := bufio.NewScanner(out)
	if !lines.Scan() {
		t.Fatalf("%q says nothing: %s", filepath.Base(args[0]), logs)
	}
	url := regexp.MustCompile(`^serving (http://\S+) networks 1337$`).
		FindStringSubmatch(lines.Text())
	if url == nil {
		t.Fatal(lines.Text())
	}
	return url[1]
}
