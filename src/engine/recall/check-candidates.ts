import { standingOf } from '../../feedback/standing.ts';
import { type AdmissionUnit, admit } from '../../gate/admit.ts';
import { judgeStrategy } from '../../lessons/judge-strategy.ts';
import { type ExpiryTerms, isBeyondLookback, isExpired } from '../../lifecycle/expiry.ts';
import type { ItemId } from '../../model/brands.ts';
import type { Admission } from '../../model/gate.ts';
import type { PreferenceBody, Stance } from '../../model/item-body.ts';
import { kindOf, type MemoryItem } from '../../model/memory-item.ts';
import { isTrustedAs, type Scope } from '../../model/provenance.ts';
import type { CommitId } from '../../model/repository.ts';
import type { ItemReader } from '../../ports/memory-store.ts';
import { orderCandidates } from '../../retrieval/rerank-answers.ts';
import { oncePerKey } from '../../text/once.ts';
import { claimOf, leastDenied, likenessOfDenial, rulesOut } from '../../text/statements/denial.ts';
import type { RecallDependencies } from '../memory/recall-dependencies.ts';
import { freshnessOf, isOnBranch } from '../memory/where-it-holds.ts';
import type { Candidate } from './candidate.ts';
import type { Moment } from './moments.ts';

interface Inspection {
  readonly asked: boolean;
  /** A failure is at hand. */
  readonly ofFailure: boolean;
  readonly nowMs: number;
  /** Preferred and avoided strategies, latest first. */
  readonly strategies?: readonly PreferenceBody[];
}

