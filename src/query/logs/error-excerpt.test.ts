import { describe, expect, it } from 'vitest';
import { errorExcerpt } from './error-excerpt.ts';

const noise = Array.from({ length: 300 }, (_, place) => `Copying asset ${place} of the theme`);

interface Case {
  readonly of: string;
  readonly before?: readonly string[];
  readonly reason: readonly string[];
  readonly after?: readonly string[];
}

/** Logs in which something else looks like an error too. */
const cases: readonly Case[] = [
  {
    of: 'a build that stops at its first error',
    before: ['rm: cannot remove cache: No such file or directory', ...noise],
    reason: ['store.c:14:3: error: implicit declaration of strlcpy', '   strlcpy(a, b, 4);', '   ^'],
    after: ['make[1]: *** [store.o] Error 1', 'make: *** [all] Error 2'],
  },
  {
    of: 'a test run that lists its failures last',
    before: ['test_boils FAILED', ...noise.map((line) => `${line} PASSED`)],
    reason: [
      '================ FAILURES ================',
      '_______________ test_boils _______________',
      '    def test_boils():',
      '>       assert kettle.boil() == 100',
      'E       assert 99 == 100',
    ],
    after: ['1 failed, 300 passed'],
  },
  {
    of: 'the cause beneath what wraps it',
    before: noise,
    reason: ["thread 'main' panicked at 'no compiler', build.rs:7", 'note: run with RUST_BACKTRACE=1'],
    after: ['warning: build failed, waiting for other jobs to finish...', 'error: build failed'],
  },
  {
    of: 'an error whose tool explains its usage at length',
    before: noise,
    reason: ['flag provided but not defined: -boil'],
    after: ['Usage of kettle:', ...Array.from({ length: 30 }, (_, place) => `  -o${place} int`)],
  },
  {
    of: 'a script that only says what to do',
    before: noise,
    reason: ['The generated files are not what was committed.', 'Please generate them and commit again.'],
  },
  {
    of: 'the command that failed, not the one after it',
    before: ['$ npm run lint', ...noise],
    reason: ['README.md: 29: MD012 Multiple blank lines'],
    after: [
      'The command "npm run lint" exited with 1.',
      '$ upload coverage',
      ...noise,
      'ERROR: could not upload: no token',
    ],
  },
];

describe('errorExcerpt', () => {
  it.each(cases)('finds $of', ({ before = [], reason, after = [] }) => {
    const excerpt = errorExcerpt([...before, '', ...reason, '', ...after].join('\n'), {
      maxLines: 2 * reason.length,
    });
    expect(excerpt).toEqual(expect.arrayContaining([...reason]));
  });

  it('shows the cause of a build script by its announcement', () => {
    const excerpt = errorExcerpt(
      [
        ...noise,
        'error: failed to run custom build command for `pcre`',
        '--- stderr',
        'no compiler',
        'error: build failed',
      ].join('\n'),
      { maxLines: 4 },
    );
    expect(excerpt).toContain('no compiler');
  });

  it('spends its room on what follows an error, and not on what led to it', () => {
    const stack = Array.from({ length: 33 }, (_, at) => `  pour(kettle ${at})`);
    const output = [...noise, 'error: no water in the kettle', ...stack, '', ...noise].join('\n');
    expect(errorExcerpt(output, { maxLines: 40 })).toEqual(expect.arrayContaining(stack));
  });

  it('keeps to its budget, in order, without lines that are empty', () => {
    const output = [...noise, 'error: one', '', ...noise, 'error: two'].join('\n');
    for (const maxLines of [1, 2, 7, 40]) {
      const excerpt = errorExcerpt(output, { maxLines });
      expect(excerpt.length).toBe(maxLines);
      expect(excerpt).not.toContain('');
    }
    expect(errorExcerpt('a\n\nb', { maxLines: 5 })).toEqual(['a', 'b']);
    expect(errorExcerpt('', { maxLines: 5 })).toEqual([]);
    expect(errorExcerpt('a\nb', { maxLines: 0 })).toEqual([]);
  });
});
