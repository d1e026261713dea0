import { describe, expect, it } from 'vitest';
import { followRules, lifeKey, type RuleFileStep } from './rule-files.ts';

const path = 'AGENTS.md';
const step = (atMs: number, ...texts: readonly string[]): RuleFileStep => ({
  atMs,
  path,
  rules: texts.map((text) => ({ text, section: 'Setup', isNormative: true })),
});
const lifeOf = (steps: readonly RuleFileStep[], text: string, file = path) =>
  followRules(steps).get(lifeKey({ path: file, text }));

describe('followRules', () => {
  const npm = 'Package manager: `npm` for all of it.';
  const pnpm = 'Package manager: `pnpm` for all of it.';
  const lint = 'Always run the linter first.';

  it('tells from when a rule holds, and what took its place', () => {
    const steps = [step(1, npm), step(2, npm, lint), step(3, pnpm)];
    expect(lifeOf(steps, npm)).toMatchObject({ sinceMs: 1, end: { atMs: 3, successor: { text: pnpm } } });
    expect(lifeOf(steps, lint)).toMatchObject({ sinceMs: 2, end: { atMs: 3 } });
    expect(lifeOf(steps, lint)?.end).not.toHaveProperty('successor');
    expect(lifeOf(steps, pnpm)?.end).toBeUndefined();
  });

  it('takes a rule that is back for one that never left', () => {
    expect(lifeOf([step(1, npm), step(2), step(3, npm)], npm)).toMatchObject({ sinceMs: 1 });
    expect(lifeOf([step(1, npm), step(2), step(3, npm)], npm)?.end).toBeUndefined();
  });

  it('follows a file that was renamed', () => {
    const renamed: RuleFileStep = { ...step(2, npm), path: 'CLAUDE.md', previousPath: path };
    const steps = [step(1, npm, lint), renamed];
    expect(lifeOf(steps, npm, 'CLAUDE.md')).toMatchObject({ sinceMs: 1 });
    expect(lifeOf(steps, npm)?.end).toEqual({ atMs: 2, successor: { path: 'CLAUDE.md', text: npm } });
    expect(lifeOf(steps, lint)?.end).toEqual({ atMs: 2 });
  });

  it('knows that rules went where too many changed to say what took their place', () => {
    const texts = (version: number) =>
      Array.from({ length: 1_000 }, (_, at) => `Rule ${at} says what to do with part ${version}.`);
    const steps = [step(1, ...texts(1)), step(2, ...texts(2)), step(3, npm), step(4, pnpm)];
    expect(lifeOf(steps, 'Rule 7 says what to do with part 1.')?.end).toEqual({ atMs: 2 });
    expect(lifeOf(steps, npm)).toMatchObject({ end: { atMs: 4, successor: { text: pnpm } } });
  });

  it('follows long histories of long files in seconds', () => {
    const texts = Array.from({ length: 300 }, (_, at) => `Rule ${at} says what to do with part ${at}.`);
    const steps = Array.from({ length: 300 }, (_, at) =>
      step(at, ...texts.toSpliced(at, 1, `Changed ${at} now.`)),
    );
    expect(followRules(steps).size).toBe(600);
  });
});
