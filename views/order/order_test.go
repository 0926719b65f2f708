package order_test

import (
	"testing"
)

func TestGoldens(t *testing.T) {
	st := newStage(t, world())
	st.Goldens("empty")
	st.Type("6036")
	st.Press("tab")
	st.Type("3018")
	st.settle()
	st.Goldens("normal")
	st.EveryFrame()
	st.CheckActions()
}
