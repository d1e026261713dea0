import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { LearnedWeights } from '../../../model/answers/file-location.ts';
import type { CommitId } from '../../../model/repository.ts';
import type { FixExample } from '../../../ports/repository-index.ts';
import type { Database, Statement } from '../database.ts';
import { encodeCommitId } from './row-codecs.ts';
import { checkedRow, sealedWriter, selectFrom } from './sealed-rows.ts';

/** The fastest level already shrinks the rows to a sixth, because most features of most files are 0. */
const compression = { level: 1 } as const;

/** Training examples and learned weights. Write inside a transaction. */
export class SqliteLearningIndex {
  readonly #database: Database;
  readonly #findExample: Statement;
  readonly #findWeights: Statement;

  constructor(database: Database) {
    this.#database = database;
    this.#findExample = database.prepare(`${selectFrom('fix_examples')} WHERE commit_id = ? AND version = ?`);
    this.#findWeights = database.prepare(selectFrom('learned_weights'));
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
    const write = sealedWriter(this.#database, 'fix_examples', 'INSERT OR REPLACE');
    for (const [fix, { rows, ...answer }] of examples) {
      const bytes = new Uint8Array(rows.buffer, rows.byteOffset, rows.byteLength);
      write([encodeCommitId(fix), version, JSON.stringify(answer), deflateRawSync(bytes, compression)]);
    }
  }

  weights(version: string): LearnedWeights | undefined {
    const row = this.#findWeights.get();
    if (row === undefined || row.version !== version) return undefined;
    checkedRow(this.#database, 'learned_weights', row);
    return JSON.parse(row.learned as string) as LearnedWeights;
  }

  keepWeights(version: string, learned: LearnedWeights): void {
    const write = sealedWriter(this.#database, 'learned_weights', 'INSERT OR REPLACE', 'one');
    write([version, JSON.stringify(learned)], 1);
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
    const { answer, features } = checkedRow(this.#database, 'fix_examples', row);
    // Copied for alignment: a typed array must begin at a multiple of its element size.
    const bytes = Uint8Array.from(inflateRawSync(features as Uint8Array));
    return {
      ...(JSON.parse(answer as string) as Omit<FixExample, 'rows'>),
      rows: new Float64Array(bytes.buffer),
    };
  }
}
