package server

import (
	"bytes"
	"compress/gzip"
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"runtime"
	"strings"

	"bourse/backend/api"
)

// openAPIPacked is openapi.json, which go generate makes from the table of routes, in a tenth of
// its size.
//
//go:embed openapi.json.gz
var openAPIPacked []byte

// unpacked is the document of openAPIPacked.
func unpacked() ([]byte, error) {
	z, err := gzip.NewReader(bytes.NewReader(openAPIPacked))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(z)
}

// operationRoutes are for those who run the server and the programs that watch it. They show
// nothing private.
func operationRoutes() []route {
	return []route{
		read("/healthz", operations, "Tell that the process answers").
			answers("`{status: \"ok\"}`", func(*Server, *call) (reply, error) {
				return jsonReply(http.StatusOK, map[string]string{"status": "ok"})
			}),
		read("/readyz", operations, "Tell whether the store works and a network is followed").
			answers("`{status: \"ready\", networks: [{chainId, head, live, problem…}]}`, and "+
				"`problem` where a node of several can't write or hear; with 503 the error's "+
				"fields and `networks`", (*Server).ready).
			refuses(api.ChainUnavailable, api.StoreUnavailable),
		read("/metrics", operations, "Counters of the server, the networks, the process and the "+
			"Go runtime in the text format of Prometheus").
			answers("text", (*Server).metricsPage),
		read("/openapi.json", operations, "This interface as OpenAPI 3.0").
			answers("an OpenAPI document", func(*Server, *call) (reply, error) {
				text, err := unpacked()
				return reply{status: http.StatusOK, body: text}, err
			}),
		read("/version", operations, "Tell which build answers").
			answers("`{name, version, go}`", func(s *Server, _ *call) (reply, error) {
				return jsonReply(http.StatusOK,
					map[string]string{"name": "bourse", "version": s.opts.Version,
						"go": runtime.Version()})
			}),
	}
}

type readyReply struct {
	Status   string              `json:"status"`
	Networks []api.NetworkStatus `json:"networks"`
	Problem  string              `json:"problem,omitempty"` // of a node of several
}

// ready tells whether orders are taken and shown as they stand on some network. How each network
// stands is in the body whatever the answer is.
func (s *Server) ready(c *call) (reply, error) {
	ctx, cancel := context.WithTimeout(c.ctx, s.times.probe)
	defer cancel()
	statuses, err := s.statuses(ctx)
	if err != nil {
		return reply{}, err
	}
	if s.opts.Ready != nil {
		if err := s.opts.Ready(ctx); err != nil {
			return unready(c, statuses, api.Errorf(api.StoreUnavailable,
				"the store cannot answer; the log says why").WithCause(err))
		}
	}
	if s.leaving.Load() {
		return unready(c, statuses, api.Errorf(api.StoreUnavailable,
			"this node was told to stop: send requests to another one"))
	}
	if err := s.lagging(); err != nil {
		return unready(c, statuses, api.AsError(err))
	}
	var stale []string
	for _, st := range statuses {
		if st.Live {
			return jsonReply(http.StatusOK, readyReply{"ready", statuses, s.problem()})
		}
		stale = append(stale, fmt.Sprint(st.ChainID))
	}
	return unready(c, statuses, api.Errorf(api.ChainUnavailable, "no fresh blocks of network %s",
		strings.Join(stale, ", ")))
}

// unready answers with an error and how the networks stand.
func unready(c *call, statuses []api.NetworkStatus, e *api.Error) (reply, error) {
	rep := errorReply(e, c.id, c.route)
	var body map[string]any
	if err := json.Unmarshal(rep.body, &body); err != nil {
		return reply{}, err
	}
	body["status"], body["networks"] = "unready", statuses
	var err error
	rep.body, err = json.Marshal(body)
	return rep, err
}

func (s *Server) status(ctx context.Context, n api.Network) (api.NetworkStatus, error) {
	exchange, err := s.svc.Exchange(n.ChainID)
	if err != nil {
		return api.NetworkStatus{}, err
	}
	return exchange.Status(ctx)
}

// statuses tells how every network stands, also one that cannot tell.
func (s *Server) statuses(ctx context.Context) ([]api.NetworkStatus, error) {
	networks, err := s.svc.Networks(ctx)
	if err != nil {
		return nil, err
	}
	list := make([]api.NetworkStatus, len(networks))
	for i, n := range networks {
		if list[i], err = s.status(ctx, n); err != nil {
			list[i] = api.NetworkStatus{ChainID: n.ChainID, Problem: "how it stands is not known"}
			if e := api.AsError(err); e.Type == api.ChainUnavailable {
				list[i].Problem = e.Details
			}
		}
		list[i].ChainID = n.ChainID
	}
	return list, nil
}

func (s *Server) metricsPage(*call) (reply, error) {
	page, err := s.metrics.page()
	return reply{status: http.StatusOK, contentType: "text/plain; version=0.0.4; charset=utf-8",
		body: page}, err
}
