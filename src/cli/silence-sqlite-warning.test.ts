import { expect, test } from 'vitest';
import { silenceSqliteWarning } from './before-start.ts';

function recordWarnings() {
  const seen: unknown[][] = [];
  const target = { emitWarning: (...rest: unknown[]) => void seen.push(rest) };
  silenceSqliteWarning(target);
  return { seen, emitWarning: target.emitWarning as (...rest: unknown[]) => void };
}

test("SQLite's experimental warning is dropped", () => {
  const { seen, emitWarning } = recordWarnings();
  emitWarning('SQLite is an experimental feature and might change at any time', 'ExperimentalWarning');
  expect(seen).toEqual([]);
});

test('every other warning passes with all its arguments', () => {
  const { seen, emitWarning } = recordWarnings();
  const passed = [
    ['Something else is an experimental feature', 'ExperimentalWarning'],
    ['SQLite is an experimental feature and might change at any time', 'DeprecationWarning'],
    ['old', { type: 'DeprecationWarning', code: 'DEP0001' }],
    [new Error('SQLite is full')],
  ];
  for (const warning of passed) emitWarning(...warning);
  expect(seen).toEqual(passed);
});
