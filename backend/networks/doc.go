// Package networks knows what the networks of the interface consist of, so that a node's address is
// all that trading on one takes. A network is a description: a file ID.toml. Ten are embedded;
// others, or better ones, come from a folder. A description that cannot be right is refused with
// its file and line.
//
// networks.go owns the descriptions and how they are read, values.go the values that stand in them,
// write.go how they are written, partners.go who gets a fee by name, collections.go which NFTs are
// listed, tokenlist.go the tokens of a list in the common format. Start reading at Network.
package networks
