package local_test

import (
	"crypto/ecdsa"
	"math/big"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/ethclient"
	"github.com/ethereum/go-ethereum/params"
	"github.com/holiman/uint256"

	"bourse/backend/api"
	"bourse/backend/chain/local"
	"bourse/backend/contracts"
)

// The accounts of the program's own on a network that others can send to are nobody else's: their
// keys follow from a secret of its folder, which stays the same.
func TestHouseHasASecret(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	cfg := local.Config{Dir: dir, Secret: true}
	c := open(t, cfg)
	house := c.House()
	for name, key := range map[string][2]*ecdsa.PrivateKey{
		"agent":     {house.Agent(0), local.House{}.Agent(0)},
		"trader":    {house.Trader(0), local.House{}.Trader(0)},
		"faucet":    {house.Faucet(), local.House{}.Faucet()},
		"registrar": {house.Registrar(), local.House{}.Registrar()},
		"arbiter":   {house.Arbiter(), local.House{}.Arbiter()},
	} {
		for i, mine := range []bool{true, false} {
			at := crypto.PubkeyToAddress(key[i].PublicKey)
			coins, err := ethclient.NewClient(c.Client()).BalanceAt(t.Context(), at, nil)
			if err != nil || mine != (coins.Sign() > 0) {
				t.Errorf("%s %s has %s, %v; its house: %v", name, at, coins, err, mine)
			}
		}
	}
	if !reflect.DeepEqual(c.Deployment(), local.Plan(users())) {
		t.Error("the contracts have other addresses than where the house is public")
	}
	info, err := os.Stat(filepath.Join(dir, "house.key"))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the secret's file: %v, %v", info, err)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	cfg.Secret = false // what a folder has counts
	c = open(t, cfg)
	if c.House() != house {
		t.Error("another house after a start")
	}
	if other := open(t, local.Config{Secret: true}); other.House() == house ||
		other.House() == (local.House{}) {
		t.Error("two networks have one house")
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "house.key"), []byte("x\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err = local.Open(t.Context(), local.Config{Dir: dir, Now: time.Now, Accounts: users()})
	if err == nil ||
		!strings.Contains(err.Error(), "house.key is damaged: put it back from a backup") {
		t.Errorf("a damaged secret: %v", err)
	}
}

// A chain that was begun with public keys keeps them: its first block has them.
func TestOldChainKeepsItsHouse(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := open(t, local.Config{Dir: dir}).Close(); err != nil {
		t.Fatal(err)
	}
	if c := open(t, local.Config{Dir: dir, Secret: true}); c.House() != (local.House{}) {
		t.Error("a house that the chain does not know")
	}
}

// The deployer's key is public and can mint tokens: where strangers may send, nothing that it signs
// is taken, in whatever form.
func TestDeployerSignsNothing(t *testing.T) {
	t.Parallel()
	id := big.NewInt(api.LocalChainID)
	signer := types.LatestSignerForChainID(id)
	for _, secret := range []bool{true, false} {
		c := open(t, local.Config{Secret: secret})
		client := ethclient.NewClient(c.Client())
		deployer := local.DeployerKey()
		nonce, err := client.NonceAt(t.Context(), crypto.PubkeyToAddress(deployer.PublicKey), nil)
		if err != nil {
			t.Fatal(err)
		}
		own := types.MustSignNewTx(deployer, signer, &types.DynamicFeeTx{ChainID: id, Nonce: nonce,
			Gas: params.TxGas, To: &common.Address{1}, GasTipCap: big.NewInt(params.GWei),
			GasFeeCap: big.NewInt(100 * params.GWei)})
		leave, err := types.SignSetCode(deployer, types.SetCodeAuthorization{
			ChainID: *uint256.MustFromBig(id), Address: c.Deployment().Contracts.Multicall,
			Nonce: nonce})
		if err != nil {
			t.Fatal(err)
		}
		others := types.MustSignNewTx(c.House().Trader(0), signer, &types.SetCodeTx{
			ChainID: uint256.MustFromBig(id), Gas: 100_000,
			AuthList:  []types.SetCodeAuthorization{leave},
			GasTipCap: uint256.NewInt(params.GWei), GasFeeCap: uint256.NewInt(100 * params.GWei)})
		for name, tx := range map[string]*types.Transaction{"its own": own, "for it": others} {
			err := client.SendTransaction(t.Context(), tx)
			if secret {
				raw, err := tx.MarshalBinary()
				if err != nil {
					t.Fatal(err)
				}
				err = c.Client().CallContext(t.Context(), nil, "eth_sendRawTransactionSync",
					hexutil.Bytes(raw))
				if err == nil || !strings.Contains(err.Error(), "eth_sendRawTransaction") {
					t.Errorf("taken without its place on disk: %v", err)
				}
			}
			refused := err != nil && strings.Contains(err.Error(), "sign with another account")
			if refused != secret || !secret && err != nil && name == "its own" {
				t.Errorf("secret %v, a transaction %s: %v", secret, name, err)
			}
		}
	}
}

// What the deployer has could be taken by permits that its public key signs: it has nothing.
func TestDeployerHasNothing(t *testing.T) {
	t.Parallel()
	c := open(t, local.Config{Secret: true})
	client, erc20 := ethclient.NewClient(c.Client()), contracts.NewStandardToken()
	deployer := crypto.PubkeyToAddress(local.DeployerKey().PublicKey)
	for _, token := range c.Deployment().Tokens {
		if token.Address == api.NativeToken || token.TransferTax > 0 {
			continue // they go with its transactions alone, which are refused, and have no permit
		}
		answer, err := client.CallContract(t.Context(), ethereum.CallMsg{To: &token.Address,
			Data: erc20.PackBalanceOf(deployer)}, nil)
		if err != nil {
			t.Fatal(err)
		}
		has, err := erc20.UnpackBalanceOf(answer)
		if err != nil || has.Sign() != 0 {
			t.Errorf("the deployer has %v %s (%v)", has, token.Symbol, err)
		}
	}
}
