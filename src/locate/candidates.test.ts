import { describe, expect, it } from 'vitest';
import type { CodeSnapshot } from '../ports/repository-index.ts';
import { candidatesOf } from './rank-files.ts';

function auxiliaryOf(paths: readonly string[]): readonly string[] {
  const files = paths.map((path, blob) => ({ path, blob }));
  const { sources, auxiliary } = candidatesOf({ files } as Partial<CodeSnapshot> as CodeSnapshot);
  return sources.filter((_, place) => auxiliary[place] === 1).map(({ path }) => path);
}

describe('candidatesOf', () => {
  it('tells what is beside the product by whole segments, not by parts of names', () => {
    const beside = ['examples/conf.py', 'setup.py', 'a/tools/run.py'];
    expect(auxiliaryOf([...beside, 'src/docstring.py', 'src/tools.py', 'src/setup.py'])).toEqual(beside);
  });
});
