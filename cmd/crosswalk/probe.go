package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/spf13/cobra"
)

// probeTime bounds a probe; a server gives its store two seconds to answer.
const probeTime = 4 * time.Second

func (a *app) probeCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "probe [URL]",
		Short: "Say whether a server is up and its store answers",
		Long: `Asks a running server whether it is ready, and exits with 0 when it is and 1 when it is not. Without URL it
asks the server at the configured listen address. It is a health check for images that hold nothing else.`,
		Example: `  crosswalk probe
  crosswalk probe http://127.0.0.1:9000/healthz`,
		Args: args(cobra.MaximumNArgs(1)),
		RunE: func(cmd *cobra.Command, given []string) error {
			target, err := probeURL(a.config.Listen, given)
			if err != nil {
				return err
			}
			answer, ok := probe(cmd.Context(), target)
			if !ok {
				a.code = exitBad
			}
			_, err = fmt.Fprintln(a.Out, printable(answer))
			return err
		},
	}
}

// probeURL is what to ask: the URL that is given, or /readyz at the listen address, on this machine when the
// server listens everywhere. Errors: of usage.
func probeURL(listen string, given []string) (string, error) {
	if len(given) > 0 {
		u, err := url.Parse(given[0])
		if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.User != nil {
			return "", usagef("give a URL such as http://127.0.0.1:8080/readyz, without a user")
		}
		return given[0], nil
	}
	host, port, err := net.SplitHostPort(listen)
	if err != nil || port == "0" {
		return "", usagef("the listen address %q says no port to ask; give a URL", listen)
	}
	switch host {
	case "", "0.0.0.0":
		host = "127.0.0.1"
	case "::":
		host = "::1"
	}
	return "http://" + net.JoinHostPort(host, port) + "/readyz", nil
}

// probe asks, and gives the answer in words and whether it is a good one.
func probe(ctx context.Context, target string) (string, bool) {
	ctx, cancel := context.WithTimeout(ctx, probeTime)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, target, nil)
	if err != nil {
		return err.Error(), false
	}
	// A proxy of the environment is not what is to be asked.
	response, err := (&http.Client{Transport: &http.Transport{DisableKeepAlives: true}}).Do(request)
	if err != nil {
		return err.Error(), false
	}
	defer func() { _ = response.Body.Close() }() // only read from
	body, err := io.ReadAll(io.LimitReader(response.Body, 4096))
	if err != nil {
		return err.Error(), false
	}
	return strings.TrimSpace(response.Status + " " + string(body)), response.StatusCode == http.StatusOK
}
