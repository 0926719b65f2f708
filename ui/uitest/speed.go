package uitest

import "time"

// frameBudget is the longest a frame may take at 200 × 60.
const frameBudget = 2 * time.Millisecond

// Budget is how long something may take in this build of the test.
func Budget(d time.Duration) time.Duration { return d * slowdown }

// Fast fails the test if drawing the frame at 200 × 60 takes too long: the
// best of several tries counts, so that a busy machine does no harm.
func (k *Kit) Fast() {
	k.T.Helper()
	w, h := k.w, k.h
	defer k.Resize(w, h)
	k.Resize(200, 60)
	best := time.Hour
	for range 20 {
		start := time.Now()
		k.Root.Frame()
		best = min(best, time.Since(start))
	}
	if best > Budget(frameBudget) {
		k.T.Errorf("%s takes %v a frame at 200 × 60; the budget is %v", k.Root.Active(), best, Budget(frameBudget))
	}
}
