// Command dev makes what developers need of the program and its users do not: pictures of every
// screen, a recording, the report of what Delta orders get, and the pages and man pages that follow
// from the command line.
package main
