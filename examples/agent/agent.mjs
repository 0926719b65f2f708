// An agent that competes for the Delta orders of a bourse that runs elsewhere, as main.go does: it fills whole orders from its own tokens and
// pays half of what the best route loses on the way on top of what that brings. In this folder: npm install && node agent.mjs [SERVICE [NODE]]
import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { Contract, HDNodeWallet, JsonRpcProvider, MaxUint256, NonceManager, Wallet, concat, hexlify, keccak256, toBeHex, toUtf8Bytes } from 'ethers'

const service = process.argv[2] ?? 'http://127.0.0.1:8080'
const node = new JsonRpcProvider(process.argv[3] ?? 'http://127.0.0.1:8545', undefined, { staticNetwork: true, pollingInterval: 200, batchMaxCount: 1 })
// The fourth development account of the local network, unless AGENT_KEY names a file with another key in hex.
const key = process.env.AGENT_KEY
  ? new Wallet(readFileSync(process.env.AGENT_KEY, 'utf8').trim())
  : HDNodeWallet.fromPhrase('test test test test test test test test test test test junk', '', "m/44'/60'/0'/0/3")
const account = new NonceManager(key.connect(node))
const coin = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

const order = `tuple(address owner,address beneficiary,address srcToken,address destToken,uint256 srcAmount,uint256 destAmount,
  uint256 expectedDestAmount,uint256 deadline,uint256 nonce,uint256 partnerAndFee,bytes permit)`
const deltaABI = [`function directSettle(tuple(${order} order,bytes signature) orderWithSig,uint256 amount)`]
const tokenABI = ['function balanceOf(address) view returns (uint256)', 'function allowance(address,address) view returns (uint256)',
  'function approve(address,uint256) returns (bool)']

async function ask(path, body) {
  const answer = await fetch(service + path, body && { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) })
  const reply = await answer.json()
  if (!answer.ok) throw new Error(reply.message ?? JSON.stringify(reply))
  return reply
}

// Makes sure that there is enough of a token and that the contract may take it.
async function provide(address, amount) {
  const token = new Contract(address, tokenABI, account)
  if (await token.balanceOf(key.address) < amount) throw new Error(`the stock of ${address} is less than ${amount}`)
  if (await token.allowance(key.address, delta.target) >= amount) return
  await token.approve(delta.target, MaxUint256)
  throw new Error(`the contract may not take ${address} yet; the approval is on its way`)
}

// What the best route brings after gas, and half of what it loses on the way.
function price({ destAmount, srcUSD, destUSD }) {
  const more = Math.max(0, Math.min(1, (srcUSD / destUSD - 1) / 2)) || 0
  return BigInt(destAmount) + BigInt(destAmount) * BigInt(Math.floor(more * 1e9)) / 1_000_000_000n
}

async function offer(round, { id, order, partiallyFillable, signature }) {
  if (partiallyFillable || order.destToken.toLowerCase() === coin) return // left to others
  const quote = await ask('/quote?' + new URLSearchParams({ chainId, srcToken: order.srcToken, destToken: order.destToken, amount: order.srcAmount, mode: 'DELTA' }))
  const pays = price(quote.delta)
  if (pays < BigInt(order.destAmount)) return // the owner wants more
  await provide(order.destToken, pays)
  const calldata = delta.interface.encodeFunctionData('directSettle', [{ order, signature }, pays])
  const message = concat([toUtf8Bytes('bourse bid'), toBeHex(chainId, 8), toBeHex(round, 8), keccak256(calldata)])
  await ask(`/x/${chainId}/delta/bids`, { round, agent: key.address, orderIds: [id], calldata, promised: '0',
    signature: key.signingKey.sign(keccak256(message)).serialized })
  bids.set(id, { round, calldata })
  console.log(`round ${round}: bid ${pays} for order ${id}`)
}

const { networks } = await ask('/x/networks')
const chainId = Number((await node.getNetwork()).chainId)
const network = networks.find((n) => n.chainId === chainId)
if (!network) throw new Error(`${service} knows no network ${chainId}`)
const delta = new Contract(network.contracts.delta, deltaABI, account)
const bids = new Map() // the last bid for each order
let last = 0 // the last round that was bid in
console.log(`agent ${key.address} bids at ${service}`)

// A round takes bids for 250 ms: it is looked for every 40.
for (;; await wait(40)) {
  try {
    const { round, orders, awards } = await ask(`/x/${chainId}/delta/round`)
    for (const { orderId, round: won, agent } of awards) {
      const bid = bids.get(orderId)
      if (agent.toLowerCase() !== key.address.toLowerCase() || bid?.round !== won) continue
      bids.delete(orderId)
      const sent = await account.sendTransaction({ to: delta.target, data: bid.calldata, gasLimit: 600_000 })
      console.log(`round ${won}: won order ${orderId}, sent ${sent.hash}`)
    }
    if (round === last || orders.length === 0) continue
    last = round
    for (const o of orders) await offer(round, o).catch((e) => console.log(`round ${round}: no bid for order ${o.id}: ${e.message}`))
  } catch (e) {
    console.log(`trying again: ${e.message}`)
    account.reset()
    await wait(1000)
  }
}
