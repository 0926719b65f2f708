// A client that knows nothing of bourse but its interface and a node: it trades with ethers what bed.sh serves, a limit order, one between two
// people, an NFT, swaps by both versions, a Delta order, and sees an order come back when the chain takes its fill back. Started by bed.sh.
import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import { AbiCoder, Contract, JsonRpcProvider, MaxUint256, NonceManager, Signature, Wallet, ZeroAddress, id, parseEther, toBeHex, zeroPadValue } from 'ethers'

const [service, nodeURL, makerKey, takerKey] = process.argv.slice(2)
const node = new JsonRpcProvider(nodeURL, undefined, { staticNetwork: true, pollingInterval: 100, cacheTimeout: -1, batchMaxCount: 1 })
const chainId = Number((await node.getNetwork()).chainId)
const [maker, taker] = [makerKey, takerKey].map(key => new Wallet(key, node))
const senders = new Map([maker, taker].map(w => [w, new NonceManager(w)]))

const orderType = ['nonceAndMeta:uint256', 'expiry:uint128', 'makerAsset:address', 'takerAsset:address', 'maker:address', 'taker:address',
  'makerAmount:uint256', 'takerAmount:uint256']
const nftType = ['nonceAndMeta:uint256', 'expiry:uint128', 'makerAsset:uint256', 'makerAssetId:uint256', 'takerAsset:uint256', 'takerAssetId:uint256',
  'maker:address', 'taker:address', 'makerAmount:uint256', 'takerAmount:uint256']
const deltaType = ['owner:address', 'beneficiary:address', 'srcToken:address', 'destToken:address', 'srcAmount:uint256', 'destAmount:uint256',
  'expectedDestAmount:uint256', 'deadline:uint256', 'nonce:uint256', 'partnerAndFee:uint256', 'permit:bytes']
const fields = list => list.map(field => { const [name, type] = field.split(':'); return { name, type } })
const tuple = list => `tuple(${list.map(f => f.split(':').reverse().join(' ')).join(',')})`
const rfqABI = [`function fillOrder(${tuple(orderType)} order, bytes signature)`, `function fillOrderNFT(${tuple(nftType)} order, bytes signature)`]
const tokenABI = ['function approve(address,uint256) returns (bool)', 'function transfer(address,uint256) returns (bool)',
  'function balanceOf(address) view returns (uint256)']

