package auth

import (
	"os"
	"sync"
	"time"

	"github.com/crosswalk-graph/crosswalk/graph"
)

// A Keyring knows the keys of a file, as it is at the moment. It may be used by several goroutines at once.
type Keyring struct {
	path string
	now  func() time.Time

	mu   sync.Mutex
	read os.FileInfo // of the file that keys are from
	keys map[string]*Key
}

// OpenKeyring reads a file of keys. Errors: as ReadKeys.
func OpenKeyring(path string, now func() time.Time) (*Keyring, error) {
	r := &Keyring{path: path, now: now}
	return r, r.refresh()
}

// Identify gives who asks with a key. Errors: Unauthenticated for one that is unknown, revoked or over;
// Unavailable when the file cannot be read any more: nobody gets in then.
func (r *Keyring) Identify(token string) (Caller, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := r.refresh(); err != nil {
		return Caller{}, &graph.Error{Code: graph.Unavailable, Message: "keys cannot be checked at the moment", Err: err}
	}
	id, secret, _ := splitKey(token)
	k := r.keys[id]
	switch {
	case k == nil || !k.opens(secret):
		return Caller{}, graph.Errorf(Unauthenticated, "the key is unknown")
	case k.Expired(r.now()):
		return Caller{}, graph.Errorf(Unauthenticated, "the key is over since %s", k.Expires.UTC().Format(time.RFC3339))
	}
	return k.caller(), nil
}

// refresh reads the file when it is another one than was read. What was read is only kept when it is whole.
func (r *Keyring) refresh() error {
	info, err := os.Stat(r.path)
	if err == nil && r.read != nil && os.SameFile(info, r.read) && info.ModTime().Equal(r.read.ModTime()) && info.Size() == r.read.Size() {
		return nil
	}
	r.read = nil
	keys, err := ReadKeys(r.path) // says what Stat would
	if err != nil {
		return err
	}
	r.read, r.keys = info, map[string]*Key{}
	for i := range keys {
		r.keys[keys[i].ID] = &keys[i]
	}
	return nil
}
