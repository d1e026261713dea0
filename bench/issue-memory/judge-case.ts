import type { Memory, Recollection } from '../../src/index.ts';
import { cpuMsSince } from '../reporting/processes.ts';
import type { CaseQuery, MatchCase } from './issue-data.ts';
import { recallRequestOf } from './issue-requests.ts';

export interface Answer {
  readonly recollection: Recollection;
  readonly cpuMs: number;
}

export async function ask(memory: Memory, query: CaseQuery): Promise<Answer> {
  const before = process.cpuUsage();
  const recollection = await memory.recall(recallRequestOf(query));
  return { recollection, cpuMs: cpuMsSince(before) };
}

/** The result of a case. */
export interface JudgedCase {
  readonly suite: string;
  readonly slug: string;
  readonly mode: string;
  /** There is a memory that answers it. */
  readonly isPositive: boolean;
  /** That memory is shown first. */
  readonly isTop: boolean;
  readonly status: string;
  /** A negative that is taken for a known failure, or is answered otherwise than the case allows. */
  readonly isClearMatch: boolean;
  readonly isUnsafe: boolean;
  readonly answer: Answer;
}

export function judgeCase(suite: string, one: MatchCase, answer: Answer): JudgedCase {
  const title = typeof one.expected?.title === 'string' ? one.expected.title : undefined;
  const isPositive = title !== undefined && one.kind !== 'negative';
  const status = statusOf(answer);
  const allowed = allowedStatuses(one);
  return {
    suite,
    slug: one.slug,
    mode: one.mode ?? one.kind ?? '',
    isPositive,
    isTop: isPositive && answer.recollection.memories[0]?.item.title === title,
    status,
    isClearMatch: !isPositive && status === 'match' && !allowed.includes('match'),
    isUnsafe: !isPositive && !allowed.includes(status),
    answer,
  };
}

export function statusOf({ recollection }: Answer): string {
  return recollection.match?.status ?? (recollection.memories.length > 0 ? 'match' : 'abstain');
}

/** Statuses that a case calls right, however it names them; of a negative that names none, silence. */
function allowedStatuses({ expected }: MatchCase): readonly string[] {
  const named = Object.entries(expected ?? {})
    .filter(([name]) => /status/i.test(name))
    .flatMap(([, value]) => (Array.isArray(value) ? value : [value]))
    .filter((value) => typeof value === 'string');
  return named.length === 0 ? ['abstain'] : named;
}
