package networks

import (
	"fmt"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"
)

// places are the lines of a description's parts, by names such as "contracts.augustus_rfq",
// "tokens.0" and "tokens.0.decimals".
type places struct {
	file  string
	lines map[string]int
}

// At is the file and line of a part, "" where the description is of no file of the user's. What a
// part lacks stands where the part does.
func (d *Description) At(part string) string {
	if d.places.file == "" {
		return ""
	}
	for {
		if line, ok := d.places.lines[part]; ok {
			return fmt.Sprintf("%s:%d", d.places.file, line)
		}
		cut := strings.LastIndexByte(part, '.')
		if cut < 0 {
			return d.places.file
		}
		part = part[:cut]
	}
}

// fault is what can't be of a part.
type fault struct{ part, says string }

func (f *fault) Error() string { return f.says }

func faultf(part, format string, args ...any) error {
	return &fault{part, fmt.Sprintf(format, args...)}
}

// read finds the lines of a text that is known to be TOML. Tables of a list are counted from 0.
func (p *places) read(text []byte) {
	p.lines = make(map[string]int)
	var parser unstable.Parser
	parser.Reset(text)
	table, count := "", make(map[string]int)
	for parser.NextExpression() {
		e := parser.Expression()
		key, line := "", 0
		for keys := e.Key(); keys.Next(); {
			part := keys.Node()
			key += "." + string(part.Data)
			line = parser.Shape(part.Raw).Start.Line
		}
		switch key = key[1:]; e.Kind {
		case unstable.ArrayTable:
			table = fmt.Sprint(key, ".", count[key])
			count[key]++
			p.lines[table] = line
			table += "."
		case unstable.Table:
			p.lines[key], table = line, key+"."
		case unstable.KeyValue:
			p.lines[table+key] = line
			i := 0
			for list := e.Value().Children(); list.Next(); i++ {
				if n := list.Node(); n.Kind == unstable.String {
					p.lines[fmt.Sprint(table, key, ".", i)] = parser.Shape(n.Raw).Start.Line
				}
			}
		}
	}
}
