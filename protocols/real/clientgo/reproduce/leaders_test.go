// Package reproduce shows with client-go alone how two electors lead at the same time:
// for those who keep the library.
package reproduce

import (
	"context"
	"errors"
	"reflect"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	coordination "k8s.io/api/coordination/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	client "k8s.io/client-go/kubernetes/typed/coordination/v1"
	"k8s.io/client-go/tools/leaderelection"
	"k8s.io/client-go/tools/leaderelection/resourcelock"
)

var leases = schema.GroupResource{Group: "coordination.k8s.io", Resource: "leases"}

// A server is an API server that has one Lease.
type server struct {
	mu      sync.Mutex
	lease   *coordination.Lease
	version int
}

// put stores a Lease if allowed says so and its duration is positive, and returns a copy.
func (s *server) put(l *coordination.Lease, allowed error) (*coordination.Lease, error) {
	if allowed == nil && *l.Spec.LeaseDurationSeconds <= 0 {
		allowed = apierrors.NewInvalid(coordination.SchemeGroupVersion.WithKind("Lease").GroupKind(), l.Name, nil)
	}
	if allowed != nil {
		return &coordination.Lease{}, allowed
	}
	s.version++
	s.lease = l.DeepCopy()
	s.lease.ResourceVersion = strconv.Itoa(s.version)
	return s.lease.DeepCopy(), nil
}

// A link is the client of an elector. A call takes a second.
type link struct {
	client.LeaseInterface
	server   *server
	end      context.Context // of the test
	requests func() bool     // whether they arrive
	answers  func() bool     // whether they arrive
}

func (l *link) Leases(string) client.LeaseInterface { return l }

func (l *link) Get(ctx context.Context, name string, _ meta.GetOptions) (*coordination.Lease, error) {
	return l.call(ctx, func(s *server) (*coordination.Lease, error) {
		if s.lease == nil {
			return &coordination.Lease{}, apierrors.NewNotFound(leases, name)
		}
		return s.lease.DeepCopy(), nil
	})
}

func (l *link) Create(ctx context.Context, lease *coordination.Lease, _ meta.CreateOptions) (*coordination.Lease, error) {
	return l.call(ctx, func(s *server) (*coordination.Lease, error) {
		if s.lease != nil {
			return &coordination.Lease{}, apierrors.NewAlreadyExists(leases, lease.Name)
		}
		return s.put(lease, nil)
	})
}

func (l *link) Update(ctx context.Context, lease *coordination.Lease, _ meta.UpdateOptions) (*coordination.Lease, error) {
	if lease.Name == "" { // the client refuses it
		return &coordination.Lease{}, errors.New("resource name may not be empty")
	}
	return l.call(ctx, func(s *server) (*coordination.Lease, error) {
		if s.lease == nil || s.lease.ResourceVersion != lease.ResourceVersion {
			return &coordination.Lease{}, apierrors.NewConflict(leases, lease.Name, nil)
		}
		return s.put(lease, nil)
	})
}

func (l *link) call(ctx context.Context, handle func(*server) (*coordination.Lease, error)) (*coordination.Lease, error) {
	time.Sleep(time.Second / 2)
	if ctx.Err() != nil || !l.requests() {
		return l.lost(ctx)
	}
	l.server.mu.Lock()
	lease, err := handle(l.server)
	l.server.mu.Unlock()
	time.Sleep(time.Second / 2)
	if !l.answers() {
		return l.lost(ctx)
	}
	return lease, err
}

// lost waits as long as the library does.
func (l *link) lost(ctx context.Context) (*coordination.Lease, error) {
	select {
	case <-ctx.Done():
		return &coordination.Lease{}, ctx.Err()
	case <-l.end.Done():
		return &coordination.Lease{}, l.end.Err()
	}
}

// An elector runs the library; leads is the context of its OnStartedLeading.
type elector struct {
	mu    sync.Mutex
	leads context.Context
}

func (e *elector) live() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.leads != nil && e.leads.Err() == nil
}

