import { compileBriefCard } from '../../cards/compile-brief-card.ts';
import type { MomentAnswer } from '../../model/answers/recollection.ts';
import type { DecisionId } from '../../model/decision.ts';
import type { MemoryItem } from '../../model/memory-item.ts';
import type { Speaker } from '../../model/provenance.ts';
import { packUnits } from '../../packing/pack-units.ts';
import { renderBrief, tokensOfBriefCard } from '../../packing/render-brief.ts';
import { frameTokens } from '../../packing/render-pack.ts';
import { profileQuery } from '../../query/profile-query.ts';
import { sessionRejections } from '../decisions/session-rejections.ts';
import { shownInSession } from '../decisions/shown-in-session.ts';
import type { RecallDependencies } from '../memory/recall-dependencies.ts';
import { admitCandidates } from '../recall/admit-candidates.ts';
import { inspectCandidates } from '../recall/inspect-candidates.ts';
import { matchQuestion } from '../recall/match-candidate.ts';
import { matchCandidates } from '../recall/match-candidates.ts';
import { recordDecision } from '../recall/record-decision.ts';
import { silentFor } from './moment-told.ts';

interface CompactionRequest {
  readonly budgetTokens: number;
  readonly speaker: Speaker;
}

const title = 'Shown in this session';
/** A session that is long enough to be shortened has met many: what a failing command need not know is to be kept here. */
const mostDecisions = 300;

/**
 * What a session was shown and must not lose when its agent shortens it: each memory in a line, as far as it still holds. Nothing
 * comes in that the session did not know.
 */
export async function tellBeforeCompaction(
  { budgetTokens, speaker }: CompactionRequest,
  dependencies: RecallDependencies,
): Promise<MomentAnswer> {
  const { store, random, clock, settings } = dependencies;
  const nowMs = clock.nowMs();
  const query = profileQuery({ query: title });
  const matched = store.read((reader) => {
    const items = [...shownInSession(reader, speaker.session, nowMs, mostDecisions)]
      .flatMap((id) => reader.item(id) ?? [])
      .map(asShown);
    const candidates = items.map(asCandidate);
    const question = matchQuestion(
      query,
      { candidates, rarityOf: () => undefined },
      { failures: settings.failures, mostCompared: 0 },
    );
    return matchCandidates(candidates, question, {
      nowMs,
      outcomes: reader.outcomesAbout(items.map(({ id }) => id)),
      resolved: new Map(),
      metAgain: () => [],
      rejections: sessionRejections(reader, speaker.session),
      shown: () => new Set(),
    });
  });
  if (matched.length === 0) return silentFor('nothing was shown in this session');
  const inspected = await inspectCandidates(
    matched,
    { ofFailure: false, nowMs, strategies: [], branchMatters: () => true, filesMatter: () => true },
    dependencies,
  );
  const considered = admitCandidates(inspected, { asked: false }, dependencies);
  const units = considered
    .filter(({ admission }) => admission.admitted)
    .map(({ item }) => {
      const card = compileBriefCard({ item, utility: 1 });
      return { ...card, id: card.itemId, tokens: tokensOfBriefCard(card) };
    });
  const packed = packUnits(units, budgetTokens - frameTokens).units;
  const { receipt, recorded, cards } = await recordDecision({
    decisionId: random.uuid() as DecisionId,
    request: { speaker, moment: 'before_compaction' },
    query,
    packed: { considered, cards: packed, budgetTokens },
    ...{ commits: [], verdict: undefined, dependencies },
  });
  if (!recorded) return silentFor('the decision could not be written down');
  if (cards.length === 0) return silentFor('nothing that was shown still holds', receipt.id);
  return {
    kind: 'card',
    text: renderBrief([{ title, cards }], random.uuid().slice(-12)),
    decisionId: receipt.id,
  };
}

/** Of a failure whose rule was shown, the rule: how it fails does not say what to do. */
function asShown(item: MemoryItem): MemoryItem {
  const rule = item.body?.kind === 'pattern' ? item.body.preventionRule : undefined;
  return rule === undefined ? item : { ...item, content: rule };
}

function asCandidate(item: MemoryItem) {
  const description = 'it was shown in this session';
  return {
    ...{ item, score: 0, relevance: 1, aboutWork: false },
    explain: () => ({ value: 0, description, parts: [] }),
  };
}
