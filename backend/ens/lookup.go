package ens

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/big"
	"strings"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
)

// Registry is the address of the registry, the same on every network that has it.
var Registry = common.HexToAddress("0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e")

var (
	// ErrNoRegistry says that the network has none.
	ErrNoRegistry = errors.New("this network has no names")
	// ErrNoName says that nobody has the name, or that it has no address.
	ErrNoName = errors.New("the name has no address of its own in the registry")
	// ErrElsewhere says that the name's resolver sends whoever asks to a server (EIP-3668).
	ErrElsewhere = errors.New("the name's address is kept off the chain, by a server that none " +
		"of your nodes vouches for: ask its owner for the address itself")
)

// offchainLookup is the selector of EIP-3668's error OffchainLookup.
var offchainLookup = [4]byte{0x55, 0x6f, 0x18, 0x30}

// Refusal is what a Call whose contract reverted with some data fails with; err is what else it
// would.
func Refusal(data []byte, err error) error {
	if len(data) >= len(offchainLookup) && [4]byte(data) == offchainLookup {
		return ErrElsewhere
	}
	return err
}

// Call reads a contract at the newest block of a node; where the contract reverts it fails with a
// Refusal.
type Call func(ctx context.Context, to common.Address, data []byte) ([]byte, error)

// Book is the names of a network.
type Book struct {
	Registry common.Address
	Call     Call
}

// Address is what a name stands for now. The name need not be normalised.
func (b Book) Address(ctx context.Context, name string) (a common.Address, err error) {
	normal, err := Normalize(name)
	if err != nil {
		return a, fmt.Errorf("not a name: %w", err)
	}
	return b.address(ctx, normal)
}

func (b Book) address(ctx context.Context, normal string) (a common.Address, err error) {
	word, err := b.record(ctx, normal, "addr(bytes32)")
	if err != nil {
		return a, err
	}
	if a, err = addressIn(word); err == nil && a == (common.Address{}) {
		err = ErrNoName
	}
	return a, err
}

// Name is what an address calls itself, "" where it has no name, or one that is not normal or does
// not lead back to it.
func (b Book) Name(ctx context.Context, a common.Address) (string, error) {
	reverse := strings.ToLower(a.Hex()[2:]) + ".addr.reverse"
	data, err := b.record(ctx, reverse, "name(bytes32)")
	if errors.Is(err, ErrNoName) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	name := textIn(data)
	if normal, err := Normalize(name); err != nil || normal != name || name == "" {
		return "", nil
	}
	there, err := b.address(ctx, name)
	if errors.Is(err, ErrNoName) || err == nil && there != a {
		return "", nil
	}
	return name, err
}

// record asks the resolver of a name.
func (b Book) record(ctx context.Context, normal, question string) ([]byte, error) {
	node := Namehash(normal)
	data, err := b.Call(ctx, b.Registry, ask("resolver(bytes32)", node))
	if err != nil {
		return nil, err
	}
	if len(data) == 0 {
		return nil, ErrNoRegistry
	}
	resolver, err := addressIn(data)
	if err != nil {
		return nil, err
	}
	if resolver == (common.Address{}) {
		return nil, ErrNoName
	}
	data, err = b.Call(ctx, resolver, ask(question, node))
	if err == nil && len(data) == 0 {
		err = ErrNoName
	}
	return data, err
}

func ask(function string, node common.Hash) []byte {
	return append(crypto.Keccak256([]byte(function))[:4], node[:]...)
}

const word = 32

// addressIn reads an address that is all of an answer.
func addressIn(data []byte) (a common.Address, err error) {
	const padding = word - common.AddressLength
	if len(data) < word || !bytes.Equal(data[:padding], make([]byte, padding)) {
		return a, errors.New("the network's names answer with no address")
	}
	return common.BytesToAddress(data[:word]), nil
}

// textIn reads a text that is all of an answer, "" where it is none.
func textIn(data []byte) string {
	const longest = 1000
	if len(data) < 2*word || new(big.Int).SetBytes(data[:word]).Cmp(big.NewInt(word)) != 0 {
		return ""
	}
	length := new(big.Int).SetBytes(data[word : 2*word])
	if !length.IsInt64() || length.Int64() > longest ||
		int64(len(data)-2*word) < length.Int64() {
		return ""
	}
	return string(data[2*word : 2*word+length.Int64()])
}
