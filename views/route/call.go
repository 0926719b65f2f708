package route

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
)

// Call is the transaction of a quote and what simulating it said.
type Call struct {
	Simulated bool
	Tx        api.Transaction // where it was simulated
	Failure   string          // why it would fail

	params api.TxParams // where the simulation failed
}

// simulated is what was found out about the transaction of a quote.
type simulated struct {
	id   uint64
	call Call
}

// build asks for the transaction of a route on the terms of the form.
func (w *Quoter) build(q Quote) api.BuildRequest {
	r := q.Route
	b := api.BuildRequest{
		ChainID: w.s.Network.ChainID, Terms: w.form.Wish().Terms, Src: r.SrcToken.Hex(),
		Dest: r.DestToken.Hex(), SrcDecimals: &r.SrcDecimals,
		DestDecimals: &r.DestDecimals, HasSlippage: true, Route: q.raw,
	}
	if b.DestAmount = &r.DestAmount; r.Side == api.Sell {
		b.SrcAmount, b.DestAmount = &r.SrcAmount, nil
	}
	b.Terms.Permit = w.permitFor(r)
	return b
}

// simulate prepares the transaction of a quote; where it would fail, it is built without looking.
func (w *Quoter) simulate(q Quote) tea.Cmd {
	if q.Refused {
		return nil
	}
	exchange, build := w.s.Exchange, w.build(q)
	return ui.Call(w.s.Context, callTime, func(ctx context.Context) tea.Msg {
		tx, err := exchange.PrepareSwap(ctx, build)
		if err == nil {
			return simulated{q.id, Call{Tx: tx, Simulated: true}}
		}
		c, b := Call{Failure: api.AsError(err).Details}, build
		b.Terms.IgnoreChecks, b.Terms.IgnoreAllowance, b.Terms.IgnoreGas = true, true, true
		if c.params, err = exchange.BuildTransaction(ctx, b); err != nil {
			c.Failure = api.AsError(err).Details
		}
		return simulated{q.id, c}
	})
}

func (w *Quoter) onSimulated(m simulated) {
	if m.id == w.Newest.id {
		w.Newest.Call = m.call
		w.form.Changed()
	}
}

// Sends is what would be sent: its data, to whom, and how much native coin.
func (q Quote) Sends() (data []byte, to common.Address, value api.Amount) {
	switch c := q.Call; {
	case c.Simulated:
		return c.Tx.Data, c.Tx.To, c.Tx.Value
	case len(c.params.Data) > 0:
		return c.params.Data, c.params.To, c.params.Value
	}
	return nil, q.Route.ContractAddress, api.Amount{}
}

// Gas is what the swap costs in the network's coin: as simulated, else as the route estimates.
func (w *Quoter) Gas() (wei api.Amount, simulated, known bool) {
	if c := w.Newest.Call; c.Simulated {
		return c.Tx.LikelyFee(), true, true
	}
	units, err := api.ParseAmount(w.Newest.Route.GasCost)
	if err != nil || !w.pair.Funds.Known {
		return wei, false, false
	}
	return units.MulDiv(w.pair.Funds.GasPrice, api.NewAmount(1)), false, true
}

// reserveGas is more than any swap takes, for the part of the native coin that is not sold.
const reserveGas = 1_000_000

// GasReserve is what must stay for gas.
func (w *Quoter) GasReserve() api.Amount {
	if w.Fits() && w.Newest.Call.Simulated {
		most := w.Newest.Call.Tx.MaxFee()
		return most.Add(most)
	}
	return api.NewAmount(reserveGas).MulDiv(w.pair.Funds.GasPrice, api.NewAmount(1))
}
