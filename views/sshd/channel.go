package sshd

import (
	"slices"
	"sync/atomic"

	"github.com/charmbracelet/ssh"
	gossh "golang.org/x/crypto/ssh"
)

// oneSession serves the first session of a connection, and of what it asks for what a console
// needs.
func oneSession(srv *ssh.Server, conn *gossh.ServerConn, asked gossh.NewChannel, ctx ssh.Context) {
	ctx.Lock()
	open, ok := ctx.Value(openKey{}).(*atomic.Bool)
	if !ok {
		open = new(atomic.Bool)
		ctx.SetValue(openKey{}, open)
	}
	ctx.Unlock()
	if open.Swap(true) {
		// The client hears of it in any case.
		_ = asked.Reject(gossh.ResourceShortage, "a connection has one session")
		return
	}
	ssh.DefaultSessionHandler(srv, conn, plainChannel{asked}, ctx)
}

// openKey is where a connection's context says that it has a session.
type openKey struct{}

// plainChannel is a channel whose requests are those of a console.
type plainChannel struct{ gossh.NewChannel }

// maxEnv bounds the variables that a client sets, and the bytes of each.
const (
	maxEnv      = 16
	maxEnvBytes = 2048
)

// Accept implements ssh.NewChannel.
func (c plainChannel) Accept() (gossh.Channel, <-chan *gossh.Request, error) {
	ch, asked, err := c.NewChannel.Accept()
	if err != nil {
		return nil, nil, err
	}
	passed := make(chan *gossh.Request)
	go func() {
		defer close(passed)
		env := 0
		for r := range asked {
			if r.Type == "env" {
				env++
			}
			if plain(r) && env <= maxEnv {
				passed <- r
				continue
			}
			// A client that is gone needs no answer.
			_ = r.Reply(false, nil)
		}
	}()
	return ch, passed, nil
}

// plain tells whether a console has a use for a request. A command is passed on, so that the client
// is told why it is not run.
func plain(r *gossh.Request) bool {
	if r.Type != "env" {
		return slices.Contains([]string{"pty-req", "shell", "exec", "window-change"}, r.Type)
	}
	var v struct{ Name, Value string }
	return len(r.Payload) <= maxEnvBytes && gossh.Unmarshal(r.Payload, &v) == nil &&
		slices.Contains([]string{"COLORTERM", "NO_COLOR", "TMUX", "LANG", "LC_ALL", "LC_CTYPE",
			settings}, v.Name)
}
