// Holds the descriptions of networks that the program carries against packages of others, each fact against every package that tells it.
//
//   npm --prefix scripts/networks install --ignore-scripts --no-audit --no-fund && node scripts/networks/check.mjs
//
// Prints a line for each fact: how many packages say the same, and which say something else. It fails where one does. Facts that no
// package tells are listed at the end: those are as their publisher says, and are checked on the chain at start.
import fs from "node:fs"
import path from "node:path"
import { createRequire } from "node:module"

const require = createRequire(import.meta.url)
const here = path.dirname(new URL(import.meta.url).pathname)
const modules = path.join(here, "node_modules")
const descriptions = path.join(here, "../../backend/networks/descriptions")

// read takes as much of TOML as the descriptions use.
function read(file) {
	const out = {}
	let at = out
	for (const line of fs.readFileSync(file, "utf8").split("\n")) {
		const list = line.match(/^\[\[(\w+)\]\]/), table = line.match(/^\[([\w.]+)\]/), pair = line.match(/^(\w+) = (.*)$/)
		if (list) (out[list[1]] ??= []).push((at = {}))
		else if (table) out[table[1]] = at = {}
		else if (pair) at[pair[1]] = JSON.parse(pair[2])
	}
	return out
}

// texts are the files of a package that hold code or data, as one text in lower case: of packages that tell addresses without a table by
// chain, what is asked is whether they tell it at all.
const cache = {}
function texts(name) {
	if (cache[name] !== undefined) return cache[name]
	const dir = path.join(modules, name)
	if (!fs.existsSync(dir)) throw new Error(`${name} is not installed`)
	return cache[name] = fs.readdirSync(dir, { recursive: true }).filter(f => /\.(c?m?js|json|d\.ts)$/.test(f) && !f.includes("node_modules"))
		.map(f => fs.readFileSync(path.join(dir, f), "utf8")).join("\n").toLowerCase()
}

const uniswap = require("@uniswap/sdk-core"), v3 = require("@uniswap/v3-sdk"), aave = require("@bgd-labs/aave-address-book")
const chains = Object.values(require("viem/chains"))
const list = require("@uniswap/default-token-list/build/uniswap-default.tokenlist.json").tokens
const markets = Object.values(aave).filter(m => m?.CHAIN_ID && m.ASSETS)
// exchangePackages tell factories, hashes and routers without a table by chain.
const exchangePackages = ["@uniswap/sdk-core", "@sushiswap/core-sdk", "@pancakeswap/v2-sdk", "@pancakeswap/v3-sdk", "quickswap-sdk", "@curvefi/api"]
const balancer = { 1: "mainnet", 10: "optimism", 56: "bsc", 100: "gnosis", 137: "polygon", 42161: "arbitrum", 43114: "avalanche" }
const same = (a, b) => String(a).toLowerCase() === String(b).toLowerCase()

// says are what packages say of a fact: [package, value], value undefined where it has none.
const rows = [], alone = []
let wrong = 0
function fact(network, what, value, says) {
	const told = says.filter(([, v]) => v !== undefined)
	const agree = told.filter(([, v]) => same(v, value)), differ = told.filter(([, v]) => !same(v, value))
	wrong += differ.length
	if (told.length === 0) return alone.push(`${network}: ${what} ${value}`)
	rows.push(`${String(network).padStart(6)}  ${what.padEnd(32)} ${agree.length} agree: ${agree.map(s => s[0]).join(", ")}` +
		differ.map(([p, v]) => `  DIFFERS: ${p} says ${v}`).join(""))
}
const mentions = (name, value) => [name, texts(name).includes(value.toLowerCase()) ? value : undefined]

