package order_test

import "testing"

// What is typed for a number stands in the field as it was typed, with the reason where it cannot
// be read, and nothing of it can be reviewed.
func TestNumbersAreReadOrRefusedNeverRepaired(t *testing.T) {
	for text, why := range map[string]string{
		"1,5": "✗ \"1,5\"", "1,500": "✗ \"1,500\"", "1e3": "✗ \"1e3\"", "-2": "✗ \"-2\"",
		"1.2.3": "✗ \"1.2.3\""} {
		for field, fill := range map[string]func(*stage){
			"You pay": func(st *stage) { st.fill(text, "3018") },
			"Price":   func(st *stage) { st.fill("3018", text) },
		} {
			service := rich(world())
			st := newStage(t, service)
			fill(st)
			st.Shows("[ "+text, why)
			st.Press("enter", "enter")
			st.settle()
			if n := len(st.Root.Dialogs()); n != 0 || len(service.created) != 0 {
				t.Errorf("%s in %s: %d dialogs are open", text, field, n)
			}
		}
	}
}
