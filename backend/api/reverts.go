package api

// Reverts is what settlements that failed on chain cost the agents that run here.
type Reverts struct {
	ChainID uint64
	Count   uint64 // transactions since the start
	Cost    Amount // of these, in wei
	Left    Amount // of what such may cost today, in wei
}
