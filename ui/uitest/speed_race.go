//go:build race

package uitest

// slowdown allows for the race detector.
const slowdown = 12
