package auth_test

import (
	"crypto/rand"
	"crypto/rsa"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/resolvers/auth"
)

func TestRights(t *testing.T) {
	r, err := auth.ParseRights([]string{"write", "read"})
	if err != nil || r != auth.Read|auth.Write || r.String() != "read,write" {
		t.Errorf("%v %v", r, err)
	}
	for _, bad := range [][]string{nil, {}, {"read", "all"}, {""}, {"Read"}} {
		if r, err := auth.ParseRights(bad); graph.CodeOf(err) != graph.Invalid || r != auth.None {
			t.Errorf("%v gives %v, %v", bad, r, err)
		}
	}
	for _, c := range []struct {
		caller auth.Caller
		wanted auth.Rights
		code   graph.Code
	}{
		{auth.Caller{}, auth.Read, auth.Unauthenticated},
		{auth.Caller{Rights: auth.Read}, auth.Read, ""},
		{auth.Caller{Rights: auth.Read}, auth.Write, auth.Forbidden},
		{auth.Caller{ID: "key:a"}, auth.Read, auth.Forbidden},
		{auth.Caller{ID: "key:a", Rights: auth.Write}, auth.Read, auth.Forbidden},
		{auth.Caller{ID: "key:a", Rights: auth.Write}, auth.Read | auth.Write, auth.Forbidden},
		{auth.Caller{ID: "key:a", Rights: auth.All}, auth.Read | auth.Admin, ""},
	} {
		if got := graph.CodeOf(auth.Require(auth.With(t.Context(), c.caller), c.wanted)); got != c.code {
			t.Errorf("%+v wants %v: %q, want %q", c.caller, c.wanted, got, c.code)
		}
	}
	if got := graph.CodeOf(auth.Require(t.Context(), auth.Read)); got != auth.Unauthenticated {
		t.Errorf("a context without caller: %q", got)
	}
}

func TestKeyFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new", "keys.json")
	until := time.Date(2027, 1, 31, 0, 0, 0, 0, time.UTC)
	k, secret, err := auth.NewKey("loader", auth.Read|auth.Write, time.Date(2026, 12, 1, 10, 0, 0, 7, time.UTC), &until)
	if err != nil {
		t.Fatal(err)
	}
	if err := auth.WriteKeys(path, []auth.Key{k}); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	// The secret is 64 digits behind the last underscore: 256 bits.
	if hidden := secret[strings.LastIndex(secret, "_")+1:]; len(hidden) != 64 || strings.Contains(string(text), hidden) {
		t.Errorf("the file tells the secret %s:\n%s", hidden, text)
	}
	read, err := auth.ReadKeys(path)
	if err != nil || len(read) != 1 || read[0].Name != "loader" || read[0].Rights() != auth.Read|auth.Write || !read[0].Expires.Equal(until) || read[0].SHA256 != k.SHA256 {
		t.Errorf("read back: %+v, %v", read, err)
	}
	for _, c := range []struct {
		at   time.Time
		over bool
	}{{until.Add(-time.Second), false}, {until, true}} {
		ring, err := auth.OpenKeyring(path, func() time.Time { return c.at })
		if err != nil {
			t.Fatal(err)
		}
		caller, err := ring.Identify(secret)
		if over := graph.CodeOf(err) == auth.Unauthenticated; over != c.over || !over && (caller.Name != "loader" || caller.ID != "key:"+k.ID) {
			t.Errorf("at %s: %+v, %v", c.at, caller, err)
		}
	}
}

func TestKeysOneMayNotMake(t *testing.T) {
	for _, name := range []string{"", " a", "a\n", "a\x1b[31m", strings.Repeat("a", 101)} {
		if _, _, err := auth.NewKey(name, auth.Read, time.Now(), nil); graph.CodeOf(err) != graph.Invalid {
			t.Errorf("%q: %v", name, err)
		}
	}
	if _, _, err := auth.NewKey("a", auth.None, time.Now(), nil); graph.CodeOf(err) != graph.Invalid {
		t.Errorf("without rights: %v", err)
	}
}

