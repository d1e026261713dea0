import type { Memory, Recollection } from '../../src/index.ts';
import { type CaseQuery, type MatchCase, reportOf } from './issue-data.ts';

const defaultLimit = 3;
/** Room for every card that is asked for: what is measured is the order, not the packing. */
const budgetTokens = 4_000;

export function ask(memory: Memory, query: CaseQuery): Promise<Recollection> {
  return memory.recall({ failure: reportOf(query), topK: query.limit ?? defaultLimit, budgetTokens });
}

/** The result of a case. */
export interface JudgedCase {
  /** There is a memory that answers it. */
  readonly isPositive: boolean;
  /** That memory is shown first. */
  readonly isTop: boolean;
  readonly status: string;
  /** A negative that is taken for a known failure, or is answered otherwise than the case allows. */
  readonly isClearMatch: boolean;
  readonly isUnsafe: boolean;
}

export function judgeCase({ expected, kind }: MatchCase, answer: Recollection): JudgedCase {
  const title = typeof expected?.title === 'string' ? expected.title : undefined;
  const isPositive = title !== undefined && kind !== 'negative';
  const status = statusOf(answer);
  const allowed = allowedStatuses(expected ?? {});
  return {
    isPositive,
    isTop: isPositive && answer.memories[0]?.item.title === title,
    status,
    isClearMatch: !isPositive && status === 'match' && !allowed.includes('match'),
    isUnsafe: !isPositive && !allowed.includes(status),
  };
}

export function statusOf({ match, memories }: Recollection): string {
  return match?.status ?? (memories.length > 0 ? 'match' : 'abstain');
}

/** Statuses that a case calls right, however it names them; of a negative that names none, silence. */
function allowedStatuses(expected: Readonly<Record<string, unknown>>): readonly string[] {
  const named = Object.entries(expected)
    .filter(([name]) => /status/i.test(name))
    .flatMap(([, value]) => (Array.isArray(value) ? value : [value]))
    .filter((value) => typeof value === 'string');
  return named.length === 0 ? ['abstain'] : named;
}
