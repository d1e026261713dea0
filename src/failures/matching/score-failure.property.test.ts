import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { itemId, memoryItem } from '../../../tests/fakes/memory-item.ts';
import type { FailureEntityKind, FailureProfile } from '../../model/failure.ts';
import { redact } from '../../redaction/redact.ts';
import { failureQuery, type KnownFailure, knownFailure } from './failure-sides.ts';
import { judgeMatch, matchBounds, scoreFailure } from './score-failure.ts';

const kinds: readonly FailureEntityKind[] = ['module', 'file', 'port', 'flag', 'version', 'name'];
const word = fc.constantFrom(
  'open',
  'ledger',
  'read_config',
  'TestOpen',
  'tally-print',
  'error',
  '__NUM__',
  'while',
);
const line = fc
  .array(fc.oneof(word, fc.string({ maxLength: 8 })), { maxLength: 10 })
  .map((words) => redact(words.join(' ')));
const entity = fc.record({ kind: fc.constantFrom(...kinds), value: word });
const failure: fc.Arbitrary<FailureProfile> = fc
  .record({
    errorLines: fc.array(line, { maxLength: 6 }),
    exceptionTypes: fc.uniqueArray(fc.constantFrom('KeyError', 'TS2345', 'ENOENT')),
    entities: fc.array(entity, { maxLength: 4 }),
    family: fc.option(fc.constantFrom('pytest', 'npm test'), { nil: undefined }),
    file: fc.option(fc.constantFrom('src/a.ts', 'src/b.ts', 'lib/c.py'), { nil: undefined }),
  })
  .map(({ family, file, errorLines, ...rest }) => ({
    ...rest,
    errorLines,
    excerpt: redact(errorLines.join('\n')),
    ...(family === undefined ? {} : { command: { program: family, family } }),
    ...(file === undefined ? {} : { file }),
  }));

function knownOf(asked: FailureProfile, number = 1): KnownFailure {
  const body = { kind: 'variant', patternId: itemId(90), failure: asked } as const;
  const issue = knownFailure(memoryItem({ id: itemId(number), body }), () => undefined);
  if (issue === undefined) throw new Error('a variant is a known issue');
  return issue;
}

const queryOf = (asked: FailureProfile) => failureQuery({ failure: asked, rarityOf: () => undefined });

function withEntity(one: FailureProfile, kind: FailureEntityKind, value: string): FailureProfile {
  return { ...one, entities: [...one.entities, { kind, value }] };
}

describe('scoreFailure', () => {
  it('stays within 0 and 1, and its tree says so too', () => {
    fc.assert(
      fc.property(failure, failure, (one, other) => {
        const { value, replaced, explain } = scoreFailure(queryOf(one), knownOf(other));
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThanOrEqual(1);
        expect(replaced).toBeGreaterThanOrEqual(0);
        expect(explain().value).toBe(value);
      }),
    );
  });

  it('never rises when each side names a thing of a critical kind that the other lacks', () => {
    fc.assert(
      fc.property(failure, failure, fc.constantFrom('module', 'file', 'port', 'flag'), (one, other, kind) => {
        const before = scoreFailure(queryOf(one), knownOf(other)).value;
        const query = queryOf(withEntity(one, kind, 'quill_one'));
        const after = scoreFailure(query, knownOf(withEntity(other, kind, 'quill_two')));
        expect(after.conflicting).toContain('quill_one');
        expect(after.value).toBeLessThanOrEqual(before + 1e-9);
      }),
    );
  });

  it('finds entities in conflict whichever of the two is asked about', () => {
    const namesOnly = failure.map((one) => ({ ...one, errorLines: [], excerpt: redact('') }));
    fc.assert(
      fc.property(namesOnly, namesOnly, (one, other) => {
        const there = scoreFailure(queryOf(one), knownOf(other)).conflicting;
        const back = scoreFailure(queryOf(other), knownOf(one)).conflicting;
        expect(there.length > 0).toBe(back.length > 0);
      }),
    );
  });

  it('lets the past move it by no more than its bound, in its own direction', () => {
    fc.assert(
      fc.property(
        failure,
        failure,
        fc.double({ min: 0, max: 1, noNaN: true }),
        (one, other, successPrior) => {
          const query = queryOf(one);
          const plain = scoreFailure(query, knownOf(other)).value;
          const moved = scoreFailure(query, knownOf(other), { successPrior }).value;
          expect(Math.abs(moved - plain)).toBeLessThanOrEqual(matchBounds.prior + 1e-9);
          if (successPrior >= 0.5) expect(moved).toBeGreaterThanOrEqual(plain - 1e-9);
          else expect(moved).toBeLessThanOrEqual(plain + 1e-9);
        },
      ),
    );
  });

  it('is judged alike in whatever order candidates come', () => {
    const settings = { acceptScore: 0.55, weakScore: 0.42, clearMargin: 0.05 };
    fc.assert(
      fc.property(failure, fc.array(failure, { minLength: 1, maxLength: 5 }), (asked, others) => {
        const query = queryOf(asked);
        const candidates = others.map((other, at) => ({
          score: scoreFailure(query, knownOf(other, at + 1)),
          sameness: { likeness: at / 10, strength: at > 2 ? 'same' : 'similar' } as const,
          fix: `fix ${at}`,
        }));
        expect(judgeMatch(candidates.toReversed(), settings)).toEqual(judgeMatch(candidates, settings));
      }),
    );
  });
});
