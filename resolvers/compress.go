package resolvers

import (
	"compress/gzip"
	"net/http"
	"strings"
	"sync"
)

// tiny is how long an answer must be to be worth compressing, in bytes.
const tiny = 1400

// compressed packs answers for clients that like them so, but for short ones and streams.
func compressed(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Add("Vary", "Accept-Encoding")
		if !takesGzip(r.Header.Values("Accept-Encoding")) || r.Header.Get("Upgrade") != "" || r.Method == http.MethodHead {
			next.ServeHTTP(w, r)
			return
		}
		packed := &gzipWriter{ResponseWriter: w}
		defer packed.close()
		next.ServeHTTP(packed, r)
	})
}

// takesGzip tells whether a client takes gzip, and likes it no less than the answer as it is (RFC 9110 12.5.3).
func takesGzip(headers []string) bool {
	packed, plain, rest := -1.0, -1.0, -1.0 // not named
	for item := range strings.SplitSeq(strings.Join(headers, ","), ",") {
		coding, params, _ := strings.Cut(strings.ToLower(item), ";")
		q := quality(strings.TrimPrefix(strings.ReplaceAll(params, " ", ""), "q="))
		switch strings.TrimSpace(coding) {
		case "gzip", "x-gzip":
			packed = q
		case "identity":
			plain = q
		case "*":
			rest = q
		}
	}
	if packed < 0 {
		packed = rest
	}
	return packed > 0 && packed >= plain
}

var gzips = sync.Pool{New: func() any {
	z, _ := gzip.NewWriterLevel(nil, gzip.BestSpeed) // the level is a valid one
	return z
}}

// gzipWriter decides with the first bytes of an answer whether they are packed.
type gzipWriter struct {
	http.ResponseWriter
	status int
	z      *gzip.Writer // nil: as it is
	sent   bool         // headers are out
}

// WriteHeader keeps the status until it is known whether there are headers to add.
func (w *gzipWriter) WriteHeader(status int) { w.status = status }

// Write writes, packed when the first piece, which is mostly all there is, is worth it.
func (w *gzipWriter) Write(b []byte) (int, error) {
	if !w.sent {
		w.begin(len(b) >= tiny && w.Header().Get("Content-Encoding") == "" && !strings.HasPrefix(w.Header().Get("Content-Type"), mediaEvents))
	}
	if w.z != nil {
		return w.z.Write(b)
	}
	return w.ResponseWriter.Write(b)
}

// begin sends the headers.
func (w *gzipWriter) begin(pack bool) {
	w.sent = true
	if pack {
		w.Header().Set("Content-Encoding", "gzip")
		w.Header().Del("Content-Length")
		w.z = gzips.Get().(*gzip.Writer)
		w.z.Reset(w.ResponseWriter)
	}
	if w.status != 0 {
		w.ResponseWriter.WriteHeader(w.status)
	}
}

// FlushError sends what there is, as streams want.
func (w *gzipWriter) FlushError() error {
	if !w.sent {
		w.begin(false)
	}
	if w.z != nil {
		if err := w.z.Flush(); err != nil {
			return err
		}
	}
	return http.NewResponseController(w.ResponseWriter).Flush()
}

// Unwrap lets http.ResponseController reach the writer below.
func (w *gzipWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// close ends the answer.
func (w *gzipWriter) close() {
	if !w.sent {
		w.begin(false)
	}
	if w.z != nil {
		_ = w.z.Close() // a failing write means that the client has gone
		w.z.Reset(nil)
		gzips.Put(w.z)
	}
}
