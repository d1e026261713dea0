import { describe, expect, it } from 'vitest';
import { failureProfile } from '../../../tests/fakes/memory-item.ts';
import { compareCommands, compareFiles, compareFrames, messageLikeness } from './gather-evidence.ts';

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

const unused = 'src/pot.go:__NUM__:__NUM__: "fmt" imported and not used';

describe('messageLikeness', () => {
  it('is 1 where one finding of both is the same, wherever it was met', () => {
    const elsewhere = 'src/lid.go:__NUM__: "fmt" imported and not used';
    expect(messageLikeness([unused, 'src/pot.go:__NUM__: undefined: boil'], [elsewhere])).toBe(1);
  });

  it('is low for other findings in the same file', () => {
    expect(messageLikeness([unused], ['src/pot.go:__NUM__:__NUM__: undefined: boil'])).toBeLessThan(0.2);
  });

  it.each([
    [[unused], ['TypeError: boil is not a function']],
    [['TypeError: boil is not a function'], [unused]],
    [[unused], ['src/pot.go:__NUM__:']],
    [[unused], ['tests/test_pot.py:__NUM__: KeyError']],
    [[], []],
  ])('cannot be told of %j and %j', (query, known) => {
    expect(messageLikeness(query, known)).toBeUndefined();
  });
});
