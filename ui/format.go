package ui

import (
	"strconv"
	"strings"
	"time"

	"bourse/ui/cells"
	"bourse/ui/clean"
)

// Minus is the true minus sign that numbers on the screen carry.
const Minus = "−"

// Unknown stands for a value that is not known; 0 is only ever zero.
const Unknown = "—"

// Thousands puts separators into the integer part of a decimal number and
// gives it a true minus sign: "-12480.55" is "−12,480.55". Text that is no
// number comes back as it is.
func Thousands(s string) string {
	digits, neg := strings.CutPrefix(s, "-")
	whole, frac, dot := strings.Cut(digits, ".")
	for i := range len(whole) {
		if whole[i] < '0' || whole[i] > '9' {
			return s
		}
	}
	var b strings.Builder
	if neg {
		b.WriteString(Minus)
	}
	for i := range len(whole) {
		if i > 0 && (len(whole)-i)%3 == 0 {
			b.WriteByte(',')
		}
		b.WriteByte(whole[i])
	}
	if dot {
		b.WriteByte('.')
		b.WriteString(frac)
	}
	return b.String()
}

// Count is n with separators.
func Count[N ~int | ~int64 | ~uint64](n N) string {
	if n < 0 {
		return Thousands(strconv.FormatInt(int64(n), 10))
	}
	return Thousands(strconv.FormatUint(uint64(n), 10))
}

// Counted is n of what has a plural in s: "1 order", "2 orders".
func Counted(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return Count(n) + " " + what
}

// Age is a span in one unit: 3s, 12m, 5h, 3d. Negative spans are 0s.
func Age(d time.Duration) string {
	switch d = max(0, d); {
	case d < time.Minute:
		return strconv.Itoa(int(d/time.Second)) + "s"
	case d < time.Hour:
		return strconv.Itoa(int(d/time.Minute)) + "m"
	case d < 24*time.Hour:
		return strconv.Itoa(int(d/time.Hour)) + "h"
	}
	return strconv.Itoa(int(d/(24*time.Hour))) + "d"
}

// Timer is a span as minutes and seconds: 0:19, 60:00.
func Timer(d time.Duration) string {
	s := int(max(0, d) / time.Second)
	return strconv.Itoa(s/60) + ":" + twoDigits(s%60)
}

func twoDigits(n int) string {
	if n < 10 {
		return "0" + strconv.Itoa(n)
	}
	return strconv.Itoa(n)
}

// ShortAddress is 0x71C7…976F for a full address; shorter text stays.
func ShortAddress(s string) string {
	const head, tail = 6, 4
	if s = cells.Clean(s); !clean.IsPrintableASCII(s) || len(s) <= head+tail+1 {
		return s
	}
	return s[:head] + "…" + s[len(s)-tail:]
}

// SignedPercent is p hundredths as a label with a true minus and an explicit plus.
func SignedPercent(p float64, decimals int) string {
	s := strconv.FormatFloat(p, 'f', decimals, 64)
	if strings.HasPrefix(s, "-") {
		if strings.Trim(s, "-0.") == "" {
			return "0" + s[2:] + "%"
		}
		return Minus + s[1:] + "%"
	}
	return "+" + s + "%"
}
