-- The live graph (nodes, relationships, contributions) and the journal (editions, batches, contents).
-- Columns and indexes of nodes for single properties are not listed here: they follow from the kinds table when
-- a store is opened (shape.go).

CREATE TABLE state (
  only     INTEGER PRIMARY KEY CHECK (only = 1),
  revision INTEGER NOT NULL
) STRICT;
INSERT INTO state VALUES (1, 0);

-- What each origin said, when. until is 0 while an edition is current or refused.
CREATE TABLE editions (
  seq               INTEGER PRIMARY KEY AUTOINCREMENT,
  location          TEXT    NOT NULL,
  path              TEXT    NOT NULL,
  document          TEXT    NOT NULL,
  digest            TEXT    NOT NULL REFERENCES batches (digest),
  byte_digest       TEXT    NOT NULL,
  format            TEXT    NOT NULL,
  model             INTEGER NOT NULL,
  state             TEXT    NOT NULL CHECK (state IN ('CURRENT', 'REFUSED', 'PAST')),
  since             INTEGER NOT NULL,
  until             INTEGER NOT NULL,
  at                INTEGER NOT NULL, -- nanoseconds since 1970, UTC
  conflict_location TEXT,
  conflict_node     TEXT
) STRICT;
CREATE UNIQUE INDEX editions_live   ON editions (location, state) WHERE state <> 'PAST';
CREATE INDEX editions_location      ON editions (location);
CREATE INDEX editions_path          ON editions (path)     WHERE state <> 'PAST';
CREATE INDEX editions_document      ON editions (document);
CREATE INDEX editions_digest        ON editions (digest);
CREATE INDEX editions_bytes         ON editions (byte_digest);
CREATE INDEX editions_since         ON editions (since);
CREATE INDEX editions_until         ON editions (until);

-- The lowered facts of editions, each once: JSON, compressed. The rows that a batch puts into
-- contributions and relationships have keys from number * 2^24 on, so a batch is a range of keys.
CREATE TABLE batches (
  number INTEGER PRIMARY KEY,
  digest TEXT NOT NULL UNIQUE,
  facts  BLOB NOT NULL
) STRICT;

-- The bytes that editions were read from, each once, compressed.
CREATE TABLE contents (
  digest TEXT PRIMARY KEY,
  bytes  BLOB NOT NULL
) STRICT, WITHOUT ROWID;

-- What live batches say of nodes. fact_key is set where the batch claims the node for itself.
CREATE TABLE contributions (
  key      INTEGER PRIMARY KEY,
  node     TEXT NOT NULL,
  facts    TEXT NOT NULL, -- JSON
  fact_key TEXT
) STRICT;
CREATE INDEX contributions_node ON contributions (node);

-- The merge of the contributions. props holds what may be filtered on, bodies the rest.
CREATE TABLE nodes (
  key      INTEGER PRIMARY KEY,
  id       TEXT    NOT NULL UNIQUE,
  kind     TEXT    NOT NULL,
  declared INTEGER NOT NULL,
  label    TEXT,          -- folded label; null where there is none
  props    TEXT    NOT NULL, -- JSON object
  notes    TEXT           -- JSON: stated values, amended and disputed properties; null where there are none
) STRICT;
CREATE INDEX nodes_kind  ON nodes (kind, id);
CREATE INDEX nodes_label ON nodes (label, id) WHERE label IS NOT NULL;
CREATE INDEX nodes_stub  ON nodes (kind, id)  WHERE declared = 0;

CREATE TABLE bodies (
  key  INTEGER PRIMARY KEY REFERENCES nodes (key) ON DELETE CASCADE,
  body TEXT NOT NULL -- JSON object
) STRICT;

CREATE TABLE relationships (
  key         INTEGER PRIMARY KEY,
  id          TEXT    NOT NULL,
  type        TEXT    NOT NULL,
  source      INTEGER NOT NULL REFERENCES nodes (key),
  target      INTEGER NOT NULL REFERENCES nodes (key),
  certainty   INTEGER NOT NULL,
  line        INTEGER NOT NULL,
  document    TEXT    NOT NULL,
  rule        TEXT    NOT NULL,
  sentence    TEXT    NOT NULL,
  heading     TEXT    NOT NULL,
  approximate INTEGER NOT NULL,
  lossy       INTEGER NOT NULL
) STRICT;
CREATE INDEX relationships_out ON relationships (source, type, line, target, certainty);
CREATE INDEX relationships_in  ON relationships (target, type, line, source, certainty);

-- Words of label and text, made by us; the tokenizer only has to split at spaces. rowid is nodes.key.
CREATE VIRTUAL TABLE texts USING fts5 (
  label, text, content = '', contentless_delete = 1, tokenize = 'ascii'
);

-- What SQLite is to think of the indexes (see shape.go for why these are not measured).
ANALYZE sqlite_schema;
INSERT INTO sqlite_stat1 VALUES
  ('nodes', 'sqlite_autoindex_nodes_1', '1000000 1'),
  ('nodes', 'nodes_kind',  '1000000 50000 1'),
  ('nodes', 'nodes_label', '1000000 2 1'),
  ('nodes', 'nodes_stub',  '1000 50 1'),
  ('relationships', 'relationships_out', '5000000 5 3 1 1 1'),
  ('relationships', 'relationships_in',  '5000000 5 3 1 1 1');
