// Package contracts holds the exchange's own Solidity contracts and their Go bindings, so that
// everyone who speaks to the chain shares one definition of every call, event and error. Those that
// only tests deploy are in contracttest.
//
// A contract X is used through NewX(), which packs calls and unpacks results, events and errors,
// and XMetaData, whose Bin is the creation code in hex and whose ParseABI gives the ABI. Delta is
// an interface: the settlement contract, whose functions live in modules, answers all of it.
// DeploySwap and DeployDelta put the contracts that belong together on a chain.
//
// The sources are under src/, the compiled artifacts under artifacts/, both checked in, as are
// contracts_gen.go and artifacts.gz, which the program carries; a user needs only Go. Bound is what
// some Go file of the module names. After naming a method that is not bound, or changing a source,
// regenerate (needs Node.js and npm):
//
//	npm --prefix backend/contracts install --no-save
//	go generate ./backend/contracts
//
// compile.mjs takes folders as arguments (node compile.mjs src/rfq) to compile only those, and
// --all to compile what has not changed since too. The tests under test/ fuzz the contracts:
//
//	npm --prefix backend/contracts run fuzz
package contracts

//go:generate node compile.mjs
//go:generate go run bind.go
