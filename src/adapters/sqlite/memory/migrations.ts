import { crc32 } from 'node:zlib';

/** Marks a file as a memory of afterwit, in SQLite's header (`afwt` in ASCII). */
export const memoryApplicationId = 0x61667774;

export interface Migration {
  /** Statements that extend the schema. Everything that older versions read and write must keep its meaning. */
  readonly sql: string;
  /** Set when versions without this migration would do harm by writing; they may then only read. */
  readonly excludesOlderWriters?: true;
  /** Set when lines of code that anchors keep must be hidden afterwards, in copies as well. */
  readonly hidesLines?: true;
}

/** The schema that the first migration leads to. No release wrote an earlier one, and none is read. */
export const firstSchema = 3;

/** Of the steps that led to the first schema, before they became one: older versions compare them with theirs. */
const firstChecksums = [3907654289, 1665685167, 4227349907];

/** One for each schema up to the last of these, stored in the memory to detect a different migration. */
export function checksumsOf(migrations: readonly Migration[]): readonly number[] {
  return [...firstChecksums, ...migrations.slice(1).map(({ sql }) => crc32(sql))];
}

/** The schema that these lead to. */
export function schemaOf(migrations: readonly Migration[]): number {
  return firstSchema - 1 + migrations.length;
}

/** The first schema that holds teams. A home that belongs to one is written by no version before it. */
export const teamSchema = 10;

/**
 * The first migration leads to {@link firstSchema}, each other one to the next. Append only, never edit: memories store
 * checksums of the migrations.
 */
