import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clean, memoryItem } from '../../tests/fakes/memory-item.ts';
import { stem } from '../text/stem.ts';
import { compareMemories, noEvidence } from './answer-evidence.ts';
import { estimateAnswer } from './estimate-answer.ts';

const known = new Set(['jobs', 'kept', 'postgres', 'redis'].map(stem));
const rarityOf = (term: string): number => (known.has(term) ? 0.5 : 1);

/** Of the likeliest. */
function evidence(question: string, ...contents: readonly string[]) {
  const items = contents.map((content) => memoryItem({ title: clean(''), content: clean(content) }));
  const raritiesOf = (terms: readonly string[]) => new Map(terms.map((term) => [term, rarityOf(term)]));
  return compareMemories({ question, items, rarityOf, raritiesOf }).reduce(
    (best, one) => (estimateAnswer(one) > estimateAnswer(best) ? one : best),
    noEvidence(question),
  );
}

describe('answerEvidence', () => {
  it.each([
    ['which database do we use', 'question'],
    ['at how many degrees does it boil', 'question'],
    ['postgres or redis?', 'question'],
    ['when do we release', 'question'],
    ['redis', 'question'],
    ['redis port', 'question'],
    ['port of redis', 'statement'],
    ['When a test is slow, mark it.', 'statement'],
    ['Use pnpm, not npm.', 'statement'],
  ])('takes %j for a %s', (text, form) => {
    expect(evidence(text).form).toBe(form);
  });

  it('finds a memory by a word or two of it', () => {
    for (const keywords of ['tower', 'ink tower'])
      expect(estimateAnswer(evidence(keywords, 'The ink lies in the northern tower.'))).toBeGreaterThan(0.4);
    expect(estimateAnswer(evidence('tower', 'Jobs are kept in Postgres.'))).toBeLessThan(0.1);
  });

  it('finds a memory by a whole name of which each part is common', () => {
    const common = (term: string) => (['lamp', 'oil', '3', '4'].includes(term) ? 0.05 : 1);
    const likely = (query: string) => {
      const items = [memoryItem({ title: clean(''), content: clean('Fill lamp_oil_3 at dusk, every day.') })];
      const [found = noEvidence(query)] = compareMemories({
        ...{ question: query, items, rarityOf: common },
        raritiesOf: () => new Map(),
      });
      return estimateAnswer(found);
    };
    expect(likely('lamp_oil_3')).toBeGreaterThan(0.4);
    expect(likely('lamp_oil_4')).toBeLessThan(0.1);
  });

  it('counts what the passage lacks against an answer', () => {
    const { explained, missing } = evidence('which jobs and invoices?', 'Jobs are kept in Postgres.');
    expect(explained).toBeCloseTo(0.5);
    expect(missing).toBeCloseTo(1);
  });

  it('counts what the passage tells beside what is asked, common words less', () => {
    const beside = (content: string) => evidence('where are jobs?', content).told;
    expect(beside('Jobs are kept.')).toBeCloseTo(0.5);
    expect(beside('Jobs are hoarded.')).toBeCloseTo(1);
    expect(evidence('Jobs are hoarded there.', 'Jobs are kept.').told).toBe(0);
  });

  it('does not add up what several passages hold', () => {
    const apart = `Jobs are slow. ${'Nothing of it is said here. '.repeat(60)}Postgres is used.`;
    const together = `${'Nothing of it is said here. '.repeat(60)}Jobs are kept in Postgres.`;
    const question = 'where are jobs kept in Postgres?';
    expect(evidence(question, apart).missing).toBeGreaterThan(evidence(question, together).missing);
    const two = evidence(question, 'Jobs are slow.', 'Postgres is used.');
    expect(two.missing).toBeGreaterThan(evidence(question, 'Jobs are kept in Postgres.').missing);
  });

  it('sees the order and the phrases of a statement, wherever it stands in a long text', () => {
    const long = `${'Something else is said here. '.repeat(60)}Jobs are kept in Postgres.`;
    const found = evidence('Jobs are kept in Redis.', long);
    expect(found.order).toBeCloseTo(0.8);
    expect(found.phrases).toBeGreaterThan(0.05);
    expect(evidence('Redis in kept are jobs.', 'Jobs are kept in Postgres.').order).toBeLessThan(0.5);
  });

  it('takes a rule with another number for the same rule, with another subject for another', () => {
    const known = 'Node 22.3 is required for the build.';
    const likely = (question: string) => estimateAnswer(evidence(question, known));
    expect(likely('Node 24.1 is required for the build.')).toBeGreaterThan(0.8);
    expect(likely('Redis 22.3 is required for the tests.')).toBeLessThan(
      likely('Node 24.1 is required for the build.'),
    );
  });

  it('takes a memory that begins with what is asked about for likelier', () => {
    const question = 'which redis do jobs use?';
    expect(estimateAnswer(evidence(question, 'Redis 7 is what jobs use.'))).toBeGreaterThan(
      estimateAnswer(evidence(question, 'Only 7 is what jobs of redis use.')),
    );
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
