/** Marks a file as a memory of afterwit, in SQLite's header (`afwt` in ASCII). */
export const memoryApplicationId = 0x61667774;

export interface Migration {
  /** Statements that add to the schema. What older versions read and write must keep its meaning. */
  readonly sql: string;
  /**
   * There when versions that lack this migration would do harm by writing: from then on they may only read.
   */
  readonly excludesOlderWriters?: true;
}

/** The n-th migration leads to schema version n. Only ever appended to. */
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
`,
  },
];
