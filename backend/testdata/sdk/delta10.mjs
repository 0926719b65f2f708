// Runs the Delta flows of the public SDK's version 10, unchanged, against a served exchange, from a price to the chain: it signs what
// the service builds at /v2. SDK names a bundle of its source, such as `esbuild src/index.ts --bundle --format=esm --platform=node` makes.
import { createWalletClient, erc20Abi, http, publicActions } from 'viem';
import { mnemonicToAccount } from 'viem/accounts';

const { API, RPC, SDK } = process.env;
const { constructSimpleSDK } = await import(SDK);
const words = 'test test test test test test test test test test test junk';
const chain = { id: 1337, name: 'local', rpcUrls: { default: { http: [RPC] } },
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 } };

function check(what, good) {
  if (!good) throw new Error(what);
}

const { tokens } = await (await fetch(`${API}/tokens/1337`)).json();
const token = (symbol) => tokens.find((t) => t.symbol === symbol);
const usdc = token('USDC'), weth = token('WETH');

// trader is an account with what it trades by, and its allowance given.
async function trader(addressIndex) {
  const client = createWalletClient({ account: mnemonicToAccount(words, { addressIndex }), chain,
    transport: http(RPC), pollingInterval: 100 }).extend(publicActions);
  const owner = client.account.address;
  const { delta } = constructSimpleSDK({ chainId: chain.id, apiURL: API, fetch },
    { viemClient: client, account: owner });
  const hash = await delta.approveTokenForDelta(String(10n ** 12n), usdc.address);
  await client.waitForTransactionReceipt({ hash });
  const holds = () => Promise.all([usdc, weth].map((t) => client.readContract({ abi: erc20Abi,
    address: t.address, functionName: 'balanceOf', args: [owner] })));
  return { owner, delta, holds };
}

async function completed(delta, id) {
  for (const end = Date.now() + 150_000; Date.now() < end;) {
    const order = await delta.getDeltaOrderById(id);
    check(JSON.stringify(order), !['FAILED', 'EXPIRED', 'CANCELLED'].includes(order.status));
    if (order.status === 'COMPLETED') return order;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`order ${id} does not come to its end`);
}

// traded runs a flow and compares the balances with what was wanted and with what the record tells.
async function traded(name, { delta, holds }, place, want) {
  const before = await holds();
  const order = await completed(delta, (await place()).id);
  const after = await holds();
  const paid = before[0] - after[0], bought = after[1] - before[1];
  const sum = (key) => order.transactions.reduce((all, tx) => all + BigInt(tx[key]), 0n);
  check(`${name}: paid ${paid}, bought ${bought}, told ${JSON.stringify(order.transactions)}`,
    sum('spentAmount') === paid && sum('receivedAmount') === bought && want(paid, bought));
  return `${name}: ${order.onChainOrderType}, ${paid} for ${bought} by ${order.transactions.length}`;
}

const main = await trader(0), seller = await trader(1), buyer = await trader(2);
const { delta, owner } = main;
const price = (amount, side = 'SELL') => delta.getDeltaPrice({ srcToken: usdc.address,
  destToken: weth.address, amount: String(amount), side, userAddress: owner,
  srcDecimals: usdc.decimals, destDecimals: weth.decimals });
const input = (p) => BigInt(p.route.origin.input.amount);
const output = (p) => BigInt(p.route.origin.output.amount);

const total = 1_000_000_001n, wants = 2n * 10n ** 17n + 1n;
const slice = await price(total / 2n), part = await price(wants / 2n, 'BUY');
const most = input(part) * 2n * 105n / 100n;
const sliced = { interval: 60, numSlices: 2 };
const slices = Promise.all([
  traded('TWAP', seller, () => seller.delta.submitTWAPDeltaOrder({ ...sliced, slippage: 200,
    onChainOrderType: 'TWAPOrder', route: slice.route, owner: seller.owner,
    totalSrcAmount: String(total) }),
  (paid, bought) => paid === total && bought * 100n >= output(slice) * 2n * 98n),
  traded('TWAP buy', buyer, () => buyer.delta.submitTWAPDeltaOrder({ ...sliced,
    onChainOrderType: 'TWAPBuyOrder', route: part.route, owner: buyer.owner,
    totalDestAmount: String(wants), maxSrcAmount: String(most) }),
  (paid, bought) => bought >= wants && paid <= most),
]);

const amount = 500n * 10n ** 6n;
const quoted = await price(amount);
const floor = output(quoted) * 98n / 100n;
const sells = { side: 'SELL', route: quoted.route, owner };
const limit = { ...sells, type: 'LIMIT', limitAmount: String(floor) };
const atLeast = (least) => (paid, bought) => paid === amount && bought >= least;
console.log(await traded('MARKET', main, () => delta.submitDeltaOrder({ ...sells, slippage: 100 }),
  atLeast(output(quoted) * 99n / 100n)));
console.log(await traded('LIMIT', main, () => delta.submitDeltaOrder(limit), atLeast(floor)));
console.log(await traded('LIMIT in parts', main, () => delta.submitDeltaOrder({ ...limit,
  partiallyFillable: true }), atLeast(floor)));
const costs = await price(10n ** 17n, 'BUY');
console.log(await traded('BUY', main, () => delta.submitDeltaOrder({ side: 'BUY', owner,
  route: costs.route, slippage: 200 }),
(paid, bought) => bought >= 10n ** 17n && paid * 100n <= input(costs) * 102n));

const far = await delta.submitDeltaOrder({ ...limit, limitAmount: String(floor * 10n) });
check('found by its hash', (await delta.getDeltaOrderByHash(far.orderHash)).id === far.id);
await delta.cancelDeltaOrders({ orderIds: [far.id] });
const { status } = await delta.getDeltaOrderById(far.id);
check(`a cancelled order is ${status}`, status === 'CANCELLED');
const list = await delta.getDeltaOrders({ userAddress: owner });
check(`${list.data.length} orders are listed`, list.total === 5 && list.data[0].id === far.id);
check('agents', (await delta.getAgentsList()).length > 0);
check('bridges', (await delta.getBridgeRoutes()).length === 0);
check('USDC', await delta.isTokenSupportedInDelta(usdc.address));
for (const line of await slices) console.log(line);
