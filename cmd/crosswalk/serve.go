package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/resolvers"
)

func (a *app) serveCommand() *cobra.Command {
	var printConfig bool
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Answer GraphQL over HTTP",
		Long: `Serves the API at /graphql, and /healthz and /readyz beside it. The server only reads. It listens on this
machine alone: there is no authentication yet, so other addresses are refused.`,
		Example: `  crosswalk serve
  crosswalk serve --listen 127.0.0.1:9000
  curl -s 127.0.0.1:8080/graphql -H 'Content-Type: application/json' -d '{"query":"{ stats { nodes } }"}'`,
		Args: args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if printConfig {
				return a.printConfig()
			}
			return a.with(cmd.Context(), func(g *graph.Graph) error { return a.serve(cmd.Context(), g) })
		},
	}
	cmd.Flags().String("listen", "", "address to listen on (default 127.0.0.1:8080; port 0 takes a free one)")
	cmd.Flags().BoolVar(&printConfig, "print-config", false, "print the configuration in force and exit")
	return cmd
}

func (a *app) printConfig() error {
	_, err := fmt.Fprintf(a.Out, "store: %s\nlog-level: %s\nquestions: %s\nlisten: %s\n",
		a.config.Store, a.config.LogLevel, a.config.Questions, a.config.Listen)
	return err
}

// shutdownTime is how long requests in flight may take once the server is told to stop.
const shutdownTime = 10 * time.Second

// serve answers until the context ends, then lets requests in flight finish.
func (a *app) serve(ctx context.Context, g *graph.Graph) error {
	if err := loopbackOnly(a.config.Listen); err != nil {
		return err
	}
	exec, _, err := a.wire(g)
	if err != nil {
		return err
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", a.config.Listen)
	if err != nil {
		return graph.Errorf(graph.Unavailable, "cannot listen on %s: %w", a.config.Listen, err)
	}
	server := &http.Server{
		Handler:           resolvers.NewHandler(exec, resolvers.HandlerOptions{Hosts: []string{hostOf(listener.Addr())}}),
		ReadHeaderTimeout: 10 * time.Second,
		ReadTimeout:       30 * time.Second,
		WriteTimeout:      90 * time.Second,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    64 << 10,
		ErrorLog:          slog.NewLogLogger(slog.Default().Handler(), slog.LevelWarn),
	}
	a.say("Serving http://%s/graphql from %s; stop with Ctrl-C.", listener.Addr(), a.config.Store)
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

// loopbackOnly refuses addresses that other machines could reach. Errors: Invalid.
func loopbackOnly(address string) error {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return graph.Errorf(graph.Invalid, "listen address %q: write HOST:PORT, such as 127.0.0.1:8080: %w", address, err)
	}
	if ip := net.ParseIP(host); strings.EqualFold(host, "localhost") || ip != nil && ip.IsLoopback() {
		return nil
	}
	return graph.Errorf(graph.Invalid, "listen address %q can be reached from other machines, and there is no authentication; use 127.0.0.1 or ::1", address)
}
