// Package ens reads the Ethereum Name Service by a node: the address of a name, and the name that
// an address gives itself where that name leads back to it. Names are normalised by ENSIP-15 and
// hashed by EIP-137. A name is asked of its own resolver on the network alone: wildcards (ENSIP-10)
// and records that are kept elsewhere (EIP-3668) are refused, since these need servers that the
// node's owner did not choose.
package ens
