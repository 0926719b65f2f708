package console

import (
	"fmt"
	"strings"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/cells"
	"bourse/ui/menu"
	"bourse/views"
	"bourse/views/format"
	"bourse/views/grammar"
	"bourse/views/sign"
)

// waits is what agents have prepared, as it was read last.
type waits struct{ list []views.Prepared }

// readTray looks, off the loop, whether agents have prepared something.
func (h *host) readTray() tea.Cmd {
	tray := h.s.Tray
	if tray == "" {
		return nil
	}
	return func() tea.Msg { return waits{tray.List()} }
}

// onWaits tells what has come.
func (h *host) onWaits(m waits) {
	newest := 0
	for _, p := range m.list {
		newest = max(newest, p.ID)
	}
	if newest <= h.waiting {
		return
	}
	h.waiting = newest
	last := m.list[len(m.list)-1]
	text := "prepared for you: " + cells.Clean(last.Sentence)
	if n := len(m.list); n > 1 {
		text += fmt.Sprintf(", and %d more", n-1)
	}
	h.s.Toast(ui.Warn, text+"; prepared in the palette shows it")
}

// offerPrepared lists what agents have prepared: choosing one fills its form, as if it had been
// typed.
func (h *host) offerPrepared() tea.Cmd {
	items := func() (items []menu.Item) {
		for _, p := range h.s.Tray.List() {
			id := fmt.Sprint(p.ID)
			note := format.Stamp(p.At)
			if p.By != "" {
				note = "by " + cells.Clean(p.By) + "  " + note
			}
			item := menu.Item{Title: cells.Clean(p.Sentence), Note: note,
				Also: ui.Asking(func() { h.drop(p) })}
			c, ok := h.Interpret("carry " + id)
			if item.Off = c.Off; ok && c.Off == "" {
				item.Run = c.Run
			}
			items = append(items, item)
		}
		return items
	}
	list := items()
	if len(list) == 0 {
		h.s.Toast(ui.OK, "nothing is prepared for you")
		return nil
	}
	h.s.Open(menu.New(h.s.Env, "Prepared for you", list).Also("ctrl+x", "drop",
		"forget what was prepared", items))
	return nil
}

// drop forgets what was prepared.
func (h *host) drop(p views.Prepared) {
	if err := h.s.Tray.Drop(p.ID); err != nil {
		h.s.Toast(ui.Bad, err.Error())
		return
	}
	h.s.Toast(ui.OK, "dropped: "+cells.Clean(p.Sentence))
}

// offerCarry is what the palette shows for a sentence that was prepared. It waits until what it
// says was signed: who only looks at the form finds it again.
func (h *host) offerCarry(x grammar.Carry) ui.Command {
	verb, _, _ := strings.Cut(x.Prepared.Sentence, " ")
	v, _ := grammar.Find(verb)
	c, ok := h.offer(v, x.Sentence, "")
	if !ok {
		return ui.Command{Title: x.Title(), Off: "bourse do carries it out, not the console"}
	}
	if run := c.Run; c.Off == "" {
		c.Run = func() tea.Cmd {
			h.taken = &x
			return run()
		}
	}
	return c
}

// carried takes what was taken up last out of the tray, once that is what was signed.
func (h *host) carried(m views.Signed) {
	x := h.taken
	if x == nil || x.Prepared.Account != m.Account.Address || x.Prepared.ChainID != m.ChainID ||
		!grammar.Done(x.Sentence, m.Act) {
		return
	}
	h.taken = nil
	if err := h.s.Tray.Drop(x.ID); err != nil {
		h.s.Toast(ui.Warn, "it was signed, and waits all the same: "+err.Error())
		return
	}
}

// approve opens the signature of an allowance.
func (h *host) approve(x grammar.Approve) {
	task := sign.Approve(h.s, x.Token, x.For.Spender(h.s.Network.Contracts), x.Value)
	if x.Amount == "" {
		task.What = "revoke the allowance of " + views.Symbol(x.Token)
	}
	sign.Run(h.s, task)
}

func (h *host) wrap(x grammar.Wrap) {
	what := "wrap "
	if x.Back {
		what = "unwrap "
	}
	sign.Run(h.s, sign.Wrap(h.s, what+x.Amount, x.Value, x.Back))
}

// cancel opens the signature that cancels orders by their hashes.
func (h *host) cancel(hashes []common.Hash) {
	what := "cancel order " + format.Hash(hashes[0])
	if len(hashes) > 1 {
		what = fmt.Sprintf("cancel %d orders", len(hashes))
	}
	sign.Run(h.s, sign.Cancel(h.s, what, hashes...))
}

// replace opens the signature of what takes the place of a transaction that was sent from here.
func (h *host) replace(x grammar.Replace) {
	for _, e := range h.s.UnderWay.List() {
		nonce, fits := e.Nonce.Uint64()
		if e.Hash == x.Hash && e.Kind == views.SentTransaction && fits && !e.Ended {
			sign.Replace(h.s, x.Hash, nonce, x.Cancel)
			return
		}
	}
	h.s.Toast(ui.Warn, "no transaction "+format.Hash(x.Hash)+
		" waits that was sent from here")
}

// typedNFT is an NFT sentence as its form takes it.
func typedNFT(x grammar.NFT) views.NewNFTOrder {
	count := ""
	if x.Item.Kind == api.ERC1155 {
		count = x.Count.String()
	}
	m := views.NewNFTOrder{Give: x.Item, GiveAmount: count,
		Get: api.Asset{Address: x.Token.Address}, GetAmount: x.Price}
	if x.Bid {
		m.Give, m.GiveAmount, m.Get, m.GetAmount = m.Get, m.GetAmount, m.Give, m.GiveAmount
	}
	return m
}
