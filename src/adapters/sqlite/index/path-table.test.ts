import { describe, expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../database.ts';
import { PathTable } from './path-table.ts';
import { indexSchema } from './sealed-rows.ts';

function openPaths() {
  const database = openDatabase(':memory:', { subject: 'index', synchronous: 'normal', busyTimeoutMs: 0 });
  onTestFinished(() => database.close());
  database.exec(indexSchema);
  return { database, paths: new PathTable(database) };
}

describe('PathTable', () => {
  it('gives dense ids from 1 on, one to a path, also to paths that are no UTF-8', () => {
    const { database, paths } = openPaths();
    const names = ['a.ts', 'tab\tnewline\n', 'broken \udcff', 'broken \udcfe', 'a.ts', 'é'];
    expect(names.map((name) => paths.ensure(name))).toEqual([1, 2, 3, 4, 1, 5]);
    expect(paths.count()).toBe(6);
    const reopened = new PathTable(database);
    expect([1, 2, 3, 4, 5].map((id) => reopened.path(id))).toEqual([...new Set(names)]);
    expect(names.map((name) => reopened.find(name))).toEqual([1, 2, 3, 4, 1, 5]);
  });

  it('knows no path that was not added, and learns one that another connection adds', () => {
    const { database, paths } = openPaths();
    expect(paths.find('a.ts')).toBeUndefined();
    expect(paths.find('')).toBeUndefined();
    expect(paths.count()).toBe(1);
    new PathTable(database).ensure('a.ts');
    expect(paths.find('a.ts')).toBe(1);
  });

  it('reads the table as a whole after many look-ups, and tells of a damaged row where it is asked for', () => {
    const { database, paths } = openPaths();
    for (let n = 1; n <= 400; n++) paths.ensure(`${n}.ts`);
    database.exec("UPDATE paths SET path = CAST('torn.ts' AS BLOB) WHERE id = 400");
    const reopened = new PathTable(database);
    for (let n = 1; n <= 300; n++) expect(reopened.path(n)).toBe(`${n}.ts`);
    database.exec('DELETE FROM paths WHERE id BETWEEN 301 AND 399');
    expect(reopened.path(350)).toBe('350.ts');
    expect(reopened.find('351.ts')).toBe(351);
    expect(() => reopened.path(400)).toThrow('is damaged');
  });

  it('forgets ids of a transaction that was rolled back', () => {
    const { database, paths } = openPaths();
    const failing = () =>
      database.transact(() => {
        paths.ensure('lost.ts');
        throw new Error('full');
      });
    expect(failing).toThrow('full');
    paths.forget();
    expect(paths.find('lost.ts')).toBeUndefined();
    expect(paths.ensure('other.ts')).toBe(1);
    expect(paths.path(1)).toBe('other.ts');
  });
});
