import { openMemory } from '../../src/index.ts';
import { cpuMsSince } from './cpu-time.ts';
import type { ExampleFailure } from './example-failures.ts';
import type { FilledMemory } from './fill-memory.ts';
import { SeededRandom } from './seeded-random.ts';

const warmUps = 30;
const seed = 44;

type RecallKind = 'known failure' | 'unknown failure' | 'question' | 'other question';

export interface TimedRecall {
  readonly kind: RecallKind;
  readonly cpuMs: number;
  readonly wallMs: number;
  /** Memories shown. */
  readonly shown: number;
}

type RecallRequest = Parameters<Awaited<ReturnType<typeof openMemory>>['recall']>[0];

interface Question {
  readonly kind: RecallKind;
  readonly request: RecallRequest;
}

/** Asks in this process, warmed up: half as a hook would after a failure, half in words; of each, half has no answer. */
export async function timeRecalls(
  filled: FilledMemory,
  { repository, home, count }: { readonly repository: string; readonly home: string; readonly count: number },
): Promise<readonly TimedRecall[]> {
  const questions = sampleQuestions(filled, count + warmUps);
  await using memory = await openMemory({ repository, home });
  const timed: TimedRecall[] = [];
  for (const { kind, request } of questions) {
    const before = process.cpuUsage();
    const startedAtMs = performance.now();
    const { memories } = await memory.recall(request);
    const wallMs = performance.now() - startedAtMs;
    timed.push({ kind, cpuMs: cpuMsSince(before), wallMs, shown: memories.length });
  }
  return timed.slice(warmUps);
}

function sampleQuestions({ known, unknown, questions }: FilledMemory, count: number): readonly Question[] {
  const random = new SeededRandom(seed);
  const afterFailure = ({ command, exitCode, print }: ExampleFailure): RecallRequest => ({
    moment: 'after_failure',
    failure: { command, exitCode, output: print(random) },
  });
  const makers: readonly (() => Question)[] = [
    () => ({ kind: 'known failure', request: afterFailure(random.pick(known).failure) }),
    () => ({ kind: 'question', request: { query: random.pick(questions) } }),
    () => ({ kind: 'unknown failure', request: afterFailure(random.pick(unknown)) }),
    () => ({ kind: 'other question', request: { query: random.pick(unknown).question } }),
  ];
  return Array.from({ length: count }, (_, at) => (makers[at % makers.length] as () => Question)());
}
