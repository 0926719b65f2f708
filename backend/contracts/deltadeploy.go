package contracts

import (
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
)

// DeltaParties are the accounts and contracts that the Delta contracts are told about.
type DeltaParties struct {
	Deployer   common.Address // owns the registry and the settlement contract
	FeeClaimer common.Address // gets the protocol's share of surplus
	Agents     []common.Address
	Permit2    common.Address
}

// DeltaAddresses is where the Delta contracts are.
type DeltaAddresses struct {
	Registry common.Address // a PortikusV2: agents register here
	// the settlement contract: verifying contract of orders, spender of permits
	Delta    common.Address
	Executor common.Address // a DeltaExecutor
}

// DeployDelta puts the registry with its agents and the settlement contract with all its modules on
// a chain.
func DeployDelta(d Deployer, p DeltaParties) DeltaAddresses {
	registry := NewPortikusV2()
	a := DeltaAddresses{Registry: create(
		d, &PortikusV2MetaData, registry.PackConstructor(p.Deployer))}
	a.Executor = create(d, &DeltaExecutorMetaData, nil)
	modules := []common.Address{
		create(d, &SwapSettlementModuleMetaData,
			NewSwapSettlementModule().PackConstructor(a.Registry, p.Permit2)),
		create(d, &DirectSettlementModuleMetaData,
			NewDirectSettlementModule().PackConstructor(a.Registry, p.Permit2)),
		create(d, &FillableSwapSettlementModuleMetaData,
			NewFillableSwapSettlementModule().PackConstructor(a.Registry, p.Permit2)),
		create(d, &FillableDirectSettlementModuleMetaData,
			NewFillableDirectSettlementModule().PackConstructor(a.Registry, p.Permit2)),
		create(d, &NonceManagementModuleMetaData, nil),
		create(d, &FeeClaimerModuleMetaData, nil),
	}
	d.Call("register modules", a.Registry, registry.PackRegisterModule(modules))
	d.Call("register agents", a.Registry, registry.PackRegisterAgent(p.Agents))

	var salt [32]byte
	code := append(common.FromHex(DeltaAdapterMetaData.Bin),
		NewDeltaAdapter().PackConstructor(p.Deployer)...)
	a.Delta = crypto.CreateAddress2(a.Registry, salt, crypto.Keccak256(code))
	d.Call("create the settlement contract", a.Registry, registry.PackCreate(salt, p.Deployer))
	InstallModules(d, a.Delta, modules)
	d.Call("set the fee claimer", a.Delta, NewDelta().PackSetProtocolFeeClaimer(p.FeeClaimer))
	return a
}

// DeploySecond adds the modules of the second form to a settlement contract and registry of the
// deployer's.
func DeploySecond(d Deployer, a DeltaAddresses, permit2 common.Address) {
	modules := CreateSecond(d, a.Registry, permit2)
	d.Call("register modules", a.Registry, NewPortikusV2().PackRegisterModule(modules))
	InstallModules(d, a.Delta, modules)
}

// CreateSecond creates the modules that settle orders of the second form. They work once they are
// registered and installed.
func CreateSecond(d Deployer, registry, permit2 common.Address) []common.Address {
	return []common.Address{
		create(d, &SecondSwapModuleMetaData,
			NewSecondSwapModule().PackConstructor(registry, permit2)),
		create(d, &SecondDirectModuleMetaData,
			NewSecondDirectModule().PackConstructor(registry, permit2)),
		create(d, &SecondFillableModuleMetaData,
			NewSecondFillableModule().PackConstructor(registry, permit2)),
		create(d, &SlicedModuleMetaData, NewSlicedModule().PackConstructor(registry, permit2)),
		create(d, &PreSignatureModuleMetaData, nil),
	}
}

// InstallModules adds registered modules to a settlement contract.
func InstallModules(d Deployer, delta common.Address, modules []common.Address) {
	for _, module := range modules {
		d.Call("install a module", delta, NewDelta().PackInstall(module))
	}
}
