package commands

import (
	"bufio"
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/spf13/cobra"

	"bourse/backend"
	"bourse/backend/command"
	"bourse/views/desk"
	"bourse/views/grammar"
)

// agents is `bourse mcp`: what an agent asks on standard input, answered on standard output.
func agents() *cobra.Command {
	d := &door{}
	c := &cobra.Command{
		Use:   "mcp",
		Short: "Tools for an agent, who may look and prepare and never sign",
		Long: "It speaks the Model Context Protocol on standard input and output. An agent " +
			"reads, asks for quotes and prepares sentences; no tool signs. What was prepared " +
			"waits for a person: in the console's palette, as \"prepared\", or by bourse do " +
			"carry NUMBER.",
		Example: `bourse mcp
bourse mcp --backend http://127.0.0.1:8080 --account main`,
		Args: command.Arguments(),
		RunE: func(c *cobra.Command, _ []string) error {
			return d.advise(c.Context(), c.InOrStdin(), c.OutOrStdout(), c.ErrOrStderr())
		},
	}
	d.define(c.Flags())
	return c
}

// adviser answers an agent, one question at a time.
type adviser struct {
	mu sync.Mutex
	at *desk.Desk
}

// said is what every tool takes.
type said struct {
	Sentence string `json:"sentence" jsonschema:"the sentence, such as the tool's examples"`
}

func (d *door) advise(ctx context.Context, in io.Reader, out, told io.Writer) error {
	d.o.NoTraders = true // an agent waits for nobody's orders
	tell := func(line string) { io.WriteString(told, desk.Plain(line)+"\n") }
	at, end, err := d.open(ctx, desk.Nobody{}, tell)
	if err != nil {
		return err
	}
	a := &adviser{at: at}
	said := &oneAtATime{out: out}
	err = a.server().Run(ctx, &mcp.IOTransport{Writer: said,
		Reader: io.NopCloser(&heard{in: bufio.NewReader(in), out: said})})
	if ctx.Err() != nil || errors.Is(err, io.EOF) {
		err = nil // whoever asked has left
	}
	return errors.Join(err, end())
}

// server has the tools.
func (a *adviser) server() *mcp.Server {
	s := mcp.NewServer(&mcp.Implementation{Name: "bourse", Title: "bourse, a trading console",
		Version: backend.Version()}, &mcp.ServerOptions{Instructions: "Every tool takes one " +
		"sentence. Nothing is signed here: what you prepare waits until a person has read and " +
		"signed it. Amounts are decimal numbers of whole tokens, without exponents."})
	no := false
	looks := &mcp.ToolAnnotations{ReadOnlyHint: true, OpenWorldHint: &no}
	a.add(s, &mcp.Tool{Name: "read", Title: "Look at the market or the account",
		Annotations: looks, Description: "Answers one of: " + usages(func(v grammar.Verb) bool {
			return v.Asks() && v.Name != "quote"
		}) + " cap, undo and loss alone tell what bounds and delays signatures."},
		func(ctx context.Context, sentence, _ string) (desk.Result, error) {
			return a.at.Look(ctx, sentence)
		})
	a.add(s, &mcp.Tool{Name: "quote", Title: "What a sale would bring", Annotations: looks,
		Description: "What a swap and a Delta order would bring at this moment, such as: " +
			"2 weth usdc"},
		func(ctx context.Context, sentence, _ string) (desk.Result, error) {
			return a.at.Look(ctx, "quote "+sale(sentence))
		})
	a.add(s, &mcp.Tool{Name: "prepare", Title: "Prepare something for a person to sign",
		Annotations: &mcp.ToolAnnotations{DestructiveHint: &no, OpenWorldHint: &no},
		Description: "Checks one sentence, tells in words what a person would be asked to sign, " +
			"and lays it before them. It is one of: " + usages(func(v grammar.Verb) bool {
			return v.Moves && v.Name != "carry"
		})}, a.at.Prepare)
	return s
}

// sale is a sentence without the verb that a sale may begin with.
func sale(sentence string) string {
	words := strings.Fields(sentence)
	if len(words) > 0 && slices.Contains([]string{"quote", "swap", "delta", "sell"},
		strings.ToLower(words[0])) {
		words = words[1:]
	}
	return strings.Join(words, " ")
}

// add adds a tool that does something with a sentence of a client by its name.
func (a *adviser) add(s *mcp.Server, tool *mcp.Tool, do func(ctx context.Context, sentence,
	by string) (desk.Result, error)) {
	mcp.AddTool(s, tool, func(ctx context.Context, r *mcp.CallToolRequest, in said) (
		*mcp.CallToolResult, any, error) {
		a.mu.Lock()
		defer a.mu.Unlock()
		result, err := do(ctx, in.Sentence, client(r))
		if err != nil {
			return nil, nil, asUsage(err, "bourse help do")
		}
		var lines []string
		for _, line := range result.Lines {
			lines = append(lines, desk.Plain(line))
		}
		text := &mcp.TextContent{Text: strings.Join(lines, "\n")}
		return &mcp.CallToolResult{Content: []mcp.Content{text}}, result.Data, nil
	})
}

// client is what the program that asks calls itself.
func client(r *mcp.CallToolRequest) string {
	p := r.Session.InitializeParams()
	if p == nil || p.ClientInfo == nil {
		return ""
	}
	const longest = 40
	name := p.ClientInfo.Name
	return name[:min(len(name), longest)]
}

// usages are the sentences of some verbs, for an agent.
func usages(of func(grammar.Verb) bool) string {
	var list []string
	for _, v := range grammar.Verbs() {
		if of(v) {
			list = append(list, strings.Join(v.Forms(), "; ")+" ("+v.Short+")")
		}
	}
	return strings.Join(list, "; ") + "."
}
