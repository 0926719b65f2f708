package commands

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
	"golang.org/x/crypto/ssh"

	"bourse/backend/api"
	"bourse/backend/chain/local"
	"bourse/backend/command"
	"bourse/store/file"
	"bourse/ui"
	"bourse/views/sshd"
	"bourse/wallet"
)

// SSH serves consoles over ssh beside an exchange.
type SSH struct {
	Options command.Options
	Dir     string // the data folder, where the host key is kept
	Log     *slog.Logger
	Failed  func() // ends the program
	// is told the address and the host key's fingerprint; nil is told nothing
	Announce io.Writer

	l     net.Listener // nil without --ssh
	team  sshd.Guests  // the people of --desk, nil without
	stop  context.CancelFunc
	ended chan error // nil until it is open
}

// Listen takes the address and reads who may come, where an exchange is served over ssh: what is
// wrong with either is told before an exchange opens. Who calls meanwhile waits for Open.
func (s *SSH) Listen() (err error) {
	if s.Options.SSH == "" {
		return nil
	}
	if s.Options.Desk != "" {
		text, err := file.Read(s.Options.Desk, file.Small)
		if err != nil {
			return command.Usagef("--desk: the desk cannot be read: %v", err)
		}
		if s.team, err = sshd.ReadTeam(s.Options.Desk, text, time.Now); err != nil {
			return command.Usagef("--desk: %v", err)
		}
	}
	if err := checkHostKey(s.hostKey()); err != nil {
		return err
	}
	if s.l, err = net.Listen("tcp", s.Options.SSH); err != nil {
		return fmt.Errorf("cannot listen on %s: %v; choose another address with --ssh",
			s.Options.SSH, err)
	}
	return nil
}

// hostKey is the file of the key by which clients know this server again.
func (s *SSH) hostKey() string { return filepath.Join(s.Dir, "ssh_host_ed25519_key") }

// checkHostKey refuses a host key that is there and is none; where there is none one is made.
func checkHostKey(path string) error {
	text, err := file.Read(path, file.Small)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil {
		_, err = ssh.ParsePrivateKey(text)
	}
	if err != nil {
		return fmt.Errorf("the host key %s is damaged (%w): put it back from a backup, or take it "+
			"away for a new one, of which those who came before are warned", path, err)
	}
	return nil
}

// Open begins to serve an exchange that has everything. Visitors are given what they trade with by
// the faucet of a house.
func (s *SSH) Open(service api.Service, house local.House) error {
	log := s.Log.With("component", "ssh")
	guests, err := s.guests(service, house)
	if err != nil {
		return err
	}
	server, err := sshd.New(sshd.Config{
		HostKey: s.hostKey(), Guests: guests, Service: service,
		Mode: s.Options.Mode(), Reports: s.Dir, Clock: ui.WallClock{}, Log: log})
	if err != nil {
		return err
	}
	log.Info("ssh: serving consoles", "address", s.l.Addr(), "host key", server.Fingerprint())
	if s.Announce != nil {
		fmt.Fprintf(s.Announce, "ssh %s %s\n", s.l.Addr(), server.Fingerprint())
	}
	running, stop := context.WithCancel(context.Background())
	s.stop, s.ended = stop, make(chan error, 1)
	go func() {
		defer s.Failed()
		s.ended <- server.Run(running, s.l)
	}()
	return nil
}

// guests are the people of a desk, or else visitors.
func (s *SSH) guests(service api.Service, house local.House) (sshd.Guests, error) {
	if s.team != nil {
		return s.team, nil
	}
	faucet := sshd.Faucet{Key: wallet.NewSecret(crypto.FromECDSA(house.Faucet())),
		HandOut: local.HandOut, Purse: local.FaucetPurse}
	// as many accounts again are cleared up of visitors who gave their places to others
	return sshd.NewVisitors(service, faucet, 2*sshd.DefaultLimits().Total, time.Now)
}

// Close ends the sessions. It returns once the accounts of visitors are clear.
func (s *SSH) Close() error {
	switch {
	case s.l == nil:
		return nil
	case s.ended == nil:
		return s.l.Close()
	}
	s.stop()
	return <-s.ended
}

// ServeSSH serves an exchange over HTTP and consoles of it over ssh until it is told to stop.
func ServeSSH(told context.Context, o command.Options, dir string, accounts []common.Address,
	log *slog.Logger) error {
	ctx, cancel := context.WithCancel(told)
	defer cancel()
	o.Listen = cmp.Or(o.Listen, command.DefaultListen)
	o.NoTraders = o.NoTraders || !o.Demo
	x := command.Exchange{Options: o, Dir: dir, Accounts: accounts, Log: log, Failed: cancel,
		Announce: os.Stdout}
	door := SSH{Options: o, Dir: dir, Log: log, Failed: cancel, Announce: os.Stdout}
	if err := door.Listen(); err != nil {
		return err
	}
	service, err := x.Open(ctx)
	if err == nil {
		err = door.Open(service, x.House())
	}
	if err == nil {
		<-ctx.Done()
	}
	return served(told, errors.Join(err, door.Close(), x.Close()))
}
