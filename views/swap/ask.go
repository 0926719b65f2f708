package swap

import (
	"context"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"bourse/backend/api"
)

// service is what this screen needs of api.Service beside what its trade does.
type service interface {
	Exchanges(ctx context.Context, chainID uint64, version api.SwapVersion) ([]string, error)
	DeltaQuote(ctx context.Context, r api.DeltaQuoteRequest) (api.DeltaQuote, error)
	Book(ctx context.Context, chainID uint64, pair api.Pair, depth int) (api.Book, error)
}

const readTime = 5 * time.Second

// gotNames is what the exchanges are called.
type gotNames struct {
	names []string
	err   error
	pick  func([]string, error) tea.Cmd
}
