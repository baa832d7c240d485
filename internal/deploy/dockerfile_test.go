// Package deploy has the tests of how Crosswalk is deployed: that Dockerfile and docker-compose.yml fit each
// other and the program. They need no container engine, and so cannot tell whether an image runs.
package deploy

import (
	"debug/elf"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"testing"
)

// root is the module's folder, the context in which the image is built.
var root = filepath.Join("..", "..")

// scratch holds what is built once for all tests.
var scratch string

func TestMain(m *testing.M) {
	var err error
	if scratch, err = os.MkdirTemp("", "crosswalk-deploy-"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	code := m.Run()
	os.RemoveAll(scratch)
	os.Exit(code)
}

// An instruction of a Dockerfile, such as COPY with its arguments, options left out.
type instruction struct {
	name    string
	options []string // --from=build
	args    string
}

// dockerfile returns the instructions of the Dockerfile. It knows what ours uses: comments, continued
// lines, options.
func dockerfile(t *testing.T) []instruction {
	t.Helper()
	text := read(t, "Dockerfile")
	text = regexp.MustCompile(`(?m)^\s*#.*\n`).ReplaceAllString(text, "")
	text = strings.ReplaceAll(text, "\\\n", " ")
	var all []instruction
	for line := range strings.Lines(text) {
		fields := strings.Fields(line)
		if len(fields) == 0 {
			continue
		}
		i := instruction{name: fields[0]}
		rest := fields[1:]
		for len(rest) > 0 && strings.HasPrefix(rest[0], "--") {
			i.options, rest = append(i.options, rest[0]), rest[1:]
		}
		i.args = strings.Join(rest, " ")
		all = append(all, i)
	}
	return all
}

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// copied maps paths in the image to the paths in the repository that they are copied from.
func copied(t *testing.T) map[string]string {
	t.Helper()
	paths := map[string]string{}
	for _, i := range dockerfile(t) {
		fromStage := strings.Contains(strings.Join(i.options, " "), "--from=")
		if from, to, ok := strings.Cut(i.args, " "); ok && i.name == "COPY" && !fromStage {
			paths[to] = from
		}
	}
	return paths
}

// built is the program as the Dockerfile's own command builds it.
var built = sync.OnceValues(func() (string, error) {
	text, err := os.ReadFile(filepath.Join(root, "Dockerfile"))
	if err != nil {
		return "", err
	}
	command := regexp.MustCompile(`(?s)CGO_ENABLED=.*?go build .*?\n`).FindString(strings.ReplaceAll(string(text), "\\\n", " "))
	cmd := exec.Command("sh", "-euc", strings.ReplaceAll(command, "/out/", scratch+"/"))
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "TARGETOS="+runtime.GOOS, "TARGETARCH="+runtime.GOARCH, "VERSION=1.2.3")
	if out, err := cmd.CombinedOutput(); err != nil {
		return string(out), err
	}
	return filepath.Join(scratch, "crosswalk"), nil
})

// program returns the path of the program as the image has it.
func program(t *testing.T) string {
	t.Helper()
	if testing.Short() {
		t.Skip("builds the program with other flags than tests do, which takes minutes the first time")
	}
	path, err := built()
	if err != nil {
		t.Fatalf("the Dockerfile's build command: %v\n%s", err, path)
	}
	return path
}

func TestDockerfile(t *testing.T) {
	var user, entrypoint string
	goVersion := regexp.MustCompile(`(?m)^go (\d+\.\d+)`).FindStringSubmatch(read(t, "go.mod"))[1]
	for _, i := range dockerfile(t) {
		switch i.name {
		case "FROM":
			if i.args != "scratch" && i.args != "golang:"+goVersion+" AS build" {
				t.Errorf("FROM %s: not the toolchain of go.mod, nor the empty image", i.args)
			}
			user, entrypoint = "", ""
		case "USER":
			user = i.args
		case "ENTRYPOINT":
			entrypoint = i.args
		}
	}
	if user != "65532:65532" {
		t.Errorf("the image's user is %q, want one by number, who owns nothing", user)
	}
	if entrypoint != `["/usr/bin/crosswalk"]` {
		t.Errorf("the image runs %s", entrypoint)
	}
	for to, from := range copied(t) {
		if _, err := os.Stat(filepath.Join(root, from)); err != nil {
			t.Errorf("copied to %s: %v", to, err)
		}
	}
}

// The program must run in an image that holds nothing else.
func TestProgramIsStatic(t *testing.T) {
	path := program(t)
	if runtime.GOOS == "linux" {
		file, err := elf.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		for _, p := range file.Progs {
			if p.Type == elf.PT_INTERP {
				t.Error("the program wants a dynamic loader")
			}
		}
		if libraries, err := file.ImportedLibraries(); err != nil || len(libraries) > 0 {
			t.Errorf("the program wants the libraries %v (%v)", libraries, err)
		}
	}
	out, err := exec.Command(path, "version").Output()
	if err != nil || !strings.Contains(string(out), "1.2.3") {
		t.Errorf("version says %q (%v), want the VERSION it was built with", out, err)
	}
}

// What is private or large stays out of the repository and of the image.
func TestIgnored(t *testing.T) {
	for file, patterns := range map[string][]string{
		".gitignore":    {"/secrets/"},
		".dockerignore": {"secrets", ".git", "bin"},
	} {
		lines := strings.Fields(read(t, file))
		for _, want := range patterns {
			found := false
			for _, line := range lines {
				found = found || line == want
			}
			if !found {
				t.Errorf("%s has no line %q", file, want)
			}
		}
	}
}
