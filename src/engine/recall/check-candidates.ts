import { type AdmissionUnit, admit } from '../../gate/admit.ts';
import { judgeStrategy } from '../../lessons/judge-strategy.ts';
import { type ExpiryTerms, isBeyondLookback, isExpired } from '../../lifecycle/expiry.ts';
import type { ItemId } from '../../model/brands.ts';
import type { GraphReach } from '../../model/card.ts';
import type { Admission, RefusalReason } from '../../model/gate.ts';
import type { PreferenceBody, Stance } from '../../model/item-body.ts';
import { kindOf, type MemoryItem } from '../../model/memory-item.ts';
import { isTrustedAs, type Scope } from '../../model/provenance.ts';
import type { CommitId } from '../../model/repository.ts';
import type { ItemReader } from '../../ports/memory-store.ts';
import { type AnsweringCandidate, orderCandidates } from '../../retrieval/rerank-answers.ts';
import { claimOf, leastDenied, likenessOfDenial, rulesOut } from '../../text/statements/denial.ts';
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

/** A candidate after the first door of the gate. */
export type AdmittedCandidate<Candidate = InspectedCandidate> = Candidate & { readonly admission: Admission };

interface Standpoint {
  /** A person or an agent asked, rather than that memories are offered unasked. */
  readonly asked: boolean;
  /** Reasons that refuse although somebody asked. */
  readonly alsoRefused?: readonly RefusalReason[];
}

interface AdmissionTerms extends Pick<RecallDependencies, 'scopes'> {
  readonly settings: Pick<RecallDependencies['settings'], 'memory'>;
}

const refused: Admission = { admitted: false, refusals: [], warnings: [] };

/** Admission at every moment, under the same settings. @param candidates best first */
export function admitCandidates<Candidate extends AdmissionUnit>(
  candidates: readonly Candidate[],
  standpoint: Standpoint,
  { scopes, settings }: AdmissionTerms,
): readonly AdmittedCandidate<Candidate>[] {
  const units = withContrary(candidates, settings.memory);
  const mayContradict = !settings.memory.v3.contradiction.enabled;
  const admissions = admit(units, { ...standpoint, scopes, mayContradict });
  return units.map((unit, position) => ({ ...unit, admission: admissions[position] ?? refused }));
}

/** Whether a candidate may be shown, whatever stands beside it. */
export function isAdmissible(candidate: AdmissionUnit, asked: boolean, terms: AdmissionTerms): boolean {
  return admitCandidates([candidate], { asked }, terms).every(({ admission }) => admission.admitted);
}

/**
 * Lessons that rule each other out by their words, or of which one denies what the other says, wherever each came from: those of different
 * scopes, files and imports are never compared when they are written. Of two of which one took the place of the other, that is known
 * already.
 */
export function findContrary(items: readonly MemoryItem[]): ReadonlyMap<ItemId, readonly ItemId[]> {
  const lessons = items
    .filter((item) => item.status === 'active' && kindOf(item) === 'lesson')
    .map((item) => ({ item, claim: claimOf(item.content) }));
  const contrary = new Map<ItemId, ItemId[]>();
  for (const { item, claim } of lessons)
    for (const other of lessons) {
      if (other.item.id === item.id) continue;
      const isContrary =
        likenessOfDenial(claim, other.claim) >= leastDenied || rulesOut(item.content, other.item.content);
      if (isContrary) contrary.set(item.id, [...(contrary.get(item.id) ?? []), other.item.id]);
    }
  return contrary;
}

/** The candidates, each with those of them that it rules out; as they are where memories may contradict each other. */
export function withContrary<Candidate extends AdmissionUnit>(
  candidates: readonly Candidate[],
  { v3 }: { readonly v3: { readonly contradiction: { readonly enabled: boolean } } },
): readonly Candidate[] {
  if (!v3.contradiction.enabled || candidates.length < 2) return candidates;
  const contrary = findContrary(candidates.map(({ item }) => item));
  return candidates.map((candidate) => {
    const ruledOut = contrary.get(candidate.item.id);
    return ruledOut === undefined ? candidate : { ...candidate, contrary: ruledOut };
  });
}

interface StrategyTerms extends Pick<ExpiryTerms, 'nowMs' | 'settings'> {
  readonly scopes: readonly Scope[];
}

/** Only fixes follow strategies, and where none is near there is nothing to judge by them. */
export function strategiesFor(
  matched: readonly MatchedCandidate[],
  reader: ItemReader,
  standpoint: StrategyTerms,
): readonly PreferenceBody[] {
  const isFixNear = matched.some(
    ({ item, strength }) => item.body?.kind === 'variant' && strength !== 'different',
  );
  return isFixNear ? readStrategies(reader, standpoint) : [];
}

/** Strategies that somebody trusted wants or does not want here, the latest word first. */
function readStrategies(reader: ItemReader, { scopes, ...terms }: StrategyTerms): readonly PreferenceBody[] {
  return reader
    .items({
      scopes,
      kinds: ['lesson'],
      types: ['preference'],
      statuses: ['active'],
      quarantined: false,
      bodyKind: 'preference',
    })
    .filter((item) => isTrustedAs(item.trust, 'verified') && !isExpired(item, terms))
    .toSorted((a, b) => b.updatedAtMs - a.updatedAtMs)
    .flatMap(({ body }) => (body?.kind === 'preference' ? [body] : []));
}