for (const file of fs.readdirSync(descriptions).sort((a, b) => parseInt(a) - parseInt(b))) {
	const d = read(path.join(descriptions, file)), id = d.id
	const c = chains.find(c => c.id === id), listed = list.filter(t => t.chainId === id)
	fact(id, "id and coin", d.symbol, [["viem", c?.nativeCurrency.symbol]])
	fact(id, "wrapped coin", d.contracts.wrapped_native, [["@uniswap/sdk-core", uniswap.WETH9[id]?.address],
		["@bgd-labs/aave-address-book", markets.filter(m => m.CHAIN_ID === id).flatMap(m => Object.values(m.ASSETS))
			.find(a => same(a.UNDERLYING, d.contracts.wrapped_native))?.UNDERLYING],
		["@uniswap/default-token-list", listed.find(t => same(t.address, d.contracts.wrapped_native))?.address],
		["viem", Object.values(c?.contracts ?? {}).find(x => same(x?.address, d.contracts.wrapped_native))?.address]])
	for (const e of d.exchanges ?? []) {
		const told = value => exchangePackages.map(name => mentions(name, value))
		if (e.kind === "uniswap-v2") {
			fact(id, e.name + " factory", e.factory, [...told(e.factory), ["@uniswap/sdk-core by chain", e.name === "UniswapV2" ? uniswap.V2_FACTORY_ADDRESSES[id] : undefined]])
			if (e.init_code_hash) fact(id, e.name + " init code hash", e.init_code_hash, told(e.init_code_hash))
			if (e.router) fact(id, e.name + " router", e.router, told(e.router))
		} else if (e.kind === "uniswap-v3") {
			const own = e.name === "UniswapV3"
			fact(id, e.name + " factory", e.factory, [["@uniswap/sdk-core", own ? uniswap.V3_CORE_FACTORY_ADDRESSES[id] : undefined]])
			fact(id, e.name + " init code hash", e.init_code_hash, [["@uniswap/v3-sdk", v3.POOL_INIT_CODE_HASH]])
			fact(id, e.name + " fee tiers", e.fees.join(" "), [["@uniswap/v3-sdk", own ? [100, 500, 3000, 10000].filter(f => Object.values(v3.FeeAmount).includes(f)).join(" ") : undefined]])
			if (e.router) fact(id, e.name + " router", e.router, [mentions("@uniswap/sdk-core", e.router)])
		} else if (e.kind === "balancer-v2") {
			const known = balancer[id] && path.join(modules, "@balancer-labs/v2-deployments/dist/tasks/20210418-vault/output", balancer[id] + ".json")
			fact(id, e.name + " vault", e.vault, [["@balancer-labs/v2-deployments", known && fs.existsSync(known) ? JSON.parse(fs.readFileSync(known)).Vault : undefined]])
		} else if (e.factory) fact(id, e.name + " factory", e.factory, told(e.factory))
		for (const p of e.pools ?? []) fact(id, e.name + " pool", p, [mentions("@curvefi/api", p), ["@uniswap/default-token-list", listed.find(t => same(t.address, p))?.address],
			["@bgd-labs/aave-address-book", markets.filter(m => m.CHAIN_ID === id).flatMap(m => Object.values(m.ASSETS)).find(a => same(a.UNDERLYING, p))?.UNDERLYING]])
	}
	for (const t of d.tokens) {
		const inList = listed.find(x => same(x.address, t.address))
		const inMarket = markets.filter(m => m.CHAIN_ID === id).flatMap(m => Object.values(m.ASSETS)).find(a => same(a.UNDERLYING, t.address))
		fact(id, `${t.symbol} ${t.address.slice(0, 8)}… decimals`, t.decimals, [["@uniswap/default-token-list", inList?.decimals],
			["@bgd-labs/aave-address-book", inMarket?.decimals]])
		const other = listed.find(x => x.symbol === t.symbol && !same(x.address, t.address))
		if (!inList && other) rows.push(`${String(id).padStart(6)}  ${t.symbol}: the list has another of this name, ${other.address}`)
	}
	const k = d.contracts
	fact(id, "Permit2", k.permit2 ?? "none", [mentions("@uniswap/permit2-sdk", k.permit2 ?? "none")])
	for (const name of ["augustus_rfq", "augustus_v6", "augustus_swapper", "token_transfer_proxy", "delta"]) {
		const book = Object.values(aave).filter(m => m?.CHAIN_ID === id || m?.PARASWAP_REGISTRY)
		if (k[name]) fact(id, name, k[name], [["@bgd-labs/aave-address-book", JSON.stringify(book).toLowerCase().includes(k[name].toLowerCase()) ? k[name] : undefined]])
	}
}
console.log(rows.join("\n"))
console.log(`\n${rows.length} facts that packages tell, ${wrong} of which differ; told by none (${alone.length}):\n  ` + alone.join("\n  "))
process.exitCode = wrong ? 1 : 0
