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
)

func (a *app) serveCommand() *cobra.Command {
	var printConfig, insecure bool
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Answer GraphQL over HTTP",
		Long: `Serves the API at /graphql, and /healthz and /readyz beside it. The server only reads. It listens on this
machine alone: there is no authentication yet, so addresses that others can reach are refused. With --insecure
they are not: then whoever reaches the address reads everything. That is for containers, whose own network
is closed, and for a proxy in front that asks who is there.`,
		Example: `  crosswalk serve
  crosswalk serve --listen 127.0.0.1:9000
  curl -s 127.0.0.1:8080/graphql -H 'Content-Type: application/json' -d '{"query":"{ stats { nodes } }"}'`,
		Args: args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if printConfig {
				return a.config.print(a.Out)
			}
			if err := a.checkListen(insecure); err != nil {
				return err
			}
			return a.with(cmd.Context(), func(g *graph.Graph) error { return a.serve(cmd.Context(), g) })
		},
	}
	cmd.Flags().String("listen", "", "address to listen on (default 127.0.0.1:8080; port 0 takes a free one)")
	cmd.Flags().StringSlice("hosts", nil, "names by which clients may call the server, beside localhost and the address it listens on")
	cmd.Flags().BoolVar(&insecure, "insecure", false, "listen where other machines can reach it, without authentication")
	cmd.Flags().BoolVar(&printConfig, "print-config", false, "print the configuration in force and exit")
	return cmd
}

// shutdownTime is how long requests in flight may take once the server is told to stop.
const shutdownTime = 10 * time.Second

// serve answers until the context ends, then lets requests in flight finish.
func (a *app) serve(ctx context.Context, g *graph.Graph) error {
	exec, _, err := a.wire(g)
	if err != nil {
		return err
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", a.config.Listen)
	if err != nil {
		return graph.Errorf(graph.Unavailable, "cannot listen on %s: %w", a.config.Listen, err)
	}
	server := &http.Server{
		Handler:           resolvers.NewHandler(exec, resolvers.HandlerOptions{Hosts: append(a.config.Hosts, hostOf(listener.Addr()))}),
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

// checkListen refuses an address that other machines could reach, or, when that is what is wanted, says
// what it means. Errors: Invalid.
func (a *app) checkListen(insecure bool) error {
	address := a.config.Listen
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return graph.Errorf(graph.Invalid, "listen address %q: write HOST:PORT, such as 127.0.0.1:8080: %w", address, err)
	}
	if ip := net.ParseIP(host); strings.EqualFold(host, "localhost") || ip != nil && ip.IsLoopback() {
		return nil
	}
	if !insecure {
		return graph.Errorf(graph.Invalid, "listen address %q can be reached from other machines, and there is no authentication; "+
			"use 127.0.0.1 or ::1, or --insecure where nobody else can reach it, as in a container", address)
	}
	a.say("WARNING: %s can be reached from other machines, and there is no authentication: whoever reaches it reads everything that is loaded.", address)
	return nil
}
