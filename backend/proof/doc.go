// Package proof holds what a network's description says against what stands on the chain: a
// description decides whom an allowance is given to, so none of it is believed because it is
// written.
package proof
