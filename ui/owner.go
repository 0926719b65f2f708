package ui

import (
	"context"
	"fmt"

	tea "github.com/charmbracelet/bubbletea"
)

// owner says who asked for something: a dialog, else the screen with that id,
// else the host, else the shell itself.
type owner struct {
	screen ScreenID
	dialog *layer
	host   bool
	era    *era // of a screen: while it lasts, answers reach it
}

// answer carries the result of a command back to its owner.
type answer struct {
	to  owner
	msg tea.Msg
}

// owned marks what a command returns as an answer to its owner; in batches and
// sequences it marks what each of their commands returns. rescue, unless nil,
// is deferred around the command.
func owned(to owner, cmd tea.Cmd, rescue func()) tea.Cmd {
	if cmd == nil {
		return nil
	}
	return func() tea.Msg {
		if rescue != nil {
			defer rescue()
		}
		return to.answer(cmd(), rescue)
	}
}

func (to owner) answer(m tea.Msg, rescue func()) tea.Msg {
	all := func(cmds []tea.Cmd) []tea.Cmd {
		marked := make([]tea.Cmd, len(cmds))
		for i, cmd := range cmds {
			marked[i] = owned(to, cmd, rescue)
		}
		return marked
	}
	switch m := m.(type) {
	case nil, answer, tea.QuitMsg:
		return m
	case tea.BatchMsg:
		return tea.BatchMsg(all(m))
	case sequence:
		return sequence(all(m))
	}
	return answer{to, m}
}

// source marks what a source sends as answers to the owner, topics included.
func (to owner) source(s Source) Source {
	who := fmt.Sprintf("%s\x00%p\x00", to.screen, to.dialog)
	return func(ctx context.Context, send func(string, tea.Msg)) {
		s(ctx, func(topic string, m tea.Msg) {
			if topic != "" {
				topic = who + topic
			}
			send(topic, answer{to, m})
		})
	}
}

// era lasts from one replacement of the screens to the next. What screens of an earlier one have
// asked for is answered to nobody, since others have their names now.
type era struct {
	over context.Context
	end  context.CancelFunc
}

func newEra() *era {
	over, end := context.WithCancel(context.Background())
	return &era{over, end}
}

// while ends a source with the era of its owner.
func (to owner) while(s Source) Source {
	if to.era == nil {
		return s
	}
	return func(ctx context.Context, send func(string, tea.Msg)) {
		ctx, stop := context.WithCancel(ctx)
		defer stop()
		defer context.AfterFunc(to.era.over, stop)()
		s(ctx, send)
	}
}
