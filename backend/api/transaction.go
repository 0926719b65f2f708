package api

import (
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
)

// Transaction is an unsigned transaction that the service prepared and simulated. The wallet
// derives the words a person reads from Data.
type Transaction struct {
	ChainID  uint64         `json:"chainId"`
	From     common.Address `json:"from"`
	To       common.Address `json:"to"`
	Value    Amount         `json:"value"` // wei
	Data     hexutil.Bytes  `json:"data"`
	Nonce    uint64         `json:"nonce"`
	Gas      uint64         `json:"gas"`      // limit, from the simulation with a margin
	GasPrice Amount         `json:"gasPrice"` // wei a gas at most, base fee and tip together
	Tip      Amount         `json:"tip"`      // wei a gas at most for whoever makes the block
	// BaseFee is what a gas cost in the block simulated on, in wei. Where it is 0 the transaction
	// is signed in the old form, which has a gas price and no tip.
	BaseFee Amount `json:"baseFee"`
	L1Fee   Amount `json:"l1Fee"`   // wei for the chain below, on rollups that charge it beside gas
	Block   uint64 `json:"block"`   // the block simulated on
	GasUsed uint64 `json:"gasUsed"` // what the simulation used
	// Delegate is whose code runs as the sender's (EIP-7702), where one has been named.
	Delegate *common.Address `json:"delegate,omitempty"`
	// ToldBy is who alone says that it was simulated, where no node of one's own was asked.
	ToldBy string `json:"-"`
}

// MaxFee returns the most the sender can pay for the transaction beside its value, in wei.
func (t Transaction) MaxFee() Amount { return t.fee(t.Gas, t.GasPrice) }

// LikelyFee returns what the sender would have paid in the block simulated on, in wei.
func (t Transaction) LikelyFee() Amount {
	price := t.GasPrice
	if !t.BaseFee.IsZero() {
		price = price.Min(t.BaseFee.Add(t.Tip))
	}
	return t.fee(t.GasUsed, price)
}

func (t Transaction) fee(gas uint64, price Amount) Amount {
	return NewAmount(gas).MulDiv(price, NewAmount(1)).Add(t.L1Fee)
}

// Unsigned returns the transaction as it is signed.
func (t Transaction) Unsigned() *types.Transaction {
	to := t.To
	if t.BaseFee.IsZero() {
		return types.NewTx(&types.LegacyTx{Nonce: t.Nonce, GasPrice: t.GasPrice.Big(), Gas: t.Gas,
			To: &to, Value: t.Value.Big(), Data: t.Data})
	}
	return types.NewTx(&types.DynamicFeeTx{ChainID: NewAmount(t.ChainID).Big(), Nonce: t.Nonce,
		GasFeeCap: t.GasPrice.Big(), GasTipCap: t.Tip.Big(), Gas: t.Gas, To: &to,
		Value: t.Value.Big(), Data: t.Data})
}

// FillLeg is one order of a fill and how much of its taker amount to pay; a zero amount fills all
// that is left when it is prepared. The order contract takes exact amounts alone: where somebody
// fills a unit of the order first, a fill of all that is left reverts, one of less has as much room
// as it leaves.
type FillLeg struct {
	Hash        common.Hash
	TakerAmount Amount
}

// FillRequest asks for the transaction that fills orders. All orders of a request share one pair.
//
// Without a Side every leg is filled as it says, or nothing is. With one, Total is filled over the
// legs in turn, each of them for at most what it says: Buy gets Total units of what the makers
// give, Sell pays Total units of what they take. Legs that cannot be filled, now or once it is
// mined, are passed over, so that those behind make up for them; where all together fall short,
// nothing is filled.
type FillRequest struct {
	Taker  common.Address // who pays and signs
	Target common.Address // who receives; zero is the taker
	Legs   []FillLeg
	Side   Side
	Total  Amount
}

// CancelRequest asks for the transaction that cancels a maker's orders.
type CancelRequest struct {
	Maker  common.Address
	Hashes []common.Hash
}

// ApproveRequest asks for the transaction that lets a spender move a token. For NFT kinds a
// non-zero amount approves all of a collection.
type ApproveRequest struct {
	Owner   common.Address
	Token   common.Address
	Kind    AssetKind
	Spender common.Address
	Amount  Amount
}

// WrapRequest asks for the transaction that turns native coin into its wrapped token, or back.
type WrapRequest struct {
	Owner  common.Address
	Amount Amount
	Unwrap bool
}

// InvalidateRequest asks for the transaction that uses up a nonce of Delta orders: none that has it
// can be settled after that, whoever holds its signature.
type InvalidateRequest struct {
	Owner common.Address
	Nonce Amount
}

// ClaimRequest asks for the transaction that takes out what an account has earned as a partner, of
// all listed tokens, from one of the contracts that hold fees.
type ClaimRequest struct {
	Owner    common.Address // who earned it, signs, and gets it
	Contract common.Address
}

// TransferRequest asks for the transaction that sends a token, an NFT or native coin to somebody.
type TransferRequest struct {
	Owner  common.Address // who holds it and signs
	Asset  Asset          // the native coin is the ERC20 asset at NativeToken
	To     common.Address
	Amount Amount // raw units; of an ERC721 token 1
}

// ReplaceRequest asks for the transaction that takes the place of one that waits to be mined.
type ReplaceRequest struct {
	Hash   common.Hash // of the one that waits
	Cancel bool        // whether to do nothing in its place, instead of the same for higher fees
}

// Nonces tell how far an account's transactions are. One that was sent with a nonce below Mined is
// mined, or another took its place; one with a nonce from Next on is held by no node.
type Nonces struct {
	Mined uint64 `json:"mined"` // how many transactions are in blocks
	Next  uint64 `json:"next"`  // the nonce after those that wait
	// ToldBy is the service on whose word alone it is so; "" is none.
	ToldBy string `json:"-"`
}

// Receipt is how a sent transaction ended; a nil Block means that it is not mined yet. One that no
// node holds either was dropped, or another took its place: Nonces tell which. Sending it again is
// safe, since an account's nonce is used once.
type Receipt struct {
	Hash     common.Hash `json:"transactionHash"`
	Waits    bool        `json:"waits"` // whether a node holds it that has not mined it yet
	Block    *BlockRef   `json:"block"`
	Success  bool        `json:"success"`
	Reason   string      `json:"reason"` // why it reverted, where that can be told
	GasUsed  uint64      `json:"gasUsed"`
	GasPrice Amount      `json:"gasPrice"`
	// ToldBy is who alone says so, where no node of one's own was asked.
	ToldBy string `json:"-"`
	// Unseen is that it was handed to the service a while ago, and that a node of one's own, which
	// was asked, knows nothing of it.
	Unseen bool `json:"-"`
}

// ByWord adds whose word alone a receipt is, "" of one's own node.
func (r *Receipt) ByWord() string { return ByWord(r.ToldBy) }

// ByWord adds to a sentence whose word alone it is, "" where nobody's.
func ByWord(host string) string {
	if host == "" {
		return ""
	}
	return ", by the word of " + host + " alone"
}
