package graph

import (
	"bytes"
	"testing"
)

func TestPack(t *testing.T) {
	for _, data := range [][]byte{nil, []byte("A card."), bytes.Repeat([]byte("shelf "), 100_000)} {
		if again, err := Unpack(Pack(data)); err != nil || !bytes.Equal(again, data) {
			t.Errorf("%d bytes came back as %d: %v", len(data), len(again), err)
		}
	}
	if _, err := Unpack([]byte("no deflate stream")); err == nil {
		t.Error("damaged bytes were inflated")
	}
	if _, err := UnpackBatch(Pack([]byte("no batch")), Origin{Location: "study:memory.md"}); err == nil {
		t.Error("damaged facts were read")
	}
}
