import type { CoupledFile } from '../../model/answers/commit-answers.ts';
import type { MomentAnswer } from '../../model/answers/recollection.ts';
import type { DecisionId } from '../../model/decision.ts';
import type { Speaker } from '../../model/provenance.ts';
import type { CommitId, RepositoryPath } from '../../model/repository.ts';
import { renderBriefCard, renderSections } from '../../packing/render-brief.ts';
import { renderCard } from '../../packing/render-card.ts';
import { renderCoupledFile } from '../../packing/render-file-history.ts';
import { frameTokens } from '../../packing/render-pack.ts';
import { ruleTitle } from '../../wording/memory-words.ts';
import { prepareBrief } from '../brief/brief.ts';
import { lineRoom } from '../brief/line-room.ts';
import { shownInSession } from '../decisions/shown-in-session.ts';
import { guardrailsUnasked } from '../failures/guardrails.ts';
import type { FileHistory } from '../history/read-file-history.ts';
import { denyCall } from '../items/hard-rules.ts';
import type { RecallDependencies } from '../memory/recall-dependencies.ts';
import { recordDecision, tokensOf } from '../recall/record-decision.ts';
import { decisionAbout, isDecided, mayBeNamed, silentFor } from './moment-told.ts';

interface EditRequest {
  readonly path: string;
  /** The file is read, or named in a prompt: what is remembered about it is told, and nothing that only its change is about. */
  readonly isRead?: boolean | undefined;
  /** Only a hard rule answers. */
  readonly hardOnly?: boolean | undefined;
  readonly budgetTokens: number;
  readonly speaker: Speaker;
}

/** History of a file as far as it is indexed; undefined where none is. @param head checked out */
export type ReadIndexedHistory = (path: RepositoryPath, head: CommitId) => Promise<FileHistory | undefined>;

/** What is remembered takes at most this share of the budget. */
const rememberedShare = 0.6;
const mostRules = 2;
const mostCoupled = 3;
/** Nobody asked: files are named that were changed more often than not when this one was, and not by chance. */
const leastShare = 0.5;
const leastTogether = 4;

/**
 * What must be known before a file is edited, once in a session: what is remembered about it, rules from failures in it, and files
 * that nearly always change with it. Most files have none of that.
 */
export async function tellBeforeEdit(
  { path: named, isRead = false, hardOnly = false, budgetTokens, speaker }: EditRequest,
  readHistory: ReadIndexedHistory,
  dependencies: RecallDependencies,
): Promise<MomentAnswer> {
  const { store, random, clock } = dependencies;
  const path = dependencies.files?.relative(named);
  if (path === undefined) return silentFor('the file is not of this repository');
  const denied = isRead ? undefined : denyCall({ path }, speaker, dependencies);
  if (denied !== undefined) return denied;
  if (hardOnly) return silentFor('no hard rule stops it');
  const moment = 'before_edit';
  const once = decisionAbout(speaker.session, `${isRead ? 'read' : moment}\n${path}`);
  const { isTold, told } = store.read((reader) => ({
    isTold: isDecided(reader, once),
    told: shownInSession(reader, speaker.session, clock.nowMs()),
  }));
  if (isTold) return silentFor('told of this file before', once);
  const decisionId = once ?? (random.uuid() as DecisionId);
  const request = { files: [path], decisionId, speaker, moment } as const;
  const remembered = Math.max(1, Math.floor(rememberedShare * budgetTokens));
  const { query, packed } = await prepareBrief({ ...request, budgetTokens: remembered }, dependencies);
  const work = { files: [path], limit: mostRules, told };
  const ruleCards = isRead ? [] : (await guardrailsUnasked(work, dependencies)).cards;
  const head = isRead ? undefined : await dependencies.ancestry.head();
  const history = head && (await readHistory(path, head));
  const coupled = history?.coupled.filter(isTelling).filter(mayBeNamed).slice(0, mostCoupled) ?? [];
  if (packed.considered.length + ruleCards.length + coupled.length === 0)
    return silentFor('nothing is known about the file');

  const usedTokens = tokensOf({ ...packed, commits: [] }) || frameTokens;
  const room = lineRoom(budgetTokens, usedTokens);
  const fittingRules = room.fit(ruleTitle, ruleCards.map(renderCard));
  const fittingFiles = room.fit('What changes with it', coupled.map(renderCoupledFile));
  const { receipt, recorded, cards } = await recordDecision({
    decisionId,
    request,
    ...{ query, packed: { ...packed, budgetTokens }, commits: [], verdict: undefined, dependencies },
    beside: {
      places: coupled
        .filter((one) => fittingFiles.lines.includes(renderCoupledFile(one)))
        .map(({ path: other, share }) => ({ path: other, confidence: share })),
      rules: ruleCards
        .filter((card) => fittingRules.lines.includes(renderCard(card)))
        .map(({ itemId }) => itemId),
      tokens: room.usedTokens - usedTokens,
    },
  });
  if (!recorded) return silentFor('the decision could not be written down');
  const sections = packed.sections.map(({ title, cards: listed }) => ({
    title,
    lines: listed.filter((card) => cards.some(({ itemId }) => itemId === card.itemId)).map(renderBriefCard),
  }));
  const text = renderSections([...sections, fittingRules, fittingFiles], random.uuid().slice(-12));
  return text === ''
    ? silentFor('nothing of it may be shown unasked', receipt.id)
    : { kind: 'card', text, decisionId: receipt.id };
}

function isTelling({ share, together }: CoupledFile): boolean {
  return share >= leastShare && together >= leastTogether;
}
