// Package alert reads, keeps and words what somebody wants to be told of: a price, a move, a
// spread, a fill, a change of worth or a gain. Whoever watches the prices rings.
package alert
