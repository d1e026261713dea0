import type { MomentAnswer } from '../../model/answers/recollection.ts';
import type { DecisionId } from '../../model/decision.ts';
import type { Speaker } from '../../model/provenance.ts';
import { renderBriefCard, renderSections } from '../../packing/render-brief.ts';
import { frameTokens } from '../../packing/render-pack.ts';
import { prepareBrief } from '../brief/brief.ts';
import { lineRoom } from '../brief/line-room.ts';
import type { RecallDependencies } from '../memory/recall-dependencies.ts';
import { recordDecision, tokensOf } from '../recall/record-decision.ts';
import { lastSessionsTitle, sessionsToTell } from '../sessions/last-sessions.ts';
import { decisionAbout, isDecided, silentFor } from './moment-told.ts';

interface StartRequest {
  /** The session goes on, but lost what it was shown before: it was shortened. */
  readonly mayRepeat?: boolean | undefined;
  readonly budgetTokens: number;
  readonly speaker: Speaker;
}

/** What must be known before a session begins: constraints, decisions, open tasks and preferences that may be shown unasked; and what the last sessions did, in three lines. */
export async function tellAtStart(
  request: StartRequest,
  dependencies: RecallDependencies,
): Promise<MomentAnswer> {
  const moment = 'session_start';
  const once = request.mayRepeat ? undefined : decisionAbout(request.speaker.session, moment);
  if (dependencies.store.read((reader) => isDecided(reader, once)))
    return silentFor('told of this start before', once);
  const { query, packed } = await prepareBrief({ ...request, moment }, dependencies);
  const { random, lastSessions } = dependencies;
  // After a session was shortened it knows what came before it.
  const past =
    lastSessions === undefined || request.mayRepeat
      ? []
      : sessionsToTell(await lastSessions(), request.speaker, true);
  const usedTokens = tokensOf({ ...packed, commits: [] }) || frameTokens;
  const room = lineRoom(request.budgetTokens, usedTokens);
  const fitting = room.fit(
    lastSessionsTitle,
    past.map((line) => `- ${line}`),
  );
  if (packed.considered.length + fitting.lines.length === 0)
    return silentFor('nothing is known that a session must heed');
  const { receipt, recorded, cards } = await recordDecision({
    decisionId: once ?? (random.uuid() as DecisionId),
    request: { ...request, moment, decisionId: once },
    ...{ query, packed, commits: [], verdict: undefined, dependencies },
    beside: fitting.lines.length === 0 ? undefined : { places: [], tokens: room.usedTokens - usedTokens },
  });
  if (!recorded) return silentFor('the decision could not be written down');
  if (cards.length + fitting.lines.length === 0)
    return silentFor('nothing of it may be shown unasked', receipt.id);
  const shown = packed.sections.map(({ title, cards: own }) => ({ title, lines: own.map(renderBriefCard) }));
  const text = renderSections([...shown, fitting], random.uuid().slice(-12));
  return { kind: 'card', text, decisionId: receipt.id };
}
