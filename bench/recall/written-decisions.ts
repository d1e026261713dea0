import { join } from 'node:path';
import { readJsonLines } from '../datasets/json-lines.ts';
import type { DecisionCase } from './decision-cases.ts';

interface WrittenDecision {
  readonly decision: string;
  /** The question of a person who has not read it. */
  readonly question: string;
  /** The later decision that replaced it. */
  readonly instead?: string;
}

/** Decisions as teams write them down, and questions in other words, all written before the first run; each is asked with all others remembered. */
export function* writtenDecisions(): Iterable<DecisionCase> {
  const written = readJsonLines<WrittenDecision>(join(import.meta.dirname, 'written-decisions.jsonl'));
  const texts = written.map(({ decision }) => decision);
  for (const { decision, question, instead } of written) {
    yield {
      source: 'written',
      texts,
      answer: decision,
      questions: [{ style: 'own words', text: question }],
      ...(instead === undefined ? {} : { successor: { text: instead, questions: [question, decision] } }),
    };
  }
}
