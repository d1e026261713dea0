import { join } from 'node:path';
import type { PolicyCandidate } from '../../src/gate/policy.ts';
import type { DecisionExplanation } from '../../src/index.ts';
import { openScratchMemory, type ScratchMemory } from '../issue-memory/scratch-memory.ts';
import type { BenchQuery, BenchVariant, GeneratedBenchmark } from './generate-benchmark.ts';

/** A candidate of the published library's recall, with the generator's name of it. */
export interface ObservedCandidate extends PolicyCandidate {
  readonly variant: string;
  readonly family: string;
}

/** What the library's recall found for a query, before any policy: the evidence that all policies decide from. */
export interface Observation {
  readonly query: BenchQuery;
  /** Admitted, best first. */
  readonly candidates: readonly ObservedCandidate[];
  readonly nearCount: number;
  readonly match: 'match' | 'ambiguous' | 'abstain';
  readonly budgetTokens: number;
}

export interface ObservedBenchmark {
  readonly generated: GeneratedBenchmark;
  readonly canonical: readonly Observation[];
  readonly paraphrases: readonly Observation[];
  readonly hardNegatives: readonly Observation[];
  readonly events: readonly Observation[];
  /** Variants that recording kept apart; the others were joined to one that is known. */
  readonly recorded: number;
}

/** Records the memories in the published library and asks every query of it once, unasked, as a hook does. */
export async function observeBenchmark(
  generated: GeneratedBenchmark,
  folder: string,
): Promise<ObservedBenchmark> {
  await using scratch = await openScratchMemory(join(folder, 'gate'));
  const names = await recordVariants(scratch, generated.variants);
  const observe = async (queries: readonly BenchQuery[]): Promise<readonly Observation[]> => {
    const observations: Observation[] = [];
    for (const query of queries) observations.push(await observeQuery(scratch, query, names));
    return observations;
  };
  return {
    generated,
    recorded: names.size,
    canonical: await observe(generated.canonical),
    paraphrases: await observe(generated.paraphrases),
    hardNegatives: await observe(generated.hardNegatives),
    events: await observe(generated.events.map(({ query }) => query)),
  };
}

async function recordVariants(
  { memory, home }: ScratchMemory,
  variants: readonly BenchVariant[],
): Promise<ReadonlyMap<string, BenchVariant>> {
  const names = new Map<string, BenchVariant>();
  for (const variant of variants) {
    const { failure, fix, rootCause, family } = variant;
    const details = { family: family.name, rootCause };
    const recorded = await memory.record({ failure, fix, details });
    // Two fixes for one wording wait for a person: here the person says that they are two.
    const settled =
      recorded.kind === 'needs_review'
        ? await home.decideDoubt(recorded.variant.id, 'split')
        : recorded.variant;
    names.set(settled.id, variant);
  }
  return names;
}

async function observeQuery(
  { memory, home }: ScratchMemory,
  query: BenchQuery,
  names: ReadonlyMap<string, BenchVariant>,
): Promise<Observation> {
  const recollection = await memory.recall({ failure: query.failure, moment: 'after_failure' });
  const { receipt } = await home.why(recollection.decisionId);
  return {
    query,
    candidates: candidatesOf(receipt, names),
    nearCount: receipt.considered.filter(({ strength }) => strength !== 'different').length,
    match: recollection.match?.status ?? 'abstain',
    budgetTokens: receipt.budgetTokens,
  };
}

function candidatesOf(
  { considered }: DecisionExplanation['receipt'],
  names: ReadonlyMap<string, BenchVariant>,
): readonly ObservedCandidate[] {
  return considered.flatMap((memory) => {
    const variant = names.get(memory.itemId);
    const { itemId, relevance, strength, tokenCost, evidence, admission } = memory;
    if (variant === undefined || !admission.admitted || evidence === undefined) return [];
    return [
      {
        itemId,
        relevance,
        strength,
        tokenCost,
        evidence,
        variant: variant.id,
        family: variant.family.name,
      },
    ];
  });
}
