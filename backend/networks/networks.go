package networks

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/pelletier/go-toml/v2"

	"bourse/backend/api"
	"bourse/store/file"
)

//go:embed descriptions/*.toml
var embedded embed.FS

// Description says what a network consists of.
type Description struct {
	ID        uint64    `toml:"id"`
	Name      string    `toml:"name"`
	Symbol    string    `toml:"symbol"` // of the coin
	BlockTime Duration  `toml:"block_time"`
	Finality  Finality  `toml:"finality"`
	Explorer  string    `toml:"explorer"`
	Contracts Contracts `toml:"contracts"`
	// USD are the symbols of tokens taken to be worth one USD, best first, and Base those that
	// routes go through; all are among Tokens.
	USD       []string   `toml:"usd"`
	Base      []string   `toml:"base"`
	Exchanges []Exchange `toml:"exchanges"`
	Tokens    []Token    `toml:"tokens"`
	// Collections are the NFTs that are listed; others trade by their address.
	Collections []Collection `toml:"collections"`
	// L1Fee says how the fee of the chain below is charged; empty where there is none.
	L1Fee L1Fee `toml:"l1_fee"`
	// MinTipGwei is the least tip that the network's nodes take.
	MinTipGwei uint64 `toml:"min_tip_gwei"`
	// OnDemand says that blocks are made only where somebody sends something, as on chains of
	// developers: the newest one is as good as the node's word that it still is.
	OnDemand bool `toml:"on_demand"`

	places places
}

// Contracts are where the exchange's contracts stand; what is left out is not deployed.
type Contracts struct {
	AugustusRFQ        Address            `toml:"augustus_rfq"`
	AugustusSwapper    Address            `toml:"augustus_swapper"` // version 5
	TokenTransferProxy Address            `toml:"token_transfer_proxy"`
	AugustusV6         Address            `toml:"augustus_v6"`
	Delta              Address            `toml:"delta"`
	Permit2            Address            `toml:"permit2"`
	WrappedNative      Address            `toml:"wrapped_native"`
	FeeClaimer         Address            `toml:"fee_claimer"` // of version 5
	FeeVault           Address            `toml:"fee_vault"`   // of version 6
	Executors          map[string]Address `toml:"executors"`
	// Executor runs the programs of this exchange's routes for version 6; left out, it is looked
	// for where everyone can deploy it.
	Executor Address `toml:"executor"`
}

// Exchange is where pools of one kind are found.
type Exchange struct {
	Name         string       `toml:"name"`
	Kind         ExchangeKind `toml:"kind"`
	Factory      Address      `toml:"factory"`
	Vault        Address      `toml:"vault"` // of Balancer, or Infinity
	Router       Address      `toml:"router"`
	InitCodeHash Hash         `toml:"init_code_hash"`
	FeeBPS       uint64       `toml:"fee_bps"` // of every pool, in hundredths of a per cent
	Fees         []uint64     `toml:"fees"`    // tiers, in millionths
	// TickSpacings tell the pools of a pair apart where fees do not, or are one for each of Fees
	// where a manager holds pools.
	TickSpacings []int     `toml:"tick_spacings"`
	Pools        []Address `toml:"pools"` // that nothing on the chain lists
	// DepositOnly says that vaults redeem no shares, or not at once.
	DepositOnly bool `toml:"deposit_only"`
}

// Token is a token of the network's own short list.
type Token struct {
	Symbol   string  `toml:"symbol"`
	Decimals int     `toml:"decimals"`
	Address  Address `toml:"address"`
}

// Network is the description as clients see it.
func (d *Description) Network() api.Network {
	c := d.Contracts
	n := api.Network{
		ChainID: d.ID, Name: d.Name, Symbol: d.Symbol, BlockTime: time.Duration(d.BlockTime),
		Explorer: d.Explorer,
		Contracts: api.Contracts{
			AugustusSwapper:    common.Address(c.AugustusSwapper),
			TokenTransferProxy: common.Address(c.TokenTransferProxy),
			AugustusV6:         common.Address(c.AugustusV6),
			AugustusRFQ:        common.Address(c.AugustusRFQ),
			Delta:              common.Address(c.Delta),
			Permit2:            common.Address(c.Permit2),
			WrappedNative:      common.Address(c.WrappedNative),
			FeeClaimer:         common.Address(c.FeeClaimer),
			FeeVault:           common.Address(c.FeeVault),
		},
	}
	executors := make(map[string]common.Address)
	if c.Executor != (Address{}) {
		executors[api.OwnExecutor] = common.Address(c.Executor)
	}
	for name, address := range c.Executors {
		executors[name] = common.Address(address)
	}
	if len(executors) > 0 {
		n.Contracts.Executors = executors
	}
	return n
}

