package ingest

// While logs are read, garbage is collected more often than by default: what lives are
// columns, which cost a collection next to nothing, and half as much garbage as there are
// columns is enough to be thrown away at once.
const (
	readingPercent = 50  // of the heap in use that may become garbage
	recallPercent  = 100 // rows that are taken over stay, and records that are restored beside them are soon let go
	copyingPercent = 400 // parts are copied piece by piece, and little of them lives
)

// manyBytes of logs leave enough garbage behind to collect it at once.
const manyBytes = 16 << 20
