// Package desk trades without a screen: it carries out the sentences of the grammar one after the
// other, for bourse do, the plain console and the tools of an agent. It exists so that those doors
// sign by the same words, checks and journal as the console's dialogs do.
//
// A Desk owns a session of its own, and every signature goes through sign.Carry and sign.Do, which
// ask a sign.Decider. desk.go opens and hears sentences; look.go answers questions; orders.go,
// sales.go and wallet.go carry out the rest; words.go writes questions as lines. Start reading at
// Desk.Say.
package desk