func TestBrokenKeyFiles(t *testing.T) {
	sum := strings.Repeat("0", 64)
	for _, c := range []struct {
		text string
		code graph.Code
		says string
	}{
		{"", graph.Invalid, "no file of keys"},
		{"keys: []", "", ""},
		{"keys:\n- {id: a, name: By hand, sha256: " + sum + ", scopes: [read], created: 2026-12-01T00:00:00Z}\n", "", ""},
		{"{", graph.Invalid, "no file of keys"},
		{"keys: [{id: a, name: x, sha256: " + sum + ", scopes: [read], role: king}]", graph.Invalid, "role"},
		{"keys: [{id: a, name: x, sha256: 00, scopes: [read]}]", graph.Invalid, "64"},
		{"keys: [{id: a, name: x, sha256: " + sum + ", scopes: [king]}]", graph.Invalid, "king"},
		{"keys: [{id: a, name: x, sha256: " + sum + ", scopes: []}]", graph.Invalid, "right"},
		{"keys: [{id: a_b, name: x, sha256: " + sum + ", scopes: [read]}]", graph.Invalid, "id"},
		{"keys: [{id: a, name: x, sha256: " + sum + ", scopes: [read]}, {id: a, name: y, sha256: " + sum + ", scopes: [read]}]", graph.Invalid, "key 2"},
		{strings.Repeat("#", 1<<20+1), graph.Invalid, "larger"},
	} {
		path := filepath.Join(t.TempDir(), "keys.yaml")
		if err := os.WriteFile(path, []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := auth.ReadKeys(path)
		if graph.CodeOf(err) != c.code || err != nil && !strings.Contains(err.Error(), c.says) {
			t.Errorf("%.80q: %v, want %q saying %q", c.text, err, c.code, c.says)
		}
	}
	if _, err := auth.OpenKeyring(filepath.Join(t.TempDir(), "none"), time.Now); graph.CodeOf(err) != graph.NotFound {
		t.Errorf("no file: %v", err)
	}
}

// An issuer is a local OpenID Connect issuer with real keys.
type issuer struct {
	*httptest.Server
	key   *rsa.PrivateKey
	asked atomic.Int64 // for its keys
	down  atomic.Bool
}

func newIssuer(t *testing.T) *issuer {
	t.Helper()
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	i := &issuer{key: key}
	mux := http.NewServeMux()
	mux.HandleFunc("/.well-known/openid-configuration", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprintf(w, `{"issuer":%q,"jwks_uri":%q,"authorization_endpoint":"x","token_endpoint":"x","id_token_signing_alg_values_supported":["RS256"]}`, i.URL, i.URL+"/keys")
	})
	mux.HandleFunc("/keys", func(w http.ResponseWriter, _ *http.Request) {
		i.asked.Add(1)
		if i.down.Load() {
			panic(http.ErrAbortHandler)
		}
		_ = json.NewEncoder(w).Encode(jose.JSONWebKeySet{Keys: []jose.JSONWebKey{{Key: &i.key.PublicKey, KeyID: "one", Algorithm: "RS256", Use: "sig"}}})
	})
	i.Server = httptest.NewServer(mux)
	t.Cleanup(i.Close)
	return i
}

// token signs claims with a key.
func token(t *testing.T, key any, algorithm jose.SignatureAlgorithm, id string, claims map[string]any) string {
	t.Helper()
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: algorithm, Key: jose.JSONWebKey{Key: key, KeyID: id}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(claims)
	if err != nil {
		t.Fatal(err)
	}
	signed, err := signer.Sign(text)
	if err != nil {
		t.Fatal(err)
	}
	compact, err := signed.CompactSerialize()
	if err != nil {
		t.Fatal(err)
	}
	return compact
}

