import { describe, expect, it } from 'vitest';
import { failureProfile } from '../../../tests/fakes/memory-item.ts';
import { compareCommands, compareFiles, compareFrames } from './compare-places.ts';

const command = (line: string, family?: string) => ({
  command: line,
  failure: failureProfile(family === undefined ? {} : { command: { program: family, family } }),
});

describe('compareCommands', () => {
  it('goes by the family, then by the words', () => {
    const known = command('pytest -q tests/a.py', 'pytest');
    expect(compareCommands(command('pytest -q tests/a.py', 'pytest'), known)).toBe(1);
    const other = compareCommands(command('pytest -q tests/b.py', 'pytest'), known) ?? 0;
    expect(other).toBeGreaterThan(0.7);
    expect(other).toBeLessThan(1);
    expect(compareCommands(command('make', 'make'), known)).toBe(0);
    expect(compareCommands(command(''), known)).toBeUndefined();
  });
});

describe('compareFiles', () => {
  it.each([
    ['src/a.ts', 'src/a.ts', 1],
    ['packages/x/src/a.ts', 'src/a.ts', 1],
    ['src/b.ts', 'src/a.ts', 0.5],
    ['src/b.css', 'src/a.ts', 0],
    ['lib/a.ts', 'src/a.ts', 0],
    ['data.ts', 'a.ts', 0.5],
    [undefined, 'src/a.ts', undefined],
  ])('%s, %s: %s', (one, other, expected) => {
    expect(compareFiles(one, other)).toBe(expected);
    expect(compareFiles(other, one)).toBe(expected);
  });
});

describe('compareFrames', () => {
  it('looks at the inner ones, path and function', () => {
    const outer = Array.from({ length: 9 }, (_, at) => ({ path: `outer/${at}.ts` }));
    const inner = [{ path: 'src/a.ts', function: 'read' }];
    expect(compareFrames([...outer.slice(0, 2), ...inner], inner)).toBeCloseTo(1 / 3);
    expect(compareFrames(inner, [{ path: 'src/a.ts', function: 'write' }])).toBe(0);
    expect(compareFrames(inner, [])).toBeUndefined();
  });
});
