package httpapi

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"runtime"
	"strings"

	"bourse/backend/api"
)

// operationRoutes are for those who run the server and the programs that watch it. They show nothing private.
func operationRoutes() []route {
	return []route{
		read("/healthz", operations, "Tell that the process answers").
			answers("`{status: \"ok\"}`", func(*Server, *call) (reply, error) {
				return jsonReply(http.StatusOK, map[string]string{"status": "ok"})
			}),
		read("/readyz", operations, "Tell whether the store works and every network is followed").
			answers("`{status: \"ready\", networks: [{chainId, head…}]}`", (*Server).ready).
			refuses(api.ChainUnavailable, api.StoreUnavailable),
		read("/metrics", operations, "Counters in the text format of Prometheus").
			answers("text", (*Server).metricsPage),
		read("/version", operations, "Tell which build answers").
			answers("`{name, version, go}`", func(s *Server, _ *call) (reply, error) {
				return jsonReply(http.StatusOK, map[string]string{"name": "bourse", "version": s.opts.Version, "go": runtime.Version()})
			}),
	}
}

type readyReply struct {
	Status   string              `json:"status"`
	Networks []api.NetworkStatus `json:"networks"`
}

func (s *Server) ready(c *call) (reply, error) {
	ctx, cancel := context.WithTimeout(c.ctx, s.times.probe)
	defer cancel()
	if s.opts.Ready != nil {
		if err := s.opts.Ready(ctx); err != nil {
			return reply{}, api.Errorf(api.StoreUnavailable, "the store can not answer; the log says why").Because(err)
		}
	}
	statuses, err := s.statuses(ctx)
	if err != nil {
		return reply{}, err
	}
	var stale []string
	for _, st := range statuses {
		if !st.Live {
			stale = append(stale, fmt.Sprint(st.ChainID))
		}
	}
	if len(stale) > 0 {
		return reply{}, api.Errorf(api.ChainUnavailable, "no fresh blocks of network %s", strings.Join(stale, ", "))
	}
	return jsonReply(http.StatusOK, readyReply{"ready", statuses})
}

func (s *Server) statuses(ctx context.Context) ([]api.NetworkStatus, error) {
	networks, err := s.svc.Networks(ctx)
	if err != nil {
		return nil, err
	}
	list := make([]api.NetworkStatus, len(networks))
	for i, n := range networks {
		if list[i], err = s.svc.Status(ctx, n.ChainID); err != nil {
			return nil, err
		}
	}
	return list, nil
}

func (s *Server) metricsPage(c *call) (reply, error) {
	var b bytes.Buffer
	s.metrics.write(&b)
	s.writeGauges(&b)
	ctx, cancel := context.WithTimeout(c.ctx, s.times.probe)
	defer cancel()
	s.writeNetworks(ctx, &b)
	return reply{status: http.StatusOK, contentType: "text/plain; version=0.0.4; charset=utf-8", body: b.Bytes()}, nil
}

// writeNetworks prints how every network stands; nothing while that can not be told.
func (s *Server) writeNetworks(ctx context.Context, w io.Writer) {
	statuses, err := s.statuses(ctx)
	if err != nil {
		return
	}
	fmt.Fprint(w, "# TYPE bourse_network_head_block gauge\n")
	for _, st := range statuses {
		fmt.Fprintf(w, "bourse_network_head_block{network=\"%d\"} %d\n", st.ChainID, st.Head.Number)
	}
	fmt.Fprint(w, "# TYPE bourse_network_live gauge\n")
	for _, st := range statuses {
		live := 0
		if st.Live {
			live = 1
		}
		fmt.Fprintf(w, "bourse_network_live{network=\"%d\"} %d\n", st.ChainID, live)
	}
}
