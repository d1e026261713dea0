import { judgeAnchor, worstFreshness } from '../../codebase/judge-anchor.ts';
import type { AdmissionUnit } from '../../gate/admit.ts';
import { judgeStrategy } from '../../lessons/judge-strategy.ts';
import { isExpired } from '../../lifecycle/expiry.ts';
import type { Freshness } from '../../model/anchor.ts';
import type { CommitId } from '../../model/commit.ts';
import type { MatchStrength } from '../../model/decision.ts';
import type { MemoryItem } from '../../model/memory-item.ts';
import type { PreferenceBody, Stance } from '../../model/preference-body.ts';
import { type Scope, scopeOf } from '../../model/scope.ts';
import type { MatchedCandidate } from './match-candidates.ts';
import type { RecallSurroundings } from './surroundings.ts';

/** A candidate with everything that the gate asks about it. */
export interface InspectedCandidate extends MatchedCandidate, Omit<AdmissionUnit, keyof MatchedCandidate> {}

export interface Inspection {
  /** A failure is at hand. */
  readonly ofFailure: boolean;
  readonly nowMs: number;
  /** Strategies that are wanted or not, the latest word first. */
  readonly strategies: readonly PreferenceBody[];
  /** Asking which commits are part of the history starts git: only those that match as strongly as this are asked about. */
  readonly branchMatters: (strength: MatchStrength) => boolean;
  /** Likewise for files, which must be read. */
  readonly filesMatter: (strength: MatchStrength) => boolean;
}

/** Looks at the code as it is now and at the history checked out; strongest match first. */
export async function inspectCandidates(
  candidates: readonly MatchedCandidate[],
  inspection: Inspection,
  surroundings: RecallSurroundings,
): Promise<readonly InspectedCandidate[]> {
  const holds = rememberAnswers((commit) => surroundings.ancestry.holds(commit));
  const inspected = await Promise.all(
    candidates.map(async (candidate): Promise<InspectedCandidate> => {
      const { item, strength } = candidate;
      const freshness = inspection.filesMatter(strength) ? freshnessOf(item, surroundings) : undefined;
      const onBranch =
        item.learnedAt !== undefined &&
        item.scope === ownScope(surroundings) &&
        inspection.branchMatters(strength)
          ? await holds(item.learnedAt)
          : undefined;
      return {
        ...candidate,
        ...(freshness === undefined ? {} : { freshness }),
        ...(onBranch === undefined ? {} : { onBranch }),
        expired: isExpired(item, inspection.nowMs),
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
  function fitOf({ issue, sameness, strength, relevance }: InspectedCandidate): number {
    if (strength === 'same' && sameness !== undefined) return sameness.likeness;
    return inspection.ofFailure ? (issue?.value ?? relevance) : 0;
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
