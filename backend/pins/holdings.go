package pins

import (
	"context"
	"maps"
	"slices"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/contracts"
)

// What an account holds and has allowed is read from a node of one's own where there is one: the
// checks before a signature count with it, and a service could hide an allowance. The service only
// tells what else to look for.

// meet remembers tokens that were told of, so that none of them can be hidden later.
func (s *exchange) meet(list []*api.Token) {
	s.pins.mu.Lock()
	defer s.pins.mu.Unlock()
	met := s.pins.met[s.chainID]
	if met == nil {
		met = make(map[common.Address]api.Token)
		s.pins.met[s.chainID] = met
	}
	for _, t := range list {
		if _, known := met[t.Address]; known || len(met) < maxTokens {
			met[t.Address] = *t
		}
	}
}

// tokensMet are the tokens and collections to look for beside those that a service tells of: the
// network's own, all that it told of before, and what the account has traded.
func (s *exchange) tokensMet(ctx context.Context, node *chain.Network,
	account common.Address) (list []api.Token) {
	seen := make(map[common.Address]bool)
	add := func(t api.Token) {
		if !seen[t.Address] {
			seen[t.Address] = true
			list = append(list, t)
		}
	}
	for _, fungible := range []bool{true, false} {
		for _, t := range s.pins.known.lacks(s.chainID, nil, fungible) {
			add(t)
		}
	}
	s.pins.mu.Lock()
	for _, at := range slices.SortedFunc(maps.Keys(s.pins.met[s.chainID]), common.Address.Cmp) {
		add(s.pins.met[s.chainID][at])
	}
	s.pins.mu.Unlock()
	var unmet []api.Asset
	for _, a := range s.traded(account) {
		if !seen[a.Address] {
			seen[a.Address] = true
			unmet = append(unmet, a)
		}
	}
	return append(list, s.describe(ctx, node, unmet)...)
}

// traded are the assets of an account's orders and fills, as far as they are known here.
func (s *exchange) traded(of common.Address) []api.Asset {
	list := s.pins.witness.Traded(s.chainID, of)
	for _, hash := range s.pins.own.Keys() {
		o, there := s.pins.own.Peek(hash)
		if there && o.chainID == s.chainID && o.Maker == of {
			list = append(list, o.MakerAsset, o.TakerAsset)
		}
	}
	s.pins.mu.Lock()
	defer s.pins.mu.Unlock()
	if own := s.pins.fills[account{s.chainID, of}]; own != nil {
		for _, f := range own.list {
			list = append(list, f.MakerAsset, f.TakerAsset)
		}
	}
	return list
}

// describe reads of contracts what nobody has told of them. One that says nothing is left out.
func (s *exchange) describe(ctx context.Context, node *chain.Network, assets []api.Asset) (
	list []api.Token) {
	abi := contracts.NewStandardToken()
	var calls []chain.Call
	for _, a := range assets {
		calls = append(calls, chain.Call{To: a.Address, Data: abi.PackDecimals()},
			chain.Call{To: a.Address, Data: abi.PackSymbol()})
	}
	if len(calls) == 0 {
		return nil
	}
	answers, err := node.BatchCall(ctx, common.Hash{}, calls)
	if err != nil {
		return nil // the node will be asked again
	}
	var found []*api.Token
	for i, a := range assets {
		t := &api.Token{ChainID: s.chainID, Address: a.Address, Kind: a.Kind}
		t.Symbol, err = abi.UnpackSymbol(answers[2*i+1].Data)
		if err != nil || len(t.Symbol) > maxText {
			t.Symbol = a.Address.Hex()
		}
		decimals, err := abi.UnpackDecimals(answers[2*i].Data)
		if a.Kind == api.ERC20 && (err != nil || int(decimals) > api.MaxDecimals) {
			continue
		}
		if a.Kind == api.ERC20 {
			t.Decimals = int(decimals)
		}
		found = append(found, t)
		list = append(list, *t)
	}
	s.meet(found)
	return list
}

// holdings are what an account holds and has allowed of the tokens that the service told and of
// those that it left out, each once. What the node says to be no token is none.
func (s *exchange) holdings(ctx context.Context, account common.Address,
	told []api.UserToken) ([]api.UserToken, error) {
	there := make(map[common.Address]bool, len(told))
	list := told[:0:0]
	for _, t := range told {
		if !there[t.Address] {
			there[t.Address] = true
			list = append(list, t)
		}
	}
	if node := s.pins.nodes[s.chainID]; node != nil {
		for _, t := range s.tokensMet(ctx, node, account) {
			if t.Kind == api.ERC20 && !there[t.Address] {
				list = append(list, api.UserToken{Token: t})
			}
		}
	}
	for i := range list {
		if t := &list[i].Token; s.pins.known.namesake(s.chainID, *t) != "" {
			t.Symbol = t.Address.Hex()
		}
	}
	denied, err := s.readHeld(ctx, account, list)
	return slices.DeleteFunc(list, func(t api.UserToken) bool {
		nothing := t.Balance.IsZero()
		for _, allowed := range t.Allowances {
			nothing = nothing && allowed.IsZero()
		}
		return denied[t.Address] || nothing && !there[t.Address]
	}), err
}

