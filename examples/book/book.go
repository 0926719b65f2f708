package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"
)

// order is an order of the book: price and size are whole numbers of base and quote units.
type order struct {
	Hash  string                       `json:"orderHash"`
	Maker string                       `json:"maker"`
	Price struct{ Quote, Base string } `json:"price"`
	Size  string                       `json:"size"`
}

// message is the data of a snapshot or a change.
type message struct {
	Number     uint64
	Asks, Bids []order
	Gone       []string
	Checksum   uint32
}

// book is a book as its stream tells it.
type book struct {
	url        string
	id         string // of the last event that was taken in
	number     uint64
	asks, bids map[string]order
}

// follow takes in the stream until ctx ends, and opens it again where it breaks.
func (b *book) follow(ctx context.Context, changed func()) {
	for ctx.Err() == nil {
		if err := b.listen(ctx, changed); errors.Is(err, errWrong) {
			b.id = "" // begin with a snapshot again
		}
		select {
		case <-ctx.Done():
		case <-time.After(200 * time.Millisecond):
		}
	}
}

// listen takes in one stream until it breaks.
func (b *book) listen(ctx context.Context, changed func()) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, b.url, nil)
	if err != nil {
		return err
	}
	if b.id != "" {
		r.Header.Set("Last-Event-ID", b.id)
	}
	reply, err := http.DefaultClient.Do(r)
	if err != nil {
		return err
	}
	defer reply.Body.Close()
	if reply.StatusCode != http.StatusOK {
		return fmt.Errorf("%s answers %s", b.url, reply.Status)
	}
	lines := bufio.NewScanner(reply.Body)
	lines.Buffer(nil, 16<<20)
	var id, event, data string
	for lines.Scan() {
		name, value, _ := strings.Cut(lines.Text(), ": ")
		switch name {
		case "id":
			id = value
		case "event":
			event = value
		case "data":
			data = value
		case "": // the event is complete; a comment has no data
			if value != "" || data == "" {
				continue
			}
			if err := b.take(event, data); err != nil {
				return err
			}
			b.id, data = id, ""
			changed()
		}
	}
	return lines.Err()
}

// errWrong says that the stream does not fit what was told before.
var errWrong = errors.New("the book is not what its stream says")

// take takes in an event.
func (b *book) take(event, data string) error {
	var m message
	if err := json.Unmarshal([]byte(data), &m); err != nil {
		return err
	}
	switch {
	case event == "snapshot":
		b.asks, b.bids = make(map[string]order), make(map[string]order)
	case m.Number != b.number+1:
		return fmt.Errorf("%w: change %d follows %d", errWrong, m.Number, b.number)
	}
	for _, o := range m.Asks {
		b.asks[o.Hash] = o
	}
	for _, o := range m.Bids {
		b.bids[o.Hash] = o
	}
	for _, hash := range m.Gone {
		delete(b.asks, hash)
		delete(b.bids, hash)
	}
	b.number = m.Number
	if sum := b.checksum(); sum != m.Checksum {
		return fmt.Errorf("%w: its checksum is %d, that of event %d is %d", errWrong, sum,
			m.Number, m.Checksum)
	}
	return nil
}

func (b *book) checksum() uint32 {
	sum := crc32.NewIEEE()
	for _, side := range []map[string]order{b.asks, b.bids} {
		for _, hash := range slices.Sorted(maps.Keys(side)) {
			fmt.Fprintf(sum, "%s %s\n", hash, side[hash].Size)
		}
	}
	return sum.Sum32()
}
