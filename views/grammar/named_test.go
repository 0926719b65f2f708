package grammar

import "testing"

// A beginning that several have is refused with all of them.
func TestBeginningOfSeveral(t *testing.T) {
	t.Parallel()
	all := []string{"0xabcdef01", "0xabcdef02", "0x12345678", "0x12345678"}
	if text, err := begins("0x123456", nothingOpen, all); err != nil || text != "0x12345678" {
		t.Errorf("%q, %v", text, err)
	}
	_, err := begins("0xabcdef", nothingOpen, all)
	if err == nil || err.Error() != "0xabcdef begins several, name more of it: 0xabcdef01 "+
		"0xabcdef02" {
		t.Errorf("of two it says %v", err)
	}
	for text, is := range map[string]bool{"0xabcde": false, "0xabcdef": true, "7d3e4b": true,
		"7d3e4b5a-1c": true, "7d3e4": false, "0xabcdeg": false, "deltas": false} {
		if isBeginning(text) != is {
			t.Errorf("%s is a beginning: %v", text, !is)
		}
	}
}
