package server

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"bourse/backend/api"
)

var update = flag.Bool("update", false, "write API.md anew")

// TestAPIPage holds API.md to the table of routes.
func TestAPIPage(t *testing.T) {
	page := apiPage(routes())
	if *update {
		if err := os.WriteFile("API.md", []byte(page), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	have, err := os.ReadFile("API.md")
	if err != nil {
		t.Fatal(err)
	}
	if string(have) != page {
		t.Fatal("API.md differs from the table of routes: run go generate ./backend/server")
	}
}

const pageHead = `# The interface over HTTP

Generated from the table of routes by ` + "`go generate`" + `; the router uses the same table.

- Every path works with and without a trailing slash, HEAD works where GET does, and
  ` + "`//`" + `, escapes and dot segments lead nowhere.
- Amounts are decimal strings in raw units. Addresses are hex in any letter case, a mixed one
  with its EIP-55 checksum; lower case in answers. Integers may come as number or decimal string.
  A query parameter may be given once, a JSON key too; unknown ones are ignored.
- Bodies: one JSON object, ` + "`Content-Type: application/json`, with `Content-Length`" + `, at
  most 64 KiB, nested at most 16 deep.
- Every error body has
  ` + "`errorType`, `details`, `error` and `requestId`; a `ValidationError` also\n" +
	"  `fields: [{field, reason}]`" + `
  with every faulty field. The request id is in the header ` + "`X-Request-Id`" + ` of every
  answer and in the log.
- The server knows no credential and holds no key; nothing it answers is private but Delta orders
  that are held back, which are read by the secret that they came with. Web pages of any origin
  may use the interface (` + "`Access-Control-Allow-Origin: *`" + `); extensions and operation
  are for programs and send no such header. On a loopback address the server answers only to
  loopback names in ` + "`Host`" + `, so that a page whose name is rebound to this machine is not
  taken for its own.
- Requests a second for each client address (an IPv6 /64 counts as one), unless the operator set
  another limit: 100, bursts to 2,000; 10 and 20 for the endpoints marked ◆. 429 and 503 carry
  ` + "`Retry-After`" + `.
- Where more prices are asked for than can be searched, whoever has had least time of it lately is
  next: by network (IPv4 /16, then /24; IPv6 /32, then /48), then by address. Who has waited for
  two seconds is answered 429, or whose network waits for most where 256 questions wait.

## Errors of any request

`

func apiPage(table []route) string {
	var b strings.Builder
	b.WriteString(pageHead)
	b.WriteString("| status | errorType |\n|---|---|\n")
	for _, t := range []api.ErrorType{
		api.ValidationError, api.NotFound, api.MethodNotAllowed, requestTimeout, api.LengthRequired,
		api.BodyTooLarge, uriTooLong,
		api.UnsupportedMediaType, hostNotServed, api.RateLimited, headersTooLarge,
		api.InternalError, api.ChainUnavailable, api.StoreUnavailable,
	} {
		fmt.Fprintf(&b, "| %d | `%s` |\n", statusOf(t), t)
	}
	for _, g := range []group{contract, extension, operations} {
		fmt.Fprintf(&b, "\n## %s\n", g)
		for _, r := range table {
			if r.group == g {
				writeRoute(&b, r)
			}
		}
	}
	return b.String()
}

func writeRoute(b *strings.Builder, r route) {
	mark := ""
	if r.costly {
		mark = " ◆"
	}
	fmt.Fprintf(b, "\n### `%s %s`%s\n\n%s.\n", r.method, r.path, mark, r.summary)
	if len(r.params) > 0 {
		b.WriteString("\n| parameter | where | type | required | notes |\n|---|---|---|---|---|\n")
		writeParams(b, "", r.params)
	}
	fmt.Fprintf(b, "\nAnswers %s.", r.reply)
	if len(r.errors) > 0 {
		names := make([]string, len(r.errors))
		for i, t := range r.errors {
			names[i] = fmt.Sprintf("`%s`", t)
		}
		fmt.Fprintf(b, " Errors: %s.", strings.Join(names, ", "))
	}
	b.WriteString("\n")
}

func writeParams(b *strings.Builder, prefix string, params []param) {
	for _, p := range params {
		required := "yes"
		switch {
		case p.instead != "":
			required = "yes, or " + p.instead
		case !p.required:
			required = "no"
		}
		if p.standard != "" {
			required += ", default `" + p.standard + "`"
		}
		fmt.Fprintf(b, "| %s%s | %s | %s | %s | %s |\n", prefix, p.name, p.in, p.kind, required,
			p.notes+bounds(p))
		writeParams(b, p.name+"[].", p.fields)
	}
}

func bounds(p param) string {
	switch {
	case p.max > 0:
		return fmt.Sprintf("; %d … %d", p.min, p.max)
	case len(p.words) > 0:
		return "; one of " + strings.Join(p.words, ", ")
	}
	return ""
}
