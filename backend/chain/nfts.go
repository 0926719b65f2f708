package chain

import (
	"context"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/contracts"
)

// HeldNFT is what an account holds of a token, and whether that was read. What the token's contract
// does not answer, or refuses, is that nothing is held and nothing approved.
type HeldNFT struct {
	api.UserNFT
	Answered bool
}

// NFTs reads what an account holds of tokens after a block, and whether a spender may move them.
func (v *view) NFTs(ctx context.Context, block common.Hash, account, spender common.Address,
	assets []api.Asset) ([]HeldNFT, error) {
	one, many := contracts.NewERC721Collection(), contracts.NewERC1155Collection()
	const each = 3 // calls that tell of one token
	var calls []Call
	for _, a := range assets {
		id := a.ID.Big()
		held := many.PackBalanceOf(account, id)
		if a.Kind == api.ERC721 {
			held = one.PackOwnerOf(id)
		}
		for _, data := range [each][]byte{
			held, one.PackIsApprovedForAll(account, spender), one.PackGetApproved(id)} {
			calls = append(calls, Call{To: a.Address, Data: data})
		}
	}
	answers, err := v.BatchCall(ctx, block, calls)
	if err != nil {
		return nil, err
	}
	list := make([]HeldNFT, len(assets))
	for i, a := range assets {
		list[i] = heldNFT(account, spender, a, answers[i*each:])
	}
	return list, nil
}

// heldNFT puts the answers about one token together.
func heldNFT(account, spender common.Address, a api.Asset, answers []Result) HeldNFT {
	held := HeldNFT{Answered: answers[0].Err == nil && answers[1].Err == nil}
	held.UserNFT = api.UserNFT{Asset: a, Balance: answers[0].Word(0), Approved: answers[1].IsTrue()}
	if a.Kind == api.ERC721 {
		owner := held.Balance
		held.Balance = api.Amount{}
		if owner == numberOf(account) {
			held.Balance = api.NewAmount(1)
		}
		held.Approved = held.Approved || answers[2].Word(0) == numberOf(spender)
	}
	return held
}

// numberOf is an address as a word.
func numberOf(a common.Address) api.Amount {
	return api.AmountFromBytes32(common.BytesToHash(a[:]))
}
