//go:build linux

package faultfs

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"syscall"

	"github.com/hanwen/go-fuse/v2/fs"
	"github.com/hanwen/go-fuse/v2/fuse"
)

// Kind of an operation in the log.
type Kind uint8

// The kinds.
const (
	Write Kind = iota
	Truncate
	Sync
	Rename     // Name is the new one; Data the old
	SyncFolder // Name is the folder's, "" the root's
)

// Op is one operation on a file. Name is the file's path in the mount when it was opened.
type Op struct {
	Kind   Kind
	Name   string
	Offset int64 // of a Write; the new size of a Truncate
	Data   []byte
}

// Verdict is what happens to an operation.
type Verdict struct {
	// Errno, if not 0, is answered instead of doing it.
	Errno syscall.Errno
	// Short, if above 0 and less than what is written, is how many bytes of a Write are taken.
	Short int
	// Drop answers success without doing it. It is for a Sync: a Write that was dropped would be
	// missing from the page cache too.
	Drop bool
}

// FS is a mounted file system.
type FS struct {
	// Dir is the mount point.
	Dir string
	// Judge, if set before the first operation, decides on each one.
	Judge func(op Op) Verdict

	server *fuse.Server
	root   string
	mu     sync.Mutex
	log    []Op
	id     map[uint64]string // the first name of each file, by inode
}

// Mount serves the folder root at dir until Close.
func Mount(root, dir string, judge func(op Op) Verdict) (*FS, error) {
	f := &FS{Dir: dir, Judge: judge, root: root, id: make(map[uint64]string)}
	var st syscall.Stat_t
	if err := syscall.Stat(root, &st); err != nil {
		return nil, err
	}
	loop := &fs.LoopbackRoot{Path: root, Dev: st.Dev}
	loop.RootNode = &node{LoopbackNode: fs.LoopbackNode{RootData: loop}, fs: f}
	server, err := fs.Mount(dir, loop.RootNode, &fs.Options{
		MountOptions: fuse.MountOptions{FsName: "faultfs", DirectMount: os.Getuid() == 0}})
	if err != nil {
		return nil, fmt.Errorf("mount the file system of faults, which needs /dev/fuse: %w", err)
	}
	f.server = server
	return f, nil
}

// Close unmounts.
func (f *FS) Close() error { return f.server.Unmount() }

// Log returns what was done so far.
func (f *FS) Log() []Op {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.log[:len(f.log):len(f.log)]
}

// do judges an operation, performs it unless it is refused, and logs what was done. act gets how
// many bytes of a Write to take.
func (f *FS) do(op Op, act func(n int) syscall.Errno) (n int, errno syscall.Errno) {
	f.mu.Lock()
	defer f.mu.Unlock()
	v := Verdict{}
	if f.Judge != nil {
		v = f.Judge(op)
	}
	if v.Errno != 0 {
		return 0, v.Errno
	}
	if v.Drop {
		return len(op.Data), 0
	}
	if v.Short > 0 && v.Short < len(op.Data) {
		op.Data = op.Data[:v.Short]
	}
	if errno := act(len(op.Data)); errno != 0 {
		return 0, errno
	}
	op.Data = append([]byte(nil), op.Data...)
	f.log = append(f.log, op)
	return len(op.Data), 0
}

type node struct {
	fs.LoopbackNode
	fs *FS
}

// WrapChild implements fs.NodeWrapChilder: what is found below a watched folder is watched as well.
func (n *node) WrapChild(_ context.Context, ops fs.InodeEmbedder) fs.InodeEmbedder {
	root := n.RootData
	if child, ok := ops.(*fs.LoopbackNode); ok {
		root = child.RootData
	}
	return &node{LoopbackNode: fs.LoopbackNode{RootData: root}, fs: n.fs}
}

// name is the path that a file was made under, which a link to it does not change.
func (n *node) name() string {
	ino, path := n.StableAttr().Ino, n.Path(n.Root())
	n.fs.mu.Lock()
	defer n.fs.mu.Unlock()
	if first, ok := n.fs.id[ino]; ok {
		return first
	}
	n.fs.id[ino] = path
	return path
}

