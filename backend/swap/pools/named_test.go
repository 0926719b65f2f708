package pools

import (
	"fmt"
	"net/netip"
	"testing"

	"github.com/ethereum/go-ethereum/common"
)

// A token keeps its place while its client has fewer than others have, whoever else asks for it:
// addresses of a network count as one. Of who has most the one gives way that was asked for least
// lately, and one that stays where there is no other.
func TestWhichNamedTokensGiveWay(t *testing.T) {
	t.Parallel()
	n := newNamed()
	token := func(i int) common.Address { return common.Address{1, byte(i >> 8), byte(i)} }
	stranger := func(i int) netip.Addr {
		return netip.MustParseAddr(fmt.Sprintf("10.7.%d.%d", i/200, 1+i%200))
	}
	honest := netip.MustParseAddr("192.0.2.1")
	n.take(token(0), honest)
	for i := 1; i < maxNamed; i++ {
		n.take(token(i), stranger(i)) // each from an address of its own
		n.ask(token(0), stranger(i))
	}
	none := func(common.Address) bool { return false }
	gives := func(stays func(common.Address) bool) common.Address {
		t.Helper()
		at, full := n.giver(token(maxNamed), stays)
		if !full {
			t.Fatal("there is room for one more")
		}
		return at
	}
	// 200 addresses of the second /24 have more than those of the others
	if at := gives(none); at != token(200) {
		t.Errorf("%s gives way, not the first of the most", at)
	}
	n.ask(token(200), stranger(200))
	if at := gives(none); at != token(201) {
		t.Errorf("%s gives way, though another was asked for less lately", at)
	}
	if at := gives(func(a common.Address) bool { return a != token(0) }); at != token(0) {
		t.Errorf("%s gives way, though it stays", at)
	}
	if at := gives(func(common.Address) bool { return true }); at != token(201) {
		t.Errorf("%s gives way where all stay", at)
	}
	n.leave(token(201))
	if _, full := n.giver(token(maxNamed), none); full {
		t.Error("there is no room where one has left")
	}
	n.ask(token(300), honest) // as it has one place alone, and they hundreds
	if n.list[token(300)].client != honest {
		t.Error("who has most keeps what others ask for")
	}
}
