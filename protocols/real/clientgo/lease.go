package clientgo

import (
	"context"
	"errors"
	"fmt"
	"math/rand"
	"strconv"
	"time"

	coordination "k8s.io/api/coordination/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
	client "k8s.io/client-go/kubernetes/typed/coordination/v1"

	"github.com/interrex/interrex/model/goroutines"
)

// record is the specification of a Lease, as it is stored.
type record struct {
	holder      string
	seconds     int32
	transitions int32
	acquired    int64 // microseconds, as the API server stores times
	renewed     int64
}

func (r record) String() string {
	return fmt.Sprintf("%s/%ds/%s..%s/%d", orNobody(r.holder), r.seconds, second(r.acquired), second(r.renewed), r.transitions)
}

func orNobody(holder string) string {
	if holder == "" {
		return "nobody"
	}
	return holder
}

// second writes a time of virtual time, in seconds since its beginning.
func second(micros int64) string {
	const beginning = 946684800 // 2000-01-01, as testing/synctest has it
	return strconv.FormatFloat(float64(micros-beginning*1e6)/1e6, 'f', -1, 64)
}

func recordOf(s coordination.LeaseSpec) record {
	return record{*s.HolderIdentity, *s.LeaseDurationSeconds, *s.LeaseTransitions, s.AcquireTime.UnixMicro(), s.RenewTime.UnixMicro()}
}

func (r record) spec() coordination.LeaseSpec {
	return coordination.LeaseSpec{HolderIdentity: &r.holder, LeaseDurationSeconds: &r.seconds, LeaseTransitions: &r.transitions,
		AcquireTime: &meta.MicroTime{Time: time.UnixMicro(r.acquired)}, RenewTime: &meta.MicroTime{Time: time.UnixMicro(r.renewed)}}
}

// A request is a call of the API server.
type request struct {
	verb    string // get, create, update
	version int    // that an update replaces
	record  record
}

func (q request) String() string {
	switch q.verb {
	case "create":
		return fmt.Sprintf("create(%v)", q.record)
	case "update":
		return fmt.Sprintf("update(v%d,%v)", q.version, q.record)
	}
	return q.verb
}

// A reply has the Lease that is stored, or the reason of a refusal.
type reply struct {
	refused meta.StatusReason
	version int
	record  record
}

func (a reply) String() string {
	if a.refused != "" {
		return string(a.refused)
	}
	return fmt.Sprintf("v%d(%v)", a.version, a.record)
}

// leases is the client of an elector: its only way to others. A call takes at most the
// timeout, as rest.Config has one; 0: no timeout.
type leases struct {
	client.LeaseInterface
	e       *goroutines.Endpoint
	timeout time.Duration
	jitter  int // see Options.Jitter
}

// The first number that math/rand draws from seed i is i/12, nearly. With it the library
// draws its next delay, between 1 and 2.2 retry periods.
var seeds = [...]int64{1214, 1978, 1381, 1383, 768, 189, 1403, 1855, 1407, 1122, 1653, 450, 459}

var _ client.LeasesGetter = leases{}

func (l leases) Leases(string) client.LeaseInterface { return l }

func (l leases) Get(ctx context.Context, name string, _ meta.GetOptions) (*coordination.Lease, error) {
	return l.call(ctx, name, request{verb: "get"})
}

func (l leases) Create(ctx context.Context, lease *coordination.Lease, _ meta.CreateOptions) (*coordination.Lease, error) {
	return l.call(ctx, lease.Name, request{verb: "create", record: recordOf(lease.Spec)})
}

func (l leases) Update(ctx context.Context, lease *coordination.Lease, _ meta.UpdateOptions) (*coordination.Lease, error) {
	if lease.ResourceVersion == "" { // the API server demands it of a Lease
		return &coordination.Lease{}, errors.New("resourceVersion must be specified for an update")
	}
	version, err := strconv.Atoi(lease.ResourceVersion)
	if err != nil {
		return &coordination.Lease{}, err
	}
	return l.call(ctx, lease.Name, request{verb: "update", version: version, record: recordOf(lease.Spec)})
}

// call asks the API server. As the client that Kubernetes generates it returns an empty
// object with an error.
func (l leases) call(ctx context.Context, name string, q request) (*coordination.Lease, error) {
	if l.timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, l.timeout)
		defer cancel()
	}
	v, err := l.e.Call(ctx, 0, q)
	if err != nil {
		return &coordination.Lease{}, err
	}
	a := v.(reply)
	if l.jitter > 0 && q.verb == "get" && a.record.holder != "" && a.record.holder != Name(l.e.ID()) {
		rand.Seed(seeds[l.e.Choose(l.jitter)*(len(seeds)-1)/(l.jitter-1)]) //nolint:staticcheck // the library draws from this source
	}
	if a.refused != "" {
		return &coordination.Lease{}, &apierrors.StatusError{ErrStatus: meta.Status{Status: meta.StatusFailure, Reason: a.refused, Message: string(a.refused)}}
	}
	return &coordination.Lease{ObjectMeta: meta.ObjectMeta{Name: name, ResourceVersion: strconv.Itoa(a.version)}, Spec: a.record.spec()}, nil
}
