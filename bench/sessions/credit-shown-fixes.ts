import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OutcomeKind } from '../../src/index.ts';
import { asFile } from '../recall/memory-line.ts';
import { isSameResolution } from './judge-failures.ts';
import type { LabelledFailure, LabelledSession } from './labelled-sessions.ts';
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
  const { lines, sources, sessionOf } = await learnSessions(sessions, join(folder, 'learning'));
  const clock = { atMs: 0, nowMs: () => clock.atMs };
  await using played = await openSessionMemory(join(folder, 'played'), clock);
  await played.home.importLines(asFile(lines), { vouched: true, scope: 'repo' });
  const cards: CreditedCard[] = [];
  for (const { name, path, agent, failures } of sessions) {
    const session = sessionOf.get(name);
    if (session === undefined) continue;
    const shown: { readonly decision: string; readonly item: string; readonly isRight: boolean }[] = [];
    const times = readTimes(path);
    for (const failure of failures) {
      clock.atMs = times.get(failure.failedAtLine) ?? clock.atMs;
      const { decisionId: decision, memories } = await played.memory.recall({
        failure,
        moment: 'after_failure',
        speaker: { kind: 'agent', name: agent, source: 'hook', session },
      });
      for (const { item } of memories) {
        const source = sources.get(item.id);
        const isRight = source !== undefined && (source === failure || isSameResolution(source, failure));
        shown.push({ decision, item: item.id, isRight });
      }
    }
    await mine(played, path);
    for (const { decision, item, isRight } of shown) {
      const { outcomes } = await played.home.why(decision);
      cards.push({ outcome: outcomes.findLast(({ itemId }) => itemId === item)?.kind, isRight });
    }
  }
  return cards;
}

/**
 * Mines sessions in turn; a person approves what they taught as it stands.
 * @returns the whole memory as it is exported; the failure of each fix, where it has a label, by the fix's id; the agent's id of a
 *   session by the name of its file
 */
async function learnSessions(sessions: readonly LabelledSession[], folder: string) {
  await using learning = await openSessionMemory(folder);
  const sources = new Map<string, LabelledFailure | undefined>();
  const sessionOf = new Map<string, string>();
  for (const { name, path, failures } of sessions)
    for (const { itemId, type, fate, evidence } of (await mine(learning, path)).lessons) {
      if (type !== 'fix' || itemId === undefined) continue;
      if (fate === 'added') await learning.home.approve(itemId);
      sessionOf.set(name, evidence.session ?? '');
      const lines = [evidence.line, ...(evidence.alsoFailedAtLines ?? [])];
      if (!sources.has(itemId))
        sources.set(
          itemId,
          failures.find(({ failedAtLine }) => lines.includes(failedAtLine)),
        );
    }
  return { lines: [...learning.home.exportLines()], sources, sessionOf };
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
