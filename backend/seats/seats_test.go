package seats

import (
	"errors"
	"net/netip"
	"testing"
	"time"
)

// one is a seat that tells whether it was given up.
type one struct {
	Seat
	gone bool
}

func seat(client netip.Addr, idle time.Duration) *one {
	s := &one{Seat: Seat{Client: client, Idle: func() time.Duration { return idle }}}
	s.GiveUp = func() { s.gone = true }
	return s
}

func ended(list []*one) (n int) {
	for _, s := range list {
		if s.gone {
			n++
		}
	}
	return n
}

const most = 64

// room has all its seats taken, each by the client of its number.
func room(t *testing.T, client func(int) netip.Addr) (r *Room, list []*one) {
	t.Helper()
	r = &Room{Most: most, Each: most / 4}
	for i := range most {
		s := seat(client(i), 0)
		if err := r.Take(&s.Seat); err != nil {
			t.Fatalf("client %d: %v", i, err)
		}
		list = append(list, s)
	}
	return r, list
}

func v4(network, i int) netip.Addr {
	return netip.AddrFrom4([4]byte{10, byte(network), 0, byte(i)})
}

// A client takes as many seats as it may and no more, and may again when it has left one.
func TestSeatsOfOneClient(t *testing.T) {
	t.Parallel()
	r, client := &Room{Most: 3, Each: 2}, v4(1, 1)
	first, second := seat(client, 0), seat(client, 0)
	for _, s := range []*one{first, second} {
		if err := r.Take(&s.Seat); err != nil {
			t.Fatal(err)
		}
	}
	if err := r.Take(&Seat{Client: client}); !errors.Is(err, ErrTooMany) {
		t.Errorf("a third seat of one that may have two: %v", err)
	}
	r.Leave(&first.Seat)
	if err := r.Take(&Seat{Client: client}); err != nil || r.Taken() != 2 || second.gone {
		t.Errorf("a seat after one was left: %v, %d are taken", err, r.Taken())
	}
}

// A few clients that have all seats give them, one by one, to clients that have fewer, until all
// have as many; nobody ends the stay of somebody who has no more than himself.
func TestManyGiveWay(t *testing.T) {
	t.Parallel()
	r, hogs := room(t, func(i int) netip.Addr { return v4(0, i%4) })
	var others []*one
	for i := range most / 2 {
		s := seat(v4(0, 10+i), 0)
		if err := r.Take(&s.Seat); err != nil || r.Taken() != most {
			t.Fatalf("%v, %d seats are taken", err, r.Taken())
		}
		others = append(others, s)
	}
	if n := ended(hogs); n != len(others) || ended(others) > 0 {
		t.Errorf("%d seats of those who had most ended, and %d of others", n, ended(others))
	}
	if ended(hogs[:4]) > 0 {
		t.Error("the oldest seat of a client ended")
	}
	for _, s := range append(hogs, others...) {
		r.Leave(&s.Seat)
	}
	if r.Taken() != 0 {
		t.Errorf("%d seats are taken after all have left", r.Taken())
	}
}

// Who has all seats by as many addresses of a network as there are seats, one for each, gives them
// to clients elsewhere, and those of these that share a network are one there.
func TestANetworkGivesWay(t *testing.T) {
	t.Parallel()
	for name, of := range map[string]func(network, i int) netip.Addr{
		"IPv4": v4,
		"IPv6": func(network, i int) netip.Addr {
			return netip.AddrFrom16([16]byte{0x20, 1, 0xd, byte(network), 0, 0, byte(i)})
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r, _ := room(t, func(i int) netip.Addr { return of(1, i) })
			got := 0
			for i := range most {
				switch err := r.Take(&seat(of(2, i), 0).Seat); {
				case err == nil:
					got++
				case !errors.Is(err, ErrFull):
					t.Fatal(err)
				}
			}
			if got != most/2 {
				t.Errorf("a network elsewhere gets %d seats, half are %d", got, most/2)
			}
			if err := r.Take(&seat(of(3, 1), 0).Seat); err != nil {
				t.Error("a client of a third network:", err)
			}
		})
	}
}

// Of the network that gives way the seat ends that has been idle for longest, whichever of its
// clients has it; one elsewhere that is idle for longer stays.
func TestIdleSeatsGiveWayFirst(t *testing.T) {
	t.Parallel()
	r, list := room(t, func(i int) netip.Addr {
		if i == 0 {
			return v4(2, 1)
		}
		return v4(1, i)
	})
	idle := func(i int, d time.Duration) { list[i].Idle = func() time.Duration { return d } }
	idle(0, time.Hour)
	idle(5, time.Minute)
	idle(9, 2*time.Minute)
	for i, gone := range []int{9, 5} {
		if err := r.Take(&seat(v4(3, i), 0).Seat); err != nil {
			t.Fatal(err)
		}
		if n := ended(list); !list[gone].gone || n != i+1 {
			t.Errorf("client %d: %d seats have ended, seat %d: %t", i, n, gone, list[gone].gone)
		}
	}
}

// Whoever has a network of IPv6 is one client, and one of IPv4 is so by either name.
func TestAddressesAreCountedAsOne(t *testing.T) {
	t.Parallel()
	for _, same := range [][2]string{
		{"[2001:db8:1:2::1]:22", "[2001:db8:1:2:ffff:ffff:ffff:ffff]:1"},
		{"[fe80::1%eth0]:1", "[fe80::2%eth1]:1"},
		{"192.0.2.1:1", "[::ffff:192.0.2.1]:2"},
		{"nobody", "a pipe"},
	} {
		if a, b := Client(same[0]), Client(same[1]); a != b {
			t.Errorf("%s is %s and %s is %s", same[0], a, same[1], b)
		}
	}
	for _, other := range [][2]string{
		{"[2001:db8:1:2::1]:22", "[2001:db8:1:3::1]:22"},
		{"192.0.2.1:1", "192.0.2.2:1"},
	} {
		if a, b := Client(other[0]), Client(other[1]); a == b {
			t.Errorf("%s and %s are both %s", other[0], other[1], a)
		}
	}
}
