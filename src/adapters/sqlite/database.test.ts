import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Database, openDatabase } from './database.ts';

describe('database', () => {
  let folder: string;
  let database: Database;
  const options = { subject: 'index', synchronous: 'normal', busyTimeoutMs: 50 } as const;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'afterwit-test-'));
    database = openDatabase(join(folder, 'deep', 'er', 'some.db'), options);
    database.exec('CREATE TABLE parents (id INTEGER PRIMARY KEY)');
    database.exec('CREATE TABLE children (parent INTEGER REFERENCES parents (id))');
  });

  const opened: Database[] = [];
  const openAlso = (...request: Parameters<typeof openDatabase>) => {
    const one = openDatabase(...request);
    opened.push(one);
    return one;
  };

  afterEach(() => {
    for (const one of [database, ...opened.splice(0)]) one.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const pragma = (name: string) => Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0];
  const count = () => Number(database.prepare('SELECT count(*) AS count FROM parents').get()?.count);

  it('is in WAL mode, as durable as asked for, with foreign keys checked', () => {
    expect(pragma('journal_mode')).toBe('wal');
    expect(pragma('synchronous')).toBe(1);
    expect(pragma('foreign_keys')).toBe(1);
    const durable = openDatabase(join(folder, 'durable.db'), { ...options, synchronous: 'full' });
    expect(durable.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: 2 });
    durable.close();
  });

  it('gives rows back by every way of reading', () => {
    database.prepare('INSERT INTO parents VALUES (?), (?)').run(1, 2);
    const select = database.prepare('SELECT id FROM parents WHERE id > ?');
    expect(select.get(1)).toEqual({ id: 2 });
    expect(select.all(0)).toEqual([{ id: 1 }, { id: 2 }]);
    expect([...select.iterate(0)]).toEqual([{ id: 1 }, { id: 2 }]);
    expect(select.get(2)).toBeUndefined();
  });

  it('undoes a transaction whose work throws, and can go on', () => {
    const failure = new Error('no');
    expect(() =>
      database.transact(() => {
        database.exec('INSERT INTO parents VALUES (1)');
        throw failure;
      }),
    ).toThrow(failure);
    expect(count()).toBe(0);
    expect(database.transact(() => database.prepare('INSERT INTO parents VALUES (1)').run().changes)).toBe(1);
    expect(count()).toBe(1);
  });

  it('spares one transaction the wait for the disk, whatever comes of it', () => {
    const durable = openAlso(join(folder, 'durable.db'), { ...options, synchronous: 'full' });
    const level = () => durable.prepare('PRAGMA synchronous').get()?.synchronous;
    const normal = { synchronous: 'normal' } as const;
    expect(durable.transact(level, normal)).toBe(1);
    expect(durable.transact(level)).toBe(2);
    expect(() => durable.transact(() => durable.exec('no statement'), normal)).toThrow();
    expect(durable.transact(level)).toBe(2);
  });

  it('tells the first fault when a rollback fails too, and waits for the disk again afterwards', () => {
    const durable = openAlso(join(folder, 'durable.db'), { ...options, synchronous: 'full' });
    const { exec } = DatabaseSync.prototype;
    const failing = vi.spyOn(DatabaseSync.prototype, 'exec').mockImplementation(function (
      this: DatabaseSync,
      sql,
    ) {
      if (sql === 'ROLLBACK') throw new Error('no rollback');
      exec.call(this, sql);
    });
    onTestFinished(() => failing.mockRestore());
    const work = () => {
      throw new Error('the first fault');
    };
    expect(() => durable.transact(work, { synchronous: 'normal' })).toThrow('the first fault');
    failing.mockRestore();
    durable.exec('ROLLBACK');
    expect(durable.transact(() => durable.prepare('PRAGMA synchronous').get()?.synchronous)).toBe(2);
  });

  it('undoes a transaction whose work gives a promise', () => {
    expect(() => database.transact(async () => database.exec('INSERT INTO parents VALUES (1)'))).toThrow(
      expect.objectContaining({ code: 'INTERNAL' }),
    );
    expect(count()).toBe(0);
  });

  it('reads one state, whatever others write meanwhile', () => {
    const other = openDatabase(database.path, options);
    database.read(() => {
      expect(count()).toBe(0);
      other.transact(() => other.exec('INSERT INTO parents VALUES (1)'));
      expect(count()).toBe(0);
    });
    expect(count()).toBe(1);
    other.close();
  });

  it('reports a lock that is not let go of', () => {
    const other = openDatabase(database.path, options);
    other.transact(() => {
      expect(() => database.transact(() => undefined)).toThrow(
        expect.objectContaining({ code: 'INDEX_BUSY' }),
      );
    });
    expect(database.transact(() => 'my turn')).toBe('my turn');
    other.close();
  });

  it('reports faults of statements with the path and what SQLite said', () => {
    expect(() => database.exec('INSERT INTO children VALUES (7)')).toThrow(
      expect.objectContaining({
        code: 'INTERNAL',
        data: { path: database.path, sqliteCode: 787, sqliteMessage: 'FOREIGN KEY constraint failed' },
        cause: expect.any(Error),
      }),
    );
    expect(() => database.prepare('SELECT FROM')).toThrow(expect.objectContaining({ code: 'INTERNAL' }));
    const broken = database.prepare("SELECT json('{') FROM (SELECT 1)");
    expect(() => [...broken.iterate()]).toThrow(expect.objectContaining({ code: 'INTERNAL' }));
  });

  it.each([
    { subject: 'index', code: 'INDEX_CORRUPT', remedy: /--rebuild/ },
    { subject: 'memory', code: 'MEMORY_CORRUPT', remedy: /copy of yours/ },
  ] as const)('reports a file that is no database: $code', ({ subject, code, remedy }) => {
    const path = join(folder, 'text.db');
    writeFileSync(path, 'text '.repeat(1_000));
    expect(() => openDatabase(path, { ...options, subject })).toThrow(
      expect.objectContaining({ code, message: expect.stringMatching(remedy) }),
    );
  });

  it('opened for reading neither makes nor changes a file', () => {
    expect(() => openDatabase(join(folder, 'absent.db'), { ...options, readOnly: true })).toThrow(
      expect.objectContaining({ code: 'HOME_NOT_WRITABLE' }),
    );
    expect(existsSync(join(folder, 'absent.db'))).toBe(false);
    const reader = openDatabase(database.path, { ...options, readOnly: true });
    expect(reader.writable).toBe(false);
    expect(reader.read(() => reader.prepare('SELECT count(*) AS count FROM parents').get())).toEqual({
      count: 0,
    });
    expect(() => reader.transact(() => undefined)).toThrow(
      expect.objectContaining({ code: 'HOME_NOT_WRITABLE' }),
    );
    reader.close();
  });

  it('reports a folder that cannot be made, and does not hang where the system is odd about it', () => {
    writeFileSync(join(folder, 'file'), '');
    const impossible = [join(folder, 'file', 'some.db'), '/proc/afterwit/some.db'];
    for (const path of process.platform === 'linux' ? impossible : impossible.slice(0, 1)) {
      expect(() => openDatabase(path, options)).toThrow(
        expect.objectContaining({ code: 'HOME_NOT_WRITABLE' }),
      );
    }
  });

  it('can be closed twice', () => {
    database.close();
    database.close();
  });
});
