package runner

import (
	"encoding/json"
	"fmt"
	"reflect"

	"github.com/interrex/interrex/model"
)

// values writes messages and local states as JSON. A value that does not come back as it
// was is refused: a field that is not exported, say, or text that is not UTF-8.
type values struct{ message, local reflect.Type }

func valuesOf(s *model.System, local any) (values, error) {
	v := values{s.Semantics().MessageType(), reflect.TypeOf(local)}
	if v.message.Kind() == reflect.Interface {
		return v, fmt.Errorf("runner: messages of %s are of type %v, an interface; allowed: one type that is none", s.Name(), v.message)
	}
	return v, nil
}

// EncodeMessage returns a message of s as JSON. [DecodeMessage] reads it.
func EncodeMessage(s *model.System, msg any) ([]byte, error) {
	return encoded(s.Semantics().MessageType(), msg)
}

// DecodeMessage returns the message of s that EncodeMessage has written.
func DecodeMessage(s *model.System, data []byte) (any, error) {
	return decoded(s.Semantics().MessageType(), data)
}

func (v values) encode(local any) ([]byte, error) { return encoded(v.local, local) }

func encoded(t reflect.Type, value any) ([]byte, error) {
	data, err := json.Marshal(value)
	if err != nil {
		return nil, fmt.Errorf("%v cannot be written as JSON: %w", t, err)
	}
	if back, err := decoded(t, data); err != nil || back != value {
		return nil, fmt.Errorf("%v of type %v does not come back from JSON as it was; allowed: exported fields, and text in UTF-8", value, t)
	}
	return data, nil
}

func decoded(t reflect.Type, data []byte) (any, error) {
	to := reflect.New(t)
	if err := json.Unmarshal(data, to.Interface()); err != nil {
		return nil, fmt.Errorf("no %v: %w", t, err)
	}
	return to.Elem().Interface(), nil
}