// L1Oracle is where the network tells what the chain below it charges, the zero address where that
// charges nothing beside gas.
func (d *Description) L1Oracle() common.Address {
	if d.L1Fee != OptimismFee {
		return common.Address{}
	}
	return common.HexToAddress("0x420000000000000000000000000000000000000F")
}

// Listed returns the tokens of the description's own list.
func (d *Description) Listed() []api.Token {
	list := make([]api.Token, len(d.Tokens))
	for i, t := range d.Tokens {
		list[i] = api.Token{ChainID: d.ID, Address: common.Address(t.Address), Symbol: t.Symbol,
			Name: t.Symbol, Decimals: t.Decimals, Kind: api.ERC20}
	}
	return list
}

// Set is the known networks by chain id.
type Set map[uint64]*Description

// Load returns the embedded descriptions, and those of a folder in their place or beside them. An
// empty dir, or one that is missing, adds none.
func Load(dir string) (Set, error) {
	set := make(Set)
	if err := set.add(embedded, "descriptions", "networks"); err != nil {
		return nil, err
	}
	if dir == "" {
		return set, nil
	}
	err := set.add(os.DirFS(dir), ".", dir)
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	return set, err
}

// IDs lists the known chain ids, lowest first.
func (s Set) IDs() []uint64 {
	ids := make([]uint64, 0, len(s))
	for id := range s {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	return ids
}

// unread says what can't be read by its whole path, of which an error of a folder's files has a
// part.
func unread(file string, err error) error {
	var at *fs.PathError
	if errors.As(err, &at) {
		err = at.Err
	}
	return fmt.Errorf("cannot read %s: %w", file, err)
}

// add reads all descriptions of a folder. shown is what errors call it.
func (s Set) add(files fs.FS, dir, shown string) error {
	entries, err := fs.ReadDir(files, dir)
	if err != nil {
		return unread(shown, err)
	}
	for _, e := range entries {
		if path.Ext(e.Name()) != ".toml" {
			continue
		}
		at := filepath.Join(shown, e.Name())
		text, err := read(files, path.Join(dir, e.Name()), at)
		if errors.Is(err, file.ErrNotSmall) {
			return err
		}
		if err != nil {
			return unread(at, err)
		}
		d, err := Parse(at, text)
		if err != nil {
			return err
		}
		if files == fs.FS(embedded) {
			d.places = places{} // which are of no file that anybody has
		}
		if want := strings.TrimSuffix(e.Name(), ".toml"); want != strconv.FormatUint(d.ID, 10) {
			return fmt.Errorf("%s describes network %d: name it %d.toml", at, d.ID, d.ID)
		}
		s[d.ID] = d
	}
	return nil
}

// read returns a description by its name among files, or by where it is on the disk.
func read(files fs.FS, name, at string) ([]byte, error) {
	if files == fs.FS(embedded) {
		return embedded.ReadFile(name)
	}
	return file.Read(at, file.Small)
}

// Parse reads one description. file is what errors call it.
func Parse(file string, text []byte) (*Description, error) {
	d := new(Description)
	err := toml.NewDecoder(bytes.NewReader(text)).DisallowUnknownFields().Decode(d)
	var unknown *toml.StrictMissingError
	var wrong *toml.DecodeError
	switch {
	case errors.As(err, &unknown):
		first := unknown.Errors[0]
		line, _ := first.Position()
		return nil, fmt.Errorf("%s:%d: there is no %q in a description of a network", file, line,
			strings.Join(first.Key(), "."))
	case errors.As(err, &wrong):
		line, _ := wrong.Position()
		return nil, fmt.Errorf("%s:%d: %s", file, line,
			strings.TrimPrefix(wrong.Error(), "toml: "))
	case err != nil:
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	d.places.file = file
	d.places.read(text)
	err = d.check()
	if f := (*fault)(nil); errors.As(err, &f) {
		file = d.At(f.part)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return d, nil
}

// maxDecimals is more than any token that is traded has.
const maxDecimals = 36

// check refuses what no network can be without.
func (d *Description) check() error {
	switch {
	case d.ID == 0:
		return faultf("id", "a network needs its id")
	case d.Name == "" || d.Symbol == "":
		return errors.New("a network needs a name and the symbol of its coin")
	case d.BlockTime <= 0:
		return errors.New(`a network needs its block_time, such as "12s"`)
	case d.Contracts.AugustusRFQ == (Address{}) || d.Contracts.WrappedNative == (Address{}):
		return errors.New("a network needs augustus_rfq and wrapped_native among its contracts")
	}
	if c := d.Contracts; (c.AugustusSwapper == Address{}) != (c.TokenTransferProxy == Address{}) {
		return faultf("contracts", "augustus_swapper and token_transfer_proxy are there together, "+
			"or not at all: each names the other")
	}
	symbols, addresses := make(map[string]bool), make(map[Address]bool)
	for i, t := range d.Tokens {
		part := fmt.Sprint("tokens.", i)
		if t.Symbol == "" || t.Address == (Address{}) || symbols[t.Symbol] || addresses[t.Address] {
			return faultf(part, "token %q at %s lacks a part or stands there twice", t.Symbol,
				common.Address(t.Address))
		}
		if t.Decimals < 0 || t.Decimals > maxDecimals {
			return faultf(part+".decimals", "token %s has %d decimals, not 0 to %d", t.Symbol,
				t.Decimals, maxDecimals)
		}
		symbols[t.Symbol], addresses[t.Address] = true, true
	}
	for i, symbol := range append(slices.Clone(d.USD), d.Base...) {
		part := "usd"
		if i >= len(d.USD) {
			part = "base"
		}
		if !symbols[symbol] {
			return faultf(part, "%s of usd or base is not among the tokens", symbol)
		}
	}
	if err := d.checkCollections(); err != nil {
		return err
	}
	return d.checkExchanges()
}

func (d *Description) checkExchanges() error {
	kinds := make(map[string]ExchangeKind)
	for i, e := range d.Exchanges {
		part := fmt.Sprint("exchanges.", i)
		if kind, ok := kinds[e.Name]; ok && kind != e.Kind {
			return faultf(part, "exchange %s is of kind %q and of kind %q", e.Name, kind, e.Kind)
		}
		kinds[e.Name] = e.Kind
		place := e.Factory
		if e.Kind == BalancerV2 {
			place = e.Vault
		}
		switch {
		case e.Name == "" || e.Kind == "":
			return faultf(part, "an exchange needs a name and a kind")
		case place == (Address{}) && !(e.Kind.curve() && len(e.Pools) > 0) && !e.Kind.named():
			return faultf(part, "exchange %s needs its factory, or as a Balancer its vault, or as "+
				"a Curve its pools", e.Name)
		case e.Kind.named() && len(e.Pools) == 0:
			return faultf(part, "exchange %s needs its pools: the stability modules, wrappers "+
				"or vaults",
				e.Name)
		case len(e.Pools) > 0 && !e.Kind.curve() && e.Kind != BalancerV2 && !e.Kind.named():
			return faultf(part, "exchange %s finds its pools by its factory: leave out its pools",
				e.Name)
		case (e.Kind == Stability) != (e.Name == api.MakerPSM):
			return faultf(part, "exchange %s: those of kind %q, and no others, are named %s",
				e.Name, Stability, api.MakerPSM)
		case (e.Kind == Wrapper) != (e.Name == api.WstETH):
			return faultf(part, "exchange %s: those of kind %q, and no others, are named %s",
				e.Name, Wrapper, api.WstETH)
		case e.Kind == UniswapV2 && (e.FeeBPS == 0 || e.FeeBPS >= api.BPS):
			return faultf(part, "exchange %s needs its fee_bps, from 1 to 9999", e.Name)
		case e.Kind.held() && (len(e.Fees) == 0 || len(e.Fees) != len(e.TickSpacings)):
			return faultf(part, "exchange %s needs its fees, and for each its tick_spacings",
				e.Name)
		case e.Kind == InfinityCL && e.Vault == (Address{}):
			return faultf(part, "exchange %s needs its vault", e.Name)
		case (e.Kind == Slipstream || e.Kind == SolidlyV3) && len(e.TickSpacings) == 0:
			return faultf(part, "exchange %s needs its tick_spacings", e.Name)
		case (e.Kind == UniswapV3 || e.Kind == PancakeV3) && len(e.Fees) == 0:
			return faultf(part, "exchange %s needs its fees", e.Name)
		}
	}
	return nil
}
