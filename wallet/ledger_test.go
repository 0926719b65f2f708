package wallet_test

import (
	"bytes"
	"crypto/ecdsa"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"math/big"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/rlp"

	"bourse/backend/api"
	"bourse/wallet"
	"bourse/wallet/ledger"
)

// device is a Ledger below its commands: it takes and gives reports of USB, knows its Ethereum
// application's commands by its documentation, and signs what it decodes.
type device struct {
	seed    string
	status  uint16 // in place of any answer; 0 answers
	mute    bool   // nobody approves
	garbled bool
	stale   int // reports of an answer that nobody read

	taken   []byte // of the command that is being sent
	pending []byte // parts of a transaction
	path    []byte
	reports [][]byte // to be read
	open    bool
}

// key is that of a path, as it was sent.
func (d *device) key(path []byte) *ecdsa.PrivateKey {
	return crypto.ToECDSAUnsafe(crypto.Keccak256([]byte(d.seed), path))
}

func (d *device) reach() (ledger.Port, error) {
	if d.open {
		return nil, errors.New("opened twice")
	}
	d.open, d.reports = true, nil
	for range d.stale {
		d.reports = append(d.reports, make([]byte, 64))
	}
	return d, nil
}

// Close implements ledger.Port.
func (d *device) Close() error {
	d.open = false
	return nil
}

// ReadTimeout implements ledger.Port.
func (d *device) ReadTimeout(report []byte, _ int) (int, error) {
	if len(d.reports) == 0 {
		return 0, nil
	}
	n := copy(report, d.reports[0])
	d.reports = d.reports[1:]
	return n, nil
}

// Write implements ledger.Port.
func (d *device) Write(report []byte) (int, error) {
	if len(report) != 64 || !bytes.Equal(report[:3], []byte{1, 1, 5}) {
		return 0, errors.New("no report of a command")
	}
	if binary.BigEndian.Uint16(report[3:]) == 0 {
		d.taken = nil
	}
	d.taken = append(d.taken, report[5:]...)
	if length := int(binary.BigEndian.Uint16(d.taken)); len(d.taken) >= length+2 {
		d.answer(d.run(d.taken[2 : length+2]))
	}
	return len(report), nil
}

// answer puts an answer into reports.
func (d *device) answer(data []byte, status uint16) {
	if d.mute {
		return
	}
	data = binary.BigEndian.AppendUint16(data, status)
	data = append(binary.BigEndian.AppendUint16(nil, uint16(len(data))), data...)
	for i := uint16(0); len(data) > 0; i++ {
		report := binary.BigEndian.AppendUint16([]byte{1, 1, 5}, i)
		n := min(59, len(data))
		report = append(append(report, data[:n]...), make([]byte, 59-n)...)
		if data = data[n:]; d.garbled {
			report[0] = 9
		}
		d.reports = append(d.reports, report)
	}
}

func (d *device) run(apdu []byte) ([]byte, uint16) {
	data := apdu[5:]
	switch {
	case d.status != 0:
		return nil, d.status
	case apdu[0] != 0xe0 || int(apdu[4]) != len(data):
		return nil, 0x6e00
	}
	var path []byte
	if apdu[2] == 0 {
		path, data = data[1:1+4*data[0]], data[1+4*data[0]:]
	}
	switch apdu[1] {
	case 2:
		public := d.key(path).PublicKey
		out := append([]byte{65}, crypto.FromECDSAPub(&public)...)
		return append(append(out, 40), hex.EncodeToString(
			crypto.PubkeyToAddress(public).Bytes())...), 0x9000
	case 4:
		if apdu[2] == 0 {
			d.path, d.pending = path, nil
		}
		d.pending = append(d.pending, data...)
		return d.signTransaction()
	case 0x0c:
		if len(data) != 64 {
			return nil, 0x6700
		}
		return d.sign(path, crypto.Keccak256([]byte{0x19, 1}, data))
	}
	return nil, 0x6d00
}

