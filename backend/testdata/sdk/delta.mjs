// Runs the public SDK's Delta flows, unchanged, against a served exchange, from a price to the chain: it builds and signs orders of
// fourteen fields and in slices by itself.
import { constructSimpleSDK } from '@velora-dex/sdk';
import { createWalletClient, erc20Abi, http, publicActions } from 'viem';
import { mnemonicToAccount } from 'viem/accounts';

const { API, RPC } = process.env;
const words = 'test test test test test test test test test test test junk';
const account = mnemonicToAccount(words);
const chain = { id: 1337, name: 'local', rpcUrls: { default: { http: [RPC] } },
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 } };
const clientOf = (account) => createWalletClient({ account, chain, transport: http(RPC),
  pollingInterval: 100 }).extend(publicActions);
const sdkOf = (viemClient) => constructSimpleSDK({ chainId: chain.id, apiURL: API, fetch },
  { viemClient, account: viemClient.account.address });
const viemClient = clientOf(account);
const { delta, swap } = sdkOf(viemClient);

function check(what, good) {
  if (!good) throw new Error(what);
}

async function until(what, ask) {
  let last;
  for (const end = Date.now() + 120_000; Date.now() < end;) {
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

const tokens = await swap.getTokens();
const token = (symbol) => tokens.find((t) => t.symbol === symbol);
const usdc = token('USDC'), weth = token('WETH');
const holds = (t) => viemClient.readContract({ abi: erc20Abi, address: t.address,
  functionName: 'balanceOf', args: [account.address] });
const settled = (id) => until(`order ${id}`, async () => {
  const o = await delta.getDeltaOrderById(id);
  if (['FAILED', 'EXPIRED', 'CANCELLED'].includes(o.status)) {
    console.log(JSON.stringify(o));
    process.exit(1);
  }
  return o.status === 'EXECUTED' && o;
});
const price = (amount, side = 'SELL') => until('a Delta price', () => delta.getDeltaPrice({
  srcToken: usdc.address, destToken: weth.address, amount: String(amount), side,
  userAddress: account.address, srcDecimals: usdc.decimals, destDecimals: weth.decimals,
  partner: 'anon' }));
const pair = { owner: account.address, srcToken: usdc.address, destToken: weth.address, partner: 'anon' };

async function approve(client, sdk) {
  const hash = await sdk.approveTokenForDelta(String(10n ** 12n), usdc.address);
  await client.waitForTransactionReceipt({ hash });
}
await approve(viemClient, delta);

// Slices: one signature, a transaction each, a minute apart at least. They are of accounts of their own, and run meanwhile.
async function sliced(name, index, params, want) {
  const client = clientOf(mnemonicToAccount(words, { addressIndex: index }));
  const sdk = sdkOf(client).delta;
  const owner = client.account.address;
  const holdings = () => Promise.all([usdc, weth].map((t) => viemClient.readContract({ abi: erc20Abi,
    address: t.address, functionName: 'balanceOf', args: [owner] })));
  await approve(client, sdk);
  const before = await holdings();
  const { id } = await sdk.submitTWAPDeltaOrder({ ...pair, owner, interval: 60, numSlices: 2,
    slippage: 200, ...params });
  const done = await settled(id);
  const after = await holdings();
  const paid = before[0] - after[0], bought = after[1] - before[1];
  const good = done.transactions.filter((tx) => tx.status === 1);
  const times = await Promise.all(good.map((tx) => viemClient.getBlock({ blockHash: tx.blockHash })));
  check(`${name}: slices at ${times.map((b) => b.timestamp)}`,
    good.length === 2 && times[1].timestamp - times[0].timestamp >= 60n);
  check(`${name}: paid ${paid}, bought ${bought}`, want(paid, bought));
  return `${name}: ${done.status}, ${paid} for ${bought} by ${good.length} slices`;
}
const total = 1_000_000_001n, wants = 10n ** 17n;
const slice = await price(total / 2n);
const buys = 2n * wants + 1n;
const part = await price(buys / 2n, 'BUY');
const most = BigInt(part.srcAmount) * 2n * 105n / 100n;
const slices = Promise.all([
  sliced('TWAP', 1, { onChainOrderType: 'TWAPOrder', deltaPrice: slice, totalSrcAmount: String(total) },
    (paid, bought) => paid === total && bought * 100n >= BigInt(slice.destAmount) * 2n * 98n),
  sliced('TWAP buy', 2, { onChainOrderType: 'TWAPBuyOrder', deltaPrice: part,
    totalDestAmount: String(buys), maxSrcAmount: String(most) },
  (paid, bought) => bought >= buys && paid <= most && paid * 100n <= BigInt(part.srcAmount) * 2n * 101n),
]);

// traded runs a flow and compares what was paid and bought with what the record tells.
async function traded(name, place, want) {
  const before = [await holds(usdc), await holds(weth)];
  const { id } = await place();
  const done = await settled(id);
  const paid = before[0] - await holds(usdc), bought = await holds(weth) - before[1];
  const sum = (key) => done.transactions.reduce((all, tx) => all + BigInt(tx[key]), 0n);
  check(`${name}: the record tells of ${sum('spentAmount')} for ${sum('receivedAmount')}, ` +
    `the chain of ${paid} for ${bought}`,
  sum('spentAmount') === paid && sum('receivedAmount') === bought);
  check(`${name}: paid ${paid}, bought ${bought}`, want(paid, bought));
  console.log(`${name}: ${done.status}, ${paid} for ${bought} by ${done.transactions.length} transactions`);
}

const amount = 500n * 10n ** 6n;
const quoted = await price(amount);
await traded('MARKET', () => delta.submitDeltaOrder({ ...pair, deltaPrice: quoted,
  srcAmount: String(amount), slippage: 100 }),
(paid, bought) => paid === amount && bought * 100n >= BigInt(quoted.destAmount) * 99n);

// a limit above what was expected at a worse price: none of it is surplus
const floor = BigInt(quoted.destAmount) * 98n / 100n;
await traded('LIMIT', () => delta.submitDeltaOrder({ ...pair, deltaPrice: quoted, type: 'LIMIT',
  srcAmount: String(amount), destAmount: String(floor) }),
(paid, bought) => paid === amount && bought >= floor);

await traded('LIMIT in parts', () => delta.submitDeltaOrder({ ...pair, deltaPrice: quoted, type: 'LIMIT',
  partiallyFillable: true, srcAmount: String(amount), destAmount: String(floor) }),
(paid, bought) => paid === amount && bought >= floor);

// BUY: exactly what was asked for or a millionth more, and what is not spent stays with the owner.
const costs = await price(wants, 'BUY');
await traded('BUY', () => delta.submitDeltaOrder({ ...pair, deltaPrice: costs,
  destAmount: String(wants), slippage: 200 }),
(paid, bought) => bought >= wants && bought - wants <= wants / 100_000n &&
  paid * 1000n <= BigInt(costs.srcAmount) * 1005n && paid > 0n);

// A limit far off rests until its owner cancels it.
const far = await delta.submitDeltaOrder({ ...pair, deltaPrice: quoted, type: 'LIMIT',
  srcAmount: String(amount), destAmount: String(BigInt(quoted.destAmount) * 10n) });
check(`a resting order is ${far.status}`, far.type === 'LIMIT' && far.onChainOrderType === 'Order');
await delta.cancelLimitDeltaOrders({ orderIds: [far.id] });
const { status } = await delta.getDeltaOrderById(far.id);
check(`a cancelled order is ${status}`, status === 'CANCELLED');
const list = await delta.getDeltaOrders({ userAddress: account.address });
check(`${list.length} orders are listed`, list.length === 5 && list[0].id === far.id);
console.log('cancelled and listed');
for (const line of await slices) console.log(line);
