// Package source opens the places that files are read from, each as a tree of files: the disk, an
// archive, a revision of a git repository. Whoever walks a tree need not know which of them it is: names
// are slash-separated and relative to its root, as io/fs has them, and a path is a name with the place in
// front, which tells files of all trees apart.
//
//	/data/quill/memory.md                    a file on disk
//	/data/reports.zip!/quill/memory.md       a file in an archive
//	git+file:/data/quill!/docs/memory.md     a file in a repository, at whatever revision
//
// What is in an archive or a repository is not trusted. Its names are checked before they become paths,
// links in it are never followed, sizes and counts have caps (Limits), and what is wrong with a single
// entry is a Problem and leaves the others alone. Nothing is unpacked to disk but into temporary files
// without a name of the archive's choosing, and nothing that a repository configures is run.
//
// The package must not know what the files say, which of them are wanted, or what is told of a problem.
package source
