package describe

import (
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/eip712"
)

// TypedData returns typed data in words. What it says is read from the typed data alone; known only
// gives names and something to check against.
func TypedData(data eip712.TypedData, known Context) Description {
	d := &describer{known: known}
	d.Hash = data.Hash()
	d.domain(data)
	s := data.Message
	switch data.Domain.Name + " " + data.EncodeType() {
	case "AUGUSTUS RFQ " + encodeOrder, "AUGUSTUS RFQ " + encodeOrderNFT:
		d.contractIs(data.Domain.Contract, known.Network.Contracts.AugustusRFQ, "order contract")
		d.order(s)
	case "Portikus " + encodeDelta, "Portikus Fillable" + encodeDelta,
		"Portikus " + encodeSecond, "Portikus Fillable" + encodeSecond,
		"Portikus " + encodeSliced, "Portikus " + encodeSlicedBuy:
		d.contractIs(data.Domain.Contract, known.Network.Contracts.Delta, "Delta contract")
		d.delta(data.Domain.Contract, s)
	case "Portikus " + encodeCancellations:
		d.contractIs(data.Domain.Contract, known.Network.Contracts.Delta, "Delta contract")
		d.cancellations(s)
	case "Portikus " + encodeReadHeld:
		d.contractIs(data.Domain.Contract, known.Network.Contracts.Delta, "Delta contract")
		d.readHeld(s)
	case "Permit2 " + encodePermitTransfer:
		d.contractIs(data.Domain.Contract, known.Network.Contracts.Permit2, "Permit2")
		d.permitTransfer(s)
	case "Permit2 " + encodePermitSingle:
		d.contractIs(data.Domain.Contract, known.Network.Contracts.Permit2, "Permit2")
		d.permitSingle(s)
	case data.Domain.Name + " " + encodePermit:
		d.permit(data.Domain.Contract, s)
	case data.Domain.Name + " " + encodeDAIPermit:
		d.daiPermit(data.Domain.Contract, s)
	default:
		d.Title = "Unknown typed data"
		d.Lead = "This program does not know what signing this allows."
		d.danger("unknown", "the type "+printable(s.Type)+" of "+printable(
			data.Domain.Name)+" is not one this program knows")
	}
	d.fields("", s, d.tokensOf(data.Domain.Contract, s))
	return d.Description
}

// The types this program knows, as EIP-712 writes them.
const (
	encodeOrder = "Order(uint256 nonceAndMeta,uint128 expiry,address makerAsset,address " +
		"takerAsset,address maker,address taker,uint256 makerAmount,uint256 takerAmount)"
	encodeOrderNFT = "OrderNFT(uint256 nonceAndMeta,uint128 expiry,uint256 " +
		"makerAsset,uint256 makerAssetId,uint256 takerAsset,uint256 takerAssetId,address " +
		"maker,address taker,uint256 makerAmount,uint256 takerAmount)"
	encodeDelta = "Order(address owner,address beneficiary,address srcToken,address " +
		"destToken,uint256 srcAmount,uint256 destAmount,uint256 expectedDestAmount,uint256 " +
		"deadline,uint256 nonce,uint256 partnerAndFee,bytes permit)"
	encodeBridge = "Bridge(bytes4 protocolSelector,uint256 destinationChainId,address " +
		"outputToken,int8 scalingFactor,bytes protocolData)"
	encodeSecond = "Order(address owner,address beneficiary,address srcToken,address " +
		"destToken,uint256 srcAmount,uint256 destAmount,uint256 expectedAmount,uint256 " +
		"deadline,uint8 kind,uint256 nonce,uint256 partnerAndFee,bytes permit,bytes " +
		"metadata,Bridge bridge)" + encodeBridge
	encodeSlices = "(address owner,address beneficiary,address srcToken,address " +
		"destToken,uint256 nonce,uint256 partnerAndFee,uint64 deadline,uint64 interval,uint32 " +
		"numSlices,"
	encodeSliced = "TWAPOrder" + encodeSlices + "uint256 destAmountPerSlice,uint256 " +
		"totalSrcAmount,bytes permit,bytes metadata,Bridge bridge)" + encodeBridge
	encodeSlicedBuy = "TWAPBuyOrder" + encodeSlices + "uint256 totalDestAmount,uint256 " +
		"maxSrcAmount,bytes permit,bytes metadata,Bridge bridge)" + encodeBridge
	encodeCancellations = "OrderCancellations(string[] orderIds)"
	encodeReadHeld      = "ReadHeldOrders(address owner,string exchange)"
	encodePermit        = "Permit(address owner,address spender,uint256 value,uint256 " +
		"nonce,uint256 deadline)"
	encodeDAIPermit = "Permit(address holder,address spender,uint256 nonce,uint256 " +
		"expiry,bool allowed)"
	encodePermitTransfer = "PermitTransferFrom(TokenPermissions permitted,address " +
		"spender,uint256 nonce,uint256 deadline)TokenPermissions(address token,uint256 amount)"
	encodePermitSingle = "PermitSingle(PermitDetails details,address spender,uint256 " +
		"sigDeadline)PermitDetails(address token,uint160 amount,uint48 expiration,uint48 nonce)"
)

