// Command ethereum makes an anvil node with chain id 1 look like Ethereum to those who trade on it:
// at the addresses of the embedded description stand WETH9, Uniswap V2 and V3 and Balancer V2 in
// the bytecode that others published, and our own tokens, stable pools, order contract and swap
// contracts. Then it makes pools and NFTs.
//
//	npm --prefix backend/contracts install --no-save
//	go run ./scripts/ethereum http://127.0.0.1:8545
//
// A contract gets a chosen address by running its constructor there: its creation code is put at
// the address, a transaction to it does what the constructor does, and what that returns is the
// code. So it knows its own address, as one that was deployed there would.
//
// node.go talks to anvil, main.go says what stands where, pools.go makes the pools.
package main