export const memoryMigrations: readonly Migration[] = [
  {
    excludesOlderWriters: true,
    sql: `
CREATE TABLE repositories (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  name ANY NOT NULL,
  created_at_ms INTEGER NOT NULL,
  digest INTEGER NOT NULL
) STRICT;

CREATE TABLE repository_evidence (
  repository_id TEXT NOT NULL REFERENCES repositories (id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('path', 'remote', 'root')),
  value ANY NOT NULL,
  digest INTEGER NOT NULL,
  PRIMARY KEY (kind, value, repository_id)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX one_repository_a_path ON repository_evidence (value) WHERE kind = 'path';
CREATE INDEX evidence_of_repository ON repository_evidence (repository_id);

CREATE TABLE items (
  ordinal INTEGER PRIMARY KEY AUTOINCREMENT,
  id ANY NOT NULL UNIQUE,
  scope ANY NOT NULL,
  fingerprint ANY NOT NULL,
  layer TEXT NOT NULL,
  type TEXT NOT NULL,
  status TEXT NOT NULL,
  quarantined INTEGER NOT NULL,
  origin ANY NOT NULL,
  created_at_ms INTEGER NOT NULL,
  updated_at_ms INTEGER NOT NULL,
  digest INTEGER NOT NULL,
  rest TEXT NOT NULL,
  kind TEXT NOT NULL DEFAULT 'lesson',
  UNIQUE (scope, fingerprint)
) STRICT;

CREATE INDEX items_by_kind ON items (scope, kind, type, status, quarantined, origin);

CREATE TABLE item_access (
  ordinal INTEGER PRIMARY KEY REFERENCES items (ordinal) ON DELETE CASCADE,
  access_count INTEGER NOT NULL,
  last_accessed_at_ms INTEGER,
  digest INTEGER NOT NULL
) STRICT;

CREATE TABLE item_terms (
  ordinal INTEGER PRIMARY KEY REFERENCES items (ordinal) ON DELETE CASCADE,
  digest INTEGER NOT NULL,
  terms TEXT NOT NULL
) STRICT;

CREATE TABLE item_scopes (
  id INTEGER PRIMARY KEY,
  scope ANY NOT NULL UNIQUE,
  item_count INTEGER NOT NULL,
  total_length INTEGER NOT NULL,
  digest INTEGER NOT NULL
) STRICT;

-- After the postings of a term, beside the next one to come, the row of ordinal 4294967295 tells how many they are.
CREATE TABLE item_postings (
  scope_id INTEGER NOT NULL,
  term ANY NOT NULL,
  ordinal INTEGER NOT NULL,
  frequency INTEGER NOT NULL,
  length INTEGER NOT NULL,
  PRIMARY KEY (scope_id, term, ordinal)
) STRICT, WITHOUT ROWID;

CREATE TABLE item_links (
  target_id ANY NOT NULL,
  source INTEGER NOT NULL REFERENCES items (ordinal) ON DELETE CASCADE,
  PRIMARY KEY (target_id, source)
) STRICT, WITHOUT ROWID;

CREATE INDEX item_links_by_source ON item_links (source);

CREATE TABLE decisions (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  id ANY NOT NULL UNIQUE,
  at_ms INTEGER NOT NULL,
  repository_id ANY,
  digest INTEGER NOT NULL,
  receipt TEXT NOT NULL
) STRICT;

CREATE INDEX decisions_by_time ON decisions (repository_id, at_ms);

CREATE TABLE outcomes (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  id ANY NOT NULL UNIQUE,
  decision_id ANY NOT NULL,
  item_id ANY,
  kind TEXT NOT NULL,
  given_by TEXT NOT NULL,
  principal ANY NOT NULL,
  at_ms INTEGER NOT NULL,
  digest INTEGER NOT NULL,
  session ANY
) STRICT;

CREATE INDEX outcomes_of_decision ON outcomes (decision_id);
CREATE INDEX outcomes_of_item ON outcomes (item_id);
CREATE INDEX outcomes_in_session ON outcomes (session) WHERE session IS NOT NULL;

CREATE TABLE paused_repositories (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  repository_id TEXT NOT NULL UNIQUE REFERENCES repositories (id) ON DELETE CASCADE,
  paused_at_ms INTEGER NOT NULL,
  digest INTEGER NOT NULL
) STRICT;
`,
  },
  {
    // A version without it writes decisions and outcomes alone; the gate's knowledge then catches up with them.
    sql: `
CREATE TABLE gate_knowledge (
  sequence INTEGER PRIMARY KEY,
  decision_sequence INTEGER NOT NULL,
  outcome_sequence INTEGER NOT NULL,
  digest INTEGER NOT NULL,
  body TEXT NOT NULL
) STRICT;
`,
  },
  {
    // Former versions kept passing output here; neither is read or written any more, and migrations are appended only.
    sql: `
CREATE TABLE circumstance_salt (
  sequence INTEGER PRIMARY KEY,
  digest INTEGER NOT NULL,
  salt TEXT NOT NULL
) STRICT;

CREATE TABLE circumstances (
  sequence INTEGER PRIMARY KEY,
  repository_id TEXT NOT NULL REFERENCES repositories (id) ON DELETE CASCADE,
  family INTEGER NOT NULL,
  at_ms INTEGER NOT NULL,
  digest INTEGER NOT NULL,
  body TEXT NOT NULL,
  UNIQUE (repository_id, family)
) STRICT;
`,
  },
  {
    // A version without it counts shown memories at once, and does no upkeep.
    sql: `
CREATE TABLE upkeep (
  sequence INTEGER PRIMARY KEY,
  digest INTEGER NOT NULL,
  body TEXT NOT NULL
) STRICT;
`,
  },
  {
    // The lessons of passing runs go: nothing reads them any more, nor would forgetting their failure reach them.
    sql: 'DELETE FROM circumstances; DELETE FROM circumstance_salt;',
  },
  {
    // A version without it would write lines of code as they are, with the secrets in them.
    excludesOlderWriters: true,
    hidesLines: true,
    sql: '',
  },
  {
    // A version that does not know tasks takes their rows for damaged.
    excludesOlderWriters: true,
    sql: "UPDATE items SET kind = 'experience' WHERE json_valid(rest) AND json_extract(rest, '$.body.kind') = 'experience';",
  },
  {
    // An older version may write only while the home belongs to no team (`teamSchema`), since it would not tell its changes.
    sql: `
CREATE TABLE teams (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  digest INTEGER NOT NULL,
  body TEXT NOT NULL
) STRICT;

CREATE TABLE team_operations (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  team TEXT NOT NULL,
  machine TEXT NOT NULL,
  seq INTEGER NOT NULL,
  kind TEXT NOT NULL,
  item ANY,
  digest INTEGER NOT NULL,
  stage INTEGER NOT NULL,
  body TEXT NOT NULL,
  UNIQUE (team, machine, seq)
) STRICT;

CREATE INDEX team_operations_of_item ON team_operations (team, item) WHERE item IS NOT NULL;
CREATE INDEX team_operations_of_kind ON team_operations (team, kind) WHERE kind IN ('member', 'revoke');
CREATE INDEX team_operations_waiting ON team_operations (team, stage) WHERE stage < 2;
`,
  },
  {
    // Counts and lists are read from the index alone; versions without it keep it up to date, since SQLite does.
    sql: `
CREATE INDEX items_by_facet ON items (
  status,
  instr(rest, '"relation":"may_supersede"') > 0,
  quarantined,
  coalesce(CASE WHEN json_valid(rest) THEN json_extract(rest, '$.body.doubt.kind') END, 'none'),
  CASE WHEN json_valid(rest) THEN json_extract(rest, '$.trust') END,
  CASE WHEN json_valid(rest) THEN json_extract(rest, '$.source') END,
  coalesce(CASE WHEN json_valid(rest) THEN json_extract(rest, '$.body.kind') END, 'none'),
  type, scope, kind, updated_at_ms
);
CREATE INDEX items_of_patterns ON items (scope, status) WHERE kind = 'pattern';
`,
  },
  {
    sql: `CREATE INDEX items_with_anchors ON items (scope) WHERE instr(rest, '"anchors":[{') > 0;`,
  },
  {
    sql: `CREATE INDEX items_of_findings ON items (scope) WHERE instr(rest, '"kind":"finding"') > 0;`,
  },
];

/** The schema that this version writes. */
export const memorySchema = schemaOf(memoryMigrations);
