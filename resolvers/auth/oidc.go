package auth

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"

	"github.com/crosswalk-graph/crosswalk/graph"
)

// An Issuer says whose tokens are taken, and what in them gives rights.
type Issuer struct {
	URL      string // of the issuer, as tokens spell it; https, but for this machine
	Audience string // that a token must be for
	// Claim is where a token tells what its bearer may do: a text of words, or a list of them. A dot leads into
	// an object.
	Claim string
	// Prefix and the name of a right make a word of the claim: "crosswalk:" wants "crosswalk:read".
	Prefix string
}

// An OIDC checks tokens of one OpenID Connect issuer. It may be used by several goroutines at once.
type OIDC struct {
	issuer   Issuer
	verifier *oidc.IDTokenVerifier
}

// issuerTime bounds how long the issuer may take to answer.
const issuerTime = 5 * time.Second

// OpenOIDC asks the issuer for where its keys are. Errors: Invalid for what cannot be an issuer, Unavailable
// when it does not answer.
func OpenOIDC(ctx context.Context, issuer Issuer, now func() time.Time) (*OIDC, error) {
	u, err := url.Parse(issuer.URL)
	if err != nil || u.Host == "" || u.Scheme != "https" && (u.Scheme != "http" || !loopback(u.Hostname())) {
		return nil, graph.Errorf(graph.Invalid, "the issuer must be an address with https, or with http on this machine")
	}
	if issuer.Audience == "" || issuer.Claim == "" {
		return nil, graph.Errorf(graph.Invalid, "tokens of an issuer need an audience and a claim that are looked for")
	}
	client := &http.Client{Timeout: issuerTime, Transport: &patient{next: http.DefaultTransport, now: now, known: map[string]memory{}}}
	provider, err := oidc.NewProvider(oidc.ClientContext(ctx, client), issuer.URL)
	if err != nil {
		return nil, graph.Errorf(graph.Unavailable, "the issuer %s cannot be asked: %w", issuer.URL, err)
	}
	return &OIDC{issuer, provider.Verifier(&oidc.Config{ClientID: issuer.Audience, Now: now})}, nil
}

func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// Identify gives who asks with a token. Errors: Unauthenticated for one that is not the issuer's, for
// somebody else, or over; Unavailable when the issuer's keys cannot be had.
func (o *OIDC) Identify(ctx context.Context, token string) (Caller, error) {
	t, err := o.verifier.Verify(ctx, token)
	var over *oidc.TokenExpiredError
	switch {
	case errors.As(err, &over):
		return Caller{}, graph.Errorf(Unauthenticated, "the token is over since %s", over.Expiry.UTC().Format(time.RFC3339))
	case err != nil && strings.Contains(err.Error(), "fetching keys"): // the library loses the cause
		return Caller{}, &graph.Error{Code: graph.Unavailable, Message: "tokens cannot be checked at the moment", Err: err}
	case err != nil:
		return Caller{}, &graph.Error{Code: Unauthenticated, Message: "the token is not valid here", Err: err}
	}
	var claims map[string]any
	if err := t.Claims(&claims); err != nil {
		return Caller{}, &graph.Error{Code: Unauthenticated, Message: "the token is not valid here", Err: err}
	}
	name := t.Subject
	if email, ok := claims["email"].(string); ok && namable(email) {
		name = email
	}
	return Caller{ID: "oidc:" + t.Subject, Name: name, Rights: o.issuer.rights(claims)}, nil
}

// rights reads what a token gives. Words that name no right are somebody else's.
func (i *Issuer) rights(claims map[string]any) Rights {
	var value any = claims
	for _, step := range strings.Split(i.Claim, ".") {
		object, _ := value.(map[string]any)
		value = object[step]
	}
	var words []string
	switch v := value.(type) {
	case string:
		words = strings.Fields(v)
	case []any:
		for _, item := range v {
			if word, ok := item.(string); ok {
				words = append(words, word)
			}
		}
	}
	var out Rights
	for _, word := range words {
		if name, ok := strings.CutPrefix(word, i.Prefix); ok {
			right, _ := ParseRights([]string{name}) // none for an unknown one
			out |= right
		}
	}
	return out
}

// patient asks for the same thing once in a while only and repeats the answer in between: a token that is
// signed by nobody makes the library fetch the issuer's keys, and anybody can make up such tokens.
type patient struct {
	next http.RoundTripper
	now  func() time.Time

	mu    sync.Mutex
	known map[string]memory // by address; there are two
}

// A memory is an answer, and when it was given.
type memory struct {
	at       time.Time
	response http.Response
	body     []byte
}

const (
	patience    = 10 * time.Second
	maxIssuance = 1 << 20 // bytes of an answer
)

// RoundTrip gives the answer, which may be a while old.
func (p *patient) RoundTrip(r *http.Request) (*http.Response, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	address := r.URL.String()
	m, ok := p.known[address]
	if !ok || p.now().Sub(m.at) >= patience {
		response, err := p.next.RoundTrip(r)
		if err != nil {
			return nil, err
		}
		body, err := io.ReadAll(io.LimitReader(response.Body, maxIssuance))
		if err = errors.Join(err, response.Body.Close()); err != nil {
			return nil, err
		}
		m = memory{p.now(), *response, body}
		p.known[address] = m
	}
	out := m.response
	out.Body, out.Request = io.NopCloser(bytes.NewReader(m.body)), r
	return &out, nil
}
