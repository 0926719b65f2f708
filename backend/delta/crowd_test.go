package delta_test

import (
	"testing"

	"github.com/ethereum/go-ethereum/crypto"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/backend/eip712"
)

// Neither an owner with as many held orders as one may have, nor many accounts that hold nothing,
// delay the stop of another one by more than two blocks.
func TestCrowdsDelayNobodysStop(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("a network of its own")
	}
	for name, crowd := range map[string]func(a *attack){
		"nobody": func(*attack) {},
		"one owner": func(a *attack) {
			o := a.build(a.users[1], "1", "WETH", "USDC")
			for n := range uint64(1000) {
				o.Nonce = api.NewAmount(1_000_000 + n)
				if _, err := a.hold(o, a.far()); err != nil {
					t.Fatal(err)
				}
			}
		},
		"accounts without anything": func(a *attack) {
			o := a.build(a.users[1], "1", "WETH", "USDC")
			for range 300 {
				key, err := crypto.GenerateKey()
				if err != nil {
					t.Fatal(err)
				}
				o.Owner = crypto.PubkeyToAddress(key.PublicKey)
				o.Beneficiary = o.Owner
				hash := eip712.DeltaTypedData(api.LocalChainID, a.contracts.Delta, o).Hash()
				signature, err := crypto.Sign(hash[:], key)
				if err != nil {
					t.Fatal(err)
				}
				signature[64] += 27
				trigger := a.far()
				if _, _, err := apitest.On(a, api.LocalChainID).SubmitDelta(t.Context(),
					api.DeltaSubmission{
						Order: o, Signature: signature,
						Trigger: &trigger}); err != nil {
					t.Fatal(err)
				}
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := newAttack(t)
			crowd(a)
			stop := a.armed(0.999)
			a.settleBlocks(1)
			a.swap(a.who, a.amount("90", "WETH"), "WETH", "USDC")
			a.settleBlocks(1)
			blocks := 1
			for ; !a.fired(stop) && blocks < 60; blocks++ {
				a.settleBlocks(1)
			}
			t.Logf("beside %s a stop goes off in block %d after the fall", name, blocks)
			if blocks < 3 || blocks > 5 {
				t.Errorf("beside %s a stop goes off in block %d after the fall", name, blocks)
			}
		})
	}
}

// far is a trigger that no market meets.
func (a *attack) far() api.DeltaTrigger {
	return api.DeltaTrigger{Worth: api.NewAmount(uint64(a.fair * 3e6))}
}
