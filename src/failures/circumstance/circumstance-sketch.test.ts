import { describe, expect, it } from 'vitest';
import { hashKeyFrom } from '../../text/keyed-hash.ts';
import {
  type CircumstanceSketch,
  countCircumstance,
  emptyCircumstance,
  isCircumstance,
  learnRun,
  readSketch,
  type TaughtRun,
  writeSketch,
} from './circumstance-sketch.ts';

const key = hashKeyFrom('6e1d0c52-3a1b-4f77-9a2f-0d2f5f0a9e11');
const line = 'warning: the kettle has no lid: error 0';
const run = (session: string, passed = true, lines: readonly string[] = [line]): TaughtRun => ({
  session,
  passed,
  lines,
});
const sketchOf = (...runs: readonly TaughtRun[]): CircumstanceSketch =>
  runs.reduce((sketch, one) => learnRun(sketch, one, key), emptyCircumstance);
const knows = (sketch: CircumstanceSketch, told = line) => isCircumstance(sketch, told, key);

describe('circumstance', () => {
  it('is what passing runs of two sessions print', () => {
    expect(knows(sketchOf(run('a')))).toBe(false);
    expect(knows(sketchOf(run('a'), run('a'), run('a')))).toBe(false);
    expect(knows(sketchOf(run('a'), run('b')))).toBe(true);
    expect(knows(sketchOf(run('a'), run('b')), 'error: another line')).toBe(false);
    expect(countCircumstance(sketchOf(run('a'), run('b')))).toBe(1);
  });

  it('is nothing that failing runs alone print, however often', () => {
    const sketch = sketchOf(run('a', false), run('b', false), run('c', false));
    expect(sketch).toBe(emptyCircumstance);
  });

  it('is nothing that nearly only failing runs print', () => {
    const failed = (count: number) => Array.from({ length: count }, (_, at) => run(`f${at}`, false));
    expect(knows(sketchOf(run('a'), run('b'), ...failed(8)))).toBe(true);
    expect(knows(sketchOf(run('a'), run('b'), ...failed(9)))).toBe(false);
  });

  it('is not written again for a session that has been counted', () => {
    const sketch = sketchOf(run('a'));
    expect(learnRun(sketch, run('a'), key)).toBe(sketch);
    expect(learnRun(sketch, run('b', false, ['error: another line']), key)).toBe(sketch);
  });
});

describe('a sketch', () => {
  it('comes back as it was written', () => {
    const sketch = sketchOf(run('a'), run('b'), run('c', false));
    expect(readSketch(writeSketch(sketch))).toEqual(sketch);
  });

  it.each([undefined, '', '{', '[]', '[2,1,2,3,4,5]', '[1,2]', '["1"]', 'null'])(
    'that is %j is learned anew',
    (body) => {
      expect(readSketch(body)).toEqual(emptyCircumstance);
    },
  );
});
