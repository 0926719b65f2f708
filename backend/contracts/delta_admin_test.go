package contracts_test

import (
	"math/big"
	"slices"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/contracts"
)

func TestRegistryAdmitsAgents(t *testing.T) {
	t.Parallel()
	c := newDeltaChain(t)
	registry := contracts.NewPortikusV2()
	registered := func(a common.Address) bool {
		return read(c.chain, c.Registry, registry.PackIsAgentRegistered(a),
			registry.UnpackIsAgentRegistered)
	}
	agents := func() []common.Address {
		return read(c.chain, c.Registry, registry.PackGetAgents(), registry.UnpackGetAgents)
	}
	add := registry.PackRegisterAgent([]common.Address{c.other.addr, c.maker.addr, c.other.addr})
	c.refuses(c.agent, c.Registry, add, "OwnableUnauthorizedAccount")
	if logs := c.must(c.deployer, c.Registry, add).Logs; len(logs) != 2 {
		t.Errorf("%d logs for two new agents", len(logs))
	}
	if want := []common.Address{c.agent.addr, c.other.addr, c.maker.addr}; !slices.Equal(
		agents(), want) {
		t.Errorf("agents are %v", agents())
	}
	if second := read(c.chain, c.Registry, registry.PackAgents(big.NewInt(1)),
		registry.UnpackAgents); second != c.other.addr {
		t.Errorf("the second agent is %s", second)
	}
	remove := registry.PackUnregisterAgent([]common.Address{c.agent.addr, c.deployer.addr})
	c.refuses(c.agent, c.Registry, remove, "OwnableUnauthorizedAccount")
	if logs := c.must(c.deployer, c.Registry, remove).Logs; len(logs) != 1 {
		t.Errorf("%d logs for one agent that left", len(logs))
	}
	if registered(c.agent.addr) || !registered(c.other.addr) || !registered(c.maker.addr) ||
		len(agents()) != 2 {
		t.Errorf("agents are %v", agents())
	}
	c.refuses(c.agent, c.Delta, c.delta.PackDirectSettle(c.signed(c.order()), big.NewInt(1000)),
		"UnauthorizedAgent")
	c.must(c.deployer, c.Registry,
		registry.PackUnregisterAgent([]common.Address{c.maker.addr, c.other.addr}))
	if len(agents()) != 0 {
		t.Errorf("agents are %v", agents())
	}
}

func TestRegistryOwnership(t *testing.T) {
	t.Parallel()
	c := newDeltaChain(t)
	registry := contracts.NewPortikusV2()
	c.refuses(c.deployer, c.Registry, registry.PackTransferOwnership(nobody), "OwnableInvalidOwner")
	c.must(c.deployer, c.Registry, registry.PackTransferOwnership(c.other.addr))
	c.refuses(c.deployer, c.Registry, registry.PackRenounceOwnership(),
		"OwnableUnauthorizedAccount")
	c.must(c.other, c.Registry, registry.PackRenounceOwnership())
	if owner := read(c.chain, c.Registry, registry.PackOwner(),
		registry.UnpackOwner); owner != nobody {
		t.Errorf("owner is %s", owner)
	}
}

func TestRegistryCreatesSettlementContracts(t *testing.T) {
	t.Parallel()
	c := newDeltaChain(t)
	registry := contracts.NewPortikusV2()
	c.refuses(c.other, c.Registry, registry.PackCreate([32]byte{1}, nobody), "InvalidOwner")
	// is there already
	c.refuses(c.other, c.Registry, registry.PackCreate([32]byte{}, c.deployer.addr),
		"AdapterCreationFailed")
	created := event(t, c.must(c.other, c.Registry, registry.PackCreate([32]byte{1}, c.maker.addr)),
		registry.UnpackAdapterCreatedEvent)
	if created.Creator != c.other.addr || created.Owner != c.maker.addr ||
		created.Adapter == c.Delta {
		t.Errorf("wrong event %+v", created)
	}
	if owner := read(c.chain, created.Adapter, c.delta.PackOwner(),
		c.delta.UnpackOwner); owner != c.maker.addr {
		t.Errorf("owner is %s", owner)
	}
	if read(c.chain, created.Adapter, c.delta.PackDOMAINSEPARATOR(),
		c.delta.UnpackDOMAINSEPARATOR) ==
		read(c.chain, c.Delta, c.delta.PackDOMAINSEPARATOR(), c.delta.UnpackDOMAINSEPARATOR) {
		t.Error("two settlement contracts have one domain")
	}
	// An order of one is nothing to the other, modules or not.
	order := c.signed(c.order())
	modules := read(c.chain, c.Registry, registry.PackGetModules(), registry.UnpackGetModules)
	for _, module := range modules {
		c.must(c.maker, created.Adapter, c.delta.PackInstall(module))
	}
	c.refuses(c.agent, created.Adapter, c.delta.PackDirectSettle(order, big.NewInt(1000)),
		"InvalidSigner")
}

