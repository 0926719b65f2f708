// Package uitest is what tests of the shell and its screens say about them: what a frame shows,
// that it is exact in every size and theme, that it is the one on file. It stands on package
// headless.
//
// kit.go is keys in and frames out; the other files hold one kind of check each. Start reading at
// Kit.
package uitest
