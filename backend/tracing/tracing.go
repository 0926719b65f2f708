// Package tracing tells a collector of OpenTelemetry how long the parts of what the exchange does
// take: requests, the routes and simulations that they need, blocks, and rounds of auctions with
// their awards. Until it is opened, which one flag does, nothing is kept and nothing is paid for
// it.
package tracing

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"sync/atomic"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracegrpc"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/sdk/resource"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"
)

// tracer is that of the process, nil while nothing is traced.
var tracer atomic.Pointer[trace.Tracer]

// Check refuses what is no address of a collector.
func Check(collector string) error {
	u, err := url.Parse(collector)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Port() == "" ||
		u.Path != "" || u.User != nil {
		return errors.New("it takes the address of a collector that speaks OTLP over gRPC, such " +
			"as http://127.0.0.1:4317; https is over TLS")
	}
	return nil
}

// Open has the process traced at a collector until end is called, which hands over what waits. A
// collector that is away holds nothing up: what it does not take is dropped.
func Open(ctx context.Context, collector, version, node string, log *slog.Logger) (
	end func(context.Context) error, err error) {
	if err := Check(collector); err != nil {
		return nil, err
	}
	exporter, err := otlptracegrpc.New(ctx, otlptracegrpc.WithEndpointURL(collector))
	if err != nil {
		return nil, fmt.Errorf("traces to %s: %w", collector, err)
	}
	of := []attribute.KeyValue{attribute.String("service.name", "bourse"),
		attribute.String("service.version", version)}
	if node != "" {
		of = append(of, attribute.String("service.instance.id", node))
	}
	otel.SetErrorHandler(otel.ErrorHandlerFunc(func(err error) {
		log.Warn("traces are not taken and are dropped", "collector", collector, "error", err)
	}))
	provider := sdk.NewTracerProvider(sdk.WithBatcher(exporter),
		sdk.WithResource(resource.NewSchemaless(of...)))
	t := provider.Tracer("bourse")
	tracer.Store(&t)
	return func(ctx context.Context) error {
		tracer.Store(nil)
		return provider.Shutdown(ctx)
	}, nil
}

// Span is a part of what is traced; the zero Span is one of what is not.
type Span struct{ s trace.Span }

// Start begins a part, of the one that ctx is of.
func Start(ctx context.Context, name string) (context.Context, Span) {
	t := tracer.Load()
	if t == nil {
		return ctx, Span{}
	}
	ctx, s := (*t).Start(ctx, name)
	return ctx, Span{s}
}

// Request begins the part that answers a request, of what its client traces where it says so by the
// header traceparent of W3C.
func Request(r *http.Request, name string) (context.Context, Span) {
	t := tracer.Load()
	if t == nil {
		return r.Context(), Span{}
	}
	ctx := propagation.TraceContext{}.Extract(r.Context(), propagation.HeaderCarrier(r.Header))
	ctx, s := (*t).Start(ctx, name, trace.WithSpanKind(trace.SpanKindServer))
	return ctx, Span{s}
}

// Name names the part anew.
func (s Span) Name(name string) {
	if s.s != nil {
		s.s.SetName(name)
	}
}

// Text says something of the part.
func (s Span) Text(key, value string) {
	if s.s != nil {
		s.s.SetAttributes(attribute.String(key, value))
	}
}

// Number says a number of the part.
func (s Span) Number(key string, value uint64) {
	if s.s != nil {
		s.s.SetAttributes(attribute.Int64(key, int64(min(value, 1<<63-1))))
	}
}

// End ends the part, with what went wrong or nil.
func (s Span) End(err error) {
	if s.s == nil {
		return
	}
	if err != nil {
		s.s.SetStatus(codes.Error, err.Error())
	}
	s.s.End()
}
