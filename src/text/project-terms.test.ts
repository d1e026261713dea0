import { expect, it } from 'vitest';
import { projectTerms } from './terms.ts';

it.each([
  [
    [...'abc'].map((name) => `src/_pytest/${name}.py`).concat('src/_pytest/mark/d.py', 'src/py.py'),
    ['pytest'],
  ],
  [
    ['sentence_transformers/losses/a.py', 'sentence_transformers/b.py'],
    ['sentenc', 'transformer', 'loss'],
  ],
  [['lib/a.js', 'lib/b.js', 'index.js'], []],
  [['gson/src/main/java/com/google/gson/A.java'], ['gson', 'googl']],
  [[], []],
])('%j lie under %j', (paths, terms) => {
  expect([...projectTerms(paths)].toSorted()).toEqual(terms.toSorted());
});

it('takes no folder that few of the sources are in', () => {
  const paths = ['core/a.py', ...Array.from({ length: 9 }, (_, i) => `sphinx/f${i}.py`), 'plugins/b.py'];
  expect([...projectTerms(paths)]).toEqual(['sphinx']);
});
