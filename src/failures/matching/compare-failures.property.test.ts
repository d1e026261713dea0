import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FailureProfile } from '../../model/failure.ts';
import { redact } from '../../redaction/redact.ts';
import { type ComparedFailure, compareFailures, mayReadAlike } from './compare-failures.ts';
import { readsNearlyAs } from './reads-nearly-as.ts';
import { readTold } from './told-failure.ts';

const name = fc.constantFrom(
  'open',
  'close',
  'ledger',
  'read_config',
  'TestOpen',
  'utf8',
  'error',
  '7',
  '401',
);
const line = fc
  .array(fc.oneof(name, fc.string({ maxLength: 8 })), { maxLength: 8 })
  .map((words) => redact(words.join(' ')));
const failure: fc.Arbitrary<ComparedFailure> = fc
  .record({
    lines: fc.array(line, { maxLength: 14 }),
    exceptionTypes: fc.uniqueArray(fc.constantFrom('KeyError', 'TS2345', 'ENOENT')),
    family: fc.constantFrom(undefined, 'pytest', 'npm test'),
  })
  .map(({ family, lines, exceptionTypes }) => {
    const profile: FailureProfile = {
      errorLines: lines,
      excerpt: redact(lines.join('\n')),
      exceptionTypes,
      entities: [],
      ...(family === undefined ? {} : { command: { program: family, family } }),
    };
    return { profile, told: readTold(profile) };
  });

/** The same with a line more. */
function saying({ profile }: ComparedFailure, more: string): ComparedFailure {
  const said = { ...profile, excerpt: redact([profile.excerpt, more].join('\n')) };
  return { profile: said, told: readTold(said) };
}

describe('compareFailures', () => {
  it('stays within 0 and 1, and is as like one way as the other', () => {
    fc.assert(
      fc.property(failure, failure, (one, other) => {
        const { likeness } = compareFailures(one, other);
        expect(likeness).toBeGreaterThanOrEqual(0);
        expect(likeness).toBeLessThanOrEqual(1);
        expect(compareFailures(other, one).likeness).toBe(likeness);
      }),
    );
  });

  it('finds nothing that reads nearly alike where less than most of its words were printed', () => {
    let found = 0;
    fc.assert(
      fc.property(failure, failure, line, (one, other, more) => {
        // Two that are unlike teach little: one that says a line more is nearly the other.
        for (const known of [other, saying(one, more)]) {
          const isNear = readsNearlyAs(compareFailures(one, known));
          if (isNear) expect(mayReadAlike(one, known.profile)).toBe(true);
          found += Number(isNear);
        }
      }),
    );
    expect(found).toBeGreaterThan(5);
  });

  it('calls nothing the same of which a reason says that it is not', () => {
    fc.assert(
      fc.property(failure, failure, (one, other) => {
        const { strength, reason } = compareFailures(one, other);
        if (reason !== undefined) expect(strength).not.toBe('same');
      }),
    );
  });

  it('finds no reason between a failure and itself but that it says too little', () => {
    fc.assert(
      fc.property(failure, (one) => {
        const { strength, reason } = compareFailures(one, one);
        if (strength !== 'same' && one.told.spine.size > 0)
          expect(reason).toBe('too little is said to tell which failure it is');
      }),
    );
  });

  it('takes two long outputs that read otherwise for two failures, however few words say why', () => {
    const long = (why: string) => [...Array.from({ length: 12 }, (_, at) => `step ${at}`), why].join('\n');
    const read = (text: string): ComparedFailure => {
      const profile = { errorLines: [], excerpt: redact(text), exceptionTypes: [], entities: [] };
      const spine = readTold({ ...profile, excerpt: redact(text.split('\n').at(-1) ?? '') }).spine;
      return { profile, told: { ...readTold(profile), spine } };
    };
    const [ink, wax] = ['the ink ran dry in the tower', 'wax burned through a letter yesterday'];
    expect(compareFailures(read(long(ink)), read(long(wax)))).toMatchObject({ isOther: true });
    expect(compareFailures(read(ink), read(wax)).isOther).toBeUndefined();
  });
});
