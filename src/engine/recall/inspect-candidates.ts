import { judgeAnchor, worstFreshness } from '../../codebase/judge-anchor.ts';
import { type SessionRejection, sessionPenalty } from '../../feedback/session-penalty.ts';
import { standingOf } from '../../feedback/standing.ts';
import type { AdmissionUnit } from '../../gate/admit.ts';
import { judgeStrategy } from '../../lessons/judge-strategy.ts';
import { isExpired } from '../../lifecycle/expiry.ts';
import type { Freshness } from '../../model/anchor.ts';
import type { CommitId } from '../../model/commit.ts';
import type { MatchStrength, Outcome } from '../../model/decision.ts';
import type { FailureProfile } from '../../model/failure.ts';
import type { ItemId, MemoryItem } from '../../model/memory-item.ts';
import type { PreferenceBody, Stance } from '../../model/preference-body.ts';
import { type Scope, scopeOf } from '../../model/scope.ts';
import type { ItemCandidate } from '../../retrieval/rank-items.ts';
import { sessionSubject } from '../decisions/session-rejections.ts';
import { type CandidateMatch, type MatchQuestion, matchCandidate } from './match-candidate.ts';
import type { RecallSurroundings } from './surroundings.ts';

/** A candidate with everything that the gate asks about it. */
export interface InspectedCandidate extends ItemCandidate, AdmissionUnit, CandidateMatch {
  readonly item: MemoryItem;
}

export interface Inspection {
  readonly question: MatchQuestion;
  readonly outcomes: ReadonlyMap<ItemId, readonly Outcome[]>;
  /** Failures that each is known to have resolved since it was recorded. */
  readonly resolved: ReadonlyMap<ItemId, readonly FailureProfile[]>;
  /** What was rejected in the session that asks. */
  readonly rejections: readonly SessionRejection[];
  /** Strategies that are wanted or not, the latest word first. */
  readonly strategies: readonly PreferenceBody[];
  /** Asking which commits are part of the history starts git: only those that match as strongly as this are asked about. */
  readonly branchMatters: (strength: MatchStrength) => boolean;
}

/** Looks at the code as it is now, at the history checked out and at what is known of each; strongest match first. */
export async function inspectCandidates(
  candidates: readonly ItemCandidate[],
  inspection: Inspection,
  surroundings: RecallSurroundings,
): Promise<readonly InspectedCandidate[]> {
  const nowMs = surroundings.clock.nowMs();
  const holds = rememberAnswers((commit) => surroundings.ancestry.holds(commit));
  const inspected = await Promise.all(
    candidates.map(async (candidate): Promise<InspectedCandidate> => {
      const { item } = candidate;
      const standing = standingOf(inspection.outcomes.get(item.id) ?? [], {
        nowMs,
        ...(item.vouchedAtMs === undefined ? {} : { vouchedAtMs: item.vouchedAtMs }),
      });
      const rejection = sessionPenalty(sessionSubject(item.id, item), inspection.rejections, nowMs);
      const history = {
        successPrior: standing.successPrior,
        sessionPenalty: rejection.value,
        resolved: inspection.resolved.get(item.id) ?? [],
      };
      const match = matchCandidate(candidate, inspection.question, history);
      const freshness = freshnessOf(item, surroundings);
      const onBranch =
        item.learnedAt !== undefined &&
        item.scope === ownScope(surroundings) &&
        inspection.branchMatters(match.strength)
          ? await holds(item.learnedAt)
          : undefined;
      return {
        ...candidate,
        ...match,
        ...(freshness === undefined ? {} : { freshness }),
        ...(onBranch === undefined ? {} : { onBranch }),
        expired: isExpired(item, nowMs),
        standing,
        rejectedHere: rejection.silenced,
        ...stanceOf(item, inspection.strategies),
      };
    }),
  );
  return inspected.sort(
    (a, b) =>
      order.indexOf(a.strength) - order.indexOf(b.strength) ||
      nearlyOf(b) - nearlyOf(a) ||
      preferenceFor(b) - preferenceFor(a) ||
      fitOf(b) - fitOf(a),
  );

  /** What fits about as well counts as equal: then a strategy that is wanted comes first. */
  function nearlyOf(candidate: InspectedCandidate): number {
    return Math.round(fitOf(candidate) * fitSteps);
  }

  /** Without a failure at hand, the order by words stands. */
  function fitOf({ issue, relevance }: InspectedCandidate): number {
    return inspection.question.issue === undefined ? 0 : (issue?.value ?? relevance);
  }
}

const fitSteps = 20;

function preferenceFor({ stance }: InspectedCandidate): number {
  if (stance === undefined) return 0;
  return stance === 'prefer' ? 1 : -1;
}

/** Only fixes follow strategies: what else is known may be about one without following it. */
function stanceOf(item: MemoryItem, strategies: readonly PreferenceBody[]): { readonly stance?: Stance } {
  if (item.body?.kind !== 'variant') return {};
  const stance = judgeStrategy(item.content, strategies);
  return stance === undefined ? {} : { stance };
}

const order: readonly MatchStrength[] = ['same', 'similar', 'different'];

/** Freshness of a memory of this repository; what is about another one cannot be judged here. */
function freshnessOf(item: MemoryItem, surroundings: RecallSurroundings): Freshness | undefined {
  const { files } = surroundings;
  if (files === undefined || item.scope !== ownScope(surroundings)) return undefined;
  return worstFreshness(item.anchors.map((anchor) => judgeAnchor(anchor, files)));
}

function ownScope({ repositoryId }: RecallSurroundings): Scope | undefined {
  return repositoryId === undefined ? undefined : scopeOf('repo', repositoryId);
}

function rememberAnswers<T>(ask: (commit: CommitId) => Promise<T>): (commit: CommitId) => Promise<T> {
  const answers = new Map<CommitId, Promise<T>>();
  return (commit) => {
    const known = answers.get(commit) ?? ask(commit);
    answers.set(commit, known);
    return known;
  };
}
