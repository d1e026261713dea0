import type { Outcome } from '../model/decision.ts';
import type { ItemId } from '../model/memory-item.ts';
import { isNegative, lastWords } from './last-words.ts';

/** A memory with what makes others near to it. */
export interface SessionSubject {
  readonly itemId: ItemId;
  readonly patternId?: ItemId | undefined;
  /** Failure family. */
  readonly family?: string | undefined;
}

/** A memory that was rejected in the session at hand. */
export interface SessionRejection extends SessionSubject {
  readonly atMs: number;
}

/** What rejections in a session mean for one memory there. */
export interface SessionPenalty {
  /** It was rejected itself: it is not shown in this session again. */
  readonly silenced: boolean;
  /** By how much to believe it less, 0–1. */
  readonly value: number;
}

const ttlMs = 6 * 60 * 60 * 1_000;
const halfLifeMs = 30 * 60 * 1_000;
const salience = 0.9;
const shares = { itself: 1, samePattern: 0.6, sameFamily: 0.2 } as const;

/** The memories that somebody's last word in a session was against, with when that was said. */
export function rejectedInSession(outcomes: readonly Outcome[]): readonly (readonly [ItemId, number])[] {
  return lastWords(outcomes).flatMap((word) =>
    word.itemId !== undefined && isNegative(word) ? [[word.itemId, word.atMs] as const] : [],
  );
}

/** Of several rejections the one that weighs most counts: an agent that rejects all it sees has not seen more. */
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
