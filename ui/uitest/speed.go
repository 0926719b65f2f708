package uitest

import "testing"

// Bench measures what drawing the frame takes at 200 × 60, where 2 ms are promised.
func (k *Kit) Bench(b *testing.B) {
	k.Resize(200, 60)
	b.ReportAllocs()
	for b.Loop() {
		k.Root.View()
	}
}
