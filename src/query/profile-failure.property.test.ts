import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describesFailure } from './detect-failure.ts';
import { profileFailure } from './profile-failure.ts';

const fragment = fc.oneof(
  fc.string({ unit: 'binary' }),
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
      'Caused by:\n',
      '--- FAIL: ',
      'FAILED a.py::b - c\n',
      '1'.repeat(50),
      ' '.repeat(50),
    ],
  ),
);
const output = fc.array(fragment, { maxLength: 40 }).map((fragments) => fragments.join(''));

/** What changes when the same command fails again elsewhere, of the same form. */
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
        describesFailure({ ...report, exitCode: 0 });
        describesFailure({ ...report, exitCode: 1 });
      }),
      { numRuns: 1_000 },
    );
  });

  it('is the same for the same failure in another run, checkout and temporary folder', () => {
    fc.assert(
      fc.property(run, run, (one, other) => {
        const { excerpt: _, ...first } = profileFailure(failingRun(one));
        const { excerpt: __, ...second } = profileFailure(failingRun(other));
        expect(second).toEqual(first);
      }),
      { numRuns: 300 },
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
      { numRuns: 50 },
    );
  });
});
