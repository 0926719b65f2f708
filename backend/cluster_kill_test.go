package backend_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"bourse/backend"
	"bourse/backend/chain"
	"bourse/backend/server"
	"bourse/store/facts/etcd"
	"bourse/store/facts/etcd/etcdtest"
	"bourse/wallet"
)

// nodeKills is how often TestAcknowledgedOrdersSurviveNodes ends a node.
var nodeKills = flag.Int("nodekills", 1,
	"nodes that are killed, or stopped and started again, in turn")

// nodeClients is how many clients post meanwhile.
var nodeClients = flag.Int("nodeclients", 8, "clients that post while nodes are ended and join")

// nodeVariable describes, as JSON, the node that a test binary is started as.
const nodeVariable = "BOURSE_TEST_NODE"

// process is a node in a process of its own.
type process struct {
	Dir, Name, RPC, Listen string
	Endpoints              []string
	Namespace              string        // of the network, else this one
	Keep                   time.Duration // for etcd.Config

	cmd   *exec.Cmd
	err   *bytes.Buffer
	clock io.WriteCloser // takes how far the node's clock is ahead, a line each time
}

// readClock sets how far the clock is ahead.
func readClock(from io.Reader, ahead *atomic.Int64) {
	for lines := bufio.NewScanner(from); lines.Scan(); {
		if d, err := time.ParseDuration(lines.Text()); err == nil {
			ahead.Store(int64(d))
		}
	}
}

// serve is the node, until it is killed or told to end.
func (n *process) serve() error {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	var ahead atomic.Int64
	go func() {
		readClock(os.Stdin, &ahead) // ends with what started this process
		stop()
	}()
	now := func() time.Time { return time.Now().Add(time.Duration(ahead.Load())) }
	log, err := etcd.Open(ctx, etcd.Config{Endpoints: n.Endpoints, Name: "test", Node: n.Name,
		Keep: n.Keep, Now: now})
	if err != nil {
		return err
	}
	accounts, err := wallet.DevelopmentAccounts()
	if err != nil {
		return err
	}
	b, err := backend.Open(ctx, backend.Config{Dir: n.Dir, Now: now, Log: log, NoLocal: true,
		Accounts: accounts, LocalNodes: chain.Nodes{Read: []string{n.RPC}, Rate: 100_000}})
	if err != nil {
		return err
	}
	running, end := context.WithCancel(context.Background())
	defer end()
	ran := make(chan error, 1)
	go func() {
		defer stop() // nothing becomes ready any more
		ran <- b.Run(running)
	}()
	if err := b.Ready(ctx); err != nil {
		end()
		return errors.Join(<-ran, err)
	}
	l, err := net.Listen("tcp", n.Listen)
	if err != nil {
		return err
	}
	fmt.Println("http://" + l.Addr().String())
	err = server.New(b, server.Options{Cluster: log, Ready: b.Health,
		Disk: b.Disk}).Run(ctx, l)
	end()
	return errors.Join(err, <-ran, b.Close())
}

// addProcess adds a node that can be killed. Its address is free, if none is given.
func (p *sharedExchange) addProcess(n *process) {
	p.Helper()
	if n.Endpoints == nil {
		n.Endpoints, n.RPC = p.etcd.Endpoints(), p.nodes[0].LocalRPC()
	}
	if n.Dir == "" {
		n.Dir = p.TempDir()
	}
	n.Name = fmt.Sprint("process", len(p.urls))
	if n.Listen == "" {
		n.Listen = "127.0.0.1:0"
	}
	p.launch(n)
	p.Cleanup(func() { n.end(syscall.SIGKILL) })
	p.mu.Lock()
	defer p.mu.Unlock()
	p.urls = append(p.urls, "http://"+n.Listen)
}

// launch starts a node and waits until it serves; it keeps its address from then on.
func (p *sharedExchange) launch(n *process) {
	p.Helper()
	text, err := json.Marshal(n)
	if err != nil {
		p.Fatal(err)
	}
	n.cmd, n.err = exec.Command(os.Args[0]), new(bytes.Buffer)
	if n.Namespace != "" {
		n.cmd = exec.Command("ip", "netns", "exec", n.Namespace, os.Args[0])
	}
	n.cmd.Env = append(os.Environ(), nodeVariable+"="+string(text))
	n.cmd.Stderr = n.err
	out, err := n.cmd.StdoutPipe()
	if err == nil {
		n.clock, err = n.cmd.StdinPipe()
	}
	if err == nil {
		err = n.cmd.Start()
	}
	if err != nil {
		p.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		n.end(syscall.SIGKILL)
		p.Fatalf("%s does not start: %v\n%s", n.Name, err, n.err)
	}
	n.Listen = strings.TrimPrefix(strings.TrimSpace(line), "http://")
}

func (n *process) end(by os.Signal) error {
	if n.cmd.ProcessState != nil {
		return nil
	}
	return errors.Join(n.cmd.Process.Signal(by), n.cmd.Wait())
}

// TestAcknowledgedOrdersSurviveNodes posts to two nodes while each is killed in turn, or stopped
// and started again as for an upgrade: whatever was acknowledged all nodes have, once, and they
// answer like one that starts from nothing and one that joins from a backup meanwhile. Of requests
// to a node that is stopped in order none is lost without an answer.
func TestAcknowledgedOrdersSurviveNodes(t *testing.T) {
	sequential(t)
	p := newHost(t, etcdtest.Options{Size: 1}, "127.0.0.1:0")
	two := []*process{{}, {}}
	for _, n := range two {
		p.addProcess(n)
	}
	var all acknowledged
	stop := make(chan struct{})
	wait := p.clients(*nodeClients, &all, stop, 1, 2)
	var longest time.Duration
	for i := range *nodeKills {
		n, started, broken := two[i/2%2], time.Now(), len(all.failures(0))
		if i%2 == 0 {
			n.end(syscall.SIGKILL)
		} else if err := n.end(syscall.SIGTERM); err != nil {
			t.Errorf("a node that was told to end: %v\n%s", err, n.err)
		}
		all.more(t, 20) // by the other one
		longest = max(longest, time.Since(started))
		p.launch(n)
		all.more(t, 50)
		if lost := all.failures(broken); i%2 == 1 && len(lost) > 0 {
			t.Errorf("requests without an answer: %v", lost)
		}
	}
	before, started := all.count(), time.Now()
	joins := &process{Dir: p.TempDir()}
	if err := backend.BackupStore(two[0].Dir, filepath.Join(joins.Dir, "bourse.db")); err != nil {
		t.Fatal(err)
	}
	p.addProcess(joins)
	joined := time.Since(started)
	t.Logf("a node joined from a backup in %s, beside %.0f orders/s", joined,
		float64(all.count()-before)/joined.Seconds())
	all.more(t, 50)
	close(stop)
	wait()
	t.Logf("%d orders acknowledged, %d nodes ended, %d requests without an answer, at most %s "+
		"until the other one had taken 20", len(all.orders), *nodeKills, len(all.broken), longest)
	p.fresh()
	p.haveAll(&all)
	p.same(all.makers)
}
