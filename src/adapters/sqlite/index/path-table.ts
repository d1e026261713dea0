import { crc32 } from 'node:zlib';
import { decodePath, encodePath } from '../../../text/path-encoding.ts';
import type { Database, Row, Statement } from '../database.ts';
import { checkedRow, damagedIndex, sealedWriter, selectFrom } from './sealed-rows.ts';

const mostRemembered = 100_000;
/** After so many look-ups a small table is read whole: a row costs a tenth of a look-up. */
const mostSingle = 256;
const mostReadWhole = 50_000;

/** Paths of all commits and their ids: dense, from 1 on, never reused. */
export class PathTable {
  readonly #database: Database;
  readonly #count: Statement;
  readonly #pathOf: Statement;
  readonly #idOf: Statement;
  readonly #all: Statement;
  readonly #insert: ReturnType<typeof sealedWriter>;
  readonly #ids = new Map<string, number>();
  readonly #paths = new Map<number, string>();
  #lookups = 0;

  constructor(database: Database) {
    this.#database = database;
    this.#count = database.prepare('SELECT coalesce(max(id), 0) + 1 AS count FROM paths');
    this.#pathOf = database.prepare(`${selectFrom('paths')} WHERE id = ?`);
    this.#idOf = database.prepare(`${selectFrom('paths')} WHERE path = ?`);
    this.#all = database.prepare('SELECT id, CAST(path AS TEXT) AS path, seal FROM paths');
    this.#insert = sealedWriter(database, 'paths');
  }

  /** One more than the largest id. */
  count(): number {
    return this.#count.get()?.count as number;
  }

  /** @throws INDEX_CORRUPT for an unknown id */
  path(id: number): string {
    const known = this.#paths.get(id);
    if (known !== undefined) return known;
    this.#countLookup();
    const row = this.#pathOf.get(id);
    if (row === undefined) throw damagedIndex(this.#database, `path ${id} is missing`);
    return this.#keep(checkedRow(this.#database, 'paths', row));
  }

  find(path: string): number | undefined {
    const known = this.#ids.get(path);
    if (known !== undefined) return known;
    this.#countLookup();
    const row = this.#idOf.get(encodePath(path));
    if (row !== undefined) this.#keep(checkedRow(this.#database, 'paths', row));
    return row?.id as number | undefined;
  }

  /** Later {@link find}s know them. @param ids of the paths, 0 for a path without one */
  remember(paths: readonly string[], ids: Uint32Array): void {
    paths.forEach((path, at) => {
      const id = ids[at] ?? 0;
      if (id > 0) this.#remember(id, path);
    });
  }

  /** Id of a path; assigns a new one if needed. Call inside a transaction, and {@link forget} when that rolls back. */
  ensure(path: string): number {
    const known = this.find(path);
    if (known !== undefined) return known;
    const id = this.count();
    this.#insert([id, encodePath(path)]);
    this.#remember(id, path);
    return id;
  }

  forget(): void {
    this.#ids.clear();
    this.#paths.clear();
    this.#lookups = 0;
  }

  /** After some single reads, reads all paths at once, but for damaged paths and those that are no text. */
  #countLookup(): void {
    this.#lookups += 1;
    if (this.#lookups !== mostSingle || this.count() > mostReadWhole) return;
    for (const { id, path, seal } of this.#all.iterate())
      if (crc32(`${id};${path}`) === seal) this.#remember(id as number, path as string);
  }

  #keep({ id, path: bytes }: Row): string {
    const path = decodePath(Buffer.from(bytes as Uint8Array));
    this.#remember(id as number, path);
    return path;
  }

  #remember(id: number, path: string): void {
    if (this.#paths.size >= mostRemembered) this.forget();
    this.#paths.set(id, path);
    this.#ids.set(path, id);
  }
}
