import type { Memory } from '../../src/index.ts';
import { seededRandom } from '../../src/numeric/seeded-random.ts';
import { nthMemory } from './real-texts.ts';
import { rememberText } from './rule-memory.ts';
import { wordQuestion } from './word-question.ts';

export type ScaleKind = 'question' | 'statement' | 'issue' | 'failure';

export interface ScaleQuestion {
  readonly kind: ScaleKind;
  /** The memory from which the question was made. */
  readonly answer?: string;
  readonly request: Parameters<Memory['recall']>[0];
}

interface Sources {
  readonly texts: readonly string[];
  /** Memories that are there. */
  readonly count: number;
  readonly issues: readonly string[];
  /** Outputs of failing commands. */
  readonly logs: readonly string[];
}

const seed = 5;

/**
 * Questions in turn: one made of words of a memory; some of its words; the title of an issue, which is rarely answered; the output of a
 * failing command, asked as a hook does.
 */
export function scaleQuestions({ texts, count, issues, logs }: Sources, wanted: number): ScaleQuestion[] {
  const random = seededRandom(seed);
  const pick = <T>(all: readonly T[]) => all[Math.floor(random() * all.length)];
  const known = () => nthMemory(texts, Math.floor(random() * count));
  const others = texts.slice(0, 500).map(rememberText);
  const about = (kind: ScaleKind, style: 'asked' | 'short'): ScaleQuestion => {
    const answer = known();
    return { kind, answer, request: { query: wordQuestion(style, answer, others, random) } };
  };
  const makers: readonly (() => ScaleQuestion)[] = [
    () => about('question', 'asked'),
    () => about('statement', 'short'),
    () => ({ kind: 'issue', request: { query: pick(issues) ?? 'why' } }),
    () => ({
      kind: 'failure',
      request: {
        moment: 'after_failure',
        failure: { command: 'ci build', exitCode: 1, output: pick(logs) ?? 'error' },
      },
    }),
  ];
  return Array.from({ length: wanted }, (_, at) => (makers[at % makers.length] as () => ScaleQuestion)());
}
