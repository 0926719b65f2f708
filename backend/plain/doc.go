// Package plain trades through a server that speaks the public interface alone, without the
// extensions of this program: orders, prices and Delta go to the server, and all else comes from an
// exchange of this process, which reads the network by a node of its own.
//
// Orders of the server's become orders of that exchange too, which checks their signatures, what
// stands behind them, and every fill. So the book shows, and a fill is prepared for, only what
// holds on the chain, whatever the server says. Start reading at Service.
package plain