func TestTokens(t *testing.T) {
	i := newIssuer(t)
	now := time.Date(2026, 12, 1, 12, 0, 0, 0, time.UTC)
	check := func(claim string) *auth.OIDC {
		o, err := auth.OpenOIDC(t.Context(), auth.Issuer{URL: i.URL, Audience: "crosswalk", Claim: claim, Prefix: "crosswalk:"}, func() time.Time { return now })
		if err != nil {
			t.Fatal(err)
		}
		return o
	}
	flat, nested := check("scope"), check("realm_access.roles")
	claims := func(more map[string]any) map[string]any {
		out := map[string]any{"iss": i.URL, "aud": "crosswalk", "sub": "u7", "exp": now.Add(time.Hour).Unix(), "scope": "openid crosswalk:read crosswalk:king"}
		for k, v := range more {
			out[k] = v
		}
		return out
	}
	stranger, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	good := token(t, i.key, jose.RS256, "one", claims(nil))
	for _, c := range []struct {
		name, token string
		by          *auth.OIDC
		rights      auth.Rights
		code        graph.Code
	}{
		{"a scope", good, flat, auth.Read, ""},
		{"an address", token(t, i.key, jose.RS256, "one", claims(map[string]any{"email": "ada@notes.example"})), flat, auth.Read, ""},
		{"several audiences", token(t, i.key, jose.RS256, "one", claims(map[string]any{"aud": []string{"x", "crosswalk"}})), flat, auth.Read, ""},
		{"a list", token(t, i.key, jose.RS256, "one", claims(map[string]any{"scope": []any{"crosswalk:read", "crosswalk:admin", 7}})), flat, auth.Read | auth.Admin, ""},
		{"a list within", token(t, i.key, jose.RS256, "one", claims(map[string]any{"realm_access": map[string]any{"roles": []string{"crosswalk:write"}}})), nested, auth.Write, ""},
		{"no claim", good, nested, auth.None, ""},
		{"rights without the prefix", token(t, i.key, jose.RS256, "one", claims(map[string]any{"scope": "read write"})), flat, auth.None, ""},
		{"another audience", token(t, i.key, jose.RS256, "one", claims(map[string]any{"aud": "other"})), flat, auth.None, auth.Unauthenticated},
		{"another issuer", token(t, i.key, jose.RS256, "one", claims(map[string]any{"iss": "https://evil.example"})), flat, auth.None, auth.Unauthenticated},
		{"over", token(t, i.key, jose.RS256, "one", claims(map[string]any{"exp": now.Add(-time.Second).Unix()})), flat, auth.None, auth.Unauthenticated},
		{"not yet", token(t, i.key, jose.RS256, "one", claims(map[string]any{"nbf": now.Add(time.Hour).Unix()})), flat, auth.None, auth.Unauthenticated},
		{"a stranger's signature", token(t, stranger, jose.RS256, "one", claims(nil)), flat, auth.None, auth.Unauthenticated},
		{"a stranger's key", token(t, stranger, jose.RS256, "two", claims(nil)), flat, auth.None, auth.Unauthenticated},
		{"the public key as a secret", token(t, i.key.N.Bytes(), jose.HS256, "one", claims(nil)), flat, auth.None, auth.Unauthenticated},
		{"no signature", good[:strings.LastIndexByte(good, '.')+1], flat, auth.None, auth.Unauthenticated},
		{"nonsense", "a.b.c", flat, auth.None, auth.Unauthenticated},
	} {
		caller, err := c.by.Identify(t.Context(), c.token)
		if graph.CodeOf(err) != c.code || caller.Rights != c.rights || err == nil && caller.ID != "oidc:u7" {
			t.Errorf("%s: %+v, %v; want %v, %q", c.name, caller, err, c.rights, c.code)
		}
	}
	// Tokens that nobody signed made the library ask for the keys, but not each time.
	if n := i.asked.Load(); n > 2 {
		t.Errorf("the issuer was asked %d times for its keys by two of us", n)
	}
	i.down.Store(true)
	now = now.Add(time.Minute)
	if _, err := flat.Identify(t.Context(), good); err != nil {
		t.Errorf("the keys are known, but: %v", err)
	}
	if _, err := flat.Identify(t.Context(), token(t, stranger, jose.RS256, "three", claims(nil))); graph.CodeOf(err) != graph.Unavailable {
		t.Errorf("a token that cannot be checked: %v", err)
	}
}

func TestIssuersThatCannotBe(t *testing.T) {
	for _, i := range []auth.Issuer{{}, {URL: "http://issuer.example", Audience: "a", Claim: "c"}, {URL: "https://issuer.example", Claim: "c"},
		{URL: "https://issuer.example", Audience: "a"}, {URL: "ftp://127.0.0.1", Audience: "a", Claim: "c"}} {
		if _, err := auth.OpenOIDC(t.Context(), i, time.Now); graph.CodeOf(err) != graph.Invalid {
			t.Errorf("%+v: %v", i, err)
		}
	}
	nobody := httptest.NewServer(http.NotFoundHandler())
	nobody.Close()
	if _, err := auth.OpenOIDC(t.Context(), auth.Issuer{URL: nobody.URL, Audience: "a", Claim: "c"}, time.Now); graph.CodeOf(err) != graph.Unavailable {
		t.Errorf("an issuer that is not there: %v", err)
	}
}

func TestGate(t *testing.T) {
	path := filepath.Join(t.TempDir(), "keys.json")
	k, secret, err := auth.NewKey("reader", auth.Read, time.Now(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := auth.WriteKeys(path, []auth.Key{k}); err != nil {
		t.Fatal(err)
	}
	ring, err := auth.OpenKeyring(path, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name   string
		gate   auth.Gate
		shown  string
		rights auth.Rights
		code   graph.Code
	}{
		{"a closed gate, nothing shown", auth.Gate{Keys: ring}, "", auth.None, ""},
		{"a closed gate, a key", auth.Gate{Keys: ring}, secret, auth.Read, ""},
		{"a closed gate, another thing", auth.Gate{Keys: ring}, "x", auth.None, auth.Unauthenticated},
		{"an open gate", auth.Gate{Anonymous: auth.Read}, "", auth.Read, ""},
		{"an open gate, a key", auth.Gate{Anonymous: auth.Read}, secret, auth.Read, ""},
		{"no gate", auth.Gate{}, "", auth.None, ""},
	} {
		caller, err := c.gate.Identify(t.Context(), c.shown)
		if caller.Rights != c.rights || graph.CodeOf(err) != c.code {
			t.Errorf("%s: %+v, %v", c.name, caller, err)
		}
	}
}
