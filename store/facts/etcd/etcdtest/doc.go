// Package etcdtest runs etcd clusters on this machine, each member in a process of its own that can
// be stopped, killed and started again: for tests, whose binary is the member too, and for the
// command etcds, which scripts/cluster.sh uses. The program itself never links it.
package etcdtest
