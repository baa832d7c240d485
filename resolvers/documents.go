package resolvers

import (
	"container/list"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strings"
	"sync"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/resolvers/auth"
)

// How many documents of clients are remembered by their hash, and how many bytes of them.
const (
	rememberedDocuments = 1000
	rememberedBytes     = 8 << 20
	longestRemembered   = 64 << 10
)

// A documentRef says which document a request is about: its text, an id that the server knows, or the hash
// of one that was sent before.
type documentRef struct {
	text string
	id   string // documentId (GraphQL over HTTP, appendix A)
	hash string // extensions.persistedQuery.sha256Hash, of automatic persisted queries
}

// documents finds the documents that requests name.
type documents struct {
	known  map[string]string // the server's own, by id
	hashes map[string]string // the same by hash
	only   bool              // nothing else is run
	seen   *remembered
}

func newDocuments(known map[string]string, only bool) *documents {
	d := &documents{known: known, hashes: map[string]string{}, only: only, seen: newRemembered(rememberedDocuments, rememberedBytes)}
	for _, text := range known {
		d.hashes[hashOf(text)] = text
	}
	return d
}

func hashOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// find gives the text of a document.
func (d *documents) find(ref documentRef) (string, *refusal) {
	switch {
	case ref.id != "":
		text, ok := d.known[ref.id]
		if hash, isHash := strings.CutPrefix(ref.id, "sha256:"); !ok && isHash {
			text, ok = d.hashes[hash]
		}
		switch {
		case !ok:
			return "", refused(http.StatusNotFound, "there is no document of this id")
		case ref.text != "" && ref.text != text:
			return "", refused(http.StatusBadRequest, "query and documentId are about different documents: send one of them")
		}
		return text, nil
	case ref.hash != "" && ref.text == "":
		if text, ok := d.hashes[ref.hash]; ok {
			return text, nil
		}
		if text, ok := d.seen.get(ref.hash); ok && !d.only {
			return text, nil
		}
		// The words by which clients know that they have to send the document once.
		return "", refused(http.StatusNotFound, "PersistedQueryNotFound")
	case ref.hash != "" && ref.hash != hashOf(ref.text):
		return "", refused(http.StatusBadRequest, "the hash is not that of the document")
	case ref.text == "":
		return "", refused(http.StatusBadRequest, "query is missing")
	case d.only && d.hashes[hashOf(ref.text)] == "":
		return "", &refusal{http.StatusForbidden, graph.Errorf(auth.Forbidden, "this server runs the documents that it knows, and no others: ask for one by documentId")}
	}
	return ref.text, nil
}

// remember keeps a document that was sent with its hash, and ran.
func (d *documents) remember(ref documentRef) {
	if ref.hash != "" && ref.text != "" && !d.only && len(ref.text) <= longestRemembered {
		d.seen.put(ref.hash, ref.text)
	}
}

// remembered keeps the documents that were used last.
type remembered struct {
	most, mostBytes int

	mu    sync.Mutex
	order *list.List // of *rememberedDocument, the last used in front
	byKey map[string]*list.Element
	bytes int
}

type rememberedDocument struct{ hash, text string }

func newRemembered(most, mostBytes int) *remembered {
	return &remembered{most: most, mostBytes: mostBytes, order: list.New(), byKey: map[string]*list.Element{}}
}

func (r *remembered) get(hash string) (string, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	e := r.byKey[hash]
	if e == nil {
		return "", false
	}
	r.order.MoveToFront(e)
	return e.Value.(*rememberedDocument).text, true
}

func (r *remembered) put(hash, text string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if e := r.byKey[hash]; e != nil {
		r.order.MoveToFront(e)
		return
	}
	r.byKey[hash] = r.order.PushFront(&rememberedDocument{hash, text})
	for r.bytes += len(text); r.bytes > r.mostBytes || r.order.Len() > r.most; {
		last := r.order.Remove(r.order.Back()).(*rememberedDocument)
		delete(r.byKey, last.hash)
		r.bytes -= len(last.text)
	}
}
