import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildRepository } from '../../tests/git/build-repository.ts';
import { classesOf, findLookAlikes, looksLike } from './find-look-alikes.ts';

describe('findLookAlikes', () => {
  const ask = (text: string) => {
    const repository = buildRepository();
    const commit = repository.commit('Begin', {
      'migration.py': 'class MigrationWriter:\n    pass\n',
      'operation.py': 'class OperationWriter(Base):\n    pass\n',
      'model.py': 'class Model:\n    pass\n',
    });
    return findLookAlikes({
      gitDirectory: join(repository.path, '.git'),
      commit,
      text,
      gold: ['migration.py'],
      rankings: { ours: ['model.py', 'operation.py', 'migration.py'], theirs: ['migration.py'] },
    });
  };

  it('finds files whose class has an ending in common with the one named', () => {
    expect(ask('MigrationWriter fails')).toEqual({
      wrongPlaces: { ours: [2], theirs: [] },
      rightPlaces: { ours: 3, theirs: 1 },
    });
  });

  it('takes no file for wrong that is named as well, and no question that names no class of the answer', () => {
    expect(ask('MigrationWriter and OperationWriter fail')?.wrongPlaces).toEqual({ ours: [], theirs: [] });
    expect(ask('the writer of migrations fails')).toBeUndefined();
  });
});

it('reads the classes of several languages', () => {
  const source =
    'export abstract class A {}\npub struct B;\nclass C(D):\n  public final class E {}\n// a class of F';
  expect(classesOf(source)).toEqual(['A', 'B', 'C', 'E']);
});

it.each([
  ['OperationWriter', 'MigrationWriter', true],
  ['MigrationLoader', 'MigrationWriter', true],
  ['MigrationWriter', 'MigrationWriter', false],
  ['Writer', 'MigrationWriter', false],
  ['SessionStore', 'MigrationWriter', false],
])('%s looks like %s: %s', (name, other, expected) => {
  expect(looksLike(name, other)).toBe(expected);
});
