import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { times } from '../../tests/effort.ts';
import { anyCharacter } from '../../tests/fakes/any-character.ts';
import { describesFailure } from './describes-failure.ts';
import { errorExcerpt } from './logs/error-excerpt.ts';
import { profileFailure } from './profile-failure.ts';

const fragment = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc.string(),
  fc.constantFrom(
    ...[
      '\n',
      '\r',
      '\r\n',
      '\u001b[',
      '\u001b]',
      'error: ',
      'Error: ',
      'fatal: ',
      'a.ts:1:2: ',
      '/tmp/x/y.z ',
      "'name' ",
    ],
    ...[
      'Traceback (most recent call last):\n',
      '  File "a.py", line 3, in b\n',
      '    at c (/w/t/d.js:1:2)\n',
      '\u0000',
      '\ud800',
      '{"output": "error: no", "exit_code": 1}',
      'The command "x" exited with 1.\n',
      'Caused by:\n',
      '--- FAIL: ',
      'FAILED a.py::b - c\n',
      '1'.repeat(50),
      ' '.repeat(50),
    ],
  ),
);
const output = fc.array(fragment, { maxLength: 40 }).map((fragments) => fragments.join(''));

/** The values that change, in the same form, when the same command fails again elsewhere. */
const run = fc.record({
  pid: fc.integer({ min: 2, max: 4_000_000 }),
  line: fc.integer({ min: 1, max: 9_999 }),
  column: fc.integer({ min: 1, max: 120 }),
  milliseconds: fc.integer({ min: 1, max: 90_000 }),
  day: fc.date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true }),
  folder: fc.stringMatching(/^[a-z][a-z0-9]{3,12}$/),
  id: fc.uuid(),
  address: fc.integer({ min: 4096, max: 2 ** 40 }),
  user: fc.constantFrom('ada', 'grace', 'barbara'),
});
type Run = typeof run extends fc.Arbitrary<infer T> ? T : never;

function failingRun(now: Run): Parameters<typeof profileFailure>[0] {
  const worktree = `/home/${now.user}/${now.folder}`;
  return {
    worktree,
    command: `timeout ${now.pid} npm run check -- --seed ${now.line}`,
    output: `[${now.day.toISOString()}] worker ${now.pid} started
panic: job ${now.id} died at 0x${now.address.toString(16)}
${worktree}/src/store/open.ts:${now.line}:${now.column}: error TS2345: not a path
Error: ENOENT: no such file or directory, open '/tmp/${now.folder}/run/state.json'
    at open (${worktree}/src/store/open.ts:${now.line}:${now.column})
--- FAIL: TestOpen (${(now.milliseconds / 1000).toFixed(2)}s)
worker ${now.pid} took ${now.milliseconds}ms, 3 failed`,
  };
}

describe('profileFailure', () => {
  it('never throws, and stays small', () => {
    fc.assert(
      fc.property(output, fc.option(fc.string(), { nil: undefined }), (text, command) => {
        const report = { output: text, ...(command === undefined ? {} : { command }), worktree: '/w/t' };
        const profile = profileFailure(report);
        expect(profile.excerpt.length).toBeLessThanOrEqual(4_400);
        expect(profile.excerpt.split('\n').length).toBeLessThanOrEqual(52);
        expect(profile.errorLines.length).toBeLessThanOrEqual(12);
        expect(profile.excerpt.isWellFormed()).toBe(true);
        expect(profile.family?.confidence ?? 0).toBeLessThanOrEqual(1);
        expect(profile.frames?.length ?? 0).toBeLessThanOrEqual(16);
        describesFailure({ ...report, exitCode: 0 });
        describesFailure({ ...report, exitCode: 1 });
      }),
      { numRuns: times(1_000) },
    );
  });

  it('reads anything as a file, a stack or an environment', () => {
    fc.assert(
      fc.property(output, output, fc.array(output, { maxLength: 4 }), (file, stack, environment) => {
        const profile = profileFailure({ output: stack, file, stack, environment, worktree: '/w/t' });
        for (const { path } of profile.frames ?? []) expect(path).not.toBe('');
        expect(profile.file).not.toBe('');
        expect(profile.environment?.length ?? 0).toBeLessThanOrEqual(4);
      }),
      { numRuns: times(300) },
    );
  });

  it('cuts excerpts within their budget, out of lines that are there', () => {
    fc.assert(
      fc.property(output, fc.integer({ min: 0, max: 30 }), (text, maxLines) => {
        const excerpt = errorExcerpt(text, { maxLines });
        expect(excerpt.length).toBeLessThanOrEqual(maxLines);
        expect(excerpt).not.toContain('');
      }),
      { numRuns: times(500) },
    );
  });

  it('finds the same error lines however much of a log stands before them', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 3_000 }), (count) => {
        const noise = Array.from({ length: count }, (_, place) => `Copying asset ${place} of the theme`);
        const failing = [
          'Traceback (most recent call last):',
          '  File "a.py", line 3, in b',
          'ValueError: no',
        ];
        const {
          excerpt: _,
          sketch: _sketch,
          ...profile
        } = profileFailure({ output: [...noise, ...failing].join('\n') });
        const { excerpt: __, sketch: __sketch, ...alone } = profileFailure({ output: failing.join('\n') });
        expect(profile).toEqual(alone);
      }),
      { numRuns: times(50) },
    );
  });

  it('is the same for the same failure in another run, checkout and temporary folder', () => {
    fc.assert(
      fc.property(run, run, (one, other) => {
        const { excerpt: _, sketch: _sketch, ...first } = profileFailure(failingRun(one));
        const { excerpt: __, sketch: __sketch, ...second } = profileFailure(failingRun(other));
        expect(second).toEqual(first);
      }),
      { numRuns: times(300) },
    );
  });

  it('is not changed by colours and line ends', () => {
    fc.assert(
      fc.property(run, (now) => {
        const report = failingRun(now);
        const coloured = report.output
          .split('\n')
          .map((line) => `\u001b[31m${line}\u001b[0m`)
          .join('\r\n');
        expect(profileFailure({ ...report, output: coloured })).toEqual(profileFailure(report));
      }),
      { numRuns: times(50) },
    );
  });
});
