import { describe, expect, it } from 'vitest';
import type { CommitSketch } from '../../tests/fakes/commit-history.ts';
import { snapshotOf } from '../../tests/fakes/history-snapshot.ts';
import { limitHistory } from './limit-history.ts';

const sketches: readonly CommitSketch[] = [
  { name: 'a', message: 'Add the parser #1', files: ['parser.ts'] },
  { name: 'b', message: 'Parser reads numbers', files: ['parser.ts'] },
  { name: 'c', message: 'Add the printer #1', files: ['printer.ts'] },
];

describe('limitHistory', () => {
  it('hears the latest commits only, their words and issues included', () => {
    const whole = snapshotOf(sketches);
    const limited = limitHistory(whole, 2);
    const heard = [...Array(whole.ordinalCount).keys()].filter((ordinal) => limited.includes(ordinal));
    expect(heard.map((ordinal) => limited.stored(ordinal).message.split('\n', 1)[0])).toEqual([
      'Parser reads numbers',
      'Add the printer #1',
    ]);
    expect(limited.commitCount).toBe(2);
    expect(whole.postings('parser')?.ordinals).toHaveLength(2);
    expect(limited.postings('parser')?.ordinals).toHaveLength(1);
    expect(limited.postings('number')?.ordinals).toHaveLength(1);
    expect(limited.commitsOfIssue('#1')).toHaveLength(1);
  });

  it('hears nothing at a depth of 0', () => {
    const limited = limitHistory(snapshotOf(sketches), 0);
    expect(limited.commitCount).toBe(0);
    expect(limited.averageDocumentLength).toBe(0);
    expect(limited.postings('parser')).toBeUndefined();
  });

  it('is the history itself when all of it is heard', () => {
    const whole = snapshotOf(sketches);
    expect(limitHistory(whole, 3)).toBe(whole);
  });
});