func run(ctx context.Context, t *testing.T, name string, l *link, lease, renew, retry int, release bool) *elector {
	e := &elector{}
	lock := &resourcelock.LeaseLock{LeaseMeta: meta.ObjectMeta{Namespace: "n", Name: "l"}, Client: l,
		LockConfig: resourcelock.ResourceLockConfig{Identity: name}}
	le, err := leaderelection.NewLeaderElector(leaderelection.LeaderElectionConfig{
		Lock: lock, LeaseDuration: time.Duration(lease) * time.Second, RenewDeadline: time.Duration(renew) * time.Second,
		RetryPeriod: time.Duration(retry) * time.Second, ReleaseOnCancel: release,
		Callbacks: leaderelection.LeaderCallbacks{
			OnStartedLeading: func(ctx context.Context) {
				e.mu.Lock()
				defer e.mu.Unlock()
				e.leads = ctx
			},
			OnStoppedLeading: func() {},
		}})
	if err != nil {
		t.Fatal(err)
	}
	go le.Run(ctx)
	return e
}

func always() bool { return true }

// both returns how long two electors have led at the same time within a minute: the
// first has the link that cut makes, from its tenth second on.
func both(t *testing.T, cut func(l *link, broken func() bool), a, b [3]int, release bool) time.Duration {
	var together time.Duration
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		s, begun := &server{}, time.Now()
		first, second := &link{server: s, end: ctx, requests: always, answers: always}, &link{server: s, end: ctx, requests: always, answers: always}
		cut(first, func() bool { return ctx.Err() == nil && time.Since(begun) > 10*time.Second })
		one := run(ctx, t, "one", first, a[0], a[1], a[2], release)
		time.Sleep(1100 * time.Millisecond)
		two := run(ctx, t, "two", second, b[0], b[1], b[2], release)
		for time.Since(begun) < time.Minute {
			time.Sleep(time.Second)
			if one.live() && two.live() {
				together += time.Second
			}
		}
		cancel()
		time.Sleep(time.Minute) // until the goroutines have ended
	})
	return together
}

// minor returns the minor number of the release of client-go: 28 of v0.28.0.
func minor(t *testing.T) int {
	f := runtime.FuncForPC(reflect.ValueOf(leaderelection.NewLeaderElector).Pointer())
	path, _ := f.FileLine(f.Entry())
	_, version, ok := strings.Cut(path, "client-go@v0.")
	version, _, _ = strings.Cut(version, ".")
	n, err := strconv.Atoi(version)
	if !ok || err != nil {
		t.Fatalf("no release in %s", path)
	}
	return n
}

// TestUnequalSettings cuts off an elector that has a lease of a minute. The other one,
// whose leases are of 15 s, must wait for the end of that minute.
func TestUnequalSettings(t *testing.T) {
	together := both(t, func(l *link, broken func() bool) {
		l.requests = func() bool { return !broken() }
	}, [3]int{60, 40, 5}, [3]int{15, 10, 2}, false)
	if (together > 0) != (minor(t) < 28) {
		t.Errorf("two electors have led for %v", together)
	}
}

// TestReleaseBeforeContextEnds withholds all answers from an elector. After its renew
// deadline it releases the lease, and the context of OnStartedLeading ends only when the
// call has: never, as there is no answer. Since v0.31 the call ends after the renew
// deadline, and by the delays that electors draw two lead for some seconds or not at all.
// In v0.18 and v0.20 the last Get has failed, so that a release may lack the name.
func TestReleaseBeforeContextEnds(t *testing.T) {
	together := both(t, func(l *link, broken func() bool) {
		l.answers = func() bool { return !broken() }
	}, [3]int{15, 10, 2}, [3]int{15, 10, 2}, true)
	switch m := minor(t); {
	case m >= 31 && together > 5*time.Second:
		t.Errorf("two electors have led for %v", together)
	case m >= 26 && m < 31 && together < 20*time.Second:
		t.Errorf("two electors have led for %v, want longer", together)
	}
}
