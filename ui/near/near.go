// Package near finds the word that somebody meant to type. It exists so that command line and
// sentences guess alike.
package near

// Word is the one of some words that one was probably mistyped from, or nothing: one slip away, or
// two where the word is long. Of two that are as near, the one that begins alike is meant.
func Word(word string, words []string) string {
	best, least := "", 2
	if len(word) > 4 {
		least = 3
	}
	for _, w := range words {
		d := distance(word, w)
		nearer := d < min(least, len(w), len(word))
		if nearer || d == least && best != "" && best[0] != word[0] && w[0] == word[0] {
			best, least = w, d
		}
	}
	return best
}

// distance is how many letters must be put in, left out, changed or swapped with their neighbour to
// make one word of another (optimal string alignment).
func distance(a, b string) int {
	rows := make([][]int, len(a)+1)
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
		rows[i][0] = i
	}
	for j := range len(b) {
		rows[0][j+1] = j + 1
	}
	for i := 1; i <= len(a); i++ {
		for j := 1; j <= len(b); j++ {
			change := rows[i-1][j-1]
			if a[i-1] != b[j-1] {
				change++
			}
			rows[i][j] = min(change, rows[i-1][j]+1, rows[i][j-1]+1)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				rows[i][j] = min(rows[i][j], rows[i-2][j-2]+1)
			}
		}
	}
	return rows[len(a)][len(b)]
}