func TestModules(t *testing.T) {
	t.Parallel()
	c := newDeltaChain(t)
	registry := contracts.NewPortikusV2()
	modules := read(c.chain, c.Delta, c.delta.PackGetModules(), c.delta.UnpackGetModules)
	selectors := 0
	for _, m := range modules {
		selectors += len(m.Selectors)
	}
	if len(modules) != 6 || selectors != 24 {
		t.Fatalf("%d modules with %d functions", len(modules), selectors)
	}
	nonces := modules[4].Module
	c.refuses(c.other, c.Delta, c.delta.PackInstall(nonces), "UnauthorizedAccount")
	c.refuses(c.other, c.Delta, c.delta.PackUninstall(nonces), "UnauthorizedAccount")
	c.refuses(c.deployer, c.Delta, c.delta.PackInstall(nonces), "SelectorAlreadySet")
	c.refuses(c.deployer, c.Delta, c.delta.PackInstall(c.Executor), "ModuleNotRegistered")
	removed := event(t, c.must(c.deployer, c.Delta, c.delta.PackUninstall(nonces)),
		c.delta.UnpackModuleUninstalledEvent)
	if removed.Module != nonces {
		t.Errorf("removed %s", removed.Module)
	}
	c.refuses(c.deployer, c.Delta, c.delta.PackUninstall(nonces), "ModuleNotInstalled")
	c.refuses(c.owner, c.Delta, c.delta.PackInvalidateNonce(big.NewInt(1)), "ModuleNotFound")
	c.must(c.deployer, c.Registry, registry.PackUnregisterModule([]common.Address{nonces}))
	c.refuses(c.deployer, c.Delta, c.delta.PackInstall(nonces), "ModuleNotRegistered")
	c.must(c.deployer, c.Registry, registry.PackRegisterModule([]common.Address{nonces}))
	c.must(c.deployer, c.Delta, c.delta.PackInstall(nonces))
	c.must(c.owner, c.Delta, c.delta.PackInvalidateNonce(big.NewInt(1)))

	// Out of the registry, a module that is installed does nothing more.
	c.must(c.deployer, c.Registry, registry.PackUnregisterModule([]common.Address{nonces}))
	c.refuses(c.owner, c.Delta, c.delta.PackInvalidateNonce(big.NewInt(2)), "ModuleNotRegistered")
	c.must(c.deployer, c.Registry, registry.PackRegisterModule([]common.Address{nonces}))

	c.refuses(c.other, c.Delta, c.delta.PackTransferOwnership(c.other.addr), "UnauthorizedAccount")
	c.must(c.deployer, c.Delta, c.delta.PackTransferOwnership(c.other.addr))
	if owner := read(c.chain, c.Delta, c.delta.PackOwner(),
		c.delta.UnpackOwner); owner != c.other.addr {
		t.Errorf("owner is %s", owner)
	}
}

func TestInvalidatingNonces(t *testing.T) {
	t.Parallel()
	c := newDeltaChain(t)
	order := c.order()
	invalidated := event(t, c.must(c.owner, c.Delta, c.delta.PackInvalidateNonce(order.Nonce)),
		c.delta.UnpackNonceInvalidatedEvent)
	if invalidated.Owner != c.owner.addr || invalidated.Nonce.Cmp(order.Nonce) != 0 {
		t.Errorf("wrong event %+v", invalidated)
	}
	c.refuses(c.agent, c.Delta, c.delta.PackDirectSettle(c.signed(order), big.NewInt(1000)),
		"InvalidNonce")
	again := event(t, c.must(c.owner, c.Delta, c.delta.PackInvalidateNonce(order.Nonce)),
		c.delta.UnpackNonceInvalidatedEvent)
	if again.Nonce.Cmp(order.Nonce) != 0 {
		t.Errorf("wrong event %+v", again)
	}

	// Nonces have no order and are the owner's own.
	settled := c.order(func(o *contracts.DeltaOrder) { o.Nonce = maxUint256 })
	c.must(c.other, c.Delta, c.delta.PackInvalidateNonce(maxUint256))
	c.must(c.agent, c.Delta, c.delta.PackDirectSettle(c.signed(settled), big.NewInt(1000)))
	c.must(c.owner, c.Delta, c.delta.PackInvalidateNonces(
		[]*big.Int{big.NewInt(255), big.NewInt(256), big.NewInt(1_731_317_878_078)}))
	asked := []*big.Int{order.Nonce, big.NewInt(0), big.NewInt(254), big.NewInt(255),
		big.NewInt(256), big.NewInt(257), big.NewInt(1_731_317_878_078), maxUint256}
	used := read(c.chain, c.Delta, c.delta.PackAreNoncesUsed(c.owner.addr, asked),
		c.delta.UnpackAreNoncesUsed)
	if want := []bool{true, false, false, true, true, false, true, true}; !slices.Equal(
		used, want) {
		t.Errorf("used %v, want %v", used, want)
	}

	partly := c.fillable(c.order())
	c.must(c.agent, c.Delta, c.part(partly, 5000, 500))
	c.must(c.owner, c.Delta, c.delta.PackInvalidateNonce(partly.Order.Nonce))
	c.refuses(c.agent, c.Delta, c.part(partly, 5000, 500), "InvalidNonce")
}

