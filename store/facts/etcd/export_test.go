package etcd

import "context"

// MarkKey is where each transaction leaves a mark.
func (l *Log) MarkKey() string { return l.markKey() }

// IsMarked tells whether one of some marks was left at a revision.
func (l *Log) IsMarked(ctx context.Context, revision int64, marks ...string) bool {
	return l.isMarked(ctx, revision, marks)
}
