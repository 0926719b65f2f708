package api

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// ErrorType is the stable name of a kind of error, for machines.
type ErrorType string

// The error types of the interface.
const (
	ValidationError           ErrorType = "ValidationError"
	UnsupportedChain          ErrorType = "UnsupportedChain"
	UnsupportedToken          ErrorType = "UnsupportedToken"
	InvalidSignature          ErrorType = "InvalidSignature"
	OrderExpired              ErrorType = "OrderExpired"
	OrderNotFillable          ErrorType = "OrderNotFillable"
	TooManyOrders             ErrorType = "TooManyOrders"
	InvalidHmac               ErrorType = "InvalidHmac"
	SourceEth                 ErrorType = "SourceEth"
	UnsupportedSide           ErrorType = "UnsupportedSide"
	PricingError              ErrorType = "PricingError"
	GasCostExceedsTradeAmount ErrorType = "GasCostExceedsTradeAmount"
	NoRoute                   ErrorType = "NoRoute"
	BadUsdPrice               ErrorType = "BadUsdPrice"
	PriceImpactTooHigh        ErrorType = "PriceImpactTooHigh"
	RateChanged               ErrorType = "RateChanged"
	TransactionFails          ErrorType = "TransactionFails"
	UnsupportedOrderType      ErrorType = "UnsupportedOrderType"
	InvalidTWAPParams         ErrorType = "InvalidTWAPParams"
	InvalidTWAPBuyParams      ErrorType = "InvalidTWAPBuyParams"
	InvalidTWAPSrcAmount      ErrorType = "InvalidTWAPSrcAmount"
	InvalidTWAPBuyDestAmount  ErrorType = "InvalidTWAPBuyDestAmount"
	NotFound                  ErrorType = "NotFound"
	MethodNotAllowed          ErrorType = "MethodNotAllowed"
	LengthRequired            ErrorType = "LengthRequired"
	BodyTooLarge              ErrorType = "BodyTooLarge"
	UnsupportedMediaType      ErrorType = "UnsupportedMediaType"
	RateLimited               ErrorType = "RateLimited"
	InternalError             ErrorType = "InternalError"
	ChainUnavailable          ErrorType = "ChainUnavailable"
	StoreUnavailable          ErrorType = "StoreUnavailable"
)

// FieldError names one faulty field of a request.
type FieldError struct {
	Field  string `json:"field"`
	Reason string `json:"reason"`
}

// Error is every error that leaves the service: a type for machines, a sentence for people that
// says what is wrong and what to do.
type Error struct {
	Type    ErrorType `json:"errorType"`
	Details string    `json:"details"`
	// what older clients read; the same sentence unless the interface fixes a text
	Text string `json:"error"`
	// every faulty field of a ValidationError
	Fields []FieldError `json:"fields,omitempty"`
	// the price impact of a PriceImpactTooHigh
	Value string `json:"value,omitempty"`
	// the whole route of a PriceImpactTooHigh
	PriceRoute json.RawMessage `json:"priceRoute,omitempty"`
	RequestID  string          `json:"requestId,omitempty"`
	RetryAfter time.Duration   `json:"-"`
	Cause      error           `json:"-"` // for the log, never for the body
}

func (e *Error) Error() string { return e.Details }

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Cause }

// Is matches errors of the same type, so that errors.Is(err, api.Errorf(api.NotFound, "")) reads
// naturally.
func (e *Error) Is(target error) bool {
	t, ok := target.(*Error)
	return ok && t.Type == e.Type
}

// Errorf returns an error of the type whose sentence is made by fmt.Sprintf.
func Errorf(t ErrorType, format string, args ...any) *Error {
	s := fmt.Sprintf(format, args...)
	return &Error{Type: t, Details: s, Text: s}
}

// ImpactTooHigh refuses a trade that would lose more of its value than is allowed, both in percent.
func ImpactTooHigh(lost, most float64) *Error {
	value := fmt.Sprintf("%.2f%%", math.Ceil(lost*100)/100)
	e := Errorf(PriceImpactTooHigh, "the swap would lose %s of its value, more than %g%%: swap "+
		"less, or raise maxImpact", value, most)
	e.Text, e.Value = "ESTIMATED_LOSS_GREATER_THAN_MAX_IMPACT", value
	return e
}

// WithCause keeps the cause for the log.
func (e *Error) WithCause(cause error) *Error { e.Cause = cause; return e }

// Invalid returns the ValidationError for one or more faulty fields.
func Invalid(fields ...FieldError) *Error {
	parts := make([]string, len(fields))
	for i, f := range fields {
		parts[i] = f.Field + " " + f.Reason
	}
	e := Errorf(ValidationError, "%s", strings.Join(parts, "; "))
	e.Fields = fields
	return e
}

// NotConfigured returns the UnsupportedChain for a network that is not among the configured ones.
func NotConfigured(chainID uint64, configured []uint64) *Error {
	ids := make([]string, len(configured))
	for i, id := range configured {
		ids[i] = strconv.FormatUint(id, 10)
	}
	return Errorf(UnsupportedChain, "network %d is not configured here; configured: %s", chainID,
		strings.Join(ids, ", "))
}

// Refused tells whether an error is a service's answer that it does not take what it was handed.
// After any other error, such as an answer that was lost, it may have been taken all the same.
func Refused(err error) bool {
	switch TypeOf(err) {
	case "", ChainUnavailable, StoreUnavailable, RateLimited, InternalError:
		return false
	}
	return true
}

// TypeOf returns the type of an error: that of the first *Error in its chain, else InternalError;
// "" for nil.
func TypeOf(err error) ErrorType {
	if err == nil {
		return ""
	}
	return AsError(err).Type
}

// AsError returns err as an *Error: itself, or an InternalError that shows nothing of its cause.
func AsError(err error) *Error {
	var e *Error
	if errors.As(err, &e) {
		return e
	}
	if errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) {
		e = Errorf(ChainUnavailable, "the answer did not come in time; try again")
		e.RetryAfter = time.Second
		return e.WithCause(err)
	}
	return Errorf(InternalError, "a fault on our side; the log has it under this request "+
		"id").WithCause(err)
}
