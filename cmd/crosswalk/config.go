package main

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/viper"

	"github.com/crosswalk-graph/crosswalk/graph"
)

// Config is everything that can be set. It is read once, in this order, later ones winning: defaults,
// the configuration file, the environment (CROSSWALK_STORE, CROSSWALK_LOG_LEVEL …), flags.
type Config struct {
	Store     string `mapstructure:"store"`     // sqlite:PATH
	LogLevel  string `mapstructure:"log-level"` // debug, info, warn, error
	Questions string `mapstructure:"questions"` // a folder of questions beside the built-in ones
	Listen    string `mapstructure:"listen"`    // address of serve
}

// loadConfig reads the configuration for a command. Errors: Invalid, naming file or key.
func loadConfig(cmd *cobra.Command, file string) (*Config, error) {
	v := viper.New()
	v.SetDefault("store", "sqlite:"+defaultStorePath())
	v.SetDefault("log-level", "warn")
	v.SetDefault("questions", "")
	v.SetDefault("listen", "127.0.0.1:8080")
	v.SetEnvPrefix("CROSSWALK")
	v.SetEnvKeyReplacer(strings.NewReplacer("-", "_"))
	v.AutomaticEnv()
	if err := readConfigFile(v, file); err != nil {
		return nil, err
	}
	if err := v.BindPFlags(cmd.Flags()); err != nil {
		return nil, fmt.Errorf("bind flags: %w", err)
	}
	c := &Config{}
	if err := v.Unmarshal(c); err != nil {
		return nil, graph.Errorf(graph.Invalid, "the configuration cannot be read: %w", err)
	}
	return c, c.validate()
}

// readConfigFile reads the named file, or the default one when it is there. Unknown keys are refused,
// because a misspelt one would do nothing.
func readConfigFile(v *viper.Viper, file string) error {
	named := file != ""
	if !named {
		dir, err := os.UserConfigDir()
		if err != nil {
			return nil // no home, so no default file
		}
		file = filepath.Join(dir, "crosswalk", "config.yaml")
	}
	known := map[string]bool{}
	for _, k := range v.AllKeys() {
		known[k] = true
	}
	v.SetConfigFile(file)
	v.SetConfigType("yaml")
	switch err := v.ReadInConfig(); {
	case errors.Is(err, fs.ErrNotExist) && !named:
		return nil
	case errors.Is(err, fs.ErrNotExist):
		return graph.Errorf(graph.Invalid, "there is no configuration file %s", file)
	case err != nil:
		return graph.Errorf(graph.Invalid, "configuration file %s: %w", file, err)
	}
	for _, k := range v.AllKeys() {
		if !known[k] {
			return graph.Errorf(graph.Invalid, "configuration file %s: unknown key %q", file, k)
		}
	}
	return nil
}

func (c *Config) validate() error {
	if _, err := c.level(); err != nil {
		return err
	}
	if info, err := os.Stat(c.Questions); c.Questions != "" && (err != nil || !info.IsDir()) {
		return graph.Errorf(graph.Invalid, "there is no folder of questions %s", c.Questions)
	}
	_, err := c.sqlitePath()
	return err
}

func (c *Config) level() (slog.Level, error) {
	var l slog.Level
	if err := l.UnmarshalText([]byte(c.LogLevel)); err != nil {
		return l, graph.Errorf(graph.Invalid, "log level %q: use debug, info, warn or error", c.LogLevel)
	}
	return l, nil
}

// sqlitePath is the file that the store URL names. Errors: Invalid.
func (c *Config) sqlitePath() (string, error) {
	scheme, rest, ok := strings.Cut(c.Store, ":")
	if u, err := url.Parse(c.Store); err == nil && u.User != nil {
		return "", graph.Errorf(graph.Invalid, "a store URL must not hold a user or password")
	}
	switch {
	case !ok || scheme != "sqlite":
		return "", graph.Errorf(graph.Invalid, "store %q: this build knows sqlite:PATH", c.Store)
	case rest == "":
		return "", graph.Errorf(graph.Invalid, "store %q names no file: write sqlite:PATH", c.Store)
	}
	return rest, nil
}

// defaultStorePath is below $XDG_DATA_HOME, or the place that stands for it.
func defaultStorePath() string {
	dir := os.Getenv("XDG_DATA_HOME")
	if dir == "" {
		home, err := os.UserHomeDir()
		if err != nil {
			return "crosswalk.db"
		}
		dir = filepath.Join(home, ".local", "share")
	}
	return filepath.Join(dir, "crosswalk", "crosswalk.db")
}
