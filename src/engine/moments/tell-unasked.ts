import type { CoupledFile } from '../../model/answers/commit-answers.ts';
import type { MomentAnswer } from '../../model/answers/recollection.ts';
import type { DecisionId, DecisionMoment, RecallMoment } from '../../model/decision.ts';
import type { MemoryItem } from '../../model/memory-item.ts';
import type { Speaker } from '../../model/provenance.ts';
import type { CommitId, RepositoryPath } from '../../model/repository.ts';
import { packUnits } from '../../packing/pack-units.ts';
import { renderCoupledFile } from '../../packing/render-beside.ts';
import { type BriefSection, renderBriefCard, renderSections } from '../../packing/render-lists.ts';
import { frameTokens, renderCard } from '../../packing/render-pack.ts';
import { profileQuery, type QueryProfile } from '../../query/profile-failure.ts';
import { fenceNonce } from '../../redaction/neutralise-structure.ts';
import type { ItemCandidate } from '../../retrieval/rank-items.ts';
import { ruleTitle } from '../../wording/memory-words.ts';
import { prepareBrief } from '../brief/brief.ts';
import { briefCard, lineRoom, type TitledLines } from '../brief/pack-brief.ts';
import { shownInSession, toldInSession } from '../decisions/read-decisions.ts';
import { guardrailsUnasked } from '../failures/guardrails.ts';
import type { FileHistory } from '../history/file-history.ts';
import type { RecallDependencies } from '../memory/recall-dependencies.ts';
import { admitCandidates, inspectCandidates } from '../recall/check-candidates.ts';
import { type Pack, tokensOfPack } from '../recall/fill-pack.ts';
import { matchFound } from '../recall/match-candidates.ts';
import { moments } from '../recall/moments.ts';
import { type NamedBeside, recordDecision } from '../recall/record-decision.ts';
import { lastSessionsTitle, sessionsToTell, stillOpen } from '../sessions/last-sessions.ts';
import { denyCall } from './deny-call.ts';
import {
  decisionAbout,
  isDecided,
  mayBeNamed,
  rulesThatWait,
  silentFor,
  type ToldAnswer,
} from './moment-answers.ts';

/** A message of a moment, before it is written down. */
interface Telling {
  readonly moment: Exclude<DecisionMoment, RecallMoment>;
  readonly speaker: Speaker;
  /** Id of the decision about an event that may be told of twice. */
  readonly once?: DecisionId | undefined;
  readonly query: QueryProfile;
  readonly pack: Pack;
  readonly beside?: NamedBeside | undefined;
  /** The cards of the pack under their titles, then the lines beside them. */
  readonly sections: readonly BriefSection[];
  readonly lines?: readonly TitledLines[];
  /** Why the agent is told nothing where no section may be shown. */
  readonly silence: string;
}

/** Writes the decision down, then tells its cards. Without a decision's id it could not be written down. */
export async function tell(
  { moment, speaker, once, query, pack, beside, sections, lines = [], silence }: Telling,
  dependencies: RecallDependencies,
): Promise<ToldAnswer> {
  const { random } = dependencies;
  const decisionId = once ?? (random.uuid() as DecisionId);
  const request = { speaker, moment, decisionId: once };
  const { receipt, recorded, ...told } = await recordDecision(
    { decisionId, request, query, pack, beside },
    dependencies,
  );
  if (!recorded) return silentFor('the decision could not be written down');
  const shown = new Set(told.pack.cards.map(({ itemId }) => itemId));
  const listed = sections.map(({ title, cards }) => ({
    title,
    lines: cards.filter(({ itemId }) => shown.has(itemId)).map(renderBriefCard),
  }));
  const text = renderSections([...listed, ...lines], fenceNonce(random.uuid()));
  return text === '' ? silentFor(silence, receipt.id) : { kind: 'card', text, decisionId: receipt.id };
}

interface StartRequest {
  /** The session was shortened: it goes on, but lost the memories shown before. */
  readonly mayRepeat?: boolean | undefined;
  readonly budgetTokens: number;
  readonly speaker: Speaker;
}