// signTransaction signs what came so far once it is whole. One without a type ends for the
// application where its data does, if a part ends there too.
func (d *device) signTransaction() ([]byte, uint16) {
	raw := d.pending
	if raw[0] == types.DynamicFeeTxType {
		raw = raw[1:]
	}
	if _, rest, err := rlp.SplitList(raw); err != nil {
		return nil, d.unfinished(raw)
	} else if len(rest) > 0 {
		return nil, 0x6a80
	}
	if d.pending[0] == types.DynamicFeeTxType {
		var tx struct {
			ID         *big.Int
			Nonce      uint64
			Tip, Max   *big.Int
			Gas        uint64
			To         common.Address
			Value      *big.Int
			Data       []byte
			AccessList types.AccessList
		}
		if rlp.DecodeBytes(raw, &tx) != nil {
			return nil, 0x6a80
		}
		return d.sign(d.path, types.LatestSignerForChainID(tx.ID).Hash(types.NewTx(
			&types.DynamicFeeTx{ChainID: tx.ID, Nonce: tx.Nonce, GasTipCap: tx.Tip,
				GasFeeCap: tx.Max, Gas: tx.Gas, To: &tx.To, Value: tx.Value,
				Data: tx.Data})).Bytes())
	}
	var tx struct {
		Nonce  uint64
		Price  *big.Int
		Gas    uint64
		To     common.Address
		Value  *big.Int
		Data   []byte
		ID     *big.Int
		R0, S0 uint
	}
	if rlp.DecodeBytes(raw, &tx) != nil {
		return nil, 0x6a80
	}
	return d.sign(d.path, types.NewEIP155Signer(tx.ID).Hash(types.NewTx(&types.LegacyTx{
		Nonce: tx.Nonce, GasPrice: tx.Price, Gas: tx.Gas, To: &tx.To, Value: tx.Value,
		Data: tx.Data})).Bytes())
}

// unfinished is the status after a part that others follow: a refusal where a legacy transaction
// could be taken for one that ends here.
func (d *device) unfinished(raw []byte) uint16 {
	if d.pending[0] == types.DynamicFeeTxType {
		return 0x9000
	}
	size := listEnd(raw)
	if missing := size - len(raw); missing <= 3+8 {
		return 0x6a80
	}
	return 0x9000
}

// listEnd returns where a list ends.
func listEnd(raw []byte) int {
	if raw[0] < 0xf8 {
		return 1 + int(raw[0]) - 0xc0
	}
	begin := 1 + int(raw[0]) - 0xf7
	return begin + int(new(big.Int).SetBytes(raw[1:begin]).Int64())
}

func (d *device) sign(path, hash []byte) ([]byte, uint16) {
	s, err := crypto.Sign(hash, d.key(path))
	if err != nil {
		return nil, 0x6f00
	}
	return append([]byte{s[64] + 27}, s[:64]...), 0x9000
}

