package desk

import (
	"bytes"
	"context"
	"slices"
	"time"

	"bourse/backend/api"
	"bourse/ui/cells"
	"bourse/views/grammar"
)

// followPause is between two looks at the same thing.
const followPause = 200 * time.Millisecond

// Follow answers a question, and once more whenever the answer is another one, until ctx ends. Of
// the lines tell is handed those that came, and of a list those that went, as "gone: …"; the
// document is a whole one each time.
func (d *Desk) Follow(ctx context.Context, text string, tell func(Result) error) error {
	_, sentence, err := d.read(text)
	if err != nil {
		return err
	}
	x, ok := sentence.(grammar.Look)
	if !ok {
		return &Misread{Why: "what is watched is a question, such as orders"}
	}
	events := d.s.Service.Subscribe(ctx, api.TopicBlock, api.TopicOrder, api.TopicFill,
		api.TopicAuction, api.TopicBook, api.TopicTrade)
	var last Result
	var document []byte
	unheard := ""
	for {
		status, err := d.s.Exchange.Status(ctx)
		if err == nil && status.Unheard != unheard && status.Unheard != "" {
			d.tell("read every few seconds: " + cells.Clean(status.Unheard))
		}
		if err == nil {
			unheard = status.Unheard
		}
		result, err := whole(d.look(ctx, x))
		switch {
		case ctx.Err() != nil:
			return nil
		case err != nil && document == nil:
			return err
		case err != nil:
			d.tell("it cannot be read at this moment: " + err.Error())
		default:
			fresh, err := result.Document()
			if err != nil {
				return err
			}
			if !bytes.Equal(fresh, document) {
				news := Result{news(x, last.Lines, result.Lines), result.Data}
				if err := tell(news); err != nil {
					return err
				}
			}
			last, document = result, fresh
		}
		select {
		case <-ctx.Done():
			return nil
		case <-d.s.Env.Clock.After(followPause):
		}
		if _, more := <-events; !more {
			return nil
		}
	}
}

// news are the lines that came, and of lists those that went.
func news(x grammar.Look, before, after []string) (lines []string) {
	if slices.Contains([]grammar.Subject{grammar.Orders, grammar.Book, grammar.NFTs,
		grammar.Waiting}, x.At) && len(before) > 0 {
		for _, line := range before[1:] { // the first one counts the others
			if !slices.Contains(after, line) {
				lines = append(lines, "gone: "+line)
			}
		}
	}
	for _, line := range after {
		if !slices.Contains(before, line) {
			lines = append(lines, line)
		}
	}
	return lines
}
