// Package queue has tasks done by workers that take them from a work queue of NATS JetStream. A task that is not acknowledged is
// delivered again, and the first result of a task stays: so workers, the server and the coordinator may be killed, paused and started
// again at any time, and nothing but the time changes.
//
// It knows neither what a request asks for nor what a result says.
package queue

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// A Request is divided into tasks. Processes of the same program divide the same line into the same tasks. Its methods may be called at
// the same time.
type Request interface {
	Line() []string
	Program() (version, fingerprint string)
	Len() int
	Title(task int) string
	// Run does a task and writes its result. It fails if the task cannot be done by anybody, or if ctx ends.
	Run(ctx context.Context, task int, w io.Writer) error
}

// The names of the streams, of the object store for results that are no message, and of their subjects: a task of a program is
// tasks.FINGERPRINT.REQUEST.TASK, and its result results.REQUEST.TASK.
const (
	taskStream   = "interrex-tasks"
	resultStream = "interrex-results"
	taskPrefix   = "interrex.tasks."
	resultPrefix = "interrex.results."
	largeResults = "interrex-results"
)

// A Queue is a connection to a server.
type Queue struct {
	Silence time.Duration // after which a task whose worker is silent is delivered again

	js   jetstream.JetStream
	conn *nats.Conn
	log  func(format string, args ...any) // for people, a line each

	patient time.Duration // for which nobody may take a task before that is said
	inline  int           // bytes of a result that is a message
}

// UsualSilence is how long a worker may be silent. It says three times as often that it is at work.
const UsualSilence = 30 * time.Second

// Open connects to a server. The connection is made again whenever it is lost. log gets lines for people.
func Open(url string, log func(format string, args ...any), options ...nats.Option) (*Queue, error) {
	options = append(options, nats.Name("interrexd"), nats.MaxReconnects(-1), nats.ReconnectWait(250*time.Millisecond))
	conn, err := nats.Connect(url, options...)
	if err != nil {
		return nil, fmt.Errorf("cannot connect to NATS at %s: %w", withoutSecrets(url), err)
	}
	js, err := jetstream.New(conn)
	if err != nil {
		conn.Close()
		return nil, err
	}
	inline := int(min(conn.MaxPayload()/2, 512<<10))
	return &Queue{js: js, conn: conn, log: log, Silence: UsualSilence, patient: 10 * time.Second, inline: inline}, nil
}

// withoutSecrets returns the addresses of a text of URLs, without users and passwords.
func withoutSecrets(urls string) string {
	list := strings.Split(urls, ",")
	for i, url := range list {
		if at := strings.LastIndex(url, "@"); at >= 0 {
			scheme, _, _ := strings.Cut(url, "://")
			list[i] = scheme + "://" + url[at+1:]
		}
	}
	return strings.Join(list, ",")
}

// Close ends the connection.
func (q *Queue) Close() { q.conn.Close() }

// A message has a task. Each has all that a worker needs.
type message struct {
	Program     string   `json:"program"` // its version, for people
	Fingerprint string   `json:"fingerprint"`
	Line        []string `json:"line"`
	Task        int      `json:"task"`
	Of          int      `json:"of"`
}

// id returns the name of the request of a message.
func (m message) id() string {
	m.Task = 0
	text, err := json.Marshal(m)
	if err != nil { // of strings and numbers
		panic(err)
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:8])
}

func (m message) taskSubject() string {
	return fmt.Sprintf("%s%s.%s.%d", taskPrefix, m.Fingerprint, m.id(), m.Task)
}

func (m message) resultSubject() string { return fmt.Sprintf("%s%s.%d", resultPrefix, m.id(), m.Task) }

// messageOf returns the message of the first task of a request.
func messageOf(r Request) message {
	m := message{Line: r.Line(), Of: r.Len()}
	m.Program, m.Fingerprint = r.Program()
	return m
}

// streams returns the streams of tasks and results, and makes those that are not there. One that somebody has made stays as it is.
func (q *Queue) streams(ctx context.Context) (tasks, results jetstream.Stream, err error) {
	tasks, err = q.stream(ctx, jetstream.StreamConfig{Name: taskStream, Subjects: []string{taskPrefix + ">"}, Retention: jetstream.WorkQueuePolicy})
	if err == nil {
		results, err = q.stream(ctx, jetstream.StreamConfig{Name: resultStream, Subjects: []string{resultPrefix + ">"}})
	}
	return tasks, results, err
}

func (q *Queue) stream(ctx context.Context, c jetstream.StreamConfig) (jetstream.Stream, error) {
	s, err := q.js.Stream(ctx, c.Name)
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		s, err = q.js.CreateStream(ctx, c)
	}
	if errors.Is(err, jetstream.ErrStreamNameAlreadyInUse) { // somebody was faster
		s, err = q.js.Stream(ctx, c.Name)
	}
	return s, err
}

// publishFirst publishes a message unless its subject has one. It reports whether it did.
func (q *Queue) publishFirst(ctx context.Context, m *nats.Msg) (bool, error) {
	_, err := q.js.PublishMsg(ctx, m, jetstream.WithExpectLastSequencePerSubject(0))
	var refused *jetstream.APIError
	if errors.As(err, &refused) && (refused.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequence || refused.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequenceConstant) {
		return false, nil
	}
	return err == nil, err
}

// subjects returns the subjects of a stream that match a filter.
func subjects(ctx context.Context, s jetstream.Stream, filter string) ([]string, error) {
	info, err := s.Info(ctx, jetstream.WithSubjectFilter(filter))
	if err != nil {
		return nil, err
	}
	var list []string
	for subject := range info.State.Subjects {
		list = append(list, subject)
	}
	slices.Sort(list)
	return list, nil
}

// numbers returns which tasks subjects are about.
func numbers(subjects []string) map[int]bool {
	all := map[int]bool{}
	for _, s := range subjects {
		if i, err := strconv.Atoi(s[strings.LastIndex(s, ".")+1:]); err == nil {
			all[i] = true
		}
	}
	return all
}

// sleep waits until the time is over or ctx is done.
func sleep(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-timer.C:
	}
}