func (d *describer) domain(data eip712.TypedData) {
	name := printable(data.Domain.Name)
	if data.Domain.Version != "" {
		name += " version " + printable(data.Domain.Version)
	}
	d.Domain = append(d.Domain, Line{Label: "domain", Value: name})
	d.requireChain(data.Domain.ChainID)
	l := Line{Label: "contract", Value: data.Domain.Contract.Hex(), Level: Danger,
		Note: "not known here"}
	if n, ok := d.known.name(data.Domain.Contract); ok {
		l.Level, l.Note = d.known.level(data.Domain.Contract), n
	}
	d.Domain = append(d.Domain, l)
}

// contractIs checks that data of a well-known domain is for this network's contract.
func (d *describer) contractIs(got, want common.Address, name string) {
	if got == want && want != (common.Address{}) {
		d.knownAs(want, "known "+name)
		return
	}
	d.check(Block, got.Hex()+" is not this network's "+name+": the signature could be used where "+
		"you do not expect it")
}

// tokenIs checks the token whose own domain a permit has.
func (d *describer) tokenIs(token common.Address) {
	if t, ok := d.known.token(token); ok {
		d.knownAs(token, "listed token "+t.symbol())
		return
	}
	d.danger("unlisted", "token "+token.Hex()+" is not listed")
}

// tokensOf tells which token each amount field of a message counts; contract is that of the
// message's domain.
func (d *describer) tokensOf(contract common.Address, s eip712.Struct) map[string]common.Address {
	tokens := map[string]common.Address{
		"srcAmount":          get[common.Address](s, "srcToken"),
		"destAmount":         get[common.Address](s, "destToken"),
		"expectedDestAmount": get[common.Address](s, "destToken"),
		"expectedAmount":     get[common.Address](s, "destToken"),
		"destAmountPerSlice": get[common.Address](s, "destToken"),
		"totalDestAmount":    get[common.Address](s, "destToken"),
		"totalSrcAmount":     get[common.Address](s, "srcToken"),
		"maxSrcAmount":       get[common.Address](s, "srcToken"),
		"amount":             get[common.Address](s, "token"),
	}
	if get[api.Amount](s, "kind") == api.NewAmount(1) {
		tokens["expectedAmount"] = tokens["srcAmount"]
	}
	if s.Type == "Permit" {
		tokens["value"] = contract
	}
	if s.Type == "Order" {
		tokens["makerAmount"], tokens["takerAmount"] = get[common.Address](s, "makerAsset"),
			get[common.Address](s, "takerAsset")
	}
	return tokens
}

// partnerNote is what the partner and its fee mean that are packed into a number.
func partnerNote(packed api.Amount, later bool) string {
	partner, bps, surplus := eip712.SplitPartnerAndFee(packed)
	text := "no partner"
	switch {
	case partner == (common.Address{}):
	case bps > 0:
		text = "a partner's fee of " + api.Percent(int64(min(bps, eip712.MaxPartnerBps)))
	case surplus:
		text = "a partner gets half of any surplus"
	default:
		text = "a partner without a fee"
	}
	switch {
	case !later:
	case eip712.CapsSurplus(packed):
		text += "; surplus counts up to 1% of what is expected"
	default:
		text += "; all surplus counts"
	}
	return text
}

