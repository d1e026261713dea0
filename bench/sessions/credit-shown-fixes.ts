import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OutcomeKind } from '../../src/index.ts';
import type { ScratchMemory } from '../scratch-memory.ts';
import { isSameResolution } from './judge-failures.ts';
import type { LabelledFailure, LabelledSession } from './labelled-sessions.ts';
import { type LearnedSessions, learnSessions, linesOf, type Source } from './learn-sessions.ts';
import { mine, openSessionMemory } from './open-session-memory.ts';

/** A card that a session was shown, and what the product told of it from what the session then did. */
export interface CreditedCard {
  readonly outcome: OutcomeKind | undefined;
  /** The session's own fix, or one of another session that resolved the same. Judged where the card has credit or blame. */
  readonly isRight: boolean;
}

/**
 * Outcomes of one repository's fixes if each session had seen them: all are learned, then every session is played in a fresh
 * memory that knows them, asked about each failure at its time, and read afterwards.
 */
export async function creditShownFixes(
  sessions: readonly LabelledSession[],
  folder: string,
): Promise<readonly CreditedCard[]> {
  const learned = await learnSessions(sessions, join(folder, 'learning'));
  const clock = { atMs: 0, nowMs: () => clock.atMs };
  await using played = await openSessionMemory(join(folder, 'played'), clock);
  await played.home.importLines(linesOf(learned.lines), { vouched: true, scope: 'repo' });
  const cards: CreditedCard[] = [];
  for (const session of sessions) cards.push(...(await playSession(session, learned, { played, clock })));
  return cards;
}

interface Play {
  readonly played: ScratchMemory;
  readonly clock: { atMs: number };
}

async function playSession(
  { name, path, agent, failures }: LabelledSession,
  { sources, sessionOf }: LearnedSessions,
  { played, clock }: Play,
): Promise<readonly CreditedCard[]> {
  const session = sessionOf.get(name);
  if (session === undefined) return [];
  const shown: { readonly decision: string; readonly item: string; readonly isRight: boolean }[] = [];
  const times = readTimes(path);
  for (const failure of failures) {
    clock.atMs = times.get(failure.failedAtLine) ?? clock.atMs;
    const { decisionId, memories } = await played.memory.recall({
      failure,
      moment: 'after_failure',
      speaker: { kind: 'agent', name: agent, source: 'hook', session },
    });
    for (const { item } of memories)
      shown.push({ decision: decisionId, item: item.id, isRight: isRightFor(sources.get(item.id), failure) });
  }
  await mine(played, path);
  return await Promise.all(
    shown.map(async ({ decision, item, isRight }) => {
      const { outcomes } = await played.home.why(decision);
      return { outcome: outcomes.findLast(({ itemId }) => itemId === item)?.kind, isRight };
    }),
  );
}

function isRightFor(source: Source | undefined, failure: LabelledFailure): boolean {
  if (source?.failure === undefined) return false;
  return source.failure === failure || isSameResolution(source.failure, failure);
}

/** When each line of a transcript was written, in milliseconds since 1970. */
function readTimes(path: string): ReadonlyMap<number, number> {
  const times = new Map<number, number>();
  for (const [place, text] of readFileSync(path, 'utf8').split('\n').entries()) {
    const written = Date.parse(/"timestamp":"([^"]*)"/.exec(text)?.[1] ?? '');
    if (!Number.isNaN(written)) times.set(place + 1, written);
  }
  return times;
}
