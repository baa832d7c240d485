package neo4jserver

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// What a server's folder holds besides Neo4j's own data and logs.
const (
	passwordFile = "password"
	configFile   = "neo4j.conf"
	consoleLog   = "console.log"
)

// settings of neo4j.conf, but for the address: nothing is served but Bolt, nothing is reported to
// anyone, and files on disk stay small. The internal settings have an idle server end at once; by
// default it waits ten seconds for nothing.
const settings = `server.http.enabled=false
server.https.enabled=false
server.memory.pagecache.size=128m
server.logs.gc.enabled=false
dbms.usage_report.enabled=false
dbms.cypher.min_replan_interval=1h
db.logs.query.enabled=OFF
db.tx_log.preallocate=false
db.tx_log.rotation.size=8m
db.tx_log.rotation.retention_policy=keep_none
internal.dbms.bolt.netty_server_shutdown_quiet_period=0
internal.server.bolt.thread_pool_shutdown_wait_time=0s
`

// configure makes the folder of a server that listens on the address, and returns the password, which is
// the one of the folder's earlier servers if there were any.
func configure(home, address string) (password string, err error) {
	initial := filepath.Join(home, "data", "dbms", "auth.ini")
	if err := os.MkdirAll(filepath.Dir(initial), 0o700); err != nil {
		return "", err
	}
	conf := fmt.Sprintf("server.bolt.listen_address=%[1]s\nserver.bolt.advertised_address=%[1]s\n%[2]s", address, settings)
	if err := os.WriteFile(filepath.Join(home, configFile), []byte(conf), 0o600); err != nil {
		return "", err
	}
	kept, err := os.ReadFile(filepath.Join(home, passwordFile))
	if err == nil {
		return strings.TrimSpace(string(kept)), nil
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	password = rand.Text()
	if err := os.WriteFile(initial, []byte(credentials(password)), 0o600); err != nil {
		return "", err
	}
	return password, os.WriteFile(filepath.Join(home, passwordFile), []byte(password+"\n"), 0o600)
}

// credentials is the file from which a new database takes its first user, in the form that
// `neo4j-admin dbms set-initial-password` writes: NAME:DIGEST,HASH,SALT,ITERATIONS: where the first
// iteration is over salt and password, the others over the hash before. To write it here spares a start
// of the virtual machine.
func credentials(password string) string {
	const iterations = 1024
	salt := make([]byte, sha256.Size)
	rand.Read(salt) // never fails: crypto/rand ends the program instead
	hash := sha256.Sum256(append(bytes.Clone(salt), password...))
	for range iterations - 1 {
		hash = sha256.Sum256(hash[:])
	}
	return fmt.Sprintf("%s:SHA-256,%X,%X,%d:\n", user, hash, salt, iterations)
}

// lastLines is the end of what a server said, without the stacks of its exceptions, for the error that it
// did not start.
func lastLines(home string) string {
	const most = 15
	var said []string
	for _, name := range []string{consoleLog, filepath.Join("logs", "neo4j.log")} {
		text, err := os.ReadFile(filepath.Join(home, name))
		if err != nil {
			text = []byte(err.Error())
		}
		lines := slices.DeleteFunc(strings.Split(string(text), "\n"), func(line string) bool {
			return strings.TrimSpace(line) == "" || strings.HasPrefix(line, "\t")
		})
		said = append(said, lines[max(0, len(lines)-most):]...)
	}
	return strings.Join(said, "\n")
}