// fields lists every field of a struct as it is signed, with what it means beside it.
func (d *describer) fields(prefix string, s eip712.Struct, tokens map[string]common.Address) {
	later := slices.ContainsFunc(s.Fields, func(f eip712.Field) bool { return f.Name == "bridge" })
	for _, f := range s.Fields {
		l := Line{Label: prefix + f.Name}
		switch v := f.Value.(type) {
		case api.Amount:
			l.Value = v.String()
			switch f.Name {
			case "expiry", "deadline", "expiration", "sigDeadline":
				if !v.IsZero() {
					l.Note = d.known.when(v)
				}
			case "interval":
				l.Note = "seconds between two slices at least"
			case "numSlices", "destinationChainId":
			case "partnerAndFee":
				l.Note = partnerNote(v, later)
			case "kind":
				if l.Note = "sells"; !v.IsZero() {
					l.Note = "buys"
				}
			case "expectedDestAmount", "expectedAmount":
				l.Note = d.known.exact(v, tokens[f.Name]) + ", half of any surplus to the protocol"
			default:
				l.Note = d.known.exact(v, tokens[f.Name])
			}
		case common.Address:
			l.Value = v.Hex()
			if l.Note, l.Level = d.nameLine(v); f.Name == "beneficiary" && v == (common.Address{}) {
				l.Note = "zero: the owner"
			}
		case common.Hash:
			l.Value = v.Hex()
		case []byte:
			l.Value = "0x" + hex.EncodeToString(v)
		case [4]byte:
			l.Value = "0x" + hex.EncodeToString(v[:])
		case int8:
			l.Value = fmt.Sprint(v)
		case string:
			l.Value = fmt.Sprintf("%q", v)
		case []string:
			l.Value = fmt.Sprintf("%q", v)
		case bool:
			l.Value = fmt.Sprint(v)
		case eip712.Struct:
			d.fields(prefix+f.Name+".", v, d.tokensOf(common.Address{}, v))
			continue
		}
		d.Fields = append(d.Fields, l)
	}
}

func (d *describer) nameLine(a common.Address) (string, Level) {
	if a == (common.Address{}) {
		return "zero: nobody is named", Plain
	}
	if n, ok := d.known.name(a); ok {
		return n, d.known.level(a)
	}
	if like := d.known.looksLike(a); like != "" {
		return like, Danger
	}
	return "not known here", Warn
}

func (d *describer) order(s eip712.Struct) {
	o := orderOf(s)
	d.Title = "Limit order"
	switch {
	case o.NFT:
		d.Title = "NFT order"
	case o.Type() == api.P2P:
		d.Title = "P2P order"
	}
	d.Lead = "You are about to SIGN an order. No transaction is sent, but whoever holds the " +
		"signature can fill it until it ends or you cancel it."
	if taker, ok := d.onlyTaker(o); ok {
		d.Lead = "You are about to SIGN an order to " + d.known.short(taker) + " alone. No " +
			"transaction is sent, but they can take " +
			d.known.quantity(o.MakerAmount, o.MakerAsset, api.Up) + " of yours and pay you " +
			d.known.quantity(o.TakerAmount, o.TakerAsset, api.Down) +
			" for it, until it ends or you cancel it."
	}
	d.give("Sell exactly", o.MakerAmount, o.MakerAsset)
	if price := d.get("Get at least", o.TakerAmount,
		o.TakerAsset); o.MakerAsset.Kind != api.ERC721 && o.TakerAsset.Kind != api.ERC721 {
		if price.Note != "" {
			price.Note += "; "
		}
		price.Note += "for all of it; a part pays its share"
	}
	d.exchange(o.MakerAmount, o.MakerAsset, o.TakerAmount, o.TakerAsset).Rests = true
	d.takers(o)
	d.expiry("Valid until", get[api.Amount](s, "expiry"))
	d.add("Nonce", nonceOf(o).String())
	d.requireSigner("maker", o.Maker)
	d.sanityChecks(o)
}

// orderOf reads an order back out of its typed data.
func orderOf(s eip712.Struct) api.Order {
	o := api.Order{
		NFT: s.Type == "OrderNFT", NonceAndMeta: get[api.Amount](s, "nonceAndMeta"),
		Maker: get[common.Address](s, "maker"), Taker: get[common.Address](s, "taker"),
		MakerAmount: get[api.Amount](s, "makerAmount"),
		TakerAmount: get[api.Amount](s, "takerAmount"),
	}
	o.Expiry, _ = get[api.Amount](s, "expiry").Uint64()
	if !o.NFT {
		o.MakerAsset.Address, o.TakerAsset.Address = get[common.Address](s, "makerAsset"),
			get[common.Address](s, "takerAsset")
		return o
	}
	o.MakerAsset = unpack(get[api.Amount](s, "makerAsset"), get[api.Amount](s, "makerAssetId"))
	o.TakerAsset = unpack(get[api.Amount](s, "takerAsset"), get[api.Amount](s, "takerAssetId"))
	return o
}

// unpack reads a packed asset as the contract does: the low 160 bits and the two bits above them.
func unpack(packed, id api.Amount) api.Asset {
	b := packed.Bytes32()
	return api.Asset{Kind: api.AssetKind(b[11] & 3), Address: common.BytesToAddress(b[12:]), ID: id}
}

