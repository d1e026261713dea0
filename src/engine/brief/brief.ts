import { type ExpiryTerms, isExpired } from '../../lifecycle/expiry.ts';
import type { Brief } from '../../model/answers/recollection.ts';
import type { DecisionId } from '../../model/decision.ts';
import type { MemoryItem } from '../../model/memory-item.ts';
import { renderBrief } from '../../packing/render-lists.ts';
import { profileQuery, type QueryProfile } from '../../query/profile-failure.ts';
import { fenceNonce, neutraliseStructure } from '../../redaction/neutralise-structure.ts';
import { redact } from '../../redaction/redact.ts';
import { estimateTokens } from '../../text/estimate-tokens.ts';
import { taskLine } from '../../wording/session-lines.ts';
import { shownInSession } from '../decisions/read-decisions.ts';
import type { RecallDependencies } from '../memory/recall-dependencies.ts';
import type { Candidate } from '../recall/candidate.ts';
import { admitCandidates, inspectCandidates } from '../recall/check-candidates.ts';
import { describeRecollection } from '../recall/describe-recollection.ts';
import { focusOn } from '../recall/fill-pack.ts';
import { matchFound } from '../recall/match-candidates.ts';
import { moments, type RecallMemoriesRequest, requirePositive } from '../recall/moments.ts';
import { findExperiences } from '../recall/offer-experiences.ts';
import { recordDecision } from '../recall/record-decision.ts';
import { isReadBy } from '../rules/rule-files.ts';
import { sessionsToTell } from '../sessions/last-sessions.ts';
import {
  type BriefGroup,
  countWaiting,
  type KnownForBrief,
  listKnown,
  orderBrief,
} from './find-for-brief.ts';
import { countOthers, packBrief } from './pack-brief.ts';

/** Most items of a kind that are checked against files and branches and enter the receipt. */
const mostOfKind = { live: 16, expired: 4 } as const;

/**
 * Constraints, decisions, open tasks and preferences that hold here and matter before a plan, the newest of
 * each kind first. A plan in words or files narrows them to those about it. Leaves a receipt, as recall does.
 * @throws INVALID_ARGUMENT
 */
export async function brief(request: BriefWorkRequest, dependencies: RecallDependencies): Promise<Brief> {
  return (await makeBrief(request, dependencies)).answer;
}

/** A brief and its entries. @throws INVALID_ARGUMENT */
export async function makeBrief(request: BriefWorkRequest, dependencies: RecallDependencies) {
  const { query, found, groups, packed } = await prepareBrief(request, dependencies);
  const { random } = dependencies;
  const { considered } = packed;
  const past = await lately(request, dependencies);
  const recorded = await recordDecision(
    {
      decisionId: random.uuid() as DecisionId,
      request: { ...request, moment: 'asked' },
      ...{ query, pack: packed },
      beside: past.length === 0 ? undefined : { places: [], tokens: estimateTokens(past.join('\n')) },
    },
    dependencies,
  );
  const nonce = fenceNonce(random.uuid());
  const recollection = describeRecollection(recorded, nonce);
  const answer = {
    ...recollection,
    ...(considered.length > 0 || found.knownCount === 0 ? {} : { reason: noneAboutIt }),
    pack: { ...recollection.pack, text: renderBrief(packed.sections, nonce) },
    lately: past,
    others: countOthers(groups, considered, packed.cards),
    waiting: found.waiting,
  };
  return { answer, sections: packed.sections };
}

const mostTasks = 3;
/** A plan is read for longer than a prompt: a task that is right in one of three cases is worth its line. */
const leastOfTask = 0.3;

/** Returns the work of the last sessions; for a plan in words, earlier tasks like it. */
async function lately(
  { query, files = [], speaker }: BriefWorkRequest,
  dependencies: RecallDependencies,
): Promise<readonly string[]> {
  const { lastSessions } = dependencies;
  if (query !== undefined)
    return findExperiences({ query, speaker }, dependencies)
      .filter(({ confidence }) => confidence >= leastOfTask)
      .slice(0, mostTasks)
      .map(({ experience: { title, createdAtMs, body } }) => {
        const files = [...new Set(body.changed.map(({ path }) => path))];
        return taskLine({ endedAtMs: createdAtMs, request: title, files, commits: body.commits });
      })
      .map(neutraliseStructure);
  if (lastSessions === undefined || files.length > 0) return [];
  return sessionsToTell(await lastSessions(), speaker);
}

