#!/usr/bin/env bash
# Trades everything on a chain of its own: anvil with chain id 1, on which bourse deploy puts all contracts, tokens, NFTs and pools; a service
# that reaches it through its address alone; and a client with ethers that trades there, orders, NFTs, swaps and Delta, with a reorganisation.
# With --ethereum the chain has beforehand what Ethereum has at the same addresses, contracts that others published among it, and bourse deploy
# adds an executor and a Delta contract only: the embedded description serves.
# With --stay it then goes on until it is interrupted, for consoles and other clients. Needs npm; ports 8080 and 8545.
set -euo pipefail
cd "$(dirname "$0")/.."
dir=$(mktemp -d -t bourse-bed-XXXXXX)
trap 'kill $(jobs -p) 2>/dev/null; wait; rm -rf "$dir"' EXIT
trap 'exit 0' INT TERM

cp scripts/bed/* "$dir"
npm install --prefix "$dir" --no-audit --no-fund --loglevel=error
go build -o "$dir/bourse" .
"$dir/node_modules/.bin/anvil" --chain-id 1 --mnemonic-random --balance 1000000 --block-time 1 >"$dir/anvil.log" &
until grep -q '^Listening' "$dir/anvil.log"; do kill -0 $! && sleep 0.1; done
keys=($(sed -nE 's/^\([0-9]\) (0x[0-9a-f]{64})$/\1/p' "$dir/anvil.log"))

node="--rpc 1=http://127.0.0.1:8545 --data $dir/data"
what="--market --name Bed"
case " $* " in *" --ethereum "*)
	what=
	npm install --prefix backend/contracts --no-save --no-audit --no-fund --loglevel=error
	go run ./scripts/ethereum http://127.0.0.1:8545
	;;
esac
"$dir/bourse" deploy $node --signer http://127.0.0.1:8545 --from 127.0.0.1-1 $what --yes
"$dir/bourse" --serve --no-local $node --rate-limit off --log "$dir/log" &
until curl -sf 127.0.0.1:8080/readyz >/dev/null; do kill -0 $! && sleep 0.1; done
node "$dir/trade.mjs" http://127.0.0.1:8080 http://127.0.0.1:8545 "${keys[0]}" "${keys[1]}"
case " $* " in *" --stay "*)
	mkdir -p "$dir/console" && cp -r "$dir/data/networks" "$dir/console"
	echo "a console, as long as this runs: $dir/bourse --data $dir/console --backend http://127.0.0.1:8080 --rpc 1=http://127.0.0.1:8545" \
		"--signer http://127.0.0.1:8545 --account 127.0.0.1-1"
	wait
	;;
esac
