// Package pins holds what a console knows by itself when it shows the service of another process:
// names, contracts and tokens of the networks that are compiled in or described in the data folder,
// and those of the local network, whose addresses follow from its plan.
//
// Service stands between a console and a client. An answer that disagrees with what is known here
// is refused with both values. What is not known here passes with the host that told it, so that
// nothing shows it as checked, unless a node of the network, where one is given, says the same.
package pins
