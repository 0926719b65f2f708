package command

import (
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/hex"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"os"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"bourse/store/facts"
	"bourse/store/facts/etcd"
)

// clusterFlags say which exchange of several machines this node is of.
type clusterFlags struct {
	url, node     string
	cert, key, ca string
	secret        string // the file of the key of secrets
	insecure      bool
	keep          time.Duration
	filled        func(facts int) // for etcd.Config
}

func (c *clusterFlags) define(f *pflag.FlagSet) {
	f.StringVar(&c.url, "cluster", "", "be a node of the exchange at "+
		"`etcd://HOST:PORT[,HOST:PORT…]/NAME`, with --serve")
	f.StringVar(&c.node, "node", "", "be `NAME` among the nodes; else the host's name and the "+
		"port that is listened on")
	f.StringVar(&c.cert, "cluster-cert", "", "certificate `FILE` of this node for etcd")
	f.StringVar(&c.key, "cluster-key", "", "key `FILE` of this node for etcd")
	f.StringVar(&c.ca, "cluster-ca", "", "certificate `FILE` of the authority that etcd is "+
		"checked against")
	f.BoolVar(&c.insecure, "cluster-insecure", false, "reach etcd without TLS also beyond this "+
		"machine")
	f.StringVar(&c.secret, "cluster-secret", "", "key `FILE`, the same at all nodes, by which "+
		"they sign what they write to etcd and seal what they share in secret: 64 hex digits, "+
		"and in further lines older keys, readable by you alone")
	f.DurationVar(&c.keep, "cluster-keep", etcd.DefaultKeep, "what ended stays in etcd for at "+
		"least `DURATION`: for as long a node can be away without needing a backup")
}

// parse takes the address apart.
func (c *clusterFlags) parse() (endpoints []string, name string, err error) {
	rest, ok := strings.CutPrefix(c.url, "etcd://")
	hosts, name, named := strings.Cut(rest, "/")
	if !ok || !named || hosts == "" || name == "" || strings.Contains(name, "/") {
		return nil, "", Usagef("--cluster takes etcd://HOST:PORT[,HOST:PORT…]/NAME, not %q", c.url)
	}
	endpoints = strings.Split(hosts, ",")
	for _, e := range endpoints {
		host, _, err := net.SplitHostPort(e)
		if err != nil {
			return nil, "", Usagef("--cluster: %q is not HOST:PORT", e)
		}
		if ip := net.ParseIP(host); c.ca == "" && !c.insecure && host != "localhost" &&
			(ip == nil || !ip.IsLoopback()) {
			return nil, "", Usagef("--cluster: %s is another machine, which needs TLS: name "+
				"--cluster-ca (and --cluster-cert and --cluster-key), or say --cluster-insecure", e)
		}
	}
	return endpoints, name, nil
}

// check refuses flags that do not go together.
func (c *clusterFlags) check(o *Options) error {
	switch {
	case c.url == "" && (c.node != "" || c.cert != "" || c.key != "" || c.ca != "" ||
		c.secret != "" || c.insecure):
		return Usagef("--node and --cluster-… are for nodes of a --cluster")
	case c.url == "":
		return nil
	case c.keep < time.Second:
		return Usagef("--cluster-keep is at least 1s, not %s", c.keep)
	case !o.Serve || o.Demo:
		return Usagef("--cluster is for --serve, without --demo: a console reaches a node with " +
			"--backend")
	case (c.cert == "") != (c.key == ""):
		return Usagef("--cluster-cert and --cluster-key go together")
	}
	_, _, err := c.parse()
	return err
}

// name is what this node is called among the nodes.
func (c *clusterFlags) name(o *Options) (string, error) {
	if c.node != "" {
		return c.node, nil
	}
	host, err := os.Hostname()
	if err != nil {
		return "", Usagef("this machine has no name: name the node with --node (%v)", err)
	}
	listen := cmp.Or(o.Listen, DefaultListen)
	_, port, err := net.SplitHostPort(listen)
	if err != nil {
		return "", Usagef("--listen %s: %v", listen, err)
	}
	return host + "-" + port, nil
}

// open connects to the log of the exchange.
func (c *clusterFlags) open(ctx context.Context, o *Options, log *slog.Logger) (*etcd.Log, error) {
	endpoints, name, err := c.parse()
	if err != nil {
		return nil, err
	}
	node, err := c.name(o)
	if err != nil {
		return nil, err
	}
	secure, err := c.tls()
	if err != nil {
		return nil, err
	}
	keys, err := c.keys()
	if err != nil {
		return nil, err
	}
	return etcd.Open(ctx, etcd.Config{Endpoints: endpoints, Name: name, Node: node,
		Addr: cmp.Or(o.Listen, DefaultListen), TLS: secure, Keep: c.keep, Keys: keys,
		Logger: log, Filled: c.filled})
}

// keys reads the keys of the exchange, the newest first.
func (c *clusterFlags) keys() (list facts.Keys, err error) {
	if c.secret == "" {
		return nil, nil
	}
	info, err := isSmall(c.secret)
	if err != nil {
		return nil, Usagef("--cluster-secret: %v", err)
	}
	if info.Mode().Perm()&0o077 != 0 {
		return nil, Usagef("--cluster-secret: others than you may read %s: chmod 600 %[1]s",
			c.secret)
	}
	text, err := os.ReadFile(c.secret)
	if err != nil {
		return nil, Usagef("--cluster-secret: %v", err)
	}
	for _, line := range strings.Fields(string(text)) {
		var key facts.Key
		b, err := hex.DecodeString(line)
		if err != nil || len(b) != len(key) {
			list = nil
			break
		}
		copy(key[:], b)
		list = append(list, key)
	}
	if len(list) == 0 {
		return nil, Usagef("--cluster-secret: %s does not hold 64 hex digits a line, as "+
			"\"openssl rand -hex 32\" writes them", c.secret)
	}
	return list, nil
}

// isSmall refuses what is no file of a key or a certificate: a pipe or a device may have no end, or
// never begin.
func isSmall(path string) (fs.FileInfo, error) {
	info, err := os.Stat(path)
	if err == nil && (!info.Mode().IsRegular() || info.Size() > 1<<20) {
		err = fmt.Errorf("%s is no file of at most 1 MiB", path)
	}
	return info, err
}

// tls returns how etcd is checked and what this node shows, nil for no TLS.
func (c *clusterFlags) tls() (*tls.Config, error) {
	if c.ca == "" && c.cert == "" {
		return nil, nil
	}
	cfg := &tls.Config{MinVersion: tls.VersionTLS12}
	if c.ca != "" {
		_, err := isSmall(c.ca)
		var text []byte
		if err == nil {
			text, err = os.ReadFile(c.ca)
		}
		if err != nil {
			return nil, Usagef("--cluster-ca: %v", err)
		}
		cfg.RootCAs = x509.NewCertPool()
		if !cfg.RootCAs.AppendCertsFromPEM(text) {
			return nil, Usagef("--cluster-ca: %s holds no certificate", c.ca)
		}
	}
	if c.cert != "" {
		for flag, path := range map[string]string{"cert": c.cert, "key": c.key} {
			if _, err := isSmall(path); err != nil {
				return nil, Usagef("--cluster-%s: %v", flag, err)
			}
		}
		pair, err := tls.LoadX509KeyPair(c.cert, c.key)
		if err != nil {
			return nil, Usagef("--cluster-cert: %v", err)
		}
		cfg.Certificates = []tls.Certificate{pair}
	}
	return cfg, nil
}
