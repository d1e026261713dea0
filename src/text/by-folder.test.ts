import { expect, it } from 'vitest';
import { byFolder } from './by-folder.ts';

it('judges each folder once', () => {
  const judged: (readonly string[])[] = [];
  const depthOf = byFolder((names) => judged.push(names) && names.length);
  expect(['a/b/c.ts', 'a/b/d.ts', 'e.ts', 'a/b.ts', 'f.ts'].map(depthOf)).toEqual([2, 2, 0, 1, 0]);
  expect(judged).toEqual([['a', 'b'], [], ['a']]);
});
