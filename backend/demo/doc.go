// Package demo is the exchange with company: simulated traders who give the local network a past
// and trade on it, sessions that are moved by hand for pictures, reports and tests, and the report
// of what such a session's Delta orders got beyond the best single pool.
//
// Config.Drive (traders.go) is what a running exchange takes to have traders. Session owns an
// exchange in a throwaway folder and moves it step by step; MeasureSurplus (surplus.go) runs one
// and fills a SurplusReport.
package demo
