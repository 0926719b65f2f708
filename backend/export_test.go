package backend

import "bourse/backend/chain/local"

// Local gives tests the chain that runs in the process.
func (b *Backend) Local() *local.Chain { return b.local }
