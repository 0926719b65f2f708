package swap

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/swap/calldata"
	"bourse/backend/swap/router"
)

// request is a PriceRequest whose tokens are found.
type request struct {
	api.PriceRequest
	srcToken, destToken api.Token      // as the user has them
	src, dest           common.Address // as pools have them
	srcTax, destTax     int            // of moves into or out of pools, in basis points
	srcUserTax          int            // of the move from the user
	destUserTax         int            // of the move to the receiver
	srcLoss, destLoss   uint64         // units that rounding may take of a transfer (Snapshot.Loss)
	route               []common.Address
	gasPrice            api.Amount
	partner             common.Address
	feeBps              int
	maxImpact           float64
	wrapOnly            bool
	// snap is what it is searched on, once that is read: the pools, and book of the limit orders;
	// back gives back its turn to be searched
	snap *router.Snapshot
	book []calldata.Order
	back func()
}

const defaultPartner = "anon"

// readRequest checks a request and finds its tokens.
func (s *Service) readRequest(ctx context.Context, r api.PriceRequest) (*request, error) {
	q := &request{PriceRequest: r, maxImpact: api.DefaultMaxImpact}
	if q.Side == "" {
		q.Side = api.Sell
	}
	if q.Version == "" {
		q.Version = api.Version5
	}
	if q.MaxImpact != nil {
		q.maxImpact = *q.MaxImpact
	}
	if q.Partner == "" {
		q.Partner = defaultPartner
	}
	switch {
	case q.Side != api.Sell && q.Side != api.Buy:
		return nil, invalid("side", "must be SELL or BUY")
	case q.Version != api.Version5 && q.Version != api.Version62:
		return nil, invalid("version", "must be 5 or 6.2")
	case q.Amount.IsZero():
		return nil, invalid("amount", "must be above zero")
	case q.Amount.U256().BitLen() > 128:
		return nil, invalid("amount", "is larger than any pool can hold")
	case math.IsNaN(q.maxImpact) || q.maxImpact < 0:
		return nil, invalid("maxImpact", fmt.Sprintf("must be at least 0, got %g", q.maxImpact))
	case q.MaxUSDImpact != nil && !(*q.MaxUSDImpact >= 0):
		e := invalid("maxUSDImpact", fmt.Sprintf("must be at least 0, got %g", *q.MaxUSDImpact))
		e.Text = textBadMaxUSD
		return nil, e
	}
	if err := checkPartner(
		q.Version, q.PartnerAddress, q.PartnerFeeBps, q.TakeSurplus); err != nil {
		return nil, err
	}
	if err := s.readLists(q); err != nil {
		return nil, err
	}
	if err := s.readTokens(ctx, q); err != nil {
		return nil, err
	}
	if err := q.readTaxes(); err != nil {
		return nil, err
	}
	terms := api.SwapTerms{PartnerAddress: r.PartnerAddress, PartnerFeeBps: r.PartnerFeeBps,
		TakeSurplus: r.TakeSurplus}
	q.partner, q.feeBps, _ = calldata.FeeOf(&terms)
	var err error
	q.gasPrice, err = s.cfg.Network.GasPrice(ctx)
	return q, err
}

func invalid(field, reason string) *api.Error {
	return api.Invalid(api.FieldError{Field: field, Reason: reason})
}

// checkPartner refuses a fee or a share that nobody could be paid, or that the contract would cut.
func checkPartner(v api.SwapVersion, partner common.Address, feeBps int, surplus bool) error {
	limit := calldata.MaxFeeBps(v)
	switch {
	case feeBps < 0 || feeBps > limit:
		return invalid("partnerFeeBps", fmt.Sprintf(
			"must be from 0 to %d basis points with version %s, got %d", limit, v, feeBps))
	case partner == (common.Address{}) && feeBps > 0:
		return invalid("partnerFeeBps", "needs a partnerAddress to be paid to")
	case partner == (common.Address{}) && surplus:
		return invalid("takeSurplus", "needs a partnerAddress to be paid to")
	}
	return nil
}

// readLists brings the names of the request's lists into their own case and refuses unknown ones.
func (s *Service) readLists(q *request) error {
	var methods []string
	for _, m := range s.methods {
		if !slices.Contains(methods, m.Name) {
			methods = append(methods, m.Name)
		}
	}
	for _, l := range []struct {
		field string
		names *[]string
		known []string
	}{
		{"includeDEXS", &q.IncludeExchanges, s.exchanges},
		{"excludeDEXS", &q.ExcludeExchanges, s.exchanges},
		{"includeContractMethods", &q.IncludeMethods, methods},
		{"excludeContractMethods", &q.ExcludeMethods, methods},
		{"excludePricingMethods", &q.ExcludePricing,
			[]string{api.MegaPath, api.MultiPath, api.SimplePath}},
	} {
		names := make([]string, len(*l.names))
		for i, name := range *l.names {
			pos := slices.IndexFunc(l.known,
				func(known string) bool { return strings.EqualFold(known, name) })
			if pos < 0 {
				return invalid(l.field, fmt.Sprintf("%q is unknown: known are %s", name,
					strings.Join(l.known, ", ")))
			}
			names[i] = l.known[pos]
		}
		*l.names = names
	}
	return nil
}

