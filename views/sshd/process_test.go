package sshd

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/pprof"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/crypto"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/backend/chain/local"
	"bourse/ui"
	"bourse/wallet"
)

// What a test binary that is started as a server is told: its data folder, and a flag of the demo.
const (
	serverDir  = "BOURSE_TEST_SSHD"
	serverFlag = "BOURSE_TEST_SSHD_FLAG"
)

// figures are what a server tells of itself.
type figures struct {
	Held, Resident float64 // bytes: in use after a collection, and of the process
	CPU            float64 // processors in use
	P50, P99       float64 // of the exchange's answers, in milliseconds
	Error          string
}

// process is a server in a process of its own.
type process struct {
	address string
	in      io.Writer
	out     *bufio.Reader
}

// startServer starts a demo, with its traders or whatever a flag says, that lends accounts to a
// hundred visitors and more.
func startServer(t testing.TB, flag string) *process {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), serverDir+"="+t.TempDir(), serverFlag+"="+flag)
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	p := &process{in: in, out: bufio.NewReader(out)}
	t.Cleanup(func() { // which ends the server, before its folder goes
		in.Close()
		if err := cmd.Wait(); err != nil {
			t.Error(err)
		}
	})
	line, err := p.out.ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	p.address = strings.TrimSpace(line)
	return p
}

// ask has the server do something and returns what it tells.
func (p *process) ask(t testing.TB, what string) (f figures) {
	t.Helper()
	_, err := fmt.Fprintln(p.in, what)
	if err == nil {
		var line []byte
		if line, err = p.out.ReadBytes('\n'); err == nil {
			err = json.Unmarshal(line, &f)
		}
	}
	if err == nil && f.Error != "" {
		err = errors.New(f.Error)
	}
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// serveProcess is the server's side: it serves until its input ends.
func serveProcess(dir string) error {
	var flags []string
	if flag := os.Getenv(serverFlag); flag != "" {
		flags = append(flags, flag)
	}
	_, service, err := open(dir, flags...) // its folder is gone after it
	if err != nil {
		return err
	}
	v, err := NewVisitors(service, Faucet{
		wallet.NewSecret(crypto.FromECDSA(houseOf(service).Faucet())), local.HandOut,
		local.FaucetPurse},
		DefaultLimits().Total, time.Now)
	if err != nil {
		return err
	}
	s, err := New(Config{HostKey: filepath.Join(dir, "key"), Guests: v, Service: service,
		Mode: "DEMO", Reports: dir, Clock: ui.WallClock{},
		Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		return err
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	go func() { _ = s.Run(context.Background(), l) }() // until the process ends
	fmt.Println(l.Addr())
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		var f figures
		if word, folder, _ := strings.Cut(lines.Text(), " "); word == "profile" {
			err = profile(folder)
		} else {
			f, err = look(service)
		}
		if err != nil {
			f.Error = err.Error()
		}
		if err := json.NewEncoder(os.Stdout).Encode(f); err != nil {
			return err
		}
	}
	return nil
}

// look watches the server for a while.
func look(service api.Service) (f figures, err error) {
	markets, err := apitest.On(service, api.LocalChainID).Markets(context.Background())
	if err != nil {
		return f, err
	}
	pair := api.Pair{Base: markets[0].Base.Address, Quote: markets[0].Quote.Address}
	var all []time.Duration
	used, start := processor(), time.Now()
	for ; time.Since(start) < window; time.Sleep(5 * time.Millisecond) {
		begin := time.Now()
		if _, err := apitest.On(service, api.LocalChainID).Book(context.Background(), pair,
			50); err != nil {
			return f, err
		}
		all = append(all, time.Since(begin))
	}
	f.CPU = float64(processor()-used) / float64(time.Since(start))
	f.P50, f.P99 = quantile(all, 0.5), quantile(all, 0.99)
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	f.Held = float64(m.HeapAlloc + m.StackInuse)
	var size, pages int64
	statm, err := os.ReadFile("/proc/self/statm")
	if err == nil {
		_, err = fmt.Sscan(string(statm), &size, &pages)
	}
	f.Resident = float64(pages * int64(os.Getpagesize()))
	return f, err
}

// profile writes what the processors do for a while, and what is held.
func profile(folder string) error {
	cpu, err := os.Create(filepath.Join(folder, "cpu.pprof"))
	if err != nil {
		return err
	}
	defer cpu.Close()
	if err := pprof.StartCPUProfile(cpu); err != nil {
		return err
	}
	time.Sleep(window)
	pprof.StopCPUProfile()
	for _, name := range []string{"heap", "goroutine"} {
		f, err := os.Create(filepath.Join(folder, name+".pprof"))
		if err == nil {
			err = errors.Join(pprof.Lookup(name).WriteTo(f, 0), f.Close())
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// processor is how much of a processor the process has taken.
func processor() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
