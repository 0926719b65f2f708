package backend

import (
	"cmp"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/deploy"
)

// What a release says of itself, put in by the linker (-X).
var version, commit, date string

// Build is which program this is.
type Build struct {
	Version string `json:"version"`
	Commit  string `json:"commit"` // of the sources, empty if the build does not know
	Date    string `json:"date"`   // of that commit, RFC 3339
	Go      string `json:"go"`
	// what it deploys: builds with the same hash put the same contracts on a chain
	Contracts common.Hash `json:"contracts"`
}

// ReadBuild returns which program this is.
func ReadBuild() Build {
	b := readNames()
	b.Contracts = deploy.CodeHash()
	return b
}

// readNames returns what the release was named, or else what the Go tool knows of the build.
func readNames() Build {
	b := Build{Version: version, Commit: commit, Date: date, Go: runtime.Version()}
	if info, ok := debug.ReadBuildInfo(); ok {
		b.Version = cmp.Or(b.Version, info.Main.Version)
		for _, s := range info.Settings {
			switch s.Key {
			case "vcs.revision":
				b.Commit = cmp.Or(b.Commit, s.Value)
			case "vcs.time":
				b.Date = cmp.Or(b.Date, s.Value)
			}
		}
	}
	b.Version = cmp.Or(b.Version, "unknown")
	return b
}

// Version is what the build says of itself, in a line.
func Version() string {
	b := readNames()
	return strings.Join(strings.Fields(b.Version+" "+b.Commit[:min(12, len(b.Commit))]+" "+b.Go),
		" ")
}