func (s *Service) readTokens(ctx context.Context, q *request) (err error) {
	if len(q.Route) > 0 {
		if len(q.Route) < 2 || len(q.Route) > router.MaxTokens {
			return invalid("route", fmt.Sprintf("must name 2 to %d tokens", router.MaxTokens))
		}
		if q.Src == "" {
			q.Src = q.Route[0]
		}
		if q.Dest == "" {
			q.Dest = q.Route[len(q.Route)-1]
		}
	}
	if q.srcToken, err = s.find(ctx, "srcToken", q.Src, q.SrcDecimals); err != nil {
		return err
	}
	if q.destToken, err = s.find(ctx, "destToken", q.Dest, q.DestDecimals); err != nil {
		return err
	}
	q.src, q.dest = s.wrap(q.srcToken.Address), s.wrap(q.destToken.Address)
	if q.srcToken.Address == q.destToken.Address {
		return invalid("destToken", "must be another token than srcToken")
	}
	q.wrapOnly = q.src == q.dest
	for _, name := range q.Route {
		t, err := s.find(ctx, "route", name, nil)
		if err != nil {
			return err
		}
		q.route = append(q.route, s.wrap(t.Address))
	}
	switch {
	case len(q.route) == 0:
	case q.route[0] != q.src:
		return invalid("route", "is invalid, from token should be the first token of the route")
	case q.route[len(q.route)-1] != q.dest:
		return invalid("route", "is invalid, to token should be the last token of the route")
	}
	return nil
}

// find returns the token of an address or symbol; its decimals are known where the client left them
// out, and must be right where it gave them. Of a token that is known it reads nothing; the pools
// of another are looked for by a worker, which a client waits for a moment (pools.Tracker.Learn),
// and a symbol that only others list is what its contract says.
func (s *Service) find(ctx context.Context, field, name string, decimals *int) (api.Token, error) {
	t, ok := s.cfg.Tokens.Find(name)
	if !ok {
		var err error
		if t, err = s.unlisted(ctx, field, name); err != nil {
			return t, err
		}
	}
	var why error
	if t.Kind == api.ERC20 {
		known, err := s.cfg.Pools.Learn(ctx, t.Address)
		if known.Address != t.Address && (err != nil || !ok) {
			return t, err
		}
		if why = err; known.Address == t.Address {
			t = known // with what a trial showed that it keeps of transfers
		}
	}
	if t.Kind != api.ERC20 {
		return t, api.Errorf(api.UnsupportedToken,
			"%s is a collection of NFTs: only fungible tokens are swapped", t.Symbol)
	}
	if decimals != nil && *decimals != t.Decimals {
		return t, invalid(strings.TrimSuffix(field, "Token")+"Decimals",
			fmt.Sprintf("is %d, but %s has %d decimals", *decimals, t.Symbol, t.Decimals))
	}
	return t, why
}

// unlisted returns a token by the symbol that others list it under, or of an address that alone.
func (s *Service) unlisted(ctx context.Context, field, name string) (api.Token, error) {
	if !strings.HasPrefix(name, "0x") {
		t, err := s.cfg.Tokens.Named(ctx, name)
		if known := (*api.Error)(nil); err != nil && !errors.As(err, &known) {
			err = invalid(field, err.Error())
		}
		return t, err
	}
	address, err := api.ParseAddress(name)
	if err != nil {
		return api.Token{}, invalid(field, err.Error())
	}
	return api.Token{Address: address, Kind: api.ERC20}, nil
}

// readTaxes takes what the list of tokens says where the client says nothing.
func (q *request) readTaxes() error {
	tax := func(field string, given *int, listed int) (int, error) {
		if given == nil {
			return listed, nil
		}
		if *given < 0 || *given >= api.BPS {
			return 0, invalid(field, "must be from 0 to 9999 basis points")
		}
		return *given, nil
	}
	var dex int
	var err error
	if q.srcUserTax, err = tax("srcTokenTransferFee", q.SrcTax,
		q.srcToken.TransferTax); err != nil {
		return err
	}
	if dex, err = tax("srcTokenDexTransferFee", q.SrcDexTax, 0); err != nil {
		return err
	}
	q.srcTax = min(q.srcUserTax+dex, api.BPS-1)
	if q.destUserTax, err = tax("destTokenTransferFee", q.DestTax,
		q.destToken.TransferTax); err != nil {
		return err
	}
	if dex, err = tax("destTokenDexTransferFee", q.DestDexTax, 0); err != nil {
		return err
	}
	q.destTax = min(q.destUserTax+dex, api.BPS-1)
	return nil
}

// admits tells whether the request's lists admit an exchange.
func (q *request) admits(exchange string) bool {
	if len(q.IncludeExchanges) > 0 && !slices.Contains(q.IncludeExchanges, exchange) {
		return false
	}
	return !slices.Contains(q.ExcludeExchanges, exchange)
}
