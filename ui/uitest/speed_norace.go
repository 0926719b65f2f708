//go:build !race

package uitest

const slowdown = 1
