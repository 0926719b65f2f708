package commands

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"golang.org/x/term"

	"bourse/backend/command"
	"bourse/views/desk"
	"bourse/views/grammar"
	"bourse/wallet"
)

// speaker is the console as lines of text: what is typed is a sentence, what happens is a line.
type speaker struct {
	in   *lines
	file *os.File // standard input, where passwords are typed unseen; nil where it is none

	mu  sync.Mutex // of out, on which events speak while a sentence is carried out
	out io.Writer

	at   *desk.Desk
	stop func() // of watching the account's orders
}

// speak is the console of --plain, until its input ends, somebody quits or ctx ends.
func speak(ctx context.Context, o command.Options, in io.Reader, out io.Writer) (err error) {
	if err := o.Check(); err != nil {
		return err
	}
	s := &speaker{in: newLines(in), out: out}
	s.file, _ = in.(*os.File)
	d := door{o: o, posts: true, numbered: true}
	s.tell("Opening.")
	person := desk.Person{Tell: s.tell, Ask: s.ask, Back: s.in.back, Secret: s.secret}
	if s.file != nil && term.IsTerminal(int(s.file.Fd())) {
		person.Now = time.Now
	}
	at, end, err := d.open(ctx, person, s.tell)
	if err != nil {
		return err
	}
	defer func() {
		s.stop()
		err = errors.Join(err, end())
	}()
	s.at = at
	s.stop = at.Watch(ctx, s.tell)
	s.say(ctx, "status")
	s.tell("Type what to do, or help.")
	for {
		line, err := s.in.next(ctx)
		if err != nil {
			break
		}
		if leave := s.hear(ctx, strings.TrimSpace(line)); leave || ctx.Err() != nil {
			break
		}
	}
	if d.joined {
		s.tell("The exchange goes on: another program has it open.")
	} else {
		s.tell(o.Leaving())
	}
	return nil
}

// tell says a line.
func (s *speaker) tell(line string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	fmt.Fprintln(s.out, desk.Plain(line)) // nobody is left to be told that it cannot be
}

// ask says a prompt, once and as a line of its own, and reads the answer.
func (s *speaker) ask(ctx context.Context, prompt string) (string, error) {
	s.tell(strings.TrimSpace(prompt))
	line, err := s.in.next(ctx)
	return strings.TrimSpace(line), err
}

func (s *speaker) secret(prompt string) (wallet.Secret, error) {
	if s.file != nil && term.IsTerminal(int(s.file.Fd())) {
		s.tell(strings.TrimSpace(prompt))
		b, err := term.ReadPassword(int(s.file.Fd()))
		return wallet.NewSecret(b), err
	}
	text, err := s.ask(context.Background(), prompt)
	return wallet.NewSecret([]byte(text)), err
}

// hear does what a line says; leave tells whether it ends the console.
func (s *speaker) hear(ctx context.Context, line string) (leave bool) {
	verb, rest, _ := strings.Cut(line, " ")
	rest = strings.TrimSpace(rest)
	switch strings.ToLower(verb) {
	case "":
	case "quit", "exit":
		return true
	case "help", "?":
		s.help(rest)
	case "account":
		s.turn(ctx, func() error { return s.at.As(rest) })
	case "network":
		s.turn(ctx, func() error { return s.at.Enter(ctx, rest) })
	case "yes", "y", "no", "n", "again":
		s.tell("No: nothing waits for “" + line + "”. Type what to do, or help.")
	default:
		s.say(ctx, line)
	}
	return false
}

// turn goes to another account or network.
func (s *speaker) turn(ctx context.Context, to func() error) {
	s.stop()
	if err := to(); err != nil {
		s.tell("No: " + err.Error())
	}
	s.stop = s.at.Watch(ctx, s.tell)
	s.say(ctx, "status")
}

func (s *speaker) say(ctx context.Context, line string) {
	result, err := s.at.Say(ctx, line)
	if err != nil {
		s.tell("No: " + asUsage(err, "help").Error())
		return
	}
	for _, l := range result.Lines {
		s.tell(l)
	}
}

// help tells the verbs, or how one is said.
func (s *speaker) help(name string) {
	if v, ok := grammar.Find(name); ok {
		s.tell(v.Name + ": " + v.Short + ".")
		for _, sentence := range v.Forms() {
			s.tell("For example: " + sentence)
		}
		return
	}
	for _, v := range grammar.Verbs() {
		s.tell(v.Name + ": " + v.Short + ".")
	}
	s.tell("account NAME: act as another account. network NAME: go to another network.")
	s.tell("help VERB: how it is said. quit: leave.")
}
