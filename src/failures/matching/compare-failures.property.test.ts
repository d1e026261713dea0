import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FailureProfile } from '../../model/failure.ts';
import { redact } from '../../redaction/redact.ts';
import { compareFailures } from './compare-failures.ts';

const name = fc.constantFrom(
  'open',
  'close',
  'ledger',
  'read_config',
  'TestOpen',
  'utf8',
  'error',
  '__NUM__',
);
const line = fc
  .array(fc.oneof(name, fc.string({ maxLength: 8 })), { maxLength: 8 })
  .map((words) => redact(words.join(' ')));
const profile: fc.Arbitrary<FailureProfile> = fc
  .record({
    errorLines: fc.array(line, { maxLength: 14 }),
    exceptionTypes: fc.uniqueArray(fc.constantFrom('KeyError', 'TS2345', 'ENOENT')),
    entities: fc.array(
      fc.record({ kind: fc.constantFrom('module', 'test', 'version', 'name'), value: name }),
    ),
    family: fc.constantFrom(undefined, 'pytest', 'npm test'),
  })
  .map(({ family, errorLines, ...rest }) => ({
    ...rest,
    errorLines,
    excerpt: redact(errorLines.join('\n')),
    ...(family === undefined ? {} : { command: { program: family, family } }),
  }));

describe('compareFailures', () => {
  it('says the same of two failures, whichever was first', () => {
    fc.assert(
      fc.property(profile, profile, (one, other) => {
        const there = compareFailures(one, other);
        const back = compareFailures(other, one);
        expect(there.strength).toBe(back.strength);
        expect(there.similarity).toBeCloseTo(back.similarity, 10);
      }),
    );
  });

  it('stays within 0 and 1, and is the sum of its parts', () => {
    fc.assert(
      fc.property(profile, profile, (one, other) => {
        const { similarity, parts } = compareFailures(one, other);
        expect(similarity).toBeGreaterThanOrEqual(0);
        expect(similarity).toBeLessThanOrEqual(1);
        expect(parts.parts.reduce((sum, part) => sum + part.value, 0)).toBeCloseTo(similarity, 10);
      }),
    );
  });

  it('calls nothing the same that contradicts', () => {
    fc.assert(
      fc.property(profile, profile, (one, other) => {
        const { strength, conflicts, sameCommandFamily } = compareFailures(one, other);
        if (strength !== 'same') return;
        expect(conflicts).toEqual([]);
        if (one.command !== undefined && other.command !== undefined) expect(sameCommandFamily).toBe(true);
      }),
    );
  });

  it('finds no likeness greater than that of a failure with itself', () => {
    fc.assert(
      fc.property(profile, profile, (one, other) => {
        fc.pre(one.errorLines.some((text) => /\w/.test(text)));
        expect(compareFailures(one, one).similarity).toBeCloseTo(1, 10);
        expect(compareFailures(one, other).similarity).toBeLessThanOrEqual(1);
      }),
    );
  });
});
