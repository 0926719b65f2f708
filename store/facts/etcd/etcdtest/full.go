package etcdtest

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"go.etcd.io/etcd/api/v3/v3rpc/rpctypes"
	clientv3 "go.etcd.io/etcd/client/v3"
)

// ballast is the prefix of what Fill puts into etcd.
const ballast = "/ballast/"

// Fill fills etcd until it refuses for want of space.
func Fill(t testing.TB, c *clientv3.Client) {
	t.Helper()
	for i := 0; ; i++ {
		_, err := c.Put(t.Context(), fmt.Sprint(ballast, i), strings.Repeat("x", 1<<18))
		if errors.Is(err, rpctypes.ErrNoSpace) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// Empty does what an operator does about a full etcd: remove, compact, defragment, disarm.
func Empty(t testing.TB, c *clientv3.Client) {
	t.Helper()
	ctx := t.Context()
	gone, err := c.Delete(ctx, ballast, clientv3.WithPrefix())
	if err == nil {
		_, err = c.Compact(ctx, gone.Header.Revision, clientv3.WithCompactPhysical())
	}
	for _, endpoint := range c.Endpoints() {
		if err == nil {
			_, err = c.Defragment(ctx, endpoint)
		}
	}
	if err == nil {
		err = disarm(ctx, c)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func disarm(ctx context.Context, c *clientv3.Client) error {
	_, err := c.AlarmDisarm(ctx, &clientv3.AlarmMember{})
	return err
}
