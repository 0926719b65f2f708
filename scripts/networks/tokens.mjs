// Writes the table of tokens that the program carries, backend/networks/tokens.txt, from lists that others publish: of each token its network, address,
// decimals and symbol, and nothing else of them.
//
//   npm --prefix scripts/networks install --ignore-scripts --no-audit --no-fund && node scripts/networks/tokens.mjs
//
// A token that two lists tell differently is an error, unless it is only its symbol: then the first list's stands.
import fs from "node:fs"
import path from "node:path"
import { createRequire } from "node:module"

const require = createRequire(import.meta.url)
const here = path.dirname(new URL(import.meta.url).pathname)
const networks = [1, 10, 56, 100, 137, 250, 1101, 8453, 42161, 43114]

const uniswap = require("@uniswap/default-token-list/build/uniswap-default.tokenlist.json").tokens
const aave = JSON.parse(fs.readFileSync(path.join(here, "node_modules/@aave-dao/aave-address-book/tokenlist.json"))).tokens
	.filter(t => t.tags?.some(tag => ["underlying", "stataToken"].includes(tag)))
const sushi = require("@sushiswap/default-token-list/build/sushiswap-default.tokenlist.json").tokens
	.filter(t => [100, 250, 1101].includes(t.chainId)) // where the others have none

const table = new Map()
for (const t of [...uniswap, ...aave, ...sushi]) {
	if (!networks.includes(t.chainId)) continue
	const key = `${t.chainId} ${t.address.toLowerCase()}`, known = table.get(key)
	if (known && known.decimals !== t.decimals) throw new Error(`${key} has ${known.decimals} or ${t.decimals} decimals`)
	if (!/^[\x21-\x7e]{1,20}$/.test(t.symbol)) continue // nothing that a terminal would draw otherwise
	if (!known) table.set(key, t)
}
const rows = [...table.values()].sort((a, b) => a.chainId - b.chainId || (a.address.toLowerCase() < b.address.toLowerCase() ? -1 : 1))
fs.writeFileSync(path.join(here, "../../backend/networks/tokens.txt"),
	rows.map(t => `${t.chainId} ${t.address.toLowerCase()} ${t.decimals} ${t.symbol}\n`).join(""))
console.log(networks.map(id => `${id}: ${rows.filter(t => t.chainId === id).length}`).join(", "))
