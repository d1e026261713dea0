import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { profileFailure } from '../profile-failure.ts';
import { familyLine } from './failure-family.ts';
import { familyClues } from './family-clues.ts';

/** Outputs with their family and root cause; without them, none of the families holds it. */
const cases = readFileSync(new URL('./family-cases.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((row) => JSON.parse(row) as { output: string; family?: string; rootCause?: string });
const unknown = 'generic_runtime_error';

describe('failureFamily', () => {
  it.each(cases)('$output', ({ output, family: name, rootCause }) => {
    const { family } = profileFailure({ output });
    const isKnown = family !== undefined && family.name !== unknown;
    expect(isKnown ? [family.name, family.rootCause] : []).toEqual(
      name === undefined ? [] : [name, rootCause],
    );
    if (isKnown) expect(family.confidence).toBeLessThanOrEqual(1);
  });

  it('has a case for each family, each with a name of its own', () => {
    const names = familyClues.match(/^[a-z_]+(?= )/gm) ?? [];
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => !cases.some(({ family }) => family === name))).toEqual([]);
  });

  it.each([
    'Remember to buy coffee',
    'the lamp went out',
    'We decided to keep the blue theme for the next release.',
    'Please review the text of the second chapter by Friday',
    '',
  ])('has none for prose: %s', (output) => {
    expect(profileFailure({ output }).family).toBeUndefined();
  });

  it('reads no clue out of the middle of a name', () => {
    expect(profileFailure({ output: 'ModuleNotFoundError' }).family?.name).toBe('import_error');
    expect(profileFailure({ output: 'the potmodulenotfounderror' }).family).toBeUndefined();
  });

  it('reads nothing out of folders that a machine or a run happens to have', () => {
    const family = (folder: string) =>
      profileFailure({ output: `Error: ENOENT: no such file or directory, open '/tmp/${folder}/run/a.json'` })
        .family;
    expect(family('cwd-cache-yaml-venv2')).toEqual(family('x'));
  });

  it('calls what it does not know by the name for that', () => {
    expect(profileFailure({ output: 'RuntimeError: the worker stopped answering' }).family).toEqual({
      name: 'generic_runtime_error',
      confidence: 0.3,
      rootCause: 'unknown',
    });
  });

  it('is surer the more says so, and less sure beside a rival', () => {
    const confidence = (output: string): number => profileFailure({ output }).family?.confidence ?? 0;
    const one = confidence('error: database is locked');
    expect(confidence('error: database is locked\nerror: no such table: cups')).toBeGreaterThan(one);
    expect(confidence('error: database is locked\nerror: connection refused')).toBeLessThan(one);
  });
});

describe('familyLine', () => {
  it('leaves out ids of one run', () => {
    const line = 'panic: job 00000013-0008-1000-997c-e1100000001c died at 0x46bd9fe110';
    expect(familyLine(line)).toBe('panic: job __ID__ died at __ID__');
  });

  it('keeps numbers, and the folder that says what kind of thing is in it', () => {
    expect(familyLine('403 Forbidden')).toBe('403 Forbidden');
    expect(familyLine('cannot run /home/ada/kettle/.venv/bin/python')).toContain('.venv/');
  });
});
