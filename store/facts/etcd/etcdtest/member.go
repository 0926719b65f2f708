package etcdtest

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"os"
	"time"

	"go.etcd.io/etcd/client/pkg/v3/transport"
	"go.etcd.io/etcd/server/v3/embed"
)

// variable is the environment variable that makes a process a member; it holds a Config as JSON.
const variable = "BOURSE_ETCD_MEMBER"

// Config is one member of a cluster.
type Config struct {
	Name, Dir    string
	Client, Peer string            // HOST:PORT
	Advertise    string            // at which others reach Peer; empty is there
	Cluster      map[string]string // peers by name
	Quota        int64             // bytes of the database; 0 is etcd's default
	TLS          *Certificates     // that clients must show too; nil is no TLS
}

// Main runs a member if the environment asks for one, and does not return then. Call it first in
// TestMain or main.
func Main() {
	text, ok := os.LookupEnv(variable)
	if !ok {
		return
	}
	var c Config
	err := json.Unmarshal([]byte(text), &c)
	if err == nil {
		err = c.run()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "etcd:", err)
		os.Exit(1)
	}
	os.Exit(0)
}

// run is a member until standard input ends, as it does with the process that started it.
func (c *Config) run() error {
	e := embed.NewConfig()
	e.Name, e.Dir, e.LogLevel = c.Name, c.Dir, "fatal"
	scheme := "http://"
	if c.TLS != nil {
		scheme = "https://"
		e.ClientTLSInfo = transport.TLSInfo{CertFile: c.TLS.Cert, KeyFile: c.TLS.Key,
			TrustedCAFile: c.TLS.CA, ClientCertAuth: true}
	}
	client, err := url.Parse(scheme + c.Client)
	if err != nil {
		return err
	}
	peer, err := url.Parse("http://" + c.Peer)
	if err != nil {
		return err
	}
	advertise, err := url.Parse("http://" + cmp.Or(c.Advertise, c.Peer))
	if err != nil {
		return err
	}
	e.ListenClientUrls, e.AdvertiseClientUrls = []url.URL{*client}, []url.URL{*client}
	e.ListenPeerUrls, e.AdvertisePeerUrls = []url.URL{*peer}, []url.URL{*advertise}
	e.InitialCluster = ""
	for name, at := range c.Cluster {
		if e.InitialCluster != "" {
			e.InitialCluster += ","
		}
		e.InitialCluster += name + "=http://" + at
	}
	e.TickMs, e.ElectionMs = 100, 1000
	e.QuotaBackendBytes = c.Quota
	server, err := embed.StartEtcd(e)
	if err != nil {
		return err
	}
	select {
	case <-server.Server.ReadyNotify():
	case err := <-server.Err():
		return err
	case <-time.After(time.Minute):
		return fmt.Errorf("no leader within a minute")
	}
	fmt.Println("ready")
	ended := make(chan struct{})
	go func() {
		io.Copy(io.Discard, os.Stdin) // ends with the process that started this one
		close(ended)
	}()
	select {
	case <-ended:
		server.Close()
		return nil
	case err := <-server.Err():
		return err
	}
}
