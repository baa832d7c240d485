package resolvers

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"
)

// thisProcess tells answers of this process from those of another, which may have another program or store.
var thisProcess = rand.Text()

// changesWithoutRevision are words in every request whose answer can change while the revision does not: loads are noted,
// and the journal can be purged, without one.
var changesWithoutRevision = []string{"ingest", "history"}

// tag gives the entity tag of the answer to a query, "" when it has none. It holds what the answer follows
// from: the revision, the document, and what was sent with it.
func (s *server) tag(ctx context.Context, r Request, media string) string {
	variables, err := json.Marshal(r.Variables)
	if err != nil {
		return ""
	}
	for _, word := range changesWithoutRevision {
		if strings.Contains(r.Query, word) || strings.Contains(string(variables), word) {
			return ""
		}
	}
	revision, err := s.exec.resolver.Graph.Revision(ctx)
	if err != nil {
		return ""
	}
	h := sha256.New()
	for _, part := range []string{thisProcess, media, r.Query, r.OperationName, string(variables)} {
		_, _ = fmt.Fprintf(h, "%d:%s", len(part), part) // a hash takes everything
	}
	return fmt.Sprintf(`W/"%d-%s"`, revision, hex.EncodeToString(h.Sum(nil)[:16]))
}

// hasTag tells whether a client has the answer of this tag already (If-None-Match, RFC 9110 13.1.2).
func hasTag(header, tag string) bool {
	for item := range strings.SplitSeq(header, ",") {
		if item = strings.TrimSpace(item); item == tag || item == "*" || "W/"+item == tag {
			return true
		}
	}
	return false
}
