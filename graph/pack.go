package graph

import (
	"bytes"
	"compress/flate"
	"encoding/json"
	"fmt"
	"io"
	"sync"
)

// compressors are kept: making one costs more than a document takes to compress.
var compressors = sync.Pool{New: func() any {
	w, _ := flate.NewWriter(nil, flate.BestSpeed) // the level is a valid one
	return w
}}

// Pack compresses what a journal keeps: the facts of a batch, the bytes of a document.
func Pack(data []byte) []byte {
	var b bytes.Buffer
	w := compressors.Get().(*flate.Writer)
	defer compressors.Put(w)
	// A buffer takes everything, so nothing can fail.
	w.Reset(&b)
	_, _ = w.Write(data)
	_ = w.Close()
	return b.Bytes()
}

// Unpack gives back what was packed. An error means that the journal is damaged.
func Unpack(packed []byte) ([]byte, error) {
	out, err := io.ReadAll(flate.NewReader(bytes.NewReader(packed)))
	if err != nil {
		return nil, fmt.Errorf("a stored document or batch is damaged: %w", err)
	}
	return out, nil
}

// UnpackBatch gives back the batch whose Facts were packed, as an origin said it.
func UnpackBatch(packed []byte, o Origin) (*Batch, error) {
	facts, err := Unpack(packed)
	if err != nil {
		return nil, err
	}
	b := &Batch{}
	if err := json.Unmarshal(facts, b); err != nil {
		return nil, fmt.Errorf("the facts of %s are damaged: %w", o.Location, err)
	}
	b.Origin = o
	return b, nil
}
