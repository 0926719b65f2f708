// Package near finds the word that somebody meant to type. It exists so that command line and
// sentences guess alike.
package near

// Word is the one of some words that one was probably mistyped from, or nothing.
func Word(word string, words []string) string {
	best, least := "", 3
	for _, w := range words {
		if d := distance(word, w); d < min(least, len(w), len(word)) {
			best, least = w, d
		}
	}
	return best
}

// distance is how many letters must be put in, left out or changed to make one word of another
// (Levenshtein's).
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := diagonal
			if a[i] != b[j] {
				change++
			}
			diagonal = row[j+1]
			row[j+1] = min(change, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
