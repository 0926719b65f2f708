package delta

import "time"

// moment writes a time of the chain.
func moment(seconds uint64) string {
	return time.Unix(int64(seconds), 0).UTC().Format("2006-01-02 15:04:05 UTC")
}
