import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clean, memoryItem } from '../../tests/fakes/memory-item.ts';
import { stem } from '../text/stem.ts';
import { answerEvidence } from './answer-evidence.ts';
import { estimateAnswer } from './estimate-answer.ts';

const known = new Set(['jobs', 'kept', 'postgres', 'redis'].map(stem));
const rarityOf = (term: string): number => (known.has(term) ? 0.5 : 1);

function evidence(question: string, ...contents: readonly string[]) {
  const items = contents.map((content) => memoryItem({ title: clean(''), content: clean(content) }));
  return answerEvidence({ question, items, rarityOf });
}

describe('answerEvidence', () => {
  it.each([
    ['which database do we use', 'question'],
    ['at how many degrees does it boil', 'question'],
    ['postgres or redis?', 'question'],
    ['when do we release', 'question'],
    ['When a test is slow, mark it.', 'statement'],
    ['Use pnpm, not npm.', 'statement'],
  ])('takes %j for a %s', (text, form) => {
    expect(evidence(text).form).toBe(form);
  });

  it('counts what memory does not know against an answer', () => {
    const { known: share, coverage } = evidence('which jobs and invoices?', 'Jobs are kept in Postgres.');
    expect(share).toBeCloseTo(1 / 3);
    expect(coverage).toBeCloseTo(1 / 3);
  });

  it('sees the order and the phrases of a statement, wherever it stands in a long text', () => {
    const long = `${'Something else is said here. '.repeat(60)}Jobs are kept in Postgres.`;
    const found = evidence('Jobs are kept in Redis.', long);
    expect(found.order).toBeCloseTo(0.8);
    expect(found.phrases).toBeGreaterThan(0.05);
    expect(evidence('Redis in kept are jobs.', 'Jobs are kept in Postgres.').order).toBeLessThan(0.5);
  });

  it('makes an answer no less likely when more memories are at hand', () => {
    fc.assert(
      fc.property(fc.lorem(), fc.lorem(), fc.lorem(), (question, one, other) => {
        const alone = estimateAnswer(evidence(question, one));
        expect(estimateAnswer(evidence(question, one, other))).toBeGreaterThanOrEqual(alone);
      }),
    );
  });
});
