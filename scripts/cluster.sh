#!/usr/bin/env bash
# Runs three etcd members and two nodes of one exchange on this machine, in a throwaway folder, until
# it is interrupted. The first node also runs the local network, which the second one reaches through
# its JSON-RPC. Ports: 8080 and 8081 for the nodes, 8545 for the network, 23790 to 23795 for etcd.
set -euo pipefail
cd "$(dirname "$0")/.."
dir=$(mktemp -d -t bourse-cluster-XXXXXX)
trap 'kill $(jobs -p) 2>/dev/null; wait; rm -rf "$dir"' EXIT
trap 'exit 0' INT TERM

go build -o "$dir/bourse" .
go build -o "$dir/etcds" ./store/facts/etcd/etcdtest/etcds

"$dir/etcds" -data "$dir/etcd" -size 3 -port 23790 >"$dir/etcd.out" &
until grep -q etcd:// "$dir/etcd.out"; do kill -0 $! && sleep 0.1; done
cluster=etcd://127.0.0.1:23790,127.0.0.1:23791,127.0.0.1:23792/demo

"$dir/bourse" --serve --cluster "$cluster" --data "$dir/a" --listen 127.0.0.1:8080 \
	--local-rpc 127.0.0.1:8545 --rate-limit off "$@" &
until curl -sf 127.0.0.1:8080/healthz >/dev/null; do kill -0 $! && sleep 0.1; done
"$dir/bourse" --serve --cluster "$cluster" --data "$dir/b" --listen 127.0.0.1:8081 \
	--no-local --rpc 1337=http://127.0.0.1:8545 --rate-limit off "$@" &

echo "data in $dir; a console: bourse --backend http://127.0.0.1:8081"
wait
