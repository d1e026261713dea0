import type { AdmissionUnit } from '../../gate/admit.ts';
import { judgeStrategy } from '../../lessons/judge-strategy.ts';
import { isBeyondLookback, isExpired } from '../../lifecycle/expiry.ts';
import type { GraphReach } from '../../model/card.ts';
import type { PreferenceBody, Stance } from '../../model/item-body.ts';
import type { MemoryItem } from '../../model/memory-item.ts';
import type { CommitId } from '../../model/repository.ts';
import { orderCandidates } from '../../retrieval/order-candidates.ts';
import type { AnsweringCandidate } from '../../retrieval/rerank-answers.ts';
import type { RecallDependencies } from '../memory/recall-dependencies.ts';
import { freshnessOf, isOnBranch } from '../memory/where-it-holds.ts';
import type { MatchedCandidate } from './match-candidates.ts';

/** A candidate with all facts that the gate needs. */
export interface InspectedCandidate
  extends MatchedCandidate,
    AnsweringCandidate,
    Omit<AdmissionUnit, keyof MatchedCandidate> {
  /** It is shown for what it stands near, not for what it says. */
  readonly reached?: GraphReach;
}

interface Inspection {
  /** A failure is at hand. */
  readonly ofFailure: boolean;
  readonly nowMs: number;
  /** Preferred and avoided strategies, latest first. */
  readonly strategies: readonly PreferenceBody[];
  /** Whether the branch is checked for such a match. The check starts git, so weak matches skip it. */
  readonly branchMatters: (match: Pick<MatchedCandidate, 'strength' | 'place'>) => boolean;
  /** Whether files are checked for such a match, because reading them takes time. */
  readonly filesMatter: (match: Pick<MatchedCandidate, 'strength' | 'place'>) => boolean;
}

/** Checks candidates against the current code and the checked-out history; strongest match first. */
export async function inspectCandidates(
  candidates: readonly MatchedCandidate[],
  inspection: Inspection,
  dependencies: RecallDependencies,
): Promise<readonly InspectedCandidate[]> {
  const terms = { nowMs: inspection.nowMs, settings: dependencies.settings.memory };
  const here = {
    repositoryId: dependencies.repositoryId,
    ancestry: { holds: rememberAnswers((commit: CommitId) => dependencies.ancestry.holds(commit)) },
  };
  const inspected = await Promise.all(
    candidates.map(async (candidate): Promise<InspectedCandidate> => {
      const { item } = candidate;
      const freshness = inspection.filesMatter(candidate) ? freshnessOf(item, dependencies) : undefined;
      const onBranch = inspection.branchMatters(candidate) ? await isOnBranch(item, here) : undefined;
      return {
        ...candidate,
        freshness,
        onBranch,
        expired:
          isExpired(item, { ...terms, outcomes: candidate.standing.outcomes }) ||
          isBeyondLookback(item, terms),
        stance: stanceOf(item, inspection.strategies),
      };
    }),
  );
  const bestScore = Math.max(...candidates.map(({ score }) => score), 0);
  return inspected
    .map((candidate) => ({
      candidate,
      key: { ...candidate, fit: fitOf(candidate), saidAtMs: saidAtMs(candidate) },
    }))
    .sort((a, b) => orderCandidates(a.key, b.key))
    .map(({ candidate }) => candidate);

  /** Without a failure at hand, what fits by words equally well goes by date: a later word is often a correction. */
  function saidAtMs({ item }: InspectedCandidate): number | undefined {
    return inspection.ofFailure ? undefined : item.updatedAtMs;
  }

  function fitOf({ comparison, sameness, strength, relevance, score }: InspectedCandidate): number {
    if (strength === 'same' && sameness !== undefined) return sameness.likeness;
    return inspection.ofFailure ? (comparison?.value ?? relevance) : score / (bestScore || 1);
  }
}

/** Only fixes follow strategies: what else is known may be about one without following it. */
function stanceOf(item: MemoryItem, strategies: readonly PreferenceBody[]): Stance | undefined {
  return item.body?.kind === 'variant' ? judgeStrategy(item.content, strategies) : undefined;
}

function rememberAnswers<T>(ask: (commit: CommitId) => Promise<T>): (commit: CommitId) => Promise<T> {
  const answers = new Map<CommitId, Promise<T>>();
  return (commit) => {
    const known = answers.get(commit) ?? ask(commit);
    answers.set(commit, known);
    return known;
  };
}
