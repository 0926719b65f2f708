package views

import (
	"strings"
	"time"
)

// MostSlices is how many parts a series has at most.
const MostSlices = 24

// slicePauses are the times between two parts of a series.
var slicePauses = [...]struct {
	name string
	long time.Duration
}{{"1m", time.Minute}, {"5m", 5 * time.Minute}, {"15m", 15 * time.Minute}, {"1h", time.Hour},
	{"4h", 4 * time.Hour}, {"1d", 24 * time.Hour}}

// SlicePauseNames are the names of the times between two parts of a series, the shortest first.
func SlicePauseNames() (names []string) {
	for _, p := range slicePauses {
		names = append(names, p.name)
	}
	return names
}

// SlicePauses lists those names for people.
func SlicePauses() string { return strings.Join(SlicePauseNames(), ", ") }

// ReadSlicePause is the time of a name.
func ReadSlicePause(name string) (long time.Duration, ok bool) {
	for _, p := range slicePauses {
		if strings.EqualFold(p.name, name) {
			return p.long, true
		}
	}
	return 0, false
}

// SliceText is the name of a time.
func SliceText(long time.Duration) string {
	for _, p := range slicePauses {
		if p.long == long {
			return p.name
		}
	}
	return long.String()
}
