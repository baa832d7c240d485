package main

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/resolvers"
	"github.com/crosswalk-graph/crosswalk/resolvers/auth"
)

func (a *app) serveCommand() *cobra.Command {
	var printConfig, insecure bool
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Answer GraphQL over HTTP",
		Long: `Serves the API at /graphql, and beside it /ingest, /metrics, /healthz and /readyz. It listens on this machine
alone, and only reads, unless it is told otherwise.

Where other machines can reach it, everybody has to say who they are: with a key ('crosswalk key create'), or
with a token of an OpenID Connect issuer (--oidc-issuer). With --insecure nobody has to: whoever reaches the address reads everything.
That is for containers, whose own network is closed, and for a proxy in front that asks who is there.

With --allow-writes documents can be loaded and taken back through the API, by those who have the right to.`,
		Example: `  crosswalk serve
  crosswalk serve --listen 127.0.0.1:9000 --allow-writes
  crosswalk serve --listen 0.0.0.0:8080 --hosts crosswalk.example --keys keys.json
  crosswalk serve --persisted documents/ --only-persisted
  curl -s 127.0.0.1:8080/graphql -H 'Content-Type: application/json' -d '{"query":"{ stats { nodes } }"}'`,
		Args: args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if printConfig {
				return a.config.print(a.Out)
			}
			return a.serve(cmd.Context(), insecure)
		},
	}
	f := cmd.Flags()
	f.String("listen", "", "address to listen on (default 127.0.0.1:8080; port 0 takes a free one)")
	f.StringSlice("hosts", nil, "names by which clients may call the server, beside localhost and the address it listens on")
	f.BoolVar(&insecure, "insecure", false, "listen where other machines can reach it, without asking who they are")
	f.Bool("allow-writes", false, "let documents be loaded and taken back")
	f.String("keys", "", "file of keys (default keys.json in the folder of the configuration file, if it is there)")
	f.String("audit", "", "file for what was written and who was refused, in lines of JSON (default standard error)")
	f.String("oidc-issuer", "", "OpenID Connect issuer whose tokens are taken")
	f.String("oidc-audience", "", "audience that these tokens must be for")
	f.String("oidc-claim", "", "claim that says what their bearer may do (default scope)")
	f.String("oidc-prefix", "", "what stands before read, write and admin there (default crosswalk:)")
	f.StringSlice("cors-origin", nil, "web pages that may use the API, such as https://notes.example")
	f.String("persisted", "", "folder of documents, or JSON file of them by id, that can be asked for by id")
	f.Bool("only-persisted", false, "run these documents and the questions, and no others")
	f.Bool("no-introspection", false, "do not tell the schema")
	f.Bool("no-suggestions", false, "do not say what a misspelt name might mean")
	f.Int("max-requests", 0, "requests that run at once (default 64)")
	f.Int("max-requests-per-key", 0, "requests of one caller that run at once (default 16)")
	f.Int("max-streams", 0, "connections and subscriptions that wait for events at once (default 200)")
	f.Int("max-streams-per-key", 0, "these of one caller (default 20)")
	f.BoolVar(&printConfig, "print-config", false, "print the configuration in force and exit")
	return cmd
}

// shutdownTime is how long requests in flight may take once the server is told to stop.
const shutdownTime = 10 * time.Second

// serve answers until the context ends, then lets requests in flight finish.
func (a *app) serve(ctx context.Context, insecure bool) (err error) {
	gate, err := a.gate(ctx)
	if err != nil {
		return err
	}
	if err := a.checkListen(gate, insecure); err != nil {
		return err
	}
	how := existing
	if a.config.AllowWrites {
		how = creating
	}
	store, _, err := a.open(ctx, how)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	audit, closeAudit, err := a.auditLog()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, closeAudit()) }()
	metrics := resolvers.NewMetrics()
	g := graph.New(metrics.Store(store), graph.Limits{})
	r := resolvers.Resolver{Graph: g, Audit: audit}
	if a.config.AllowWrites {
		uploads := newUploader(ctx, g)
		defer uploads.running.Wait()
		r.Loader = uploads
	}
	exec, engine, err := a.wireServer(r, resolvers.Limits{NoIntrospection: a.config.NoIntrospection, NoSuggestions: a.config.NoSuggestions})
	if err != nil {
		return err
	}
	documents, err := a.persisted(engine)
	if err != nil {
		return err
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", a.config.Listen)
	if err != nil {
		return graph.Errorf(graph.Unavailable, "cannot listen on %s: %w", a.config.Listen, err)
	}
	c := a.config
	handler := resolvers.NewHandler(exec, resolvers.HandlerOptions{Hosts: append(c.Hosts, hostOf(listener.Addr())), Origins: c.CORSOrigins,
		Gate: gate, Documents: documents, OnlyDocuments: c.OnlyPersisted, Requests: c.MaxRequests, RequestsOfCaller: c.MaxRequestsPerKey,
		Streams: c.MaxStreams, StreamsOfCaller: c.MaxStreamsPerKey, Stop: ctx, Metrics: metrics})
	a.say("Serving http://%s/graphql from %s; stop with Ctrl-C.", listener.Addr(), c.Store)
	return listenUntil(ctx, listener, handler)
}

// listenUntil answers on a listener until the context ends.
func listenUntil(ctx context.Context, listener net.Listener, handler http.Handler) error {
	server := &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: 10 * time.Second,
		ReadTimeout:       30 * time.Second,
		WriteTimeout:      90 * time.Second,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    64 << 10,
		ErrorLog:          slog.NewLogLogger(slog.Default().Handler(), slog.LevelWarn),
	}
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(listener) }()
	select {
	case err := <-failed:
		return graph.Errorf(graph.Unavailable, "the server failed: %w", err)
	case <-ctx.Done():
	}
	stopping, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownTime)
	defer cancel()
	if err := server.Shutdown(stopping); err != nil {
		return errors.Join(graph.Errorf(graph.Deadline, "requests in flight were cut off: %w", err), server.Close())
	}
	return nil
}

// hostOf is the host of an address that the server listens on, by which it may be called.
func hostOf(a net.Addr) string {
	host, _, err := net.SplitHostPort(a.String())
	if err != nil {
		return a.String()
	}
	return host
}

// checkListen refuses an address that other machines could reach while nobody has to say who they are, or,
// when that is what is wanted, says what it means. Errors: Invalid.
func (a *app) checkListen(gate *auth.Gate, insecure bool) error {
	address := a.config.Listen
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return graph.Errorf(graph.Invalid, "listen address %q: write HOST:PORT, such as 127.0.0.1:8080: %w", address, err)
	}
	if ip := net.ParseIP(host); gate.Closed() || strings.EqualFold(host, "localhost") || ip != nil && ip.IsLoopback() {
		return nil
	}
	if !insecure {
		return graph.Errorf(graph.Invalid, "listen address %q can be reached from other machines, and there is no authentication; "+
			"make a key with 'crosswalk key create', name an issuer with --oidc-issuer, use 127.0.0.1 or ::1, or --insecure where nobody else can reach it, as in a container", address)
	}
	what := "reads everything that is loaded"
	if a.config.AllowWrites {
		what += ", loads what they like and takes back what they like"
	}
	a.say("WARNING: %s can be reached from other machines, and there is no authentication: whoever reaches it %s.", address, what)
	return nil
}
