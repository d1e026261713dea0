import { join } from 'node:path';
import { seededRandom } from '../../src/numeric/seeded-random.ts';
import { readJsonLines } from '../datasets/json-lines.ts';
import { readRulePairs } from './rule-cases.ts';
import { rememberText } from './rule-memory.ts';
import { type QuestionStyle, wordQuestion } from './word-question.ts';

interface FileRule {
  readonly repo: string;
  readonly file: string;
  readonly rule: string;
}

/** A memory as long as a page, of which one rule is sought. */
export interface LongMemoryCase {
  readonly repository: string;
  readonly style: QuestionStyle;
  readonly text: string;
  readonly sought: string;
  readonly question: string;
  /** The other memories. */
  readonly beside: readonly string[];
}

const linesOfMemory = 40;

/** Memories of a replaced rule at its place among the forty lines around it in its file. */
export function* longMemoryCases(
  data: string,
  wants: (repository: string) => boolean,
  seed: number,
): Iterable<LongMemoryCase> {
  const rules = readJsonLines<FileRule>(join(data, 'rules', 'timeline.jsonl.gz'));
  const random = seededRandom(seed);
  for (const pair of readRulePairs(data)) {
    if (!wants(pair.repo) || !['supersedes', 'refines'].includes(pair.relation)) continue;
    const lines = [
      ...new Set(
        rules.filter(({ repo, file }) => repo === pair.repo && file === pair.file).map(({ rule }) => rule),
      ),
    ].filter((rule) => rule !== pair.new);
    const place = lines.indexOf(pair.old);
    if (place === -1 || lines.length < linesOfMemory) continue;
    const start = Math.min(
      Math.max(0, place - Math.floor(random() * linesOfMemory)),
      lines.length - linesOfMemory,
    );
    const own = lines.slice(start, start + linesOfMemory);
    const beside = lines.filter((line) => !own.includes(line)).slice(0, linesOfMemory);
    const shared = { repository: pair.repo, text: own.join('\n'), sought: pair.old, beside };
    yield { ...shared, style: 'whole', question: pair.new };
    const question = wordQuestion('asked', pair.old, own.map(rememberText), random);
    yield { ...shared, style: 'asked', question };
  }
}
