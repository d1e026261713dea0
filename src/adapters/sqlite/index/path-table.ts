import { decodePath, encodePath } from '../../../text/path-encoding.ts';
import type { Database, Statement } from '../database.ts';
import { damagedIndex, requireSeal, sealOf } from './seal.ts';

const mostRemembered = 100_000;

/** Paths of all commits and their ids: dense, from 1 on, never reused. */
export class PathTable {
  readonly #database: Database;
  readonly #count: Statement;
  readonly #pathOf: Statement;
  readonly #idOf: Statement;
  readonly #insert: Statement;
  readonly #ids = new Map<string, number>();
  readonly #paths = new Map<number, string>();

  constructor(database: Database) {
    this.#database = database;
    this.#count = database.prepare('SELECT coalesce(max(id), 0) + 1 AS count FROM paths');
    this.#pathOf = database.prepare('SELECT path, seal FROM paths WHERE id = ?');
    this.#idOf = database.prepare('SELECT id, path, seal FROM paths WHERE path = ?');
    this.#insert = database.prepare('INSERT INTO paths (id, path, seal) VALUES (?, ?, ?)');
  }

  /** One more than the largest id. */
  count(): number {
    return this.#count.get()?.count as number;
  }

  /** @throws INDEX_CORRUPT for an unknown id */
  path(id: number): string {
    let path = this.#paths.get(id);
    if (path === undefined) {
      const row = this.#pathOf.get(id);
      if (row === undefined) throw damagedIndex(this.#database, `path ${id} is missing`);
      requireSeal(this.#database, `path ${id}`, row.seal, id, row.path);
      path = decodePath(Buffer.from(row.path as Uint8Array));
      this.#remember(id, path);
    }
    return path;
  }

  find(path: string): number | undefined {
    let id = this.#ids.get(path);
    if (id === undefined) {
      const row = this.#idOf.get(encodePath(path));
      if (row === undefined) return undefined;
      id = row.id as number;
      requireSeal(this.#database, `path ${id}`, row.seal, id, row.path);
      this.#remember(id, path);
    }
    return id;
  }

  /** Looks many up at once: a lock for each would take longer than they do. Later {@link find}s know them. */
  remember(paths: readonly string[]): void {
    this.#database.read(() => {
      for (const path of paths) this.find(path);
    });
  }

  /** Id of a path; assigns a new one if needed. Call inside a transaction, and {@link forget} when that rolls back. */
  ensure(path: string): number {
    const known = this.find(path);
    if (known !== undefined) return known;
    const id = this.count();
    const bytes = encodePath(path);
    this.#insert.run(id, bytes, sealOf(id, bytes));
    this.#remember(id, path);
    return id;
  }

  forget(): void {
    this.#ids.clear();
    this.#paths.clear();
  }

  #remember(id: number, path: string): void {
    if (this.#paths.size >= mostRemembered) this.forget();
    this.#paths.set(id, path);
    this.#ids.set(path, id);
  }
}
