package explore

// LinkOf is linkOf for the tests of the course.
var LinkOf = linkOf
