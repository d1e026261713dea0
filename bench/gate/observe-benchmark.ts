import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PolicyCandidate } from '../../src/gate/policy.ts';
import type { DecisionExplanation, FailureReport } from '../../src/index.ts';
import { openScratchMemory, type ScratchMemory } from '../issue-memory/scratch-memory.ts';
import type { BenchQuery, BenchVariant, GeneratedBenchmark } from './generate-benchmark.ts';
import { observedFolder } from './observed-folder.ts';

/** A candidate of the published library's recall, with the generator's name of it. */
export interface ObservedCandidate extends PolicyCandidate {
  readonly variant: string;
  readonly family: string;
}

/** What the library's recall found for a query, before any policy: the evidence that all policies decide from. */
export interface Observation extends ObservedFailure {
  readonly query: BenchQuery;
}

type NameMemory = (id: string) => { readonly id: string; readonly family: string } | undefined;

/** The same of a failure that no generator made. */
export interface ObservedFailure {
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

/**
 * What is found for every query, kept in a folder between runs in parts, as long as benchmark and sources are the same: at full scale
 * it takes minutes, and whoever is interrupted goes on where he was. Everything after it takes seconds.
 */
export async function keepObserved(
  generated: GeneratedBenchmark,
  folder: string,
  results: string | undefined,
): Promise<ObservedBenchmark> {
  const parts =
    results === undefined ? undefined : observedFolder(results, 'gate-observed', JSON.stringify(generated));
  // Opened by the first part that is not kept yet.
  let opened: { readonly scratch: ScratchMemory; readonly names: NamedVariants } | undefined;
  const open = async () => {
    // What the library itself would show is not asked here, and a ledger that fills up costs time.
    process.env.AFTERWIT_GATE_POLICY = 'never_inject';
    const scratch = await openScratchMemory(join(folder, 'gate'));
    return { scratch, names: await recordVariants(scratch, generated.variants) };
  };
  const observe = async (name: string, queries: readonly BenchQuery[]): Promise<readonly Observation[]> => {
    const observations: Observation[] = [];
    for (let from = 0; from < queries.length; from += queriesOfPart) {
      const file = parts === undefined ? undefined : join(parts, `${name}-${from}.json`);
      if (file !== undefined && existsSync(file)) {
        observations.push(...(JSON.parse(readFileSync(file, 'utf8')) as Observation[]));
        continue;
      }
      opened ??= await open();
      const part: Observation[] = [];
      for (const query of queries.slice(from, from + queriesOfPart))
        part.push(await observeQuery(opened.scratch, query, opened.names));
      if (file !== undefined) writeFileSync(file, JSON.stringify(part));
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

const queriesOfPart = 200;

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

async function observeQuery(
  scratch: ScratchMemory,
  query: BenchQuery,
  names: NamedVariants,
): Promise<Observation> {
  const observed = await observeFailure(scratch, query.failure, (id) => {
    const variant = names.get(id);
    return variant === undefined ? undefined : { id: variant.id, family: variant.family.name };
  });
  return { query, ...observed };
}

/** What recall finds for a failure that nobody asks about. @param nameOf the memory's name in a benchmark, by its id */
async function observeFailure(
  { memory, home }: ScratchMemory,
  failure: FailureReport,
  nameOf: NameMemory,
): Promise<ObservedFailure> {
  const recollection = await memory.recall({ failure, moment: 'after_failure' });
  const { receipt } = await home.why(recollection.decisionId);
  return {
    candidates: candidatesOf(receipt, nameOf),
    nearCount: receipt.considered.filter(({ strength }) => strength !== 'different').length,
    match: recollection.match?.status ?? 'abstain',
    budgetTokens: receipt.budgetTokens,
  };
}

function candidatesOf(
  { considered }: DecisionExplanation['receipt'],
  nameOf: NameMemory,
): readonly ObservedCandidate[] {
  return considered.flatMap((memory) => {
    const variant = nameOf(memory.itemId);
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
        family: variant.family,
      },
    ];
  });
}
