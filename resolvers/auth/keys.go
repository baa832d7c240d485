package auth

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"go.yaml.in/yaml/v4"

	"github.com/crosswalk-graph/crosswalk/graph"
)

// keyPrefix begins every key, so that one is recognised where it should not be, as in a log.
const keyPrefix = "cwk_"

// maxKeyFile bounds a file of keys, in bytes.
const maxKeyFile = 1 << 20

// A Key is what is kept of a key.
type Key struct {
	ID      string     `json:"id" yaml:"id"` // part of the key, in the clear
	Name    string     `json:"name" yaml:"name"`
	SHA256  string     `json:"sha256" yaml:"sha256"` // of the secret, in hexadecimal
	Scopes  []string   `json:"scopes" yaml:"scopes"` // names of rights
	Created time.Time  `json:"created" yaml:"created"`
	Expires *time.Time `json:"expires,omitempty" yaml:"expires"` // nil: never
}

// Rights are the rights of the key's scopes, which ReadKeys has checked.
func (k *Key) Rights() Rights {
	r, _ := ParseRights(k.Scopes)
	return r
}

// Expired tells whether the key's time is over.
func (k *Key) Expired(now time.Time) bool { return k.Expires != nil && !now.Before(*k.Expires) }

// caller is who asks with the key.
func (k *Key) caller() Caller { return Caller{ID: "key:" + k.ID, Name: k.Name, Rights: k.Rights()} }

// opens tells whether the secret is the key's. It takes the same time whatever is wrong with it.
func (k *Key) opens(secret string) bool {
	sum := sha256.Sum256([]byte(secret))
	want, err := hex.DecodeString(k.SHA256)
	return err == nil && subtle.ConstantTimeCompare(sum[:], want) == 1
}

// NewKey makes a key. The second value is the key itself, which is kept nowhere: 256 random bits behind an
// id. Errors: Invalid for a name that is empty or not to be printed, and for no rights.
func NewKey(name string, rights Rights, now time.Time, expires *time.Time) (Key, string, error) {
	if !namable(name) {
		return Key{}, "", graph.Errorf(graph.Invalid, "a key needs a name of up to %d printable characters", maxName)
	}
	if rights == None {
		return Key{}, "", graph.Errorf(graph.Invalid, "a key needs at least one right: read, write, admin")
	}
	var random [32]byte
	_, _ = rand.Read(random[:]) // it never fails
	secret := hex.EncodeToString(random[:])
	sum := sha256.Sum256([]byte(secret))
	k := Key{ID: strings.ToLower(rand.Text()[:10]), Name: name, SHA256: hex.EncodeToString(sum[:]), Scopes: rights.Names(),
		Created: now.UTC().Truncate(time.Second), Expires: expires}
	return k, keyPrefix + k.ID + "_" + secret, nil
}

// maxName bounds the name of a key, in bytes.
const maxName = 100

// namable tells whether a name can stand in lists and logs.
func namable(name string) bool {
	return name != "" && len(name) <= maxName && strings.TrimSpace(name) == name &&
		!strings.ContainsFunc(name, func(r rune) bool { return r < ' ' || r == 0x7f || r == '\ufffd' })
}

// splitKey takes a key apart; false for what is none.
func splitKey(token string) (id, secret string, ok bool) {
	rest, ok := strings.CutPrefix(token, keyPrefix)
	if !ok {
		return "", "", false
	}
	return strings.Cut(rest, "_")
}

// keyFile is what a file of keys holds: JSON as it is written, YAML as well when it is read.
type keyFile struct {
	Keys []Key `json:"keys" yaml:"keys"`
}

// ReadKeys reads a file of keys. Errors: NotFound when it is not there, Invalid when it is none, naming the
// key that is wrong.
func ReadKeys(path string) ([]Key, error) {
	file, err := os.Open(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, graph.Errorf(graph.NotFound, "there is no file of keys %s", path)
	case err != nil:
		return nil, graph.Errorf(graph.Unavailable, "the keys cannot be read: %w", err)
	}
	defer func() { _ = file.Close() }() // only read from
	text, err := io.ReadAll(io.LimitReader(file, maxKeyFile+1))
	if err != nil {
		return nil, graph.Errorf(graph.Unavailable, "the keys cannot be read: %w", err)
	}
	if len(text) > maxKeyFile {
		return nil, graph.Errorf(graph.Invalid, "the file of keys %s is larger than %d bytes", path, maxKeyFile)
	}
	var f keyFile
	if err := yaml.Load(text, &f, yaml.WithKnownFields()); err != nil {
		return nil, graph.Errorf(graph.Invalid, "%s is no file of keys: %w", path, err)
	}
	seen := map[string]bool{}
	for i := range f.Keys {
		k := &f.Keys[i]
		sum, err := hex.DecodeString(k.SHA256)
		switch _, rights := ParseRights(k.Scopes); {
		case k.ID == "" || strings.Contains(k.ID, "_") || seen[k.ID]:
			return nil, graph.Errorf(graph.Invalid, "key %d in %s needs an id of its own, without \"_\"", i+1, path)
		case !namable(k.Name):
			return nil, graph.Errorf(graph.Invalid, "key %s in %s has no name that can be printed", k.ID, path)
		case err != nil || len(sum) != sha256.Size:
			return nil, graph.Errorf(graph.Invalid, "key %s in %s: sha256 must be %d hexadecimal digits", k.ID, path, 2*sha256.Size)
		case rights != nil:
			return nil, graph.Errorf(graph.Invalid, "key %s in %s: %w", k.ID, path, rights)
		}
		seen[k.ID] = true
	}
	return f.Keys, nil
}

// WriteKeys replaces a file of keys at once, readable for its owner alone, and makes its folder where it is
// missing. Errors: Unavailable.
func WriteKeys(path string, keys []Key) (err error) {
	text, err := json.MarshalIndent(keyFile{append([]Key{}, keys...)}, "", "  ")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = graph.Errorf(graph.Unavailable, "the keys cannot be written: %w", err)
		}
	}()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	temporary, err := os.CreateTemp(filepath.Dir(path), ".keys-*") // for its owner alone
	if err != nil {
		return err
	}
	_, err = temporary.Write(append(text, '\n'))
	if err = errors.Join(err, temporary.Sync(), temporary.Close()); err == nil {
		err = os.Rename(temporary.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(temporary.Name()))
	}
	return nil
}
