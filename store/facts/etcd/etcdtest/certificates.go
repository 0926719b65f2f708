package etcdtest

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"time"
)

// Certificates are files of an authority, and of a certificate and its key that it signed for this
// machine, which both members and their clients show.
type Certificates struct{ CA, Cert, Key string }

// Issue makes an authority and what it signs, and writes them to a folder.
func Issue(dir string) (c Certificates, err error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return c, err
	}
	c = Certificates{filepath.Join(dir, "ca.pem"), filepath.Join(dir, "cert.pem"),
		filepath.Join(dir, "key.pem")}
	authority, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return c, err
	}
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return c, err
	}
	valid := x509.Certificate{SerialNumber: big.NewInt(1), NotBefore: time.Now().Add(-time.Hour),
		NotAfter: time.Now().Add(24 * time.Hour), Subject: pkix.Name{CommonName: "etcdtest"}}
	root := valid
	root.IsCA, root.BasicConstraintsValid, root.KeyUsage = true, true, x509.KeyUsageCertSign
	leaf := valid
	leaf.SerialNumber = big.NewInt(2)
	leaf.IPAddresses = []net.IP{net.IPv4(127, 0, 0, 1)}
	leaf.KeyUsage = x509.KeyUsageDigitalSignature
	leaf.ExtKeyUsage = []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth}
	signed, err := x509.CreateCertificate(rand.Reader, &root, &root, &authority.PublicKey,
		authority)
	if err != nil {
		return c, err
	}
	cert, err := x509.CreateCertificate(rand.Reader, &leaf, &root, &key.PublicKey, authority)
	if err != nil {
		return c, err
	}
	private, err := x509.MarshalECPrivateKey(key)
	return c, errors.Join(err, writePEM(c.CA, "CERTIFICATE", signed),
		writePEM(c.Cert, "CERTIFICATE", cert), writePEM(c.Key, "EC PRIVATE KEY", private))
}

func writePEM(path, kind string, bytes []byte) error {
	return os.WriteFile(path, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: bytes}), 0o600)
}
