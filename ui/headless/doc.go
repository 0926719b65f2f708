// Package headless drives a console without a terminal, for tests and for pictures: it stands in
// for Bubble Tea's program. Commands run one after the other until each has answered or waits for
// the clock, and only the driver moves the clock, so that the same keys always give the same
// frames.
//
// driver.go owns the commands under way, clock.go the clock. Start reading at Driver.
package headless