// readHeld puts what the node says of balances, allowances, permits and fees in the place of what
// was told, and returns which contracts are no tokens by its word. What it does not answer stays as
// it was told.
func (s *exchange) readHeld(ctx context.Context, account common.Address,
	list []api.UserToken) (denied map[common.Address]bool, err error) {
	node := s.pins.nodes[s.chainID]
	if node == nil || len(list) == 0 {
		return nil, nil
	}
	c, err := s.contracts(ctx)
	if err != nil {
		return nil, err
	}
	spenders := c.Spenders()
	var calls []chain.Call
	var addresses []common.Address
	for _, t := range list {
		calls = append(calls, chain.Call{To: t.Address, Data: tokenABI.PackBalanceOf(account)})
		for _, spender := range spenders {
			calls = append(calls, chain.Call{To: t.Address,
				Data: tokenABI.PackAllowance(account, spender)})
		}
		calls = append(calls, permitCalls(c, account, t)...)
		addresses = append(addresses, t.Address)
	}
	holders := []common.Address{c.FeeVault, c.FeeClaimer} // of the fees of partners
	for _, holder := range holders {
		calls = append(calls, chain.FeesCall(holder, account, addresses))
	}
	head, err := node.Head(ctx)
	if err != nil {
		return nil, ctx.Err() // the node will be asked again
	}
	answers, err := node.BatchCall(ctx, head.Hash, calls)
	if err != nil {
		return nil, ctx.Err()
	}
	denied = make(map[common.Address]bool)
	for i := range list {
		t, own := &list[i], answers
		answers = answers[1+len(spenders)+len(permitCalls(c, account, list[i])):]
		if t.Address == api.NativeToken {
			if coins, err := node.Balance(ctx, head.Hash, account); err == nil {
				t.Balance, t.Allowance = coins, api.MaxAmount
			}
			continue
		}
		if own[0].Err == nil {
			t.Balance, denied[t.Address] = own[0].Word(0), own[0].Words() == 0
		}
		allowed := make(map[common.Address]api.Amount, len(spenders))
		for k, spender := range spenders {
			allowed[spender] = t.Allowances[spender]
			if answer := own[1+k]; answer.Err == nil {
				allowed[spender] = answer.Word(0)
			}
		}
		t.Allowances, t.Allowance = allowed, allowed[c.SwapSpender()]
		t.Permits = ownPermits(t.Permits, own[1+len(spenders):])
	}
	for k, holder := range holders {
		if answers[k].Err != nil {
			continue
		}
		for i, amount := range answers[k].Fees(len(list)) {
			list[i].Owes(holder, amount)
		}
	}
	return denied, nil
}

var tokenABI = contracts.NewStandardToken() // with a permit of its own

// permitCalls ask what a permit of an account has to say, where a token has one: what the Delta
// contract may move through Permit2, and the account's nonce and the domain at the token itself.
func permitCalls(c api.Contracts, account common.Address, t api.UserToken) (calls []chain.Call) {
	if t.Permits == nil {
		return nil
	}
	calls = append(calls, chain.Permit2Call(c, account, t.Address))
	if t.Permits.Name != "" {
		calls = append(calls, chain.Call{To: t.Address, Data: tokenABI.PackNonces(account)},
			chain.Call{To: t.Address, Data: tokenABI.PackDOMAINSEPARATOR()})
	}
	return calls
}

// ownPermits is what was told of permits with the node's answers to permitCalls: whether a token
// has some, and by which name, is told.
func ownPermits(told *api.Permits, answers []chain.Result) *api.Permits {
	if told == nil {
		return nil
	}
	p := *told
	if through, ok := answers[0].Permit2(); ok {
		p.Permit2 = through
	}
	if p.Name == "" {
		return &p
	}
	if nonce := answers[1]; nonce.Words() == 1 {
		p.Nonce = nonce.Word(0)
	}
	if separator := answers[2]; separator.Words() == 1 {
		p.Separator = separator.Word(0).Bytes32()
	}
	return &p
}
