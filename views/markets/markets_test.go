package markets_test

import (
	"testing"
)

func TestGoldens(t *testing.T) {
	st := newStage(t, world())
	st.Goldens("normal")
	st.EveryFrame()
	st.CheckActions()
}
