package ui

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// reportLines is how much of the log a crash report holds.
const reportLines = 200

// crash is a panic on its way into a report.
type crash struct {
	value any
	stack []byte
	at    time.Time
}

// report writes the crash to a file and returns the sentence for the user.
func (c *crash) report(opt ProgramOptions) error {
	path := filepath.Join(opt.ReportDir,
		"bourse-crash-"+c.at.UTC().Format("20060102-150405")+".txt")
	if err := os.WriteFile(path, []byte(c.text(opt.Log)), 0o600); err != nil {
		return fmt.Errorf("the console crashed: %v; a report could not be written: %w\n%s", c.value,
			err, c.stack)
	}
	return fmt.Errorf("the console crashed: %v; a report is in %s; orders and keys are safe, "+
		"start it again", c.value, path)
}

func (c *crash) text(log *LogRing) string {
	var b strings.Builder
	fmt.Fprintf(&b, "time   %s\npanic  %v\n\n%s\n", c.at.UTC().Format(time.RFC3339), c.value,
		c.stack)
	if log == nil {
		return b.String()
	}
	b.WriteString("last log lines, oldest first\n")
	lines := log.Lines(0)
	for _, l := range lines[max(0, len(lines)-reportLines):] {
		fmt.Fprintf(&b, "%s %-5s %s %s\n", l.Time.UTC().Format("15:04:05.000"), l.Level,
			l.Component, l.Text)
	}
	return b.String()
}
