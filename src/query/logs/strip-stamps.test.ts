import { describe, expect, it } from 'vitest';
import { profileFailure } from '../profile-failure.ts';
import { stripStamps } from './strip-stamps.ts';

const output = [
  'tests/test_io.py:3: in <module>',
  '    import frobnicator',
  '',
  "E   ModuleNotFoundError: No module named 'frobnicator'",
];

describe('stripStamps', () => {
  it.each([
    ['GitHub Actions', (line: string) => `2026-01-02T03:04:05.1234567Z ${line}`],
    ['a job and a step', (line: string) => `build\tRun npm test\t2026-01-02T03:04:05.1234567Z ${line}`],
    ['docker logs -t', (line: string) => `2026-01-02T03:04:05.123456789+00:00 ${line}`],
    ['brackets', (line: string) => `[2026-01-02 03:04:05] ${line}`],
  ])('takes off the times of %s', (_, stamped) => {
    const lines = output.map((line) => stamped(line).trimEnd());
    expect(stripStamps(lines)).toEqual(output);
    expect(profileFailure({ output: lines.join('\n') })).toEqual(
      profileFailure({ output: output.join('\n') }),
    );
  });

  it('leaves a log alone of which few lines have a time', () => {
    const lines = ['2026-01-02T03:04:05Z start', 'one', 'two', 'three', 'four'];
    expect(stripStamps(lines)).toBe(lines);
  });

  it('leaves two lines with times alone', () => {
    const lines = ['2026-01-02T03:04:05Z start', '2026-01-02T03:04:06Z end'];
    expect(stripStamps(lines)).toBe(lines);
  });
});
