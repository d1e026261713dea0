import { expect, it } from 'vitest';
import { promptOf } from './model-use.ts';
import { fileUse } from './uses.ts';

const asked = (...paths: readonly string[]) =>
  promptOf(fileUse, {
    issue: 'It breaks. '.repeat(2_000),
    files: paths.map((path) => ({ path, evidence: [], code: '' })),
  });

it('tells files by short names, and of a long issue the beginning', () => {
  const { prompt } = asked('src/a.ts', 'src/b.ts');
  expect(JSON.parse(prompt.text)).toMatchObject({ files: [{ id: 'f1', path: 'src/a.ts' }, { id: 'f2' }] });
  expect(prompt.text.length).toBeLessThan(9_000);
});

it('reads the chances of the files that are named, the others as 0', () => {
  const { read } = asked('a', 'b', 'c');
  expect(read({ files: [{ id: 'f3', chance: 0.9 }] })).toEqual([0, 0, 0.9]);
  expect(read({ files: [] })).toEqual([0, 0, 0]);
});

it.each([
  { files: [{ id: 'f9', chance: 1 }] },
  { files: [{ id: 'f1', chance: 2 }] },
  { files: [{ id: 'f1', chance: '1' }] },
  {
    files: [
      { id: 'f1', chance: 1 },
      { id: 'f1', chance: 0 },
    ],
  },
  { files: [null] },
  { files: 'f1' },
  {},
])('reads nothing of another form: %j', (value) => {
  expect(asked('a', 'b').read(value)).toBeUndefined();
});
