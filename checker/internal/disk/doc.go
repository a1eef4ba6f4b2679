// Package disk keeps the configurations of a breadth-first search in files, so that it goes
// on where memory ends.
//
// A [Run] is a file of blocks of configurations, in ascending order, that never changes. A [Set]
// has a run for each level, and in others what all levels have. The successors of a level
// are gathered in memory. When the buffer is full they are sorted and spilled to a run. At the end of the level the runs are
// merged, and what some level before has is dropped: duplicates are found late, and all at once (delayed
// duplicate detection, Korf 2003). Every file is read and written from its beginning to its
// end, apart from chunks that are passed over since nothing is looked for in them.
//
// A chunk has a checksum, and memory has those of all chunks. So a file that is
// truncated, mixed up with another one, or in which a bit is not as it was written, is an
// error, and never a configuration that is lost.
package disk
