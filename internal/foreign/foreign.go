// Package foreign lends out programs that are not Go's: packages of npm and pip at the versions that a lock
// file pins, installed once into the user's cache folder. The build of the playground and the tests with
// real clients use it; what the server does must never depend on it.
package foreign

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/rogpeppe/go-internal/lockedfile"
)

// ErrUnavailable is the error, perhaps wrapped, for a machine without the interpreter that is needed.
var ErrUnavailable = errors.New("not to be had on this machine")

// Node copies an npm project, which has a package-lock.json, into the folder work and puts its packages
// beside it, so that `node FILE` in work finds them. Install scripts of packages are not run.
// Errors: ErrUnavailable without Node.js 20 and npm; what npm says.
func Node(ctx context.Context, project, work string) error {
	lock, err := os.ReadFile(filepath.Join(project, "package-lock.json"))
	if err != nil {
		return err
	}
	if err := run(ctx, "", "node", "-e", "process.exitCode = parseInt(process.versions.node) < 20 ? 1 : 0"); err != nil {
		return fmt.Errorf("node 20 or newer: %w: %w", ErrUnavailable, err)
	}
	if _, err := exec.LookPath("npm"); err != nil {
		return fmt.Errorf("npm: %w: %w", ErrUnavailable, err)
	}
	installed, err := once(ctx, "npm", lock, func(dir string) error {
		for _, name := range []string{"package.json", "package-lock.json"} {
			if err := copyFile(filepath.Join(project, name), filepath.Join(dir, name)); err != nil {
				return err
			}
		}
		return run(ctx, dir, "npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
	})
	if err != nil {
		return err
	}
	if err := copyTree(project, work); err != nil {
		return err
	}
	return os.Symlink(filepath.Join(installed, "node_modules"), filepath.Join(work, "node_modules"))
}

// Python gives the path of a Python interpreter that has the packages of a requirements file.
// Errors: ErrUnavailable without Python 3 and its module venv; what pip says.
func Python(ctx context.Context, requirements string) (string, error) {
	lock, err := os.ReadFile(requirements)
	if err != nil {
		return "", err
	}
	if err := run(ctx, "", "python3", "-c", "import venv, ensurepip"); err != nil {
		return "", fmt.Errorf("Python 3 with venv: %w: %w", ErrUnavailable, err)
	}
	installed, err := once(ctx, "python", lock, func(dir string) error {
		if err := run(ctx, "", "python3", "-m", "venv", dir); err != nil {
			return err
		}
		return run(ctx, "", filepath.Join(dir, "bin", "python"), "-m", "pip", "install", "--quiet", "--requirement", requirements)
	})
	return filepath.Join(installed, "bin", "python"), err
}

// once installs what a lock file pins, unless that was done before, and gives the folder. Of processes that
// want the same at the same time one does it and the others wait.
func once(ctx context.Context, sort string, lock []byte, install func(dir string) error) (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	dir := filepath.Join(cache, "crosswalk", fmt.Sprintf("%s-%.12x", sort, sha256.Sum256(lock)))
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	unlock, err := lockedfile.MutexAt(filepath.Join(dir, "lock")).Lock()
	if err != nil {
		return "", err
	}
	defer unlock()
	// A virtual environment knows its own path, so it is made in place, and a mark says that it is whole.
	ready, mark := filepath.Join(dir, "installed"), filepath.Join(dir, "complete")
	if _, err := os.Stat(mark); err == nil {
		return ready, nil
	}
	if err := errors.Join(os.RemoveAll(ready), os.Mkdir(ready, 0o755)); err != nil {
		return "", err
	}
	if err := install(ready); err != nil {
		return "", errors.Join(err, ctx.Err())
	}
	return ready, os.WriteFile(mark, nil, 0o644)
}

// run runs a program in a folder; what it prints is part of the error when it fails.
func run(ctx context.Context, dir, name string, args ...string) error {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", cmd, err, out)
	}
	return nil
}

// copyTree copies the files of a project, without what is installed or built in it.
func copyTree(from, to string) error {
	return filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		below, err := filepath.Rel(from, path)
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "node_modules" || d.Name() == "dist"):
			return fs.SkipDir
		case d.IsDir():
			return os.MkdirAll(filepath.Join(to, below), 0o755)
		}
		return copyFile(path, filepath.Join(to, below))
	})
}

func copyFile(from, to string) error {
	text, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, text, 0o644)
}