/** Tells at the start of a session: constraints, decisions, open tasks, preferences, and a failure that was left. */
export async function tellAtStart(
  request: StartRequest,
  dependencies: RecallDependencies,
): Promise<MomentAnswer> {
  const moment = 'session_start';
  const once = request.mayRepeat ? undefined : decisionAbout(request.speaker.session, moment);
  if (dependencies.store.read((reader) => isDecided(reader, once)))
    return silentFor('told of this start before', once);
  const { query, packed } = await prepareBrief({ ...request, moment }, dependencies);
  const { lastSessions } = dependencies;
  // A shortened session knows the messages before it.
  const past =
    lastSessions === undefined || request.mayRepeat
      ? []
      : sessionsToTell(stillOpen(await lastSessions(), dependencies.files), request.speaker, true);
  const usedTokens = tokensOfPack(packed) || frameTokens;
  const room = lineRoom(request.budgetTokens, usedTokens);
  const fitting = room.fit(
    lastSessionsTitle,
    past.map((line) => `- ${line}`),
  );
  if (packed.considered.length + fitting.lines.length === 0)
    return silentFor('nothing is known that a session must heed');
  const told = await tell(
    {
      ...{ moment, once, query, pack: packed, sections: packed.sections, lines: [fitting] },
      speaker: request.speaker,
      beside: fitting.lines.length === 0 ? undefined : { places: [], tokens: room.usedTokens - usedTokens },
      silence: 'nothing of it may be shown unasked',
    },
    dependencies,
  );
  const { decisionId } = told;
  if (decisionId === undefined) return told;
  const { store, clock } = dependencies;
  return { ...told, forUser: store.read((reader) => rulesThatWait(reader, decisionId, clock.nowMs())) };
}

interface CompactionRequest {
  readonly budgetTokens: number;
  readonly speaker: Speaker;
}

const title = 'Shown in this session';
/** A session long enough to be shortened has met many: memories that a failing command need not know are kept here. */
const mostDecisions = 300;

/**
 * Tells the memories that a session was shown and must not lose when its agent shortens it: each in a line, as far as
 * it still holds. No memory comes in that the session did not know.
 */
export async function tellBeforeCompaction(
  { budgetTokens, speaker }: CompactionRequest,
  dependencies: RecallDependencies,
): Promise<MomentAnswer> {
  const { store, clock, settings } = dependencies;
  const moment = 'before_compaction';
  const row = moments[moment];
  const nowMs = clock.nowMs();
  const query = profileQuery({ query: title });
  const matched = store.read((reader) => {
    const candidates = [...shownInSession(reader, speaker.session, nowMs, mostDecisions)]
      .flatMap((id) => reader.item(id) ?? [])
      .map(asShown);
    const asking = { ...row, ...{ query, nowMs, session: speaker.session } };
    return matchFound(reader, { candidates, rarityOf: () => undefined }, asking, settings.failures);
  });
  if (matched.length === 0) return silentFor('nothing was shown in this session');
  const inspected = await inspectCandidates(matched, { ...row, ofFailure: false, nowMs }, dependencies);
  const considered = admitCandidates(inspected, row, dependencies);
  const cards = considered
    .filter(({ admission }) => admission.admitted)
    .map(({ item }) => ({ ...briefCard(item, 1), id: item.id }));
  const fitting = packUnits(cards, budgetTokens - frameTokens).units;
  return await tell(
    {
      ...{ moment, speaker, query, pack: { considered, cards: fitting, budgetTokens } },
      sections: [{ title, cards: fitting }],
      silence: 'nothing that was shown still holds',
    },
    dependencies,
  );
}

/** The rule of a failure that was shown by its rule: the way it fails does not tell the remedy. */
function asShown(item: MemoryItem): ItemCandidate {
  const rule = item.body?.kind === 'pattern' ? item.body.preventionRule : undefined;
  const description = 'it was shown in this session';
  return {
    item: rule === undefined ? item : { ...item, content: rule },
    ...{ score: 0, relevance: 1, aboutWork: false },
    explain: () => ({ value: 0, description, parts: [] }),
  };
}