func TestWithdrawingFees(t *testing.T) {
	t.Parallel()
	c := newDeltaChain(t)
	to := common.Address{19: 79}
	earner := c.maker // the partner of this test can sign
	order := c.order(func(o *contracts.DeltaOrder) {
		o.PartnerAndFee = new(big.Int).SetBit(
			new(big.Int).Lsh(new(big.Int).SetBytes(earner.addr[:]), 96), 8, 1)
	})
	c.direct(order, 1100)
	collected := read(c.chain, c.Delta,
		c.delta.PackBatchGetCollectedFees(earner.addr, []common.Address{c.dest, c.src}),
		c.delta.UnpackBatchGetCollectedFees)
	equal(t, "collected", collected[0], 50)
	equal(t, "collected of another token", collected[1], 0)

	c.refuses(earner, c.Delta, c.delta.PackWithdrawFees(c.dest, big.NewInt(51), to),
		"InsufficientFees")
	c.refuses(c.agent, c.Delta, c.delta.PackWithdrawFees(c.dest, big.NewInt(1), to),
		"InsufficientFees")
	withdrawn := event(t, c.must(earner, c.Delta,
		c.delta.PackWithdrawFees(c.dest, big.NewInt(20), to)), c.delta.UnpackFeesWithdrawnEvent)
	if withdrawn.Partner != earner.addr || withdrawn.Token != c.dest ||
		withdrawn.Amount.Int64() != 20 || withdrawn.Recipient != to {
		t.Errorf("wrong event %+v", withdrawn)
	}
	c.must(earner, c.Delta, c.delta.PackWithdrawAllFees(c.dest, to))
	c.must(earner, c.Delta, c.delta.PackBatchWithdrawAllFees([]common.Address{c.dest, c.src}, to))
	equal(t, "received", c.balance(c.dest, to), 50)

	claimer := c.other
	if is := read(c.chain, c.Delta, c.delta.PackGetProtocolFeeClaimer(),
		c.delta.UnpackGetProtocolFeeClaimer); is != claimer.addr {
		t.Errorf("claimer is %s", is)
	}
	c.refuses(earner, c.Delta, c.delta.PackWithdrawAllProtocolFees(c.dest, to),
		"UnauthorizedAccount")
	c.refuses(earner, c.Delta, c.delta.PackBatchWithdrawAllProtocolFees(
		[]common.Address{c.dest}, to), "UnauthorizedAccount")
	c.refuses(claimer, c.Delta, c.delta.PackWithdrawProtocolFees(c.dest, big.NewInt(51), to),
		"InsufficientFees")
	c.must(claimer, c.Delta, c.delta.PackWithdrawProtocolFees(c.dest, big.NewInt(30), to))
	c.refuses(claimer, c.Delta, c.delta.PackSetProtocolFeeClaimer(claimer.addr),
		"UnauthorizedAccount")
	c.must(c.deployer, c.Delta, c.delta.PackSetProtocolFeeClaimer(earner.addr))
	c.refuses(claimer, c.Delta, c.delta.PackWithdrawProtocolFees(c.dest, big.NewInt(1), to),
		"UnauthorizedAccount")
	c.must(earner, c.Delta, c.delta.PackBatchWithdrawAllProtocolFees(
		[]common.Address{c.dest, c.src}, to))
	equal(t, "received", c.balance(c.dest, to), 100)
	equal(t, "left", c.balance(c.dest, c.Delta), 0)
}
