// Book follows the order book of a pair by its stream, from the description in API.md alone. It
// keeps the book whole over streams that break, and holds it to the checksum of each event.
package main