// What a Ledger signs is what the account's own key would sign, to the byte: typed data, and
// transactions of both kinds in any number of parts.
func TestLedger(t *testing.T) {
	t.Parallel()
	o, _ := options(t)
	d := &device{seed: "one", stale: 2}
	o.Ledger = d.reach
	w := open(t, o)
	added := must(w.Attach(t.Context(), "ledger"))(t)
	if len(added) != 5 || added[4].Name != "ledger-5" || added[4].Kind != wallet.Hardware ||
		!added[4].Open {
		t.Fatalf("attached %+v", added)
	}
	third := common.FromHex("8000002c8000003c800000020000000000000000") // m/44'/60'/2'/0/0
	a := added[2]
	if a.Address != crypto.PubkeyToAddress(d.key(third).PublicKey) {
		t.Errorf("the third is %s", a.Address)
	}
	o.Folder, o.Ledger = t.TempDir(), nil
	here := open(t, o)
	key := wallet.NewSecret([]byte(hex.EncodeToString(crypto.FromECDSA(d.key(third)))))
	must(here.ImportKey("own", key, secret(password)))(t)
	if err := here.Unlock(a.Address, secret(password)); err != nil {
		t.Fatal(err)
	}
	want := must(here.Sign(a.Address, someData))(t)
	if got, err := w.Sign(a.Address, someData); err != nil || got != want {
		t.Errorf("typed data %x, %v, want %x", got, err, want)
	}
	for size := 0; size < 700; size += 1 + size/40 {
		tx := api.Transaction{ChainID: []uint64{1, 137, 42161, 11155111}[size%4],
			From: a.Address, To: common.Address{0xaa}, Value: api.NewAmount(5),
			Data: bytes.Repeat([]byte{7}, size), Nonce: 7, Gas: 50_000,
			GasPrice: api.NewAmount(2e9)}
		for _, base := range []uint64{0, 9e8} {
			tx.BaseFee, tx.Tip = api.NewAmount(base), api.NewAmount(base/9)
			want, hash, err := here.SignTransaction(a.Address, tx)
			if err != nil {
				t.Fatal(err)
			}
			got, sent, err := w.SignTransaction(a.Address, tx)
			if err != nil || !bytes.Equal(got, want) || sent != hash {
				t.Errorf("transaction with %d bytes: %x, %v, want %x", size, got, err, want)
			}
		}
	}
	if d.open {
		t.Error("the device is kept open")
	}
}

// An account is named by its path, and what the device refuses is told with what to do about it.
func TestLedgerRefuses(t *testing.T) {
	t.Parallel()
	o, _ := options(t)
	d := &device{seed: "one"}
	o.Ledger = d.reach
	w := open(t, o)
	a := must(w.Attach(t.Context(), "ledger:m/44'/60'/0'/0/3"))(t)[0]
	path := common.FromHex("8000002c8000003c800000000000000000000003")
	if a.Address != crypto.PubkeyToAddress(d.key(path).PublicKey) {
		t.Errorf("the account is %s", a.Address)
	}
	for _, wrong := range []string{"ledger:", "ledger:0", "ledger:m/x", "ledger5"} {
		_, err := w.Attach(t.Context(), wrong)
		mustRefuse(t, err, wallet.BadInput, "ledger:m/44'/60'/0'/0/0")
	}
	tx := api.Transaction{ChainID: 1, From: a.Address, To: common.Address{0xaa}, Nonce: 7,
		Gas: 50_000, GasPrice: api.NewAmount(2e9), BaseFee: api.NewAmount(1)}
	for says, fault := range map[string]device{
		"refused on the Ledger":       {status: 0x6985},
		"is locked":                   {status: 0x5515},
		"application is not open":     {status: 0x6511},
		"blind signing":               {status: 0x6a80},
		"status 0x6f42":               {status: 0x6f42},
		"did not answer in time":      {mute: true},
		"garbled":                     {garbled: true},
		"Attach the one that has 0x":  {seed: "another"},
		"garbled: detach it, attach ": {stale: 1000},
	} {
		*d = fault
		_, err := w.Sign(a.Address, someData)
		mustRefuse(t, err, wallet.SignerFailed, says)
		_, _, err = w.SignTransaction(a.Address, tx)
		mustRefuse(t, err, wallet.SignerFailed, says)
		if d.open {
			t.Errorf("%s: the device is kept open", says)
		}
	}
	*d = device{seed: "one"}
	if _, err := w.Sign(a.Address, someData); err != nil {
		t.Errorf("afterwards: %v", err)
	}
	tx.ChainID = 0
	if _, _, err := w.SignTransaction(common.Address{1}, tx); err == nil {
		t.Error("another account's transaction was signed")
	}
	o.Folder, o.Ledger = t.TempDir(), func() (ledger.Port, error) {
		return nil, errors.New("there is no Ledger")
	}
	_, err := open(t, o).Attach(t.Context(), "ledger")
	mustRefuse(t, err, wallet.SignerFailed, "there is no Ledger")
}
