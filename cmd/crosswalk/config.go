package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"reflect"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/viper"

	"github.com/crosswalk-graph/crosswalk/graph"
	"github.com/crosswalk-graph/crosswalk/resolvers"
)

// Config is everything that can be set. It is read once, in this order, later ones winning: defaults,
// the configuration file, the environment (CROSSWALK_STORE, CROSSWALK_LOG_LEVEL …), flags.
type Config struct {
	Store     string   `mapstructure:"store"`     // a store URL; see openStore
	LogLevel  string   `mapstructure:"log-level"` // debug, info, warn, error
	Questions string   `mapstructure:"questions"` // a folder of questions beside the built-in ones
	Listen    string   `mapstructure:"listen"`    // address of serve
	Hosts     []string `mapstructure:"hosts"`     // names by which serve may be called beside its address

	// Of serve: who may do what.
	Keys         string `mapstructure:"keys"`          // file of keys; the default one when empty, if it is there
	AllowWrites  bool   `mapstructure:"allow-writes"`  // documents can be loaded and taken back
	Audit        string `mapstructure:"audit"`         // file for what was written and who was refused; standard error when empty
	OIDCIssuer   string `mapstructure:"oidc-issuer"`   // whose tokens are taken; nobody's when empty
	OIDCAudience string `mapstructure:"oidc-audience"` // that tokens must be for
	OIDCClaim    string `mapstructure:"oidc-claim"`    // where tokens say what their bearer may do
	OIDCPrefix   string `mapstructure:"oidc-prefix"`   // of read, write and admin there

	// Of serve: what is answered.
	CORSOrigins       []string `mapstructure:"cors-origin"`    // web pages that may use the API
	Persisted         string   `mapstructure:"persisted"`      // folder or file of documents that can be asked for by id
	OnlyPersisted     bool     `mapstructure:"only-persisted"` // no other document is run
	NoIntrospection   bool     `mapstructure:"no-introspection"`
	NoSuggestions     bool     `mapstructure:"no-suggestions"`
	MaxRequests       int      `mapstructure:"max-requests"` // at once, in all and of one caller
	MaxRequestsPerKey int      `mapstructure:"max-requests-per-key"`
	MaxStreams        int      `mapstructure:"max-streams"`
	MaxStreamsPerKey  int      `mapstructure:"max-streams-per-key"`

	// Of a store in Neo4j. None has a flag: a password must not, and the others rarely change.
	Neo4jUser           string `mapstructure:"neo4j-user"`
	Neo4jPassword       secret `mapstructure:"neo4j-password"`
	Neo4jPasswordFile   string `mapstructure:"neo4j-password-file"` // first line of it, instead of the password
	Neo4jDatabase       string `mapstructure:"neo4j-database"`      // the user's own when empty
	Neo4jCAFile         string `mapstructure:"neo4j-ca-file"`       // PEM, for URLs with +s
	Neo4jMaxConnections int    `mapstructure:"neo4j-max-connections"`
	Neo4jAllowOthers    bool   `mapstructure:"neo4j-allow-others"` // nodes of others in the database are no reason to refuse it
}

// A secret does not show itself when it is printed.
type secret string

func (s secret) String() string {
	if s == "" {
		return ""
	}
	return "(set)"
}

// loadConfig reads the configuration for a command. Errors: Invalid, naming file or key.
func loadConfig(cmd *cobra.Command, file string) (*Config, error) {
	v := viper.New()
	v.SetDefault("store", "sqlite:"+defaultStorePath())
	v.SetDefault("log-level", "warn")
	v.SetDefault("questions", "")
	v.SetDefault("listen", "127.0.0.1:8080")
	v.SetDefault("hosts", []string{})
	for key, value := range serveDefaults {
		v.SetDefault(key, value)
	}
	v.SetDefault("neo4j-user", "neo4j")
	v.SetDefault("neo4j-password", "")
	v.SetDefault("neo4j-password-file", "")
	v.SetDefault("neo4j-database", "")
	v.SetDefault("neo4j-ca-file", "")
	v.SetDefault("neo4j-max-connections", 50)
	v.SetDefault("neo4j-allow-others", false)
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
	if c.Neo4jPassword != "" && c.Neo4jPasswordFile != "" {
		return graph.Errorf(graph.Invalid, "neo4j-password and neo4j-password-file are both set; keep one")
	}
	for _, origin := range c.CORSOrigins {
		if err := resolvers.ParseOrigin(origin); err != nil {
			return err
		}
	}
	if min(c.MaxRequests, c.MaxRequestsPerKey, c.MaxStreams, c.MaxStreamsPerKey) < 1 {
		return graph.Errorf(graph.Invalid, "max-requests, max-requests-per-key, max-streams and max-streams-per-key must be at least 1")
	}
	_, err := c.opener(c.Store)
	return err
}

// serveDefaults are the defaults of how things are served.
var serveDefaults = map[string]any{
	"keys": "", "allow-writes": false, "audit": "",
	"oidc-issuer": "", "oidc-audience": "", "oidc-claim": "scope", "oidc-prefix": "crosswalk:",
	"cors-origin": []string{}, "persisted": "", "only-persisted": false, "no-introspection": false, "no-suggestions": false,
	"max-requests": 64, "max-requests-per-key": 16, "max-streams": 200, "max-streams-per-key": 20,
}

// keysFile is where keys are kept, and whether that was said.
func (c *Config) keysFile() (path string, said bool, err error) {
	if c.Keys != "" {
		return c.Keys, true, nil
	}
	dir, err := os.UserConfigDir()
	if err != nil {
		return "", false, graph.Errorf(graph.Invalid, "there is no home for a file of keys: name one with --keys")
	}
	return filepath.Join(dir, "crosswalk", "keys.json"), false, nil
}

// maxPassword bounds what is read of a password file, in bytes.
const maxPassword = 4096

// neo4jPassword is the password, or the first line of the file that holds it. Errors: Invalid, naming the file.
func (c *Config) neo4jPassword() (string, error) {
	if c.Neo4jPasswordFile == "" {
		return string(c.Neo4jPassword), nil
	}
	file, err := os.Open(c.Neo4jPasswordFile)
	if err != nil {
		return "", graph.Errorf(graph.Invalid, "the Neo4j password cannot be read: %w", err)
	}
	defer func() { _ = file.Close() }() // only read from
	text, err := io.ReadAll(io.LimitReader(file, maxPassword))
	if err != nil {
		return "", graph.Errorf(graph.Invalid, "the Neo4j password cannot be read: %w", err)
	}
	line, _, _ := strings.Cut(string(text), "\n")
	if line = strings.TrimSuffix(line, "\r"); line == "" {
		return "", graph.Errorf(graph.Invalid, "the first line of %s holds no Neo4j password", c.Neo4jPasswordFile)
	}
	return line, nil
}

// print writes the configuration as a configuration file would say it.
func (c *Config) print(w io.Writer) error {
	v := reflect.ValueOf(*c)
	for i := range v.NumField() {
		key := v.Type().Field(i).Tag.Get("mapstructure")
		value := v.Field(i).Interface()
		if list, ok := value.([]string); ok {
			value = "[" + strings.Join(list, ", ") + "]"
		}
		if _, err := fmt.Fprintf(w, "%s: %v\n", key, value); err != nil {
			return err
		}
	}
	return nil
}

func (c *Config) level() (slog.Level, error) {
	var l slog.Level
	if err := l.UnmarshalText([]byte(c.LogLevel)); err != nil {
		return l, graph.Errorf(graph.Invalid, "log level %q: use debug, info, warn or error", c.LogLevel)
	}
	return l, nil
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
