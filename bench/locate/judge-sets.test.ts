import { expect, it } from 'vitest';
import { chooseCount, setF1, setFigures } from './judge-sets.ts';

it('names a second file where it is nearly as likely as the first, and no unlikely one', () => {
  expect(chooseCount([0.9, 0.1, 0.05])).toBe(1);
  expect(chooseCount([0.6, 0.55, 0.05])).toBe(2);
  expect(chooseCount([0, 0])).toBe(1);
});

it('measures a set by its harmonic mean', () => {
  expect(setF1(['a'], new Set(['a', 'b']))).toBeCloseTo(2 / 3);
  expect(setF1(['c'], new Set(['a']))).toBe(0);
});

it('counts lines of the first five functions, of those that the fix changed, and says "not run" where none is known', () => {
  const found = ['kept', 'changed'].map((name, at) => ({
    ...{ path: 'a.py', name, kind: 'function' as const, evidence: [], confidence: 0.5 },
    line: 1 + 400 * at,
    endLine: 400 + 400 * at,
  }));
  const answer = { issue: { gold_files: ['a.py'] }, likely: [{ path: 'a.py', confidence: 0.9 }] };
  const gold = ['a.py::changed.within'];
  expect(setFigures([{ ...answer, functions: { found, gold } }])).toEqual({
    file_set_f1: 1,
    function_set_f1: 2 / 3,
    region_hit: 1,
    context_efficiency: 100 / 500,
  });
  expect(setFigures([answer])).toMatchObject({ file_set_f1: 1, function_set_f1: 'not run' });
});
