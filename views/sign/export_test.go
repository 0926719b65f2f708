package sign

import (
	"context"

	"bourse/backend/api"
	"bourse/wallet/describe"
)

// Ask asks for the transaction of a task, as Run does.
func Ask(ctx context.Context, t Task) (api.Transaction, describe.Wish, error) {
	return t.asked.ask(ctx)
}
