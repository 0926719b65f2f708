// Runs the public SDK's order and Delta flows by turns against the nodes of one exchange: what was
// made at one node is asked for at the other. Delta orders are built by a node, as its own contract
// has them: those that the SDK builds by itself are for another contract.
import { constructSimpleSDK } from '@velora-dex/sdk';
import { createWalletClient, http, publicActions } from 'viem';
import { mnemonicToAccount } from 'viem/accounts';

const { NODES, RPC } = process.env;
const account = mnemonicToAccount('test test test test test test test test test test test junk');
const chain = { id: 1337, name: 'local', rpcUrls: { default: { http: [RPC] } },
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 } };
const viemClient = createWalletClient({ account, chain, transport: http(RPC),
  pollingInterval: 100 }).extend(publicActions);
const urls = NODES.split(',');
const nodes = urls.map((apiURL) => constructSimpleSDK(
  { chainId: chain.id, apiURL, fetch }, { viemClient, account: account.address }));

// until asks until the answer is one: the SDK does not say which revision it must see.
async function until(what, ask) {
  let last;
  for (const end = Date.now() + 60_000; Date.now() < end;) {
    try {
      const answer = await ask();
      if (answer) return answer;
    } catch (e) {
      last = e;
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${what}: ${last}`);
}

const tokens = await nodes[0].swap.getTokens();
const token = (symbol) => tokens.find((t) => t.symbol === symbol);
const usdc = token('USDC'), weth = token('WETH');

for (let i = 0; i < 4; i++) {
  const here = nodes[i % 2], there = nodes[1 - i % 2];
  const order = await here.limitOrders.submitLimitOrder({
    maker: account.address, makerAsset: usdc.address, takerAsset: weth.address,
    makerAmount: '1000000', takerAmount: `${10 ** 15 + i}`, nonce: Date.now() + i, expiry: 0 });
  const seen = await until(`order ${i} at the other node`,
    () => there.limitOrders.getLimitOrderByHash(order.orderHash));
  if (seen.signature !== order.signature) throw new Error('another signature');
  console.log(`order ${i}: taken by node ${i % 2}, ${seen.state} at node ${1 - i % 2}`);
}
for (const [i, node] of nodes.entries()) {
  const { orders } = await node.limitOrders.getLimitOrders(
    { maker: account.address, type: 'LIMIT' });
  console.log(`node ${i} lists ${orders.length} orders`);
}

const amount = String(100n * 10n ** BigInt(usdc.decimals));
const hash = await nodes[0].delta.approveTokenForDelta(amount, usdc.address);
await viemClient.waitForTransactionReceipt({ hash });
for (let i = 0; i < 2; i++) {
  const here = nodes[i % 2], there = nodes[1 - i % 2];
  const half = String(BigInt(amount) / 2n);
  const deltaPrice = await until('a Delta price', () => here.delta.getDeltaPrice({
    srcToken: usdc.address, destToken: weth.address, amount: half, userAddress: account.address,
    srcDecimals: usdc.decimals, destDecimals: weth.decimals, partner: 'anon' }));
  const built = await fetch(`${urls[1 - i % 2]}/delta/orders/build`, { method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ chainId: chain.id, owner: account.address, price: deltaPrice }) });
  const { toSign } = await built.json();
  if (!built.ok) throw new Error(`build: ${built.status}`);
  const signature = await viemClient.signTypedData({ domain: toSign.domain, types: toSign.types,
    primaryType: 'Order', message: toSign.value });
  const { id } = await here.delta.postDeltaOrder({ order: toSign.value, signature });
  const done = await until(`Delta order ${i} at the other node`, async () => {
    const o = await there.delta.getDeltaOrderById(id);
    if (['FAILED', 'EXPIRED', 'CANCELLED'].includes(o.status)) throw new Error(o.status);
    return ['EXECUTED', 'COMPLETED'].includes(o.status) && o;
  });
  console.log(`Delta order ${i}: priced and taken by node ${i % 2}, built by and ` +
    `${done.status} at node ${1 - i % 2}`);
}
