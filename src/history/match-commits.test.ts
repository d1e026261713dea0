import { expect, it } from 'vitest';
import { projectNames } from './match-commits.ts';

it.each([
  [
    'what most changes are below',
    { 'src/_pytest/a.py': 60, 'py/b.py': 9, 'py/c.py': 9, 'py/d.py': 9 },
    ['pytest'],
  ],
  ['no part of it', { 'pylint/checkers/a.py': 60, 'pylint/b.py': 40 }, ['pylint']],
  [
    'each word of a name',
    { 'sentence_transformers/losses/a.py': 9, 'sentence_transformers/b.py': 9 },
    ['sentenc', 'transformer'],
  ],
  ['nothing where all is spread out', { 'binding/a.go': 14, 'render/b.go': 11, 'gin.go': 75 }, []],
  ['nothing where nothing changed', {}, []],
])('a project is called by %s', (_, changes, names) => {
  expect([...projectNames(new Map(Object.entries(changes)))].toSorted()).toEqual(names.toSorted());
});
