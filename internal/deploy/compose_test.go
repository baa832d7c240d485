package deploy

import (
	"maps"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/compose-spec/compose-go/v2/loader"
	"github.com/compose-spec/compose-go/v2/types"

	"github.com/crosswalk-graph/crosswalk/internal/neo4jserver"
)

const ours = "crosswalk:local" // the image that the Dockerfile makes

// project returns the compose file with all its services. The loader checks it against the schema of the
// compose specification, and that what services refer to is defined.
func project(t *testing.T) *types.Project {
	t.Helper()
	p, err := loader.LoadWithContext(t.Context(), types.ConfigDetails{
		WorkingDir:  root,
		ConfigFiles: []types.ConfigFile{{Filename: filepath.Join(root, "docker-compose.yml")}},
	}, func(o *loader.Options) { o.Profiles = []string{"*"} })
	if err != nil {
		t.Fatal(err)
	}
	if len(p.Services) != 4 {
		t.Fatalf("services %v", p.ServiceNames())
	}
	return p
}

func TestServicesAreConfined(t *testing.T) {
	for name, s := range project(t).Services {
		if !slices.Contains(s.CapDrop, "ALL") || len(s.CapAdd) > 0 || s.Privileged {
			t.Errorf("%s keeps capabilities", name)
		}
		if !slices.Contains(s.SecurityOpt, "no-new-privileges:true") {
			t.Errorf("%s may gain privileges", name)
		}
		if s.Image == ours && !s.ReadOnly {
			t.Errorf("%s may write to its image", name)
		}
		if s.Image != ours && (s.User == "" || strings.HasPrefix(s.User, "0") || s.User == "root") {
			t.Errorf("%s runs as root", name)
		}
		for _, port := range s.Ports {
			if port.HostIP != "127.0.0.1" {
				t.Errorf("%s publishes port %s to other machines", name, port.Published)
			}
		}
		for _, value := range s.Environment {
			if value != nil && strings.Contains(strings.ToLower(*value), "neo4j/") {
				t.Errorf("%s has a password in its environment", name)
			}
		}
	}
}

func TestServicesStartInOrder(t *testing.T) {
	p := project(t)
	version := strings.Split(neo4jserver.Version(), ".")
	for name, s := range p.Services {
		switch s.Image {
		case ours:
			if s.Build == nil {
				t.Errorf("nothing says how the image of %s is built", name)
			}
			if s.DependsOn["neo4j"].Condition != types.ServiceConditionHealthy {
				t.Errorf("%s does not wait for a healthy database", name)
			}
		case "neo4j:" + version[0] + "." + version[1] + "-community":
		default:
			t.Errorf("%s runs %s: neither ours nor the Neo4j that the tests run against", name, s.Image)
		}
		if s.Restart != "" && s.HealthCheck == nil {
			t.Errorf("%s stays up, but nothing checks its health", name)
		}
	}
	for name, secret := range p.Secrets {
		if filepath.Base(filepath.Dir(secret.File)) != "secrets" {
			t.Errorf("secret %s is in %s, which is not ignored", name, secret.File)
		}
	}
	for _, s := range p.Services {
		for _, secret := range s.Secrets {
			used := slices.ContainsFunc(slices.Collect(maps.Values(s.Environment)), func(value *string) bool {
				return value != nil && *value == "/run/secrets/"+secret.Source
			})
			if !used {
				t.Errorf("%s is given secret %s, but not told of it", s.Name, secret.Source)
			}
		}
	}
}

// commands are the lines by which services call the program, health checks included.
func commands(t *testing.T) map[string][]string {
	lines := map[string][]string{}
	for name, s := range project(t).Services {
		if s.Image != ours {
			continue
		}
		lines[name] = s.Command
		if s.HealthCheck != nil {
			if test := s.HealthCheck.Test; test[0] != "CMD" || test[1] != "/usr/bin/crosswalk" {
				t.Errorf("the image has nothing but the program to check %s: %v", name, test)
			} else {
				lines["health of "+name] = test[2:]
			}
		}
	}
	return lines
}

func TestCommandsExist(t *testing.T) {
	path := program(t)
	for name, line := range commands(t) {
		out, err := exec.Command(path, append(slices.Clone(line), "--help")...).CombinedOutput()
		if err != nil {
			t.Errorf("%s: crosswalk %v: %v\n%s", name, line, err, out)
		}
	}
}

// What services set, the program must know: it passes over variables that it does not.
func TestVariablesAreKnown(t *testing.T) {
	path := program(t)
	for name, s := range project(t).Services {
		if s.Image != ours {
			continue
		}
		cmd := exec.Command(path, "serve", "--print-config")
		cmd.Env = []string{"HOME=" + t.TempDir()}
		var want []string
		for variable, value := range s.Environment {
			cmd.Env = append(cmd.Env, variable+"="+*value)
			key := strings.ToLower(strings.ReplaceAll(strings.TrimPrefix(variable, "CROSSWALK_"), "_", "-"))
			want = append(want, key+": "+*value)
		}
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v\n%s", name, err, out)
		}
		for _, line := range want {
			if !slices.Contains(strings.Split(string(out), "\n"), line) {
				t.Errorf("%s: no %q in the configuration in force:\n%s", name, line, out)
			}
		}
	}
}

// The one-off commands must do on the embedded store, one after the other, what they do on Neo4j.
func TestExamplesLoadAndAnswer(t *testing.T) {
	path, lines := program(t), commands(t)
	store := "CROSSWALK_STORE=sqlite:" + filepath.Join(t.TempDir(), "examples.db")
	for _, name := range []string{"load", "ask"} {
		line := slices.Clone(lines[name])
		for i, arg := range line {
			for to, from := range copied(t) {
				if below, ok := strings.CutPrefix(arg, to); ok && strings.HasPrefix(arg, "/") {
					line[i] = from + below
				}
			}
		}
		cmd := exec.Command(path, line...)
		cmd.Dir, cmd.Env = root, []string{store}
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%s: crosswalk %v: %v\n%s", name, line, err, out)
		}
		if name == "ask" && !strings.Contains(string(out), "Quillstore") {
			t.Errorf("the question is not answered from the examples:\n%s", out)
		}
	}
}
