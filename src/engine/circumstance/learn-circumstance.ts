import { learnRun, type TaughtRun, writeSketch } from '../../failures/circumstance/circumstance-sketch.ts';
import type {
  MemoryReader,
  MemoryStore,
  MemoryTransaction,
  TransactOptions,
} from '../../ports/memory-store.ts';
import type { Random } from '../../ports/random.ts';
import { type CircumstancePlace, knownCircumstance } from './known-circumstance.ts';

/** A run of a command, with where it ran. */
export interface LearnedRun extends CircumstancePlace, TaughtRun {}

interface LearnDependencies {
  readonly store: MemoryStore;
  readonly random: Random;
  readonly nowMs: number;
}

/** Command families of one repository that are kept: at most 1.4 MB. */
const mostFamilies = 64;

/**
 * Learns what passing runs print, in one transaction, and in none where they teach nothing new: of a session that has been counted,
 * each command but reads.
 */
export async function learnCircumstance(
  runs: readonly LearnedRun[],
  { store, random, nowMs }: LearnDependencies,
  options: TransactOptions = {},
): Promise<void> {
  const teaching = runs.filter(({ lines, repositoryId }) => lines.length > 0 && repositoryId !== undefined);
  if (teaching.length === 0 || !store.read((reader) => teaching.some((run) => isNew(reader, run)))) return;
  await store.transact((transaction) => {
    if (transaction.circumstanceSalt() === undefined) transaction.putCircumstanceSalt(random.uuid());
    for (const run of teaching) learnOne(transaction, run, nowMs);
  }, options);
}

function isNew(reader: MemoryReader, run: LearnedRun): boolean {
  const known = knownCircumstance(reader, run);
  if (known !== undefined) return learnRun(known.sketch, run, known.key) !== known.sketch;
  return run.passed && reader.circumstanceSalt() === undefined;
}

/** Within a transaction of whoever has one anyway. */
export function learnOne(transaction: MemoryTransaction, run: LearnedRun, nowMs: number): void {
  const known = knownCircumstance(transaction, run);
  if (known === undefined || transaction.repository(known.repositoryId) === undefined) return;
  const learned = learnRun(known.sketch, run, known.key);
  if (learned === known.sketch) return;
  const { repositoryId: repository, family } = known;
  transaction.putCircumstance({ repository, family, body: writeSketch(learned), atMs: nowMs }, mostFamilies);
}
