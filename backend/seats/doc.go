// Package seats shares out what a server has few of, such as streams and sessions, among clients
// that it knows by their addresses alone. Nobody has all seats of a room, by however many addresses
// of a network: where none is left, whoever has the most gives one to those who have fewer.
//
// Room is for what a client has for long, Connections is for the connections of a server, of which
// there are many: it also bounds what the server keeps of answers that nobody takes.
package seats
