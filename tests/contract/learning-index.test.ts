import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import type { FixExample } from '../../src/ports/repository-index.ts';
import { times } from '../effort.ts';
import { idOf } from '../fakes/commit-history.ts';
import { indexFactories, removeIndexFolders } from '../fakes/index-factories.ts';
import { strengths } from '../fakes/locate-strengths.ts';

afterEach(removeIndexFolders);

const example: FixExample = {
  rows: Float64Array.of(0, 1, -0.25, 1 / 3),
  right: [1],
  answerCount: 2,
  strengths,
};
const learned = { weights: { title: 1.5 }, learnedFrom: idOf('a'), learnedAtMs: 7 };

describe.each(Object.entries(indexFactories))('the learning index (%s)', (_, open) => {
  it('gives examples back to the last bit', () => {
    const index = open();
    fc.assert(
      fc.property(fc.array(fc.double({ noNaN: true }), { maxLength: 40 }), (values) => {
        const kept = { ...example, rows: Float64Array.from(values) };
        index.keepFixExamples('1', new Map([[idOf('a'), kept]]));
        expect(index.fixExamples('1', [idOf('a')])).toEqual(new Map([[idOf('a'), kept]]));
      }),
      { numRuns: times(30) },
    );
    index.close();
  });

  it('adds to what is kept, and gives what was asked for', () => {
    const index = open();
    index.keepFixExamples('1', new Map([[idOf('a'), example]]));
    index.keepFixExamples('1', new Map([[idOf('b'), example]]));
    expect([...index.fixExamples('1', [idOf('b'), idOf('x'), idOf('a')]).keys()].sort()).toEqual(
      [idOf('a'), idOf('b')].sort(),
    );
    expect(index.fixExamples('1', [idOf('x')])).toEqual(new Map());
    index.close();
  });

  it('sees nothing of another version, and drops it when something is kept', () => {
    const index = open();
    index.keepFixExamples('1', new Map([[idOf('a'), example]]));
    expect(index.fixExamples('2', [idOf('a')])).toEqual(new Map());
    index.keepFixExamples('2', new Map([[idOf('b'), example]]));
    expect(index.fixExamples('1', [idOf('a'), idOf('b')])).toEqual(new Map());
    index.keepLearnedWeights('1', learned);
    expect(index.learnedWeights('2')).toBeUndefined();
    index.close();
  });

  it('keeps the last weights until they are forgotten', () => {
    const index = open();
    expect(index.learnedWeights('1')).toBeUndefined();
    expect(index.forgetLearnedWeights()).toBe(false);
    index.keepLearnedWeights('1', { ...learned, learnedAtMs: 6 });
    index.keepLearnedWeights('1', learned);
    expect(index.learnedWeights('1')).toEqual(learned);
    expect(index.findDamage()).toBeUndefined();
    expect(index.forgetLearnedWeights()).toBe(true);
    expect(index.learnedWeights('1')).toBeUndefined();
    index.close();
  });
});
