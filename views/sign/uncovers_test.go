package sign_test

import (
	"context"
	"math/big"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/views/sign"
)

// However an approval was asked for, its dialog says what open orders need of it: those of the book
// of the order contract, and Delta orders of the Delta contract.
func TestAnApprovalSaysWhatItUncovers(t *testing.T) {
	t.Parallel()
	const needs, warns = "open orders need 3.00 USDC: less leaves them not covered",
		"leaves them not covered"
	for name, tc := range map[string]struct {
		book, delta uint64 // what orders need, in millionths
		approves    uint64
		spender     common.Address
		said        bool
	}{
		"nothing is needed":      {0, 0, 0, rfq, false},
		"revoked from the book":  {3e6, 0, 0, rfq, true},
		"less than the book":     {3e6, 0, 2e6, rfq, true},
		"as much as the book":    {3e6, 0, 3e6, rfq, false},
		"the book's, of Delta":   {3e6, 0, 0, delta, false},
		"revoked from Delta":     {0, 3e6, 0, delta, true},
		"Delta's, of the book":   {0, 3e6, 0, rfq, false},
		"Delta's of another one": {0, 3e6, 0, common.Address{9}, false},
	} {
		st := newStage(t)
		st.service.OnFillableBalance = func(context.Context, uint64, common.Address,
			*common.Address) (map[common.Address]api.Amount, error) {
			return map[common.Address]api.Amount{usdc: api.NewAmount(tc.book)}, nil
		}
		st.service.OnDeltaOrders = func(context.Context, api.DeltaQuery) ([]api.DeltaRecord,
			error) {
			if tc.delta == 0 {
				return nil, nil
			}
			return []api.DeltaRecord{{ID: "1", Status: api.DeltaNotStarted, Order: api.DeltaOrder{
				SrcToken: usdc, SrcAmount: api.NewAmount(tc.delta)}}}, nil
		}
		st.service.OnPrepareApprove = func(_ context.Context,
			r api.ApproveRequest) (api.Transaction, error) {
			tx := st.approve(new(big.Int).SetUint64(tc.approves))
			copy(tx.Data[4+12:], tc.spender[:])
			return tx, nil
		}
		task := sign.Approve(st.s, api.Token{Address: usdc, Symbol: "USDC", Decimals: 6},
			tc.spender, api.NewAmount(tc.approves))
		st.do(func() tea.Cmd {
			sign.Run(st.s, task)
			return nil
		})
		st.Resize(120, 60)
		t.Run(name, func(t *testing.T) {
			st.T = t
			st.Shows("SIGN and SEND transaction")
			if tc.said {
				st.Shows(needs)
			} else {
				st.Hides(warns)
			}
		})
	}
}
