package etcd_test

import (
	"flag"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"
)

// deaths is how many leaders TestLeadersThatDie lets die, at the same time.
var deaths = flag.Int("deaths", 4, "leaders that die without a word")

// TestLeadersThatDie has leaders go without giving up their lease, as by kill -9: another node
// leads once the lease has run out, and soon after.
func TestLeadersThatDie(t *testing.T) {
	t.Parallel()
	endpoints := shared(t)
	heir := open(t, endpoints, "deaths", "heir")
	took := make([]time.Duration, *deaths)
	var all sync.WaitGroup
	for i := range *deaths {
		leader := open(t, endpoints, "deaths", fmt.Sprint("leader", i))
		name := fmt.Sprint("chair", i)
		if _, err := leader.Campaign(t.Context(), name); err != nil {
			t.Fatal(err)
		}
		all.Go(func() {
			started := time.Now()
			if err := leader.Close(); err != nil {
				t.Error(err)
			}
			if _, err := heir.Campaign(t.Context(), name); err != nil {
				t.Error(err)
			}
			took[i] = time.Since(started)
		})
	}
	all.Wait()
	slices.Sort(took)
	t.Logf("another node led after p50 %s, p99 %s", took[len(took)/2], took[len(took)*99/100])
	if longest := took[len(took)-1]; longest > time.Minute {
		t.Errorf("nobody led for %s", longest)
	}
}
