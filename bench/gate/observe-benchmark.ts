import { join } from 'node:path';
import type { PolicyCandidate } from '../../src/gate/policy.ts';
import { KeptSteps } from '../reporting/kept-steps.ts';
import { openScratchMemory, type ScratchMemory } from '../scratch-memory.ts';
import type { BenchQuery, BenchVariant, GeneratedBenchmark } from './generate-benchmark.ts';

/** A candidate of the published library's recall, with the generator's name of it. */
export interface ObservedCandidate extends PolicyCandidate {
  readonly variant: string;
  readonly family: string;
}

/** The findings of the library's recall for a query, before any policy: the evidence of all policies. */
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
}

const queriesOfPart = 200;

/** Observes every query part by part, so that an interrupted run at full scale goes on; all later steps take seconds. */
export async function keepObserved(
  generated: GeneratedBenchmark,
  folder: string,
  results: string | undefined,
): Promise<ObservedBenchmark> {
  const steps = new KeptSteps('gate-observed', results, generated);
  // Opened by the first part that is not kept yet.
  let opened: { readonly scratch: ScratchMemory; readonly names: NamedVariants } | undefined;
  const open = async () => {
    // The library's own decision is not needed here, and a full ledger costs time.
    process.env.AFTERWIT_GATE_POLICY = 'never_inject';
    const scratch = await openScratchMemory(join(folder, 'gate'));
    return { scratch, names: await recordVariants(scratch, generated.variants) };
  };
  const observe = async (name: string, queries: readonly BenchQuery[]): Promise<readonly Observation[]> => {
    const observations: Observation[] = [];
    for (let from = 0; from < queries.length; from += queriesOfPart) {
      const part = await steps.keep(`${name}-${from}`, async () => {
        opened ??= await open();
        const found: Observation[] = [];
        for (const query of queries.slice(from, from + queriesOfPart))
          found.push(await observeQuery(opened.scratch, query, opened.names));
        return found;
      });
      observations.push(...part);
    }
    return observations;
  };
  try {
    return {
      generated,
      canonical: await observe('canonical', generated.canonical),
      paraphrases: await observe('paraphrases', generated.paraphrases),
      hardNegatives: await observe('hard-negatives', generated.hardNegatives),
      events: await observe(
        'events',
        generated.events.map(({ query }) => query),
      ),
    };
  } finally {
    await opened?.scratch[Symbol.asyncDispose]();
  }
}

type NamedVariants = ReadonlyMap<string, BenchVariant>;

async function recordVariants(
  { memory, home }: ScratchMemory,
  variants: readonly BenchVariant[],
): Promise<NamedVariants> {
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

/** The evidence of an unasked recall for a failure. */
async function observeQuery(
  { memory, home }: ScratchMemory,
  query: BenchQuery,
  names: NamedVariants,
): Promise<Observation> {
  const recollection = await memory.recall({ failure: query.failure, moment: 'after_failure' });
  const { receipt } = await home.why(recollection.decisionId);
  const candidates = receipt.considered.flatMap((memory): readonly ObservedCandidate[] => {
    const variant = names.get(memory.itemId);
    const { itemId, relevance, strength, tokenCost, evidence, admission } = memory;
    if (variant === undefined || !admission.admitted || evidence === undefined) return [];
    const named = { variant: variant.id, family: variant.family.name };
    return [{ itemId, relevance, strength, tokenCost, evidence, ...named }];
  });
  return {
    query,
    candidates,
    nearCount: receipt.considered.filter(({ strength }) => strength !== 'different').length,
    match: recollection.match?.status ?? 'abstain',
    budgetTokens: receipt.budgetTokens,
  };
}
