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
func Issue(dir string) (Certificates, error) {
	list, err := IssueTo(dir, "etcdtest")
	if err != nil {
		return Certificates{}, err
	}
	return list[0], nil
}

// IssueTo makes an authority and a certificate for each of some users of etcd, who are known by the
// common name, and writes them to a folder.
func IssueTo(dir string, users ...string) (list []Certificates, err error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	authority, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	valid := x509.Certificate{SerialNumber: big.NewInt(1), NotBefore: time.Now().Add(-time.Hour),
		NotAfter: time.Now().Add(24 * time.Hour), Subject: pkix.Name{CommonName: "etcdtest"}}
	root := valid
	root.IsCA, root.BasicConstraintsValid, root.KeyUsage = true, true, x509.KeyUsageCertSign
	signed, err := x509.CreateCertificate(rand.Reader, &root, &root, &authority.PublicKey,
		authority)
	if err != nil {
		return nil, err
	}
	ca := filepath.Join(dir, "ca.pem")
	if err := writePEM(ca, "CERTIFICATE", signed); err != nil {
		return nil, err
	}
	for i, user := range users {
		c := Certificates{ca, filepath.Join(dir, user+".pem"), filepath.Join(dir, user+"-key.pem")}
		leaf := valid
		leaf.SerialNumber, leaf.Subject.CommonName = big.NewInt(int64(i+2)), user
		leaf.IPAddresses = []net.IP{net.IPv4(127, 0, 0, 1)}
		leaf.KeyUsage = x509.KeyUsageDigitalSignature
		leaf.ExtKeyUsage = []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth,
			x509.ExtKeyUsageClientAuth}
		if err := c.write(&leaf, &root, authority); err != nil {
			return nil, err
		}
		list = append(list, c)
	}
	return list, nil
}

// write makes a key and its certificate.
func (c *Certificates) write(leaf, root *x509.Certificate, authority *ecdsa.PrivateKey) error {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return err
	}
	cert, err := x509.CreateCertificate(rand.Reader, leaf, root, &key.PublicKey, authority)
	if err != nil {
		return err
	}
	private, err := x509.MarshalECPrivateKey(key)
	return errors.Join(err, writePEM(c.Cert, "CERTIFICATE", cert),
		writePEM(c.Key, "EC PRIVATE KEY", private))
}

func writePEM(path, kind string, bytes []byte) error {
	return os.WriteFile(path, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: bytes}), 0o600)
}
