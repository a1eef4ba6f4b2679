package command

import "fmt"

// status is an exit status. As an error it stands for a failure that has already
// been explained to the user.
type status int

// The exit statuses of the command: refuted beats incomplete, which beats
// vacuous.
const (
	ok         status = 0
	refuted    status = 1
	usage      status = 2
	incomplete status = 3
	vacuous    status = 4
)

func (s status) Error() string { return fmt.Sprintf("exit status %d", int(s)) }

// err returns the status as the error of a command, nil for ok.
func (s status) err() error {
	if s == ok {
		return nil
	}
	return s
}
