import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { LearnedWeights } from '../../../model/answers/file-location.ts';
import type { CommitId } from '../../../model/repository.ts';
import type { FixExample } from '../../../ports/repository-index.ts';
import type { Database, Statement } from '../database.ts';
import { encodeCommitId } from './commit-id-codec.ts';
import { requireSeal, sealOf } from './seal.ts';

/** The fastest level already shrinks the rows to a sixth, because most features of most files are 0. */
const compression = { level: 1 } as const;

/** Training examples and learned weights. Write inside a transaction. */
export class SqliteLearningIndex {
  readonly #database: Database;
  readonly #findExample: Statement;
  readonly #findWeights: Statement;

  constructor(database: Database) {
    this.#database = database;
    this.#findExample = database.prepare(
      'SELECT commit_id, version, answer, features, seal FROM fix_examples WHERE commit_id = ? AND version = ?',
    );
    this.#findWeights = database.prepare('SELECT version, learned, seal FROM learned_weights');
  }

  examples(version: string, fixes: readonly CommitId[]): ReadonlyMap<CommitId, FixExample> {
    const found = new Map<CommitId, FixExample>();
    for (const fix of fixes) {
      const example = this.#example(version, fix);
      if (example !== undefined) found.set(fix, example);
    }
    return found;
  }

  keepExamples(version: string, examples: ReadonlyMap<CommitId, FixExample>): void {
    this.#database.prepare('DELETE FROM fix_examples WHERE version <> ?').run(version);
    const insert = this.#database.prepare(
      'INSERT OR REPLACE INTO fix_examples (commit_id, version, answer, features, seal) VALUES (?, ?, ?, ?, ?)',
    );
    for (const [fix, { rows, ...answer }] of examples) {
      const bytes = new Uint8Array(rows.buffer, rows.byteOffset, rows.byteLength);
      const values = [
        encodeCommitId(fix),
        version,
        JSON.stringify(answer),
        deflateRawSync(bytes, compression),
      ] as const;
      insert.run(...values, sealOf(...values));
    }
  }

  weights(version: string): LearnedWeights | undefined {
    const row = this.#findWeights.get();
    if (row === undefined || row.version !== version) return undefined;
    requireSeal(this.#database, 'a row of learned_weights', row.seal, row.version, row.learned);
    return JSON.parse(row.learned as string) as LearnedWeights;
  }

  keepWeights(version: string, learned: LearnedWeights): void {
    const values = [version, JSON.stringify(learned)] as const;
    this.#database
      .prepare('INSERT OR REPLACE INTO learned_weights (one, version, learned, seal) VALUES (1, ?, ?, ?)')
      .run(...values, sealOf(...values));
  }

  hasWeights(): boolean {
    return this.#findWeights.get() !== undefined;
  }

  forgetWeights(): void {
    this.#database.exec('DELETE FROM learned_weights');
  }

  #example(version: string, fix: CommitId): FixExample | undefined {
    const row = this.#findExample.get(encodeCommitId(fix), version);
    if (row === undefined) return undefined;
    const { commit_id, answer, features, seal } = row;
    requireSeal(this.#database, 'a row of fix_examples', seal, commit_id, row.version, answer, features);
    // Copied for alignment: a typed array must begin at a multiple of its element size.
    const bytes = Uint8Array.from(inflateRawSync(features as Uint8Array));
    return {
      ...(JSON.parse(answer as string) as Omit<FixExample, 'rows'>),
      rows: new Float64Array(bytes.buffer),
    };
  }
}
