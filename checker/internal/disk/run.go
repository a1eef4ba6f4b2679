package disk

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math/bits"
	"sort"

	"github.com/interrex/interrex/checker/internal/visited"
)

// A Run is a file of blocks in ascending order of their numbers, which are all different. It
// does not change. Many goroutines may read it.
type Run struct {
	files          Files
	name           string
	file           ReadFile
	chunks         []chunk
	configurations int64
	blocks         int64
	bytes          int64
}

// chunk is a part of a run.
type chunk struct {
	first, last uint64 // numbers of blocks
	at          int64
	size        uint32 // bytes
	sum         uint32 // checksum of the bytes
}

// ChunkBlocks is the most blocks of a chunk.
const ChunkBlocks = 1 << 10

const bytesPerChunk = 32 // in memory

// header begins every run: a number of the format, so that one of another kind is told from it.
const header = "interrex run 1\n"

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// errDamaged is the cause of an [Error] of a file that is not as it was written.
var errDamaged = errors.New("it is not as it was written")

// Len returns the number of configurations.
func (r *Run) Len() int64 { return r.configurations }

// Blocks returns the number of blocks.
func (r *Run) Blocks() int64 { return r.blocks }

// Chunks returns the number of chunks.
func (r *Run) Chunks() int { return len(r.chunks) }

// Bytes returns the size of the file.
func (r *Run) Bytes() int64 { return r.bytes }

// Chunk appends the blocks of a chunk to list.
func (r *Run) Chunk(i int, list []visited.Block) ([]visited.Block, error) {
	c := r.chunks[i]
	data := make([]byte, c.size)
	if _, err := r.file.ReadAt(data, c.at); errors.Is(err, io.EOF) {
		return list, r.failed("read", io.ErrUnexpectedEOF)
	} else if err != nil {
		return list, r.failed("read", err)
	}
	if crc32.Checksum(data, castagnoli) != c.sum {
		return list, r.failed("read", errDamaged)
	}
	list, err := unpack(data, c, list)
	return list, r.failed("read", err)
}

// after returns the first chunk, from one on, that may have a block with that number or a greater one.
func (r *Run) after(from int, number uint64) int {
	return from + sort.Search(len(r.chunks)-from, func(i int) bool { return r.chunks[from+i].last >= number })
}

// remove closes and removes the file.
func (r *Run) remove() error {
	err := r.file.Close()
	return r.failed("remove", cmp.Or(r.files.Remove(r.name), err))
}

func (r *Run) failed(doing string, err error) error { return failed(doing, r.files.Path(r.name), err) }

// pack appends a block to the bytes of a chunk: the difference to the number before, which bytes of the bits are not
// zero, and these.
func pack(data []byte, before uint64, b visited.Block) []byte {
	data = binary.AppendUvarint(data, b.Number-before)
	at, which := len(data), byte(0)
	data = append(data, 0)
	for i, rest := 0, b.Bits; rest != 0; i, rest = i+1, rest>>8 {
		if byte(rest) != 0 {
			which |= 1 << i
			data = append(data, byte(rest))
		}
	}
	data[at] = which
	return data
}

// unpack appends the blocks of a chunk to list.
func unpack(data []byte, c chunk, list []visited.Block) ([]visited.Block, error) {
	number := c.first
	for len(data) > 0 {
		delta, n := binary.Uvarint(data)
		if n <= 0 || n == len(data) {
			return list, errDamaged
		}
		which := data[n]
		data = data[n+1:]
		number += delta
		if len(data) < bits.OnesCount8(which) || which == 0 {
			return list, errDamaged
		}
		var set uint64
		for ; which != 0; which &= which - 1 {
			set |= uint64(data[0]) << (8 * bits.TrailingZeros8(which))
			data = data[1:]
		}
		list = append(list, visited.Block{Number: number, Bits: set})
	}
	if number != c.last {
		return list, errDamaged
	}
	return list, nil
}

// writer writes a run.
type writer struct {
	run    *Run
	to     io.WriteCloser
	now    chunk
	filled int // blocks of the chunk
	data   []byte
	ready  []byte // of whole chunks, to be written
}

// writeAtOnce is how many bytes a writer passes on at a time, at least.
const writeAtOnce = 1 << 18

// create begins a run.
func create(files Files, name string) (*writer, error) {
	to, err := files.Create(name)
	if err != nil {
		return nil, failed("write", files.Path(name), err)
	}
	return &writer{run: &Run{files: files, name: name, bytes: int64(len(header))}, to: to, ready: []byte(header)}, nil
}

// add adds a block, which has a greater number than those before.
func (w *writer) add(b visited.Block) error {
	if w.filled == 0 {
		w.now.first, w.now.last = b.Number, b.Number
	} else if b.Number <= w.now.last {
		return w.run.failed("write", fmt.Errorf("internal error, please report: block %d after %d", b.Number, w.now.last))
	}
	w.data = pack(w.data, w.now.last, b)
	w.now.last = b.Number
	w.run.configurations += int64(b.Len())
	w.run.blocks++
	if w.filled++; w.filled == ChunkBlocks {
		return w.endChunk()
	}
	return nil
}

func (w *writer) endChunk() error {
	w.now.at, w.now.size, w.now.sum = w.run.bytes, uint32(len(w.data)), crc32.Checksum(w.data, castagnoli)
	w.run.chunks = append(w.run.chunks, w.now)
	w.run.bytes += int64(len(w.data))
	w.ready = append(w.ready, w.data...)
	w.data, w.filled = w.data[:0], 0
	if len(w.ready) < writeAtOnce {
		return nil
	}
	return w.flush()
}

func (w *writer) flush() error {
	_, err := w.to.Write(w.ready)
	w.ready = w.ready[:0]
	return w.run.failed("write", err)
}

// end writes what is left, and returns the run.
func (w *writer) end() (*Run, error) {
	if w.filled > 0 {
		if err := w.endChunk(); err != nil {
			return nil, err
		}
	}
	if err := w.flush(); err != nil {
		return nil, err
	}
	err := w.to.Close()
	w.to = nil
	if err != nil {
		return nil, w.run.failed("write", err)
	}
	w.run.file, err = w.run.files.Open(w.run.name)
	return w.run, w.run.failed("read", err)
}

// abandon removes what was written, after an error.
func (w *writer) abandon() {
	if w.to != nil {
		_ = w.to.Close()
	}
	if w.run.file != nil {
		_ = w.run.file.Close()
	}
	_ = w.run.files.Remove(w.run.name)
}