// Create implements fs.NodeCreater.
func (n *node) Create(ctx context.Context, name string, flags, mode uint32,
	out *fuse.EntryOut) (*fs.Inode, fs.FileHandle, uint32, syscall.Errno) {
	inode, h, fuseFlags, errno := n.LoopbackNode.Create(ctx, name, flags, mode, out)
	if errno != 0 {
		return nil, nil, 0, errno
	}
	h.(fs.FileReleaser).Release(ctx)
	made := inode.Operations().(*node)
	f, err := os.OpenFile(filepath.Join(n.fs.root, n.Path(n.Root()), name),
		int(flags)&^(os.O_CREATE|os.O_EXCL|os.O_APPEND), 0)
	if err != nil {
		return nil, nil, 0, fs.ToErrno(err)
	}
	n.fs.mu.Lock()
	path := filepath.Join(n.Path(n.Root()), name)
	n.fs.id[inode.StableAttr().Ino] = path
	n.fs.mu.Unlock()
	return inode, &handle{file: f, fs: made.fs, name: path}, fuseFlags, 0
}

// Open implements fs.NodeOpener.
func (n *node) Open(_ context.Context, flags uint32) (fs.FileHandle, uint32, syscall.Errno) {
	f, err := os.OpenFile(filepath.Join(n.fs.root, n.Path(n.Root())), int(flags)&^os.O_APPEND, 0)
	if err != nil {
		return nil, 0, fs.ToErrno(err)
	}
	return &handle{file: f, fs: n.fs, name: n.name()}, 0, 0
}

// Setattr implements fs.NodeSetattrer.
func (n *node) Setattr(ctx context.Context, h fs.FileHandle, in *fuse.SetAttrIn,
	out *fuse.AttrOut) (errno syscall.Errno) {
	size, ok := in.GetSize()
	if !ok {
		return n.LoopbackNode.Setattr(ctx, nil, in, out)
	}
	_, errno = n.fs.do(Op{Kind: Truncate, Name: n.name(), Offset: int64(size)},
		func(int) syscall.Errno { return n.LoopbackNode.Setattr(ctx, nil, in, out) })
	return errno
}

// Rename implements fs.NodeRenamer.
func (n *node) Rename(ctx context.Context, name string, to fs.InodeEmbedder, newName string,
	flags uint32) syscall.Errno {
	root := n.Root()
	op := Op{Kind: Rename, Name: filepath.Join(to.EmbeddedInode().Path(root), newName),
		Data: []byte(filepath.Join(n.Path(root), name))}
	_, errno := n.fs.do(op, func(int) syscall.Errno {
		return n.LoopbackNode.Rename(ctx, name, &to.(*node).LoopbackNode, newName, flags)
	})
	return errno
}

// OpendirHandle implements fs.NodeOpendirHandler.
func (n *node) OpendirHandle(ctx context.Context, flags uint32) (fs.FileHandle, uint32,
	syscall.Errno) {
	h, fuseFlags, errno := n.LoopbackNode.OpendirHandle(ctx, flags)
	if errno != 0 {
		return nil, 0, errno
	}
	return &folder{h.(openFolder), n}, fuseFlags, 0
}

// openFolder is what can be done with an open folder.
type openFolder interface {
	fs.FileReaddirenter
	fs.FileSeekdirer
	fs.FileReleasedirer
}

// folder is an open folder.
type folder struct {
	openFolder
	node *node
}

// Fsyncdir implements fs.FileFsyncdirer.
func (f *folder) Fsyncdir(context.Context, uint32) syscall.Errno {
	_, errno := f.node.fs.do(Op{Kind: SyncFolder, Name: f.node.Path(f.node.Root())},
		func(int) syscall.Errno { return 0 })
	return errno
}

// handle is an open file.
type handle struct {
	file *os.File
	fs   *FS
	name string
}

// Read implements fs.FileReader.
func (h *handle) Read(_ context.Context, b []byte, off int64) (fuse.ReadResult, syscall.Errno) {
	return fuse.ReadResultFd(h.file.Fd(), off, len(b)), 0
}

// Write implements fs.FileWriter.
func (h *handle) Write(_ context.Context, b []byte, off int64) (uint32, syscall.Errno) {
	n, errno := h.fs.do(Op{Kind: Write, Name: h.name, Offset: off, Data: b},
		func(n int) syscall.Errno {
			_, err := h.file.WriteAt(b[:n], off)
			return fs.ToErrno(err)
		})
	return uint32(n), errno
}

// Fsync implements fs.FileFsyncer. Data is as safe here as in the folder's own file system: what a
// power cut would take is read from the log.
func (h *handle) Fsync(context.Context, uint32) syscall.Errno {
	_, errno := h.fs.do(Op{Kind: Sync, Name: h.name}, func(int) syscall.Errno { return 0 })
	return errno
}

// Flush implements fs.FileFlusher.
func (h *handle) Flush(context.Context) syscall.Errno { return 0 }

// Release implements fs.FileReleaser.
func (h *handle) Release(context.Context) syscall.Errno { return fs.ToErrno(h.file.Close()) }
