package views

import "time"

// DeltaLives are how long the form of a Delta order can leave it open.
var DeltaLives = [...]struct {
	Name string
	Life time.Duration
}{{"5m", 5 * time.Minute}, {"30m", 30 * time.Minute}, {"1h", time.Hour}, {"1d", 24 * time.Hour},
	{"7d", 7 * 24 * time.Hour}}

// DeltaLife is the name of one of them; "" where there is none so long.
func DeltaLife(life time.Duration) string {
	for _, l := range DeltaLives {
		if l.Life == life {
			return l.Name
		}
	}
	return ""
}
