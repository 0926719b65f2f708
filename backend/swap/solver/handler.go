package solver

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
)

const (
	mostBytes = 64 << 20 // of an auction: thousands of orders and pools
	atOnce    = 2        // auctions that are solved at the same time
	mostNote  = 64 << 10 // bytes of a notification
)

// Handler serves POST /solve and POST /notify of the interface, and GET /healthz.
func (s *Solver) Handler(log *slog.Logger) http.Handler {
	busy := make(chan struct{}, atOnce)
	mux := http.NewServeMux()
	mux.HandleFunc("POST /solve", func(w http.ResponseWriter, r *http.Request) {
		a, err := read(http.MaxBytesReader(w, r.Body, mostBytes))
		if err != nil {
			refuse(w, http.StatusBadRequest, err)
			return
		}
		select {
		case busy <- struct{}{}:
			defer func() { <-busy }()
		default:
			refuse(w, http.StatusTooManyRequests, fmt.Errorf("%d auctions are being solved "+
				"already; try the next one", atOnce))
			return
		}
		answer, err := s.Solve(r.Context(), a)
		if err != nil {
			refuse(w, http.StatusBadRequest, err)
			return
		}
		log.InfoContext(r.Context(), "solved", "auction", a.ID, "orders", len(a.Orders),
			"liquidity", len(a.Liquidity), "solutions", len(answer.Solutions))
		tell(w, http.StatusOK, answer)
	})
	mux.HandleFunc("POST /notify", func(w http.ResponseWriter, r *http.Request) {
		var note struct {
			AuctionID  string `json:"auctionId"`
			SolutionID any    `json:"solutionId"`
			Kind       string `json:"kind"`
		}
		body := http.MaxBytesReader(w, r.Body, mostNote)
		if err := json.NewDecoder(body).Decode(&note); err != nil {
			refuse(w, http.StatusBadRequest, err)
			return
		}
		log.InfoContext(r.Context(), "what came of a solution", "auction", note.AuctionID,
			"solution", note.SolutionID, "kind", note.Kind)
	})
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, "ok\n")
	})
	return mux
}

// read reads an auction and says which field of the interface is missing.
func read(from io.Reader) (*Auction, error) {
	a := new(Auction)
	if err := json.NewDecoder(from).Decode(a); err != nil {
		return nil, fmt.Errorf("the auction can't be read: %w", err)
	}
	switch {
	case a.Tokens == nil:
		return nil, errors.New("tokens: it is missing")
	case a.Orders == nil:
		return nil, errors.New("orders: it is missing")
	case a.Liquidity == nil:
		return nil, errors.New("liquidity: it is missing")
	case a.Deadline.IsZero():
		return nil, errors.New("deadline: it is missing")
	}
	return a, nil
}

// refuse says in a sentence why a request is not answered.
func refuse(w http.ResponseWriter, status int, err error) {
	tell(w, status, map[string]string{"error": err.Error()})
}

func tell(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v) // who asked is gone
}
