package api

// Held is how much memory a cache, a queue or a window takes, and how much it may take. Both are
// bytes, counted by what the entries are made of.
type Held struct {
	What    string // "logs of the newest blocks"; one name a kind
	ChainID uint64 // 0 where it is not of a network
	Bytes   int64
	Most    int64
}
