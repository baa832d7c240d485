// Package mdtext reads the Markdown that reports and reviews are written in, as far as both need it:
// the source with its positions and its front matter, the blocks, and inline text as a reader sees it
// with its code spans, links and emphasis.
//
// The source is checked and what must not reach the block parser is blanked out in place, so every
// position stays true. A library finds the blocks, but for those that can be nothing else than they seem, which
// are nearly all and are read here; no more of it is used, because its inline parser takes quadratic time on
// hostile text. Inline text is read by a scanner that keeps for every byte
// where it stood. All of it is linear in the input.
//
// The package knows Markdown and YAML. It must not know any report grammar, the graph or the file system.
package mdtext

// What the codes of this package's diagnostics end with; the name of the format stands before.
const (
	// Empty (error): the document holds nothing but blanks.
	Empty = "/empty-document"
	// TooLarge (error): the document is over a limit on bytes, lines or line length.
	TooLarge = "/too-large"
	// Nesting (error): a line opens more lists and quotations than any report; it is not read.
	Nesting = "/nesting"
	// InvalidUTF8 (error): a byte sequence is no UTF-8, so quotations and names could not be trusted.
	InvalidUTF8 = "/invalid-utf8"
	// NulByte (error): a NUL byte says that the file is no text.
	NulByte = "/nul-byte"
	// FrontMatter (error): the front matter has no end, is no YAML mapping, or is over its caps.
	FrontMatter = "/front-matter"
	// FrontMatterAlias (error): the front matter has an anchor or alias.
	FrontMatterAlias = "/front-matter-alias"
	// Unclosed (error): fenced code or a comment has no end, so all that follows it is taken into it.
	Unclosed = "/unclosed"
	// KeyForm (warning): a key has a value of another form, or stands twice; the first counts.
	KeyForm = "/front-matter-form"
)
