package server

import (
	"net/http"
	"sort"
	"strings"

	"bourse/backend/api"
)

// handler answers a request whose parameters have been read and checked.
type handler func(s *Server, c *call) (reply, error)

// group says whom a route is for.
type group string

// The groups, as API.md heads them.
const (
	contract   group = "Interface"
	extension  group = "Extensions"
	operations group = "Operation"
)

// route is one row of the table: everything there is to know about an endpoint.
type route struct {
	method  string
	path    string // segments; those with a colon are parameters
	group   group
	summary string
	params  []param
	reply   string          // the shape of a success, for API.md
	errors  []api.ErrorType // those of its own, beside the ones that any request may meet
	costly  bool            // under the stricter rate limit
	// the status of an error type where it is another one than statusOf's
	statuses map[api.ErrorType]int
	spare    bool // the body may be left out, for the same parameters in the query
	handle   handler
}

// statusOf returns the HTTP status of an error type at a route, which may be nil.
func (r *route) statusOf(t api.ErrorType) int {
	if r != nil && r.statuses[t] != 0 {
		return r.statuses[t]
	}
	return statusOf(t)
}

// hasBody tells whether the route reads a JSON object.
func (r *route) hasBody() bool { return r.method == http.MethodPost }

// node is a point of the tree that paths are matched along: one segment deeper with each step.
type node struct {
	children map[string]*node
	param    *node // for a segment with any text
	methods  map[string]*route
	group    group // of its routes
}

func newNode() *node {
	return &node{children: make(map[string]*node), methods: make(map[string]*route)}
}

func newRouter(table []route) *node {
	root := newNode()
	for i := range table {
		root.add(&table[i])
	}
	return root
}

func (n *node) add(r *route) {
	for _, s := range strings.Split(strings.Trim(r.path, "/"), "/") {
		n = n.child(s)
	}
	if n.methods[r.method] != nil {
		panic("two routes for " + r.method + " " + r.path)
	}
	n.methods[r.method], n.group = r, r.group
}

func (n *node) child(segment string) *node {
	if strings.HasPrefix(segment, ":") {
		if n.param == nil {
			n.param = newNode()
		}
		return n.param
	}
	if n.children[segment] == nil {
		n.children[segment] = newNode()
	}
	return n.children[segment]
}

// match finds the node of an escaped path and the texts of its parameters; nil if there is none.
// Segments are compared as they were sent: none of ours needs escaping, so an escaped, empty or dot
// segment is no path of ours. One trailing slash is allowed.
func (n *node) match(escaped string) (*node, []string) {
	rest, ok := strings.CutPrefix(escaped, "/")
	if !ok || strings.Contains(rest, "%") {
		return nil, nil
	}
	rest = strings.TrimSuffix(rest, "/")
	var texts []string
	for more := true; more; {
		var segment string
		segment, rest, more = strings.Cut(rest, "/")
		if segment == "" || segment == "." || segment == ".." {
			return nil, nil
		}
		next := n.children[segment]
		if next == nil {
			next = n.param
			texts = append(texts, segment)
		}
		if next == nil {
			return nil, nil
		}
		n = next
	}
	if len(n.methods) == 0 {
		return nil, nil
	}
	return n, texts
}

// route returns the node's route for a method. HEAD is served by GET.
func (n *node) route(method string) *route {
	if method == http.MethodHead {
		method = http.MethodGet
	}
	return n.methods[method]
}

// allow lists the methods of a node, for the Allow header.
func (n *node) allow() string {
	list := []string{http.MethodOptions}
	for m := range n.methods {
		list = append(list, m)
		if m == http.MethodGet {
			list = append(list, http.MethodHead)
		}
	}
	sort.Strings(list)
	return strings.Join(list, ", ")
}
