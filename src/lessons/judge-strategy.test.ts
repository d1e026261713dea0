import { describe, expect, it } from 'vitest';
import { clean } from '../../tests/fakes/memory-item.ts';
import { judgeStrategy } from './judge-strategy.ts';
import { draftPreference } from './prepare-item.ts';

const force = { stance: 'avoid', strategy: clean('npm install --force') } as const;
const pnpm = { stance: 'prefer', strategy: clean('pnpm install') } as const;

describe('judgeStrategy', () => {
  it.each([
    ['Run npm install --force once more.', 'avoid'],
    ['Delete node_modules, then run `npm install --force`.', 'avoid'],
    ['Run npm with --force to install it.', 'avoid'],
    ['Run pnpm install.', 'prefer'],
    ['Run pnpm install instead of npm install --force.', 'prefer'],
    ['Never run npm install --force.', undefined],
    ["Don't npm install --force; delete the lock file.", undefined],
    ['Delete the lock file rather than npm install --force it.', undefined],
    ['Run npm install.', undefined],
    ['Force a push.', undefined],
    ['', undefined],
  ])('%s: %s', (fix, expected) => {
    expect(judgeStrategy(fix, [force, pnpm])).toBe(expected);
  });

  it('takes the first of several words about one strategy', () => {
    const revoked = { ...force, stance: 'prefer' } as const;
    expect(judgeStrategy('npm install --force', [revoked, force])).toBe('prefer');
  });

  it('says nothing without strategies, or of one without words', () => {
    expect(judgeStrategy('npm install --force', [])).toBeUndefined();
    expect(judgeStrategy('anything', [{ stance: 'avoid', strategy: clean('--') }])).toBeUndefined();
  });
});

describe('draftPreference', () => {
  it('is the same however it is spaced or capitalised', () => {
    const { identity, body } = draftPreference('avoid', ' npm  install --force');
    expect(draftPreference('avoid', 'NPM install --force').identity).toEqual(identity);
    expect(draftPreference('prefer', 'npm install --force').identity).not.toEqual(identity);
    expect(body).toEqual({ kind: 'preference', stance: 'avoid', strategy: 'npm  install --force' });
  });

  it.each([
    ['', 'INVALID_ARGUMENT'],
    ['\u0000 --', 'INVALID_ARGUMENT'],
    ['word '.repeat(100), 'TEXT_TOO_LARGE'],
  ])('refuses %j', (words, code) => {
    expect(() => draftPreference('avoid', words)).toThrow(expect.objectContaining({ code }));
  });

  it('holds no secret', () => {
    const token = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`;
    expect(draftPreference('avoid', `curl ${token}`).body.strategy).not.toContain(token);
  });
});
