package contracts_test

import "github.com/ethereum/go-ethereum/common"

func (c *swapChain) deployPermit2() common.Address { return common.Address{} }
