package describe

import (
	"math/big"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
)

func (c call) address(i int) common.Address { return c.args[i].(common.Address) }
func (c call) amount(i int) api.Amount      { return api.MustBig(c.args[i].(*big.Int)) }

// owner is whose tokens a call moves that begins with saying so.
func (c call) owner() *common.Address {
	a := c.address(0)
	return &a
}

func approveToken(d *describer, c call) {
	d.Title = "Approve"
	if c.amount(1).IsZero() {
		d.Title = "Revoke an approval"
	}
	d.spend(c.address(0), c.amount(1), c.to)
}

// claimFees is a partner's taking out of all that it earned of some tokens.
func claimFees(d *describer, c call) {
	d.Title, d.Act.Kind = "Claim fees", Claim
	d.Act.Tokens = c.args[0].([]common.Address)
	for _, token := range d.Act.Tokens {
		d.add("Take out all", d.party(token))
	}
	d.receiver("To", c.address(1))
}

func transferToken(d *describer, c call) {
	d.Title, d.Act.Kind = "Send tokens", Send
	d.give("Send exactly", c.amount(1), api.Asset{Address: c.to})
	d.receiver("To", c.address(0))
}

func transferTokenFrom(d *describer, c call) {
	d.Title, d.Act.Kind, d.Act.From = "Move tokens", Send, c.owner()
	d.give("Move exactly", c.amount(2), api.Asset{Address: c.to})
	d.add("From", d.party(c.address(0)))
	d.receiver("To", c.address(1))
}

func wrap(d *describer, c call) {
	d.Title, d.Act.Kind = "Wrap "+printable(d.known.Network.Symbol), Wrap
	d.give("Pay exactly", c.value, api.Asset{Address: api.NativeToken})
	d.get("Get exactly", c.value, api.Asset{Address: c.to})
	if c.value.IsZero() {
		d.check(Warn, "it wraps nothing")
	}
}

func unwrap(d *describer, c call) {
	d.Title, d.Act.Kind = "Unwrap "+printable(d.known.Network.Symbol), Unwrap
	d.give("Pay exactly", c.amount(0), api.Asset{Address: c.to})
	d.get("Get exactly", c.amount(0), api.Asset{Address: api.NativeToken})
}

// operator says who may move NFTs.
func (d *describer) operator(who common.Address) {
	l := d.add("Operator", d.party(who))
	if d.known.Network.Contracts.Operates(who) {
		d.knownAs(who, "known operator")
		return
	}
	d.noRight(l, "operator", who)
}

func approveCollection(d *describer, c call) {
	d.Act.Kind, d.Act.Spender = Approve, c.address(0)
	if !c.args[1].(bool) {
		d.Title = "Revoke an approval"
		d.add("Operator", d.party(c.address(0)))
		d.add("May move", "nothing of "+d.party(c.to)+" any more").Level = OK
		return
	}
	d.Title, d.Act.Allows = "Approve a collection", api.MaxAmount
	d.operator(c.address(0))
	d.add("May move", "EVERY token of "+d.party(
		c.to)+" that you have and ever get").Level = Warn
	d.check(Warn, "an approval of a collection is for all its tokens; revoke it when you are done")
}

func approveOneNFT(d *describer, c call) {
	d.Title, d.Act.Kind = "Approve one NFT", "an approval of one NFT"
	asset := api.Asset{Kind: api.ERC721, Address: c.to, ID: c.amount(1)}
	if c.address(0) == (common.Address{}) {
		d.Title = "Revoke an approval"
		d.add("May be moved by", "nobody any more")
	} else {
		d.operator(c.address(0))
	}
	d.add("Token", d.known.quantity(api.NewAmount(1), asset, api.Down))
}

func transferNFT(d *describer, c call) {
	d.Title, d.Act.Kind, d.Act.From = "Send an NFT", Send, c.owner()
	d.give("Send exactly", api.NewAmount(1),
		api.Asset{Kind: api.ERC721, Address: c.to, ID: c.amount(2)})
	d.add("From", d.party(c.address(0)))
	d.receiver("To", c.address(1))
}

func transferNFTs(d *describer, c call) {
	d.Title, d.Act.Kind, d.Act.From = "Send NFTs", Send, c.owner()
	d.give("Send exactly", c.amount(3),
		api.Asset{Kind: api.ERC1155, Address: c.to, ID: c.amount(2)})
	d.add("From", d.party(c.address(0)))
	d.receiver("To", c.address(1))
}