async function ask(path, body) {
  const answer = await fetch(service + path, body && { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`)
  return JSON.parse(text)
}

async function until(what, holds) {
  for (let i = 0; i < 600; i++) {
    const value = await holds().catch(e => { if (i > 590) throw e })
    if (value) return value
    await wait(100)
  }
  throw new Error(`never came: ${what}`)
}

async function send(from, to, abi, method, ...args) {
  const tx = await new Contract(to, abi, senders.get(from))[method](...args)
  assert.equal((await tx.wait()).status, 1, `${method} failed`)
}

const { AugustusRFQ: rfq } = await ask(`/adapters/contracts?network=${chainId}`)
const token = Object.fromEntries((await ask(`/tokens/${chainId}`)).tokens.map(t => [t.symbol, t.address]))
const balance = (symbol, of) => new Contract(token[symbol], tokenABI, node).balanceOf(of.address)
let nonce = BigInt(Date.now()) * 1000n

// An order of the maker's: 0.1 WETH for 300 USDC, signed and posted.
async function post(path, to) {
  const order = { nonceAndMeta: (nonce++ << 160n) | BigInt(to), expiry: 0n, makerAsset: token.WETH, takerAsset: token.USDC, maker: maker.address,
    taker: to, makerAmount: parseEther('0.1'), takerAmount: 300_000_000n }
  const signature = await maker.signTypedData({ name: 'AUGUSTUS RFQ', version: '1', chainId, verifyingContract: rfq }, { Order: fields(orderType) }, order)
  const body = Object.fromEntries(Object.entries({ ...order, signature }).map(([k, v]) => [k, typeof v === 'bigint' ? v.toString() : v]))
  const reply = await ask(`/ft/${path}/${chainId}`, { ...body, expiry: 0 })
  assert.equal(reply.order.state, 'PENDING')
  return { order, signature, hash: reply.order.orderHash }
}
const state = hash => ask(`/ft/order/${hash}`).then(o => o.state)
const fill = o => send(taker, rfq, rfqABI, 'fillOrder', o.order, o.signature)
const done = what => console.log('✓', what)

// both have what they need
await send(maker, token.USDC, tokenABI, 'transfer', taker.address, 10_000_000_000n)
for (const [who, symbol] of [[maker, 'WETH'], [taker, 'USDC']]) await send(who, token[symbol], tokenABI, 'approve', rfq, MaxUint256)

for (const [path, to, what] of [['orders', ZeroAddress, 'a limit order'], ['p2p', taker.address, 'an order between two people']]) {
  const o = await post(path, to)
  await fill(o)
  await until('the fill', async () => await state(o.hash) === 'FULFILLED')
  done(`${what} made, filled by another client, seen as filled`)
}

// the chain takes a fill back, and gives it again
const o = await post('orders', ZeroAddress)
const before = await node.send('evm_snapshot', []).catch(() => null)
if (before) {
  await fill(o)
  await until('the fill', async () => await state(o.hash) === 'FULFILLED')
  await node.send('evm_revert', [before])
  senders.get(taker).reset()
  await until('the order again', async () => await state(o.hash) === 'PENDING')
  await fill(o)
  await until('the fill again', async () => await state(o.hash) === 'FULFILLED')
  done('a reorganisation took a fill back and the order was open again')
} else done('no reorganisation: the node has no evm_snapshot')

// an NFT: what was minted for the maker is found by its transfer
const minted = await node.getLogs({ fromBlock: 0, topics: [id('Transfer(address,address,uint256)'), zeroPadValue('0x', 32), zeroPadValue(maker.address, 32)] })
{
  const owns = l => new Contract(l.address, ['function ownerOf(uint256) view returns (address)'], node).ownerOf(l.topics[3])
  let ape
  for (const l of minted) if (l.topics.length === 4 && await owns(l) === maker.address) { ape = l; break }
  assert(ape, 'the maker has no NFT left')
  await send(maker, ape.address, ['function setApprovalForAll(address,bool)'], 'setApprovalForAll', rfq, true)
  const order = { nonceAndMeta: nonce++ << 160n, expiry: 0n, makerAsset: (2n << 160n) | BigInt(ape.address), makerAssetId: BigInt(ape.topics[3]),
    takerAsset: BigInt(token.USDC), takerAssetId: 0n, maker: maker.address, taker: ZeroAddress, makerAmount: 1n, takerAmount: 50_000_000n }
  const signature = await maker.signTypedData({ name: 'AUGUSTUS RFQ', version: '1', chainId, verifyingContract: rfq }, { OrderNFT: fields(nftType) }, order)
  const body = Object.fromEntries(Object.entries({ ...order, signature }).map(([k, v]) => [k, typeof v === 'bigint' ? v.toString() : v]))
  const reply = await ask(`/nft/orders/${chainId}`, { ...body, expiry: 0 })
  await send(taker, rfq, rfqABI, 'fillOrderNFT', order, signature)
  await until('the sale', async () => (await ask(`/nft/order/${reply.order.orderHash}`)).state === 'FULFILLED')
  done('an NFT offered, bought, seen as sold')
}

// a swap by each version over each exchange, both ways: what the price says arrives, but for the unit that a contract keeps
const approved = new Set()
const listed = await ask(`/adapters/list?network=${chainId}`)
const pairs = [['WETH', 'USDC'], ['USDC', 'USDT'], ['DAI', 'USDC'], ['WETH', 'DAI']]
for (const version of ['5', '6.2']) for (const exchange of listed) for (const side of ['SELL', 'BUY']) {
  if (['LimitOrders', 'WETH'].includes(exchange)) continue
  let swapped
  for (const [src, dest] of exchange === 'wstETH' ? [['wstETH', 'stETH']] : pairs) {
    const newest = await node.getBlockNumber()
    const amount = { WETH: parseEther('1'), DAI: parseEther('500'), wstETH: parseEther('1'), stETH: parseEther('1') }[side === 'SELL' ? src : dest] ?? 500_000_000n
    const swap = await until('a price of the newest block', async () => {
      const answer = await ask(`/swap?network=${chainId}&srcToken=${src}&destToken=${dest}&amount=${amount}&side=${side}&slippage=50` +
        `&version=${version}&userAddress=${maker.address}&includeDEXS=${exchange}&ignoreChecks=true`)
        .catch(e => { if (/Can not receive price route|No routes/.test(e.message)) return 'none'; throw e })
      return (answer === 'none' || answer.priceRoute.blockNumber >= newest) && answer
    })
    if (swap === 'none') continue
    const route = swap.priceRoute
    const allowed = src + route.tokenTransferProxy
    if (!approved.has(allowed)) await send(maker, token[src], tokenABI, 'approve', route.tokenTransferProxy, MaxUint256)
    approved.add(allowed)
    const had = [await balance(src, maker), await balance(dest, maker)]
    const { to, data, value } = swap.txParams
    // a node may estimate inside the newest block, where Balancer's vault writes less than in the next one
    const gasLimit = await maker.estimateGas({ to, data, value }) * 11n / 10n
    assert.equal((await (await senders.get(maker).sendTransaction({ to, data, value, gasLimit })).wait()).status, 1)
    const off = await balance(dest, maker) - had[1] - BigInt(route.destAmount), spent = had[0] - await balance(src, maker) - BigInt(route.srcAmount)
    const left = exchange === 'MakerPsm' && src === 'DAI' ? 2n * 10n ** 12n : 1n // a stability module pays whole units and leaves the rest
    const more = exchange === 'wstETH' ? 16n : 1n // no more than what rounding keeps of transfers of stETH
    assert(off >= (exchange === 'wstETH' ? 0n : -1n) && off <= more && spent >= -left && spent <= 1n, `${route.contractMethod} on ${exchange}: ${off} more than promised for ${spent} more`)
    swapped = `${side} ${src} ${dest} by ${version} on ${exchange} (${route.contractMethod}) to the unit: ${off}, ${spent}`
    break
  }
  done(swapped ?? `nothing to ${side} by ${version} on ${exchange}`)
}

{
  const quote = await ask(`/quote?chainId=${chainId}&srcToken=${token.WETH}&srcDecimals=18&destToken=${token.USDC}&destDecimals=6&amount=${parseEther('1')}&mode=DELTA`)
  const { toSign } = await ask('/delta/orders/build', { chainId, owner: maker.address, price: quote.delta })
  const { domain, value } = toSign
  await send(maker, token.WETH, tokenABI, 'approve', domain.verifyingContract, MaxUint256)
  const signature = Signature.from(await maker.signTypedData(domain, { Order: fields(deltaType) }, value)).compactSerialized
  const had = await balance('USDC', maker)
  const { id: order } = await ask('/delta/orders', { chainId, order: value, signature })
  const settled = await until('the settlement', async () => { const o = await ask(`/delta/orders/${order}`); return o.status === 'EXECUTED' && o })
  assert(await balance('USDC', maker) - had >= BigInt(value.destAmount))
  done(`a Delta order settled in ${settled.transactions[0].hash}`)
}
process.exit(0)
