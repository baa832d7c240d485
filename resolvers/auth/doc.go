// Package auth says who may do what with a server: the rights there are, the keys that carry them, and
// tokens of an OpenID Connect issuer that do. A Gate turns the credentials of a request into a Caller.
//
// A key is random, so its SHA-256 is all that has to be kept of it; the file of keys holds nothing that opens
// anything. The file is read again whenever it changes, so that a revoked key is refused at once.
//
// The package must not know: HTTP, GraphQL, what is done with a right.
package auth