func nonceOf(o api.Order) api.Amount {
	b := o.NonceAndMeta.Bytes32()
	var n [32]byte
	copy(n[20:], b[:12])
	return api.AmountFromBytes32(n)
}

// onlyTaker is the one who can fill an order where the contract lets nobody else; ok is false where
// it does, or where nobody is named.
func (d *describer) onlyTaker(o api.Order) (taker common.Address, ok bool) {
	meta, zero := o.TakerFromMeta(), common.Address{}
	contracts := d.known.Network.Contracts
	switch {
	case o.Taker == zero:
		return zero, false
	case o.Taker == contracts.AugustusSwapper || o.Taker == contracts.AugustusV6:
		return meta, meta != zero
	}
	return o.Taker, meta == zero || meta == o.Taker
}

// takers says who may fill an order, in every shape the interface knows.
func (d *describer) takers(o api.Order) {
	meta, zero := o.TakerFromMeta(), common.Address{}
	contracts := d.known.Network.Contracts
	swapper := o.Taker != zero &&
		(o.Taker == contracts.AugustusSwapper || o.Taker == contracts.AugustusV6)
	switch {
	case o.Taker == zero && meta == zero:
		d.add("Taker", "anyone may take it")
	case o.Taker == zero:
		d.add("Taker", "anyone may take it at the contract; meant for "+d.party(
			meta)).Level = Warn
		d.check(Warn, "the intended taker is only a wish here: the contract lets anyone fill an "+
			"order whose taker field is zero")
	case swapper && meta == zero:
		d.add("Taker", "anyone, through the "+d.contractName(o.Taker))
	case swapper:
		d.add("Taker", "only "+d.party(meta)+", through the "+d.contractName(o.Taker))
	case meta == zero || meta == o.Taker:
		d.add("Taker", "only "+d.party(o.Taker))
	default:
		d.add("Taker", "only "+d.party(o.Taker)+", though it is meant for "+d.party(
			meta)).Level = Danger
		d.check(Danger, "the two takers differ: the intended one could not fill it")
	}
}

func (d *describer) contractName(a common.Address) string {
	n, _ := d.known.contract(a)
	return n
}

// sanityChecks look for terms that nobody means.
func (d *describer) sanityChecks(o api.Order) {
	switch {
	case o.MakerAmount.IsZero() || o.TakerAmount.IsZero():
		d.check(Block, "an amount is zero: the contract refuses such an order")
	case o.MakerAsset == o.TakerAsset:
		d.check(Block, "both sides are the same asset")
	}
	one := api.NewAmount(1)
	for _, side := range []struct {
		asset  api.Asset
		amount api.Amount
	}{{o.MakerAsset, o.MakerAmount}, {o.TakerAsset, o.TakerAmount}} {
		if side.asset.Kind == api.ERC721 && side.amount != one {
			d.check(Block, "an ERC721 token exists once: its amount must be 1")
		}
		if side.asset.Kind > api.ERC721 {
			d.check(Block, fmt.Sprintf("token %s is unknown: types are 0 ERC20, 1 ERC1155, 2 "+
				"ERC721", side.asset.Kind))
		}
	}
}

func (d *describer) cancellations(s eip712.Struct) {
	ids := get[[]string](s, "orderIds")
	d.Title, d.Act.Kind = "Cancel Delta orders", CancelDelta
	d.Lead = "You are about to SIGN a cancellation. No transaction is sent; the auctions of " +
		"these orders end."
	noun := "orders"
	if len(ids) == 1 {
		noun = "order"
	}
	d.add("Cancel", fmt.Sprintf("%d Delta %s", len(ids), noun))
	for _, id := range ids {
		d.add("", strings.Trim(fmt.Sprintf("%q", id), `"`))
	}
	if len(ids) == 0 {
		d.check(Block, "it names no order")
	}
}

func (d *describer) readHeld(s eip712.Struct) {
	d.Title = "Read held orders"
	d.Lead = "You are about to SIGN for reading alone. Stops, take profits and orders for later " +
		"are kept from everybody while they are held back; of this signature the secret is made " +
		"by which this console reads yours. Nothing can be traded or moved by it."
	d.add("Exchange", printable(get[string](s, "exchange")))
	d.add("If lost", "sign the same again: the secret is the same")
	d.requireSigner("owner", get[common.Address](s, "owner"))
}

// get returns the value of a field by name; the zero value if there is none of that type.
func get[T any](s eip712.Struct, name string) T {
	for _, f := range s.Fields {
		if v, ok := f.Value.(T); ok && f.Name == name {
			return v
		}
	}
	var zero T
	return zero
}
