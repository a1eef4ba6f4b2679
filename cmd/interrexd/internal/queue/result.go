package queue

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// The headers of a result: the name of its object if it is no message, and why there is none.
const (
	objectHeader = "Interrex-Object"
	failedHeader = "Interrex-Failed"
)

// packed returns the result of a task in fewer bytes.
func packed(result []byte) ([]byte, error) {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestSpeed)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(result); err != nil {
		return nil, err
	}
	err = w.Close()
	return b.Bytes(), err
}

func unpacked(data []byte) ([]byte, error) {
	r, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(r)
}

// deliver publishes the result of a task unless there is one. failed is why there is none.
func (q *Queue) deliver(ctx context.Context, m message, result []byte, failed error) error {
	msg := nats.NewMsg(m.resultSubject())
	if failed != nil {
		msg.Header.Set(failedHeader, failed.Error())
		_, err := q.publishFirst(ctx, msg)
		return err
	}
	b, err := packed(result)
	if err != nil {
		return err
	}
	_, err = q.publishLarge(ctx, m, msg, b)
	return err
}

// publishLarge publishes a message with a content, which becomes an object if it is large, unless its subject has one. It reports whether it did.
func (q *Queue) publishLarge(ctx context.Context, m message, msg *nats.Msg, b []byte) (first bool, err error) {
	if len(b) <= q.inline {
		msg.Data = b
		return q.publishFirst(ctx, msg)
	}
	store, err := q.objects(ctx)
	if err != nil {
		return false, err
	}
	name := m.id() + "/" + nats.NewInbox() // no other worker writes it
	meta := jetstream.ObjectMeta{Name: name, Opts: &jetstream.ObjectMetaOptions{ChunkSize: uint32(q.inline)}}
	if _, err := store.Put(ctx, meta, bytes.NewReader(b)); err != nil {
		return false, err
	}
	msg.Header.Set(objectHeader, name)
	first, err = q.publishFirst(ctx, msg)
	if err == nil && !first {
		return false, store.Delete(ctx, name)
	}
	return first, err
}

// content returns the content of a message, nil if it has none.
func (q *Queue) content(ctx context.Context, msg *jetstream.RawStreamMsg) ([]byte, error) {
	name := msg.Header.Get(objectHeader)
	if name == "" {
		return msg.Data, nil
	}
	store, err := q.objects(ctx)
	if err != nil {
		return nil, err
	}
	data, err := store.GetBytes(ctx, name)
	if errors.Is(err, jetstream.ErrObjectNotFound) || errors.Is(err, jetstream.ErrDigestMismatch) {
		return nil, nil
	}
	return data, err
}

func (q *Queue) objects(ctx context.Context) (jetstream.ObjectStore, error) {
	store, err := q.js.ObjectStore(ctx, largeResults)
	if err != nil {
		store, err = q.js.CreateOrUpdateObjectStore(ctx, jetstream.ObjectStoreConfig{Bucket: largeResults})
	}
	return store, err
}

// A failure says that a task cannot be done.
type failure struct {
	title, why string
	sequence   uint64 // of its result
}

func (f *failure) Error() string { return fmt.Sprintf("task %s: %s", f.title, f.why) }

// fetch returns the result of a task that has one.
func (q *Queue) fetch(ctx context.Context, results jetstream.Stream, r Request, m message) (result []byte, err error) {
	msg, err := results.GetLastMsgForSubject(ctx, m.resultSubject())
	if err != nil {
		return nil, err
	}
	if why := msg.Header.Get(failedHeader); why != "" {
		return nil, &failure{r.Title(m.Task), why, msg.Sequence}
	}
	data, err := q.content(ctx, msg)
	if err != nil {
		return nil, err
	}
	if result, err = unpacked(data); err != nil {
		return nil, errors.Join(fmt.Errorf("the result of task %s is damaged: %w; it is done again", r.Title(m.Task), err), results.DeleteMsg(ctx, msg.Sequence))
	}
	return result, nil
}

// forget removes the results of a request, and what is left of its tasks.
func (q *Queue) forget(ctx context.Context, m message) error {
	tasks, results, err := q.streams(ctx)
	if err != nil {
		return err
	}
	if err := q.withdraw(ctx, tasks, m); err != nil {
		return err
	}
	if err := results.Purge(ctx, jetstream.WithPurgeSubject(resultPrefix+m.id()+".>")); err != nil {
		return err
	}
	if stream, err := q.js.Stream(ctx, exchangeStream); err == nil {
		if err := stream.Purge(ctx, jetstream.WithPurgeSubject(exchangePrefix+m.id()+".>")); err != nil {
			return err
		}
	}
	store, err := q.js.ObjectStore(ctx, largeResults)
	if err != nil {
		return nil // no result was large
	}
	list, err := store.List(ctx)
	if err != nil {
		return nil // it is empty
	}
	for _, o := range list {
		if len(o.Name) > len(m.id()) && o.Name[:len(m.id())+1] == m.id()+"/" {
			if err := store.Delete(ctx, o.Name); err != nil {
				return err
			}
		}
	}
	return nil
}

// withdraw removes the tasks of a request. Those that are being done end, and their results stay.
func (q *Queue) withdraw(ctx context.Context, tasks jetstream.Stream, m message) error {
	return tasks.Purge(ctx, jetstream.WithPurgeSubject(taskPrefix+m.Fingerprint+"."+m.id()+".>"))
}
