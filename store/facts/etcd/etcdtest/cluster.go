package etcdtest

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
)

// Cluster is some members on this machine.
type Cluster struct {
	Members  []*Member
	ports    []*os.File // keep the members' ports for them, see reserve
	crossing *crossing  // nil where members reach each other without
}

// Member is one process of a cluster.
type Member struct {
	Config
	namespace string
	process   *exec.Cmd
	stdin     io.Closer
}

// Options of a cluster.
type Options struct {
	Dir   string // of all members' data
	Size  int    // members
	Port  int    // of the first client; the others and the peers follow. 0 takes free ones
	Quota int64  // bytes of each member's database; 0 is etcd's default
	TLS   *Certificates
	Hosts []Host // where each member is; nil is on this machine
	Cuts  bool   // members can be cut off from each other, see Cut
}

// Host is a network namespace of this machine, and the member's address in it.
type Host struct{ Namespace, Addr string }

// New returns a cluster that has yet to be started.
func New(o Options) (*Cluster, error) {
	peers := make(map[string]string)
	c := new(Cluster)
	if o.Cuts {
		c.crossing = newCrossing()
	}
	for i := range o.Size {
		m := &Member{Config: Config{Name: fmt.Sprintf("etcd%d", i+1), Cluster: peers,
			Quota: o.Quota, TLS: o.TLS}}
		m.Dir = filepath.Join(o.Dir, m.Name)
		if o.Hosts != nil {
			m.namespace = o.Hosts[i].Namespace
			m.Client, m.Peer = o.Hosts[i].Addr+":2379", o.Hosts[i].Addr+":2380"
			peers[m.Name] = m.Peer
			c.Members = append(c.Members, m)
			continue
		}
		var err error
		if m.Client, err = c.address(o.Port, i); err != nil {
			return nil, err
		}
		if m.Peer, err = c.address(o.Port, o.Size+i); err != nil {
			return nil, err
		}
		if c.crossing != nil {
			if m.Advertise, err = c.crossing.door(m.Name, m.Peer); err != nil {
				return nil, err
			}
		}
		peers[m.Name] = cmp.Or(m.Advertise, m.Peer)
		c.Members = append(c.Members, m)
	}
	return c, nil
}

func (c *Cluster) address(first, n int) (string, error) {
	if first != 0 {
		return fmt.Sprintf("127.0.0.1:%d", first+n), nil
	}
	port, keep, err := reserve()
	if err != nil {
		return "", fmt.Errorf("a free port: %w", err)
	}
	c.ports = append(c.ports, keep)
	return fmt.Sprintf("127.0.0.1:%d", port), nil
}

// Endpoints are where clients reach the members.
func (c *Cluster) Endpoints() (list []string) {
	for _, m := range c.Members {
		list = append(list, m.Client)
	}
	return list
}

// Start starts all members and waits until they answer.
func (c *Cluster) Start() error {
	waits := make([]func() error, len(c.Members))
	for i, m := range c.Members {
		var err error
		if waits[i], err = m.launch(); err != nil {
			return err
		}
	}
	for _, ready := range waits {
		if err := ready(); err != nil {
			return err
		}
	}
	if c.crossing != nil {
		return c.crossing.learn(c.Endpoints())
	}
	return nil
}

// Stop ends all members.
func (c *Cluster) Stop() {
	for _, m := range c.Members {
		m.Kill()
	}
	if c.crossing != nil {
		c.crossing.close()
	}
	for _, p := range c.ports {
		p.Close()
	}
}

// Snapshot copies the data of all members to a folder, for which they stop for a moment.
func (c *Cluster) Snapshot(to string) error {
	return c.stopped(func() error {
		for _, m := range c.Members {
			if err := os.CopyFS(filepath.Join(to, m.Name), os.DirFS(m.Dir)); err != nil {
				return err
			}
		}
		return nil
	})
}

// Restore brings all members back to a snapshot; an empty name wipes them.
func (c *Cluster) Restore(from string) error {
	return c.stopped(func() error {
		for _, m := range c.Members {
			if err := os.RemoveAll(m.Dir); err != nil {
				return err
			}
			if from == "" {
				continue
			}
			if err := os.CopyFS(m.Dir, os.DirFS(filepath.Join(from, m.Name))); err != nil {
				return err
			}
		}
		return nil
	})
}

// Swap gives the members of two clusters the data of each other's.
func Swap(a, b *Cluster) error {
	return a.stopped(func() error {
		return b.stopped(func() error {
			for i, m := range a.Members {
				mine, theirs, aside := m.Dir, b.Members[i].Dir, m.Dir+".aside"
				if err := errors.Join(os.Rename(mine, aside), os.Rename(theirs, mine),
					os.Rename(aside, theirs)); err != nil {
					return err
				}
			}
			return nil
		})
	})
}

// stopped does something while no member runs.
func (c *Cluster) stopped(do func() error) error {
	for _, m := range c.Members {
		m.Kill()
	}
	if err := do(); err != nil {
		return err
	}
	return c.Start()
}

// launch starts the process; ready waits until it answers.
func (m *Member) launch() (ready func() error, err error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(m.Config)
	if err != nil {
		return nil, err
	}
	p := exec.Command(self)
	if m.namespace != "" {
		p = exec.Command("ip", "netns", "exec", m.namespace, self)
	}
	p.Env = append(os.Environ(), variable+"="+string(text))
	p.Stderr = os.Stderr
	in, err := p.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := p.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := p.Start(); err != nil {
		return nil, err
	}
	m.process, m.stdin = p, in
	return func() error {
		if line, err := bufio.NewReader(out).ReadString('\n'); err != nil || line != "ready\n" {
			return fmt.Errorf("member %s did not start: %q %v", m.Name, line, err)
		}
		return nil
	}, nil
}

// Restart starts a member that was killed; it does not wait for it.
func (m *Member) Restart() error {
	_, err := m.launch()
	return err
}

// Kill ends the process at once, as a loss of power would.
func (m *Member) Kill() {
	if m.process == nil {
		return
	}
	m.process.Process.Kill()
	m.process.Wait()
	m.stdin.Close()
	m.process = nil
}

// Pause stops the process where it is, until Resume.
func (m *Member) Pause() error { return m.process.Process.Signal(syscall.SIGSTOP) }

// Resume lets a paused process go on.
func (m *Member) Resume() error { return m.process.Process.Signal(syscall.SIGCONT) }

// Run is a cluster for the time of a test.
func Run(t testing.TB, o Options) *Cluster {
	t.Helper()
	if o.Dir == "" {
		o.Dir = t.TempDir()
	}
	c, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Stop)
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	return c
}
