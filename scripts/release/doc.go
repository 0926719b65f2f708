// Command release makes everything that is shipped of a version, so that two runs on the same
// commit with the same Go give the same bytes: archives of six systems, packages of three kinds,
// images, manifests for four package managers, the list of what is linked, checksums and, with a
// key, signatures that `bourse verify` checks. It is a module of its own: what it builds with is
// linked into nothing that is shipped.
//
//	go run -C scripts/release . 1.2.0 OUT [--key minisign.key] [--only linux/amd64]
package main