/** Checks candidates against the current code and the checked-out history; strongest match first. */
export async function inspectCandidates(
  candidates: readonly Candidate[],
  { asked, ofFailure, nowMs, strategies = [] }: Inspection,
  dependencies: RecallDependencies,
): Promise<readonly Candidate[]> {
  // Reading files takes time, and asking for the branch starts git: after a failure weak matches do without.
  const isThorough = asked || !ofFailure;
  const terms = { nowMs, settings: dependencies.settings.memory };
  const here = {
    repositoryId: dependencies.repositoryId,
    ancestry: { holds: oncePerKey((commit: CommitId) => dependencies.ancestry.holds(commit)) },
  };
  const inspected = await Promise.all(
    candidates.map(async (candidate): Promise<Candidate> => {
      const { item, strength, place } = candidate;
      const isPlaced = isThorough || place !== undefined;
      const freshness = isPlaced || strength !== 'different' ? freshnessOf(item, dependencies) : undefined;
      const onBranch = isPlaced || strength === 'same' ? await isOnBranch(item, here) : undefined;
      return {
        ...candidate,
        freshness,
        isOtherCase: isOtherCase(candidate),
        onBranch,
        expired:
          isExpired(item, { ...terms, outcomes: candidate.standing.outcomes }) ||
          isBeyondLookback(item, terms),
        stance: stanceOf(item, strategies),
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

  /** Without a failure at hand, memories that fit equally well go by date: a later word is often a correction. */
  function saidAtMs({ item }: Candidate): number | undefined {
    return ofFailure ? undefined : item.updatedAtMs;
  }

  function fitOf({ comparison, sameness, strength, relevance, score }: Candidate): number {
    // The very same failure comes before one that differs in a name or a number.
    if (strength === 'same' && sameness !== undefined)
      return sameness.caveat === undefined ? sameness.likeness : sameness.likeness / 2;
    return ofFailure ? (comparison?.value ?? relevance) : score / (bestScore || 1);
  }
}

/** Whether the failure at hand is the known one in all but what failed, or a name. */
function isOtherCase({ strength, sameness }: Candidate): boolean {
  const { isPart: _, ...other } = sameness?.caveat ?? {};
  return strength === 'same' && Object.keys(other).length > 0;
}

/** Only fixes follow strategies: another memory may be about a strategy without following it. */
function stanceOf(item: MemoryItem, strategies: readonly PreferenceBody[]): Stance | undefined {
  return item.body?.kind === 'variant' ? judgeStrategy(item.content, strategies) : undefined;
}

interface AdmissionTerms extends Pick<RecallDependencies, 'scopes'> {
  readonly settings: Pick<RecallDependencies['settings'], 'memory'>;
}

/** The first stage of the gate at every moment, under the same settings. @param candidates best first */
export function admitCandidates(
  candidates: readonly Candidate[],
  moment: Moment,
  terms: AdmissionTerms,
): readonly Candidate[] {
  const units = withContrary(candidates, terms.settings.memory);
  const admissions = admissionsOf(units, moment, terms);
  return units.map((unit, at) => ({ ...unit, admission: admissions[at] ?? unit.admission }));
}

/** Whether a memory may be shown, judged by itself. */
export function isAdmissible(unit: AdmissionUnit, asked: boolean, terms: AdmissionTerms): boolean {
  return admissionsOf([unit], { asked }, terms).every(({ admitted }) => admitted);
}

/** Those of some memories that may be shown, each judged by itself, with what came of it and its age. */
export function admissibleAmong(
  items: readonly MemoryItem[],
  reader: Pick<ItemReader, 'outcomesAbout'>,
  asked: boolean,
  { clock, scopes, settings }: AdmissionTerms & Pick<RecallDependencies, 'clock'>,
): readonly MemoryItem[] {
  const nowMs = clock.nowMs();
  const outcomesOf = reader.outcomesAbout(items.map(({ id }) => id));
  return items.filter((item) => {
    const standing = standingOf(outcomesOf.get(item.id) ?? [], { nowMs, memory: item });
    const { outcomes } = standing;
    const expired = isExpired(item, { nowMs, settings: settings.memory, outcomes });
    return isAdmissible({ item, expired, standing }, asked, { scopes, settings });
  });
}

function admissionsOf(
  units: readonly AdmissionUnit[],
  moment: Pick<Moment, 'asked' | 'alsoRefused'>,
  { scopes, settings }: AdmissionTerms,
): readonly Admission[] {
  return admit(units, { ...moment, scopes, mayContradict: !settings.memory.v3.contradiction.enabled });
}

/**
 * The candidates, each with the others that its words rule out or deny, since lessons of different scopes, files and imports
 * are never compared when they are written. Unchanged where memories may contradict each other.
 */
export function withContrary(
  candidates: readonly Candidate[],
  { v3 }: Pick<RecallDependencies['settings']['memory'], 'v3'>,
): readonly Candidate[] {
  if (!v3.contradiction.enabled || candidates.length < 2) return candidates;
  // A superseded lesson is known to be replaced, so only active ones are compared.
  const lessons = candidates
    .filter(({ item }) => item.status === 'active' && kindOf(item) === 'lesson')
    .map(({ item }) => ({ item, claim: claimOf(item.content) }));
  const contraryTo = (one: (typeof lessons)[number]): readonly ItemId[] =>
    lessons
      .filter(
        (other) =>
          other.item.id !== one.item.id &&
          (likenessOfDenial(one.claim, other.claim) >= leastDenied ||
            rulesOut(one.item.content, other.item.content)),
      )
      .map(({ item }) => item.id);
  const contrary = new Map(lessons.map((lesson) => [lesson.item.id, contraryTo(lesson)]));
  return candidates.map((candidate) => {
    const ruledOut = contrary.get(candidate.item.id) ?? [];
    return ruledOut.length === 0 ? candidate : { ...candidate, contrary: ruledOut };
  });
}

interface StrategyTerms extends Pick<ExpiryTerms, 'nowMs' | 'settings'> {
  readonly scopes: readonly Scope[];
}

/** Only fixes follow strategies, and where none is near there is nothing to judge by them. */
export function strategiesFor(
  matched: readonly Candidate[],
  reader: ItemReader,
  standpoint: StrategyTerms,
): readonly PreferenceBody[] {
  const isFixNear = matched.some(
    ({ item, strength }) => item.body?.kind === 'variant' && strength !== 'different',
  );
  return isFixNear ? readStrategies(reader, standpoint) : [];
}

/** Strategies that a trusted speaker wants or does not want here, the latest word first. */
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
