#!/usr/bin/env bash
# Runs three etcd members and two nodes of one exchange on this machine, in a throwaway folder, until
# it is interrupted. The first node also runs the local network, which the second one reaches through
# its JSON-RPC. Ports: 8080 and 8081 for the nodes, 8545 for the network, 23790 to 23795 for etcd; with
# --ports FIRST nine from FIRST on, in this order. Other flags go to both nodes.
set -euo pipefail
cd "$(dirname "$0")/.."
a=8080 b=8081 rpc=8545 etcd=23790
if [ "${1:-}" = --ports ]; then
	a=$2 b=$((a + 1)) rpc=$((a + 2)) etcd=$((a + 3))
	shift 2
fi
dir=$(mktemp -d -t bourse-cluster-XXXXXX)
trap 'kill $(jobs -p) 2>/dev/null; wait; rm -rf "$dir"' EXIT
trap 'exit 0' INT TERM
answers() { # answers PID COMMAND...: waits until the command works, as long as the process is there
	local pid=$1
	shift
	until "$@" >/dev/null; do kill -0 "$pid" && sleep 0.1; done
}

echo "building the program and etcd, which takes minutes the first time …"
go build -o "$dir/bourse" .
go build -o "$dir/etcds" ./store/facts/etcd/etcdtest/etcds

echo "starting three members of etcd …"
"$dir/etcds" -data "$dir/etcd" -size 3 -port "$etcd" >"$dir/etcd.out" &
answers $! grep etcd:// "$dir/etcd.out"
cluster=etcd://127.0.0.1:$etcd,127.0.0.1:$((etcd + 1)),127.0.0.1:$((etcd + 2))/demo

echo "starting the first node …"
"$dir/bourse" --serve --cluster "$cluster" --data "$dir/a" --listen "127.0.0.1:$a" \
	--local-rpc "127.0.0.1:$rpc" --rate-limit off "$@" &
answers $! curl -sf "127.0.0.1:$a/healthz"
echo "starting the second node …"
"$dir/bourse" --serve --cluster "$cluster" --data "$dir/b" --listen "127.0.0.1:$b" \
	--no-local --rpc "1337=http://127.0.0.1:$rpc" --rate-limit off "$@" &
answers $! curl -sf "127.0.0.1:$b/healthz"

echo "both nodes answer; data in $dir; a console: bourse --backend http://127.0.0.1:$b"
wait
