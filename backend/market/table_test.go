package market

import (
	"bytes"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
)

// FuzzTrades decodes any bytes as a trade and as its key: it ends without a panic, and what is
// accepted is written back as the same bytes, so that no damage is read as a trade.
func FuzzTrades(f *testing.F) {
	trade := api.Trade{
		Pair: api.Pair{Base: common.HexToAddress("0x1"), Quote: common.HexToAddress("0x2")},
		Side: api.Sell, Size: api.MaxAmount,
		Price: api.Price{Quote: api.NewAmount(3), Base: api.NewAmount(4)}, Time: 5,
		TxHash: common.HexToHash("0x6"), Source: "UniswapV3",
	}
	traded, _ := tradeCodec{}.Append(nil, trade)
	trade.Side, trade.Source = api.Buy, ""
	bought, _ := tradeCodec{}.Append(nil, trade)
	key := tradeKeys{}.AppendKey(nil, tradeKey{1337, 8, 9})
	for _, seed := range [][2][]byte{{traded, key}, {bought, key},
		{traded[:len(traded)/2], key[:5]}, {nil, nil}} {
		f.Add(seed[0], seed[1])
	}
	f.Fuzz(func(t *testing.T, value, key []byte) {
		if tr, err := (tradeCodec{}).Decode(value); err == nil {
			if again, err := (tradeCodec{}).Append(nil, tr); err != nil ||
				!bytes.Equal(again, value) {
				t.Fatalf("%x became %x, %v", value, again, err)
			}
		}
		if k, err := (tradeKeys{}).DecodeKey(key); err == nil &&
			!bytes.Equal(tradeKeys{}.AppendKey(nil, k), key) {
			t.Fatalf("key %x became %+v", key, k)
		}
	})
}
