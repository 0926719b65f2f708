package swap

import (
	"errors"
	"math/big"
	"slices"

	"github.com/ethereum/go-ethereum"
	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/accounts/abi/bind/v2"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/ethclient"
	"github.com/ethereum/go-ethereum/params"

	"bourse/backend/api"
	"bourse/backend/chain/local"
	"bourse/backend/contracts"
)

const (
	installGas = 16_000_000 // the limit of a transaction that creates something
	blockGas   = 55_000_000
)

// installer puts contracts on a world's chain before anything follows it, as the account that owns
// its tokens. It is a contracts.Deployer.
type installer struct {
	*world
	node  *ethclient.Client
	from  common.Address
	nonce uint64
	gas   uint64 // of what waits for a block
	wait  []common.Hash
	last  *types.Receipt // of the last one mined
	what  []string
}

func newInstaller(w *world) *installer {
	w.Helper()
	n := &installer{world: w, node: ethclient.NewClient(w.chain.Client()),
		from: crypto.PubkeyToAddress(local.DeployerKey().PublicKey)}
	var err error
	if n.nonce, err = n.node.NonceAt(w.Context(), n.from, nil); err != nil {
		w.Fatal(err)
	}
	n.stock()
	return n
}

// stock gives the installer what pools are filled with, as it keeps nothing of what it deployed.
func (n *installer) stock() {
	n.Helper()
	for _, token := range n.chain.Deployment().Tokens {
		whole := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(token.Decimals)), nil)
		much := whole.Mul(whole, big.NewInt(80_000))
		switch {
		case token.Address == api.NativeToken:
		case token.Symbol == "WETH":
			n.add("wrap", &token.Address, much, contracts.NewWrappedNative().PackDeposit(), 100_000)
		default:
			n.Call("mint", token.Address, contracts.NewStandardToken().PackMint(n.from,
				much.Mul(much, big.NewInt(5_000))))
		}
	}
	n.flush()
}

func (n *installer) add(what string, to *common.Address, value *big.Int, data []byte, gas uint64) {
	n.Helper()
	if n.gas+gas > blockGas {
		n.flush()
	}
	tx := types.MustSignNewTx(local.DeployerKey(),
		types.LatestSignerForChainID(big.NewInt(api.LocalChainID)), &types.DynamicFeeTx{
			ChainID: big.NewInt(api.LocalChainID), Nonce: n.nonce, Gas: gas, To: to, Value: value,
			Data: data, GasFeeCap: big.NewInt(100 * params.GWei), GasTipCap: big.NewInt(1)})
	if err := n.node.SendTransaction(n.Context(), tx); err != nil {
		n.Fatalf("%s: %v", what, err)
	}
	n.nonce, n.gas = n.nonce+1, n.gas+gas
	n.wait, n.what = append(n.wait, tx.Hash()), append(n.what, what)
}

// flush mines what waits, in several blocks where the machine is so busy that one's time is over
// before it is full, and wants it to have succeeded.
func (n *installer) flush() {
	n.Helper()
	mine := func() {
		n.clock.Add(1)
		if _, err := n.chain.Mine(n.Context()); err != nil {
			n.Fatal(err)
		}
	}
	mine()
	for i, hash := range n.wait {
		r, err := n.node.TransactionReceipt(n.Context(), hash)
		for more := 0; errors.Is(err, ethereum.NotFound) && more < len(n.wait); more++ {
			mine()
			r, err = n.node.TransactionReceipt(n.Context(), hash)
		}
		if err != nil || r.Status != types.ReceiptStatusSuccessful {
			n.Fatalf("%s is not done: %v", n.what[i], err)
		}
		n.last = r
	}
	n.gas, n.wait, n.what = 0, nil, nil
}

func (n *installer) Create(what string, code []byte) common.Address {
	n.Helper()
	at := crypto.CreateAddress(n.from, n.nonce)
	n.add(what, nil, nil, code, installGas)
	return at
}

func (n *installer) Call(what string, to common.Address, data []byte) {
	n.Helper()
	n.add(what, &to, nil, data, 1_000_000)
}

// of creates a contract and returns it with its ABI.
func (n *installer) of(meta *bind.MetaData, arguments ...any) installed {
	n.Helper()
	parsed, err := meta.ParseABI()
	if err != nil {
		n.Fatal(err)
	}
	packed, err := parsed.Pack("", arguments...)
	if err != nil {
		n.Fatalf("%s: %v", meta.ID, err)
	}
	at := n.Create(meta.ID, slices.Concat(common.FromHex(meta.Bin), packed))
	return installed{n, at, parsed}
}

// installed is a contract by its ABI.
type installed struct {
	n   *installer
	at  common.Address
	abi *abi.ABI
}

// do sends a call that may create something.
func (c installed) do(method string, arguments ...any) {
	c.n.Helper()
	data, err := c.abi.Pack(method, arguments...)
	if err != nil {
		c.n.Fatal(err)
	}
	c.n.add(method, &c.at, nil, data, installGas)
}

// ask is the first word that a call answers on the newest block.
func (c installed) ask(method string, arguments ...any) common.Hash {
	c.n.Helper()
	data, err := c.abi.Pack(method, arguments...)
	if err != nil {
		c.n.Fatal(err)
	}
	c.n.flush()
	out, err := c.n.node.CallContract(c.n.Context(),
		ethereum.CallMsg{From: c.n.from, To: &c.at, Data: data}, nil)
	if err != nil || len(out) < common.HashLength {
		c.n.Fatalf("%s: %x, %v", method, out, err)
	}
	return common.Hash(out[:common.HashLength])
}

// allow lets a spender take a token of the installer's.
func (n *installer) allow(token, spender common.Address) {
	n.Helper()
	n.Call("approve", token, contracts.NewStandardToken().PackApprove(spender, maxUint()))
}
