// Package file writes small files so that a crash leaves the old text or the new one, never a part
// of either, and a power cut takes nothing that was said to be written. It reads what others wrote
// only as far as a small file goes.
package file
