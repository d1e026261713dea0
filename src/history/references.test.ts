import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maximumMessageLength } from '../model/repository.ts';
import {
  findCommitReferences,
  findIssueReferences,
  searchableText,
  subjectOf,
  trailersOf,
} from './commit-message.ts';

const sha = '99b21ff58ad2e2ba83172512d7f513a7c37e50c3';

describe('findIssueReferences', () => {
  const found = (message: string) =>
    findIssueReferences(message, 'sympy/sympy').map(({ issue, closes }) => `${issue}${closes ? '!' : ''}`);

  it.each([
    ['Fixes #12', ['#12!']],
    ['Fixed #12 -- made it work', ['#12!']],
    ['closes #1, #2 and #3, see #4', ['#1!', '#2!', '#3!', '#4']],
    ['Add cache (#77)', ['#77']],
    ['GH-5: typo', ['#5']],
    ['fix GH-5', ['#5!']],
    ['Merge pull request #30237 from a/b', ['#30237']],
    ['see numpy/numpy#9 and sympy/sympy#10', ['numpy/numpy#9', '#10']],
    ['Resolves https://github.com/sympy/sympy/issues/8.', ['#8!']],
    ['https://gitlab.com/a/b/-/issues/3', ['a/b#3']],
    ['https://code.djangoproject.com/ticket/123', ['#123']],
    ['PROJ-42: use UTF-8 and ISO-8859, SHA-256, CVE-2020-1', ['PROJ-42']],
    ['nothing, not even &#39; or a#b or issue 5', []],
    ['#12 and again #12', ['#12']],
  ])('%s', (message, issues) => {
    expect(found(message)).toEqual(issues);
  });

  it('does not stall on hostile text', () => {
    const patterns = ['fixes ', '#1, ', 'https://', 'a/', 'A1-', 'fixes #1 '];
    for (const pattern of patterns) {
      const text = pattern.repeat(maximumMessageLength / pattern.length);
      expect(findIssueReferences(text).length).toBeLessThanOrEqual(1);
    }
  });
});

describe('findCommitReferences', () => {
  const found = (message: string) =>
    findCommitReferences(message).map(({ relation, target }) => `${relation} ${target}`);

  it.each([
    [`Revert "x"\n\nThis reverts commit ${sha}.`, [`reverts ${sha}`]],
    [`This reverts the changes from ${sha.slice(0, 8)}`, [`reverts ${sha.slice(0, 8)}`]],
    [`(cherry picked from commit ${sha})`, [`cherry_picked_from ${sha}`]],
    [`Fixes: ${sha.slice(0, 12)} ("x")`, [`fixes ${sha.slice(0, 12)}`]],
    [`A regression introduced in ${sha.slice(0, 9)}`, [`fixes ${sha.slice(0, 9)}`]],
    [`Follow-up to ${sha.slice(0, 9)}`, [`fixes ${sha.slice(0, 9)}`]],
    [`See ${sha.slice(0, 9)} for why`, [`mentions ${sha.slice(0, 9)}`]],
    [`Revert ${sha.slice(0, 9)}\n\nSee ${sha}.`, [`reverts ${sha}`]],
    [`Fixes: ${sha.slice(0, 7)}, that is ${sha.slice(0, 12)}`, [`fixes ${sha.slice(0, 12)}`]],
    ['1234567 and defaced and a/99b21ff58.html', []],
  ])('%s', (message, references) => {
    expect(found(message)).toEqual(references);
  });

  it('never throws and never names an id twice', () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom(
            'revert ',
            'fixes: ',
            sha,
            `${sha.slice(0, 9)} `,
            'a1b2c3d ',
            '\n',
            'commit ',
          ),
        }),
        (message) => {
          const targets = findCommitReferences(message).map(({ target }) => target);
          const others = (target: string) => targets.filter((other) => other !== target);
          expect(new Set(targets).size).toBe(targets.length);
          expect(targets.some((target) => others(target).some((other) => other.startsWith(target)))).toBe(
            false,
          );
        },
      ),
    );
  });
});

describe('commit messages', () => {
  it('has a subject, whatever the line ends', () => {
    expect(['One\n\nTwo', 'Only', '', 'Spaced  \r\nx'].map(subjectOf)).toEqual(['One', 'Only', '', 'Spaced']);
  });

  it('reads trailers from the last paragraph only', () => {
    const message =
      'Subject: not one\n\nNote: neither\n\nSigned-off-by: A <a@b>\nFixes: 12ab34c\n(continued)';
    expect(trailersOf(message)).toEqual([
      { key: 'Signed-off-by', value: 'A <a@b>' },
      { key: 'Fixes', value: '12ab34c' },
    ]);
    expect(trailersOf('Subject: only')).toEqual([]);
    expect(trailersOf('S\n\nProse that goes on\nand on\nKey: value')).toEqual([]);
  });

  it('searches neither merge headers nor signatures', () => {
    const message =
      'Merge pull request #3 from ada/fix-race\n\nStop the race\n\nCo-authored-by: Bob <b@c>\nChange-Id: I1';
    expect(searchableText(message).trim()).toBe('Stop the race');
  });
});
