import fc from 'fast-check';
import { expect, it } from 'vitest';
import { times } from '../../../tests/effort.ts';
import { hashKeyFrom } from '../../text/keyed-hash.ts';
import {
  emptyCircumstance,
  isCircumstance,
  learnRun,
  mostSketched,
  writeSketch,
} from './circumstance-sketch.ts';

const key = hashKeyFrom('6e1d0c52-3a1b-4f77-9a2f-0d2f5f0a9e11');
const words = fc.constantFrom('lid', 'spout', 'kettle', 'boil_it', 'zanzibar');
const lines = fc.array(
  fc.tuple(words, fc.integer({ min: 0, max: 3_000 })).map(([word, at]) => `error: ${word} ${at}`),
  { maxLength: 400 },
);
const runs = fc.array(
  fc.record({ session: fc.constantFrom('a', 'b', 'c', undefined), passed: fc.boolean(), lines }),
  { maxLength: 12 },
);

it('never holds more than its limit, nor a word of what was printed', () => {
  fc.assert(
    fc.property(runs, (all) => {
      let sketch = emptyCircumstance;
      for (const run of all) {
        sketch = learnRun(sketch, run, key);
        expect(sketch.size).toBeLessThanOrEqual(mostSketched);
      }
      const body = writeSketch(sketch);
      expect(body).toMatch(/^\[[\d,]+\]$/);
      expect(body.length).toBeLessThanOrEqual(45 * mostSketched + 8);
    }),
    { numRuns: times(100) },
  );
});

it('knows a line by the key it was learned with, and by no other', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.string({ minLength: 1 }), (salt, line) => {
      const learned = ['a', 'b'].reduce(
        (sketch, session) => learnRun(sketch, { session, passed: true, lines: [line] }, key),
        emptyCircumstance,
      );
      expect(isCircumstance(learned, line, key)).toBe(true);
      expect(isCircumstance(learned, line, hashKeyFrom(salt))).toBe(false);
    }),
    { numRuns: times(100) },
  );
});

it('is made by failing runs no more than it is emptied by them', () => {
  fc.assert(
    fc.property(runs, runs, (before, failing) => {
      const learned = before.reduce((sketch, run) => learnRun(sketch, run, key), emptyCircumstance);
      const later = failing.reduce(
        (sketch, run) => learnRun(sketch, { ...run, passed: false }, key),
        learned,
      );
      expect(new Set(later.keys())).toEqual(new Set(learned.keys()));
      // What was telling stays so.
      for (const line of failing.flatMap((run) => run.lines))
        if (!isCircumstance(learned, line, key)) expect(isCircumstance(later, line, key)).toBe(false);
    }),
    { numRuns: times(50) },
  );
});