/** Returns the memories that a brief considers, and those that fit. @throws INVALID_ARGUMENT */
export async function prepareBrief(request: BriefWorkRequest, dependencies: RecallDependencies) {
  requirePositive('budgetTokens', request.budgetTokens);
  const { settings } = dependencies;
  const query = profileBrief(request);
  const found = find(request, query, dependencies);
  const groups = orderBrief(found.matched);
  const considered = await consider(groups, request, dependencies);
  const focus = focusOn(query, found.rarityOf);
  const budgetTokens = Math.min(
    request.budgetTokens ?? settings.packing.budgetTokens,
    settings.memory.maxPromptBudgetTokens,
  );
  return { query, found, groups, packed: packBrief(considered, { focus, budgetTokens }) };
}

const noneAboutIt = 'what is known of constraints, decisions, open tasks and preferences is not about this';

/** Without words of a plan, the receipt names the request. */
function profileBrief({ query, files = [] }: BriefWorkRequest): QueryProfile {
  const profile = profileQuery({ query });
  const about = [...(profile.summary === '' ? [] : [profile.summary]), ...files.slice(0, 3)];
  return { ...profile, summary: redact(['brief', ...about].join(': ')) };
}

interface FoundForBrief extends Omit<KnownForBrief, 'candidates'> {
  readonly matched: readonly Candidate[];
  readonly waiting: number;
}

function find(
  { files = [], speaker, moment, mayRepeat = false }: BriefWorkRequest,
  query: QueryProfile,
  dependencies: RecallDependencies,
): FoundForBrief {
  const { store, scopes, settings, clock } = dependencies;
  const row = moments[moment ?? 'brief'];
  const work = { words: query.words, files: files.map((path) => dependencies.files?.relative(path) ?? path) };
  return store.read((reader) => {
    const { mostFound } = row;
    const known = listKnown(work, { reader, scopes, settings: settings.retrieval, mostFound });
    const nowMs = clock.nowMs();
    const shown = row.asked || mayRepeat ? new Set() : shownInSession(reader, speaker.session, nowMs);
    const isRead = ({ item }: { readonly item: MemoryItem }) =>
      moment === 'session_start' && isReadBy(speaker.name, item);
    const candidates = known.candidates.filter((candidate) => !isRead(candidate));
    const asking = { ...row, ...{ query, nowMs, session: speaker.session } };
    const matched = matchFound(reader, { ...known, candidates }, asking, settings.failures).map(
      (candidate) => ({ ...candidate, shownHere: shown.has(candidate.item.id) }),
    );
    return { ...known, matched, waiting: countWaiting(reader, scopes) };
  });
}

/** Takes the first of each kind, with their state of now, and checks whether they may be shown. */
async function consider(
  groups: readonly BriefGroup<Candidate>[],
  { moment }: BriefWorkRequest,
  dependencies: RecallDependencies,
): Promise<readonly Candidate[]> {
  const row = moments[moment ?? 'brief'];
  const nowMs = dependencies.clock.nowMs();
  const chosen = groups.flatMap(({ candidates }) =>
    chooseOfKind(candidates, { nowMs, settings: dependencies.settings.memory }),
  );
  const inspected = await inspectCandidates(chosen, { ...row, ofFailure: false, nowMs }, dependencies);
  const ordered = orderBrief(inspected).flatMap(({ candidates }) => candidates);
  return admitCandidates(ordered, row, dependencies);
}

function chooseOfKind(
  candidates: readonly Candidate[],
  terms: Pick<ExpiryTerms, 'nowMs' | 'settings'>,
): readonly Candidate[] {
  const expires = ({ item, standing: { outcomes } }: Candidate) => isExpired(item, { ...terms, outcomes });
  const live = candidates.filter((candidate) => !expires(candidate));
  const expired = candidates.filter(expires);
  return [...live.slice(0, mostOfKind.live), ...expired.slice(0, mostOfKind.expired)];
}

export interface BriefWorkRequest
  extends Pick<RecallMemoriesRequest, 'query' | 'files' | 'budgetTokens' | 'decisionId' | 'speaker'> {
  /** Absent where the user asked. Unasked, the brief leaves out repeats, and memories that may not be shown unasked. */
  readonly moment?: 'session_start' | 'before_edit' | undefined;
  /** Memories shown to the session before are no longer in its context. */
  readonly mayRepeat?: boolean | undefined;
}
