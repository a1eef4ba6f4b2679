package grpclease

import (
	"context"
	"errors"
	"strings"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/encoding/prototext"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"

	"github.com/interrex/interrex/model"
	"github.com/interrex/interrex/model/goroutines"
)

// A Request is the message of a remote procedure call.
type Request struct {
	Method   string // "/lease.Leases/Acquire"
	Data     string
	Metadata metadata.MD
	Timeout  time.Duration // 0: none
}

// A Response is its answer.
type Response struct {
	Method  string
	Data    string
	Code    codes.Code
	Message string // if Code is an error
}

// String returns the name of the method and the fields: "Acquire(client:"2")".
func (r Request) String() string {
	return textOf(r.Method, r.Data, func(m protoreflect.MethodDescriptor) protoreflect.MessageDescriptor { return m.Input() })
}

// String returns the fields or the error: "Acquire(milliseconds:3000)", "Acquire:Aborted(2-has-it)".
func (r Response) String() string {
	if r.Code != codes.OK {
		return short(r.Method) + ":" + r.Code.String() + "(" + strings.ReplaceAll(r.Message, " ", "-") + ")"
	}
	return textOf(r.Method, r.Data, func(m protoreflect.MethodDescriptor) protoreflect.MessageDescriptor { return m.Output() })
}

func short(method string) string { return method[strings.LastIndex(method, "/")+1:] }

// textOf returns a message of a method for people.
func textOf(method, data string, of func(protoreflect.MethodDescriptor) protoreflect.MessageDescriptor) string {
	name := protoreflect.FullName(strings.ReplaceAll(strings.TrimPrefix(method, "/"), "/", "."))
	found, err := protoregistry.GlobalFiles.FindDescriptorByName(name)
	m, ok := found.(protoreflect.MethodDescriptor)
	if err != nil || !ok {
		return method
	}
	typ, err := protoregistry.GlobalTypes.FindMessageByName(of(m).FullName())
	if err != nil {
		return method
	}
	x := typ.New().Interface()
	if err := proto.Unmarshal([]byte(data), x); err != nil {
		return method
	}
	return short(method) + "(" + strings.ReplaceAll(prototext.MarshalOptions{}.Format(x), " ", "") + ")"
}

// A CallConn is what generated clients call ([grpc.ClientConnInterface]): a remote
// procedure call is a call of an endpoint. It has no streams.
type CallConn struct {
	Endpoint    *goroutines.Endpoint
	Port        model.Port
	Interceptor grpc.UnaryClientInterceptor // gets no *grpc.ClientConn; nil: none
}

// Invoke calls a method.
func (c *CallConn) Invoke(ctx context.Context, method string, args, reply any, opts ...grpc.CallOption) error {
	if c.Interceptor == nil {
		return c.invoke(ctx, method, args, reply, nil, opts...)
	}
	return c.Interceptor(ctx, method, args, reply, nil, c.invoke, opts...)
}

func (c *CallConn) invoke(ctx context.Context, method string, args, reply any, _ *grpc.ClientConn, _ ...grpc.CallOption) error {
	data, err := proto.MarshalOptions{Deterministic: true}.Marshal(args.(proto.Message))
	if err != nil {
		return status.Error(codes.Internal, err.Error())
	}
	q := Request{Method: method, Data: string(data)}
	q.Metadata, _ = metadata.FromOutgoingContext(ctx)
	if by, ok := ctx.Deadline(); ok {
		q.Timeout = time.Until(by)
	}
	v, err := c.Endpoint.Call(ctx, c.Port, q)
	switch {
	case errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded):
		return status.FromContextError(err).Err()
	case err != nil:
		return status.Error(codes.Unavailable, err.Error())
	}
	r := v.(Response)
	if r.Code != codes.OK {
		return status.Error(r.Code, r.Message)
	}
	return proto.Unmarshal([]byte(r.Data), reply.(proto.Message))
}

// NewStream fails: streams need a connection.
func (c *CallConn) NewStream(context.Context, *grpc.StreamDesc, string, ...grpc.CallOption) (grpc.ClientStream, error) {
	return nil, status.Error(codes.Unimplemented, "calls have no streams")
}

// A CallServer is where services are registered ([grpc.ServiceRegistrar]): it serves the
// calls of an endpoint, each in a goroutine of its own.
type CallServer struct {
	Interceptor grpc.UnaryServerInterceptor // nil: none
	methods     map[string]func(ctx context.Context, q Request) (any, error)
}

// RegisterService adds the unary methods of a service.
func (s *CallServer) RegisterService(d *grpc.ServiceDesc, service any) {
	if s.methods == nil {
		s.methods = map[string]func(context.Context, Request) (any, error){}
	}
	for _, m := range d.Methods {
		s.methods["/"+d.ServiceName+"/"+m.MethodName] = func(ctx context.Context, q Request) (any, error) {
			return m.Handler(service, ctx, func(x any) error { return proto.Unmarshal([]byte(q.Data), x.(proto.Message)) }, s.Interceptor)
		}
	}
}

// Serve lets the services answer the calls of an endpoint.
func (s *CallServer) Serve(e *goroutines.Endpoint) { e.Serve(s.call) }

func (s *CallServer) call(ctx context.Context, _ model.Port, request any) (any, error) {
	q := request.(Request)
	f := s.methods[q.Method]
	if f == nil {
		return Response{Method: q.Method, Code: codes.Unimplemented, Message: "no method " + q.Method}, nil
	}
	ctx = metadata.NewIncomingContext(ctx, q.Metadata)
	if q.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, q.Timeout)
		defer cancel()
	}
	reply, err := f(ctx, q)
	if err != nil {
		e := status.Convert(err)
		return Response{Method: q.Method, Code: e.Code(), Message: e.Message()}, nil
	}
	data, err := proto.MarshalOptions{Deterministic: true}.Marshal(reply.(proto.Message))
	if err != nil {
		return Response{Method: q.Method, Code: codes.Internal, Message: err.Error()}, nil
	}
	return Response{Method: q.Method, Data: string(data)}, nil
}
