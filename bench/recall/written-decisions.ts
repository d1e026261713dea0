import { join } from 'node:path';
import { readJsonLines } from '../datasets/json-lines.ts';

interface WrittenDecision {
  readonly decision: string;
  /** The question of a person who has not read it. */
  readonly question: string;
}

/** Decisions as teams write them down, and questions in other words, all written before the first run. */
export function readWrittenDecisions(): readonly WrittenDecision[] {
  return readJsonLines<WrittenDecision>(join(import.meta.dirname, 'written-decisions.jsonl'));
}
