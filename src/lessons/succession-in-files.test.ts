import { describe, expect, it } from 'vitest';
import { describeRewrite, judgeSuccession, pairReplacements, wordRule } from './judge-succession.ts';

const section = 'Setup';
const file = (...texts: readonly string[]) => texts.map((text) => wordRule({ text, section }));
const unchanged = ['Tests live beside the code.', 'Ask before you add a dependency.'];

/** What became of the rules of a file between two versions. */
function judge(before: readonly string[], after: readonly string[]) {
  const rewrite = describeRewrite(file(...before, ...unchanged), file(...after, ...unchanged));
  return pairReplacements(rewrite).map(({ older, newer }) => [
    older.text,
    newer.text,
    judgeSuccession({ older: older.text, newer: newer.text, rewrite }).kind,
  ]);
}

describe('a rule that stands in the place of another since one version of a file', () => {
  it.each([
    ['Package manager: `npm`', 'Package manager: `pnpm`'],
    ['| node | 18 |', '| node | 24 |'],
    ['- **Formatter**: `black` with its defaults', '- **Formatter**: `ruff` with its defaults'],
  ])('supersedes where %j becomes %j', (older, newer) => {
    expect(judge([older], [newer])).toEqual([[older, newer, 'supersedes']]);
  });

  it.each([
    ['Install packages with npm.', 'Install the packages with npm.'],
    ['Keep functions short.', 'Keep functions short, so that they fit on a screen.'],
    ['Follow established patterns closely.', 'Follow existing patterns closely.'],
    ['Use [trace][6] to debug', 'Use [trace][7] to debug'],
  ])('is none where %j becomes %j', (older, newer) => {
    expect(judge([older], [newer])).toEqual([[older, newer, 'none']]);
  });

  it('is the one most like it, and of one rule only', () => {
    const before = ['Use npm for installing packages here.', 'Use npm for publishing packages here.'];
    const after = ['Use pnpm for publishing packages here.', 'Use pnpm for installing packages here.'];
    expect(judge(before, after).map(([older, newer]) => [older, newer])).toEqual([
      [before[0], after[1]],
      [before[1], after[0]],
    ]);
  });

  it('is none where nothing is alike, or what was there still stands', () => {
    expect(judge(['Deploys happen on Fridays.'], ['Logs are written as JSON.'])).toEqual([]);
    expect(judge(['Use npm here.'], ['Use npm here.', 'Use pnpm here.'])).toEqual([]);
  });
});
