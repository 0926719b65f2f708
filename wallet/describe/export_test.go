package describe

// MethodsWithWords are the names of all methods that have words.
func MethodsWithWords() map[string]bool {
	names := map[string]bool{}
	for _, entries := range knownCalls() {
		for _, e := range entries {
			names[e.method.Name] = true
		}
	}
	return names
}