interface EditRequest {
  readonly path: string;
  /** The file is read, or named in a prompt: memories about it are told, and none about its change alone. */
  readonly isRead?: boolean | undefined;
  /** Only a hard rule answers. */
  readonly hardOnly?: boolean | undefined;
  readonly budgetTokens: number;
  readonly speaker: Speaker;
}

/** History of a file as far as it is indexed; undefined where none is. @param head checked out */
export type ReadIndexedHistory = (path: RepositoryPath, head: CommitId) => Promise<FileHistory | undefined>;

/** Memories take at most this share of the budget. */
const rememberedShare = 0.6;
const mostRules = 2;
const mostCoupled = 3;
/** Unasked, a file is named only if it nearly always changed with this one, and not by chance. */
const leastShare = 0.8;
const leastTogether = 4;

/**
 * Tells, once in a session, of a file that is about to be edited: memories about it, rules from failures in it, and
 * files that nearly always change with it. Most files have none of that.
 */
export async function tellBeforeEdit(
  { path: named, isRead = false, hardOnly = false, budgetTokens, speaker }: EditRequest,
  readHistory: ReadIndexedHistory,
  dependencies: RecallDependencies,
): Promise<MomentAnswer> {
  const { store, clock } = dependencies;
  const path = dependencies.files?.relative(named);
  if (path === undefined) return silentFor('the file is not of this repository');
  const denied = isRead ? undefined : await denyCall({ path }, speaker, dependencies);
  if (denied !== undefined) return denied;
  if (hardOnly) return silentFor('no hard rule stops it');
  const moment = 'before_edit';
  const once = decisionAbout(speaker.session, `${isRead ? 'read' : moment}\n${path}`);
  const { isTold, told, toldOfCoupled } = store.read((reader) => ({
    isTold: isDecided(reader, once),
    told: shownInSession(reader, speaker.session, clock.nowMs()),
    toldOfCoupled: toldInSession(reader, speaker.session, clock.nowMs()).some(
      (receipt) => receipt.moment === moment && receipt.places !== undefined && receipt.places.length > 0,
    ),
  }));
  if (isTold) return silentFor('told of this file before', once);
  const remembered = Math.max(1, Math.floor(rememberedShare * budgetTokens));
  const { query, packed } = await prepareBrief(
    { files: [path], budgetTokens: remembered, moment, speaker },
    dependencies,
  );
  const work = { files: [path], limit: mostRules, told };
  const ruleCards = isRead ? [] : (await guardrailsUnasked(work, dependencies)).cards;
  // Once in a session: an agent that was told a file's companions looks by itself at the next.
  const head = isRead || toldOfCoupled ? undefined : await dependencies.ancestry.head();
  const history = head && (await readHistory(path, head));
  const coupled = history?.coupled.filter(isTelling).filter(mayBeNamed).slice(0, mostCoupled) ?? [];
  if (packed.considered.length + ruleCards.length + coupled.length === 0)
    return silentFor('nothing is known about the file');

  const usedTokens = tokensOfPack(packed) || frameTokens;
  const room = lineRoom(budgetTokens, usedTokens);
  const fittingRules = room.fit(ruleTitle, ruleCards.map(renderCard));
  const fittingFiles = room.fit('What changes with it', coupled.map(renderCoupledFile));
  return await tell(
    {
      ...{ moment, speaker, once, query, pack: { ...packed, budgetTokens } },
      ...{ sections: packed.sections, lines: [fittingRules, fittingFiles] },
      beside: {
        places: coupled
          .filter((one) => fittingFiles.lines.includes(renderCoupledFile(one)))
          .map(({ path: other, share }) => ({ path: other, confidence: share })),
        rules: ruleCards
          .filter((card) => fittingRules.lines.includes(renderCard(card)))
          .map(({ itemId }) => itemId),
        tokens: room.usedTokens - usedTokens,
      },
      silence: 'nothing of it may be shown unasked',
    },
    dependencies,
  );
}

function isTelling({ share, together }: CoupledFile): boolean {
  return share >= leastShare && together >= leastTogether;
}
