import type { ItemId } from '../model/brands.ts';
import type { Outcome } from '../model/decision.ts';
import { isNegative, lastWords } from './outcomes.ts';

/** A memory with the properties that make others similar to it. */
export interface SessionSubject {
  readonly itemId: ItemId;
  readonly patternId?: ItemId | undefined;
  readonly family?: string | undefined;
}

export interface SessionRejection extends SessionSubject {
  readonly atMs: number;
}

/** Effect of a session's rejections on one memory. */
export interface SessionPenalty {
  /** True when it was rejected itself; it is then not shown again in this session. */
  readonly silenced: boolean;
  /** Reduction of its score, 0–1. */
  readonly value: number;
}

const ttlMs = 6 * 60 * 60 * 1_000;
const halfLifeMs = 30 * 60 * 1_000;
const salience = 0.9;
const shares = { itself: 1, samePattern: 0.6, sameFamily: 0.2 } as const;

/** Memories whose last judgement in a session was negative, with its time. */
export function rejectedInSession(outcomes: readonly Outcome[]): readonly (readonly [ItemId, number])[] {
  return lastWords(outcomes).flatMap((word) =>
    word.itemId !== undefined && isNegative(word) ? [[word.itemId, word.atMs] as const] : [],
  );
}

/** Only the strongest of several rejections counts, because many rejections by one agent are not more evidence. */
export function sessionPenalty(
  subject: SessionSubject,
  rejections: readonly SessionRejection[],
  nowMs: number,
): SessionPenalty {
  const weights = rejections.map((rejection) => {
    const ageMs = Math.max(0, nowMs - rejection.atMs);
    return ageMs > ttlMs ? 0 : salience * nearness(subject, rejection) * 2 ** (-ageMs / halfLifeMs);
  });
  return {
    silenced: rejections.some(({ itemId }) => itemId === subject.itemId),
    value: Math.max(0, ...weights),
  };
}

function nearness(subject: SessionSubject, rejected: SessionSubject): number {
  if (subject.itemId === rejected.itemId) return shares.itself;
  if (isEqual(subject.patternId, rejected.patternId)) return shares.samePattern;
  return isEqual(subject.family, rejected.family) ? shares.sameFamily : 0;
}

function isEqual(one: string | undefined, other: string | undefined): boolean {
  return one !== undefined && one === other;
}
