import { join } from 'node:path';
import type { IssueData, MatchCase, MergeCase } from './issue-data.ts';
import { recordRequestOf } from './issue-requests.ts';
import { ask, type JudgedCase, judgeCase } from './judge-case.ts';
import { openScratchMemory, recordSeeds, type ScratchMemory } from './scratch-memory.ts';

/** A case of merging, with what became of it. */
interface JudgedMerge {
  readonly slug: string;
  readonly isRight: boolean;
  readonly samePattern: boolean;
  readonly sameVariant: boolean;
}

export interface JudgedSuites {
  readonly cases: readonly JudgedCase[];
  readonly merges: readonly JudgedMerge[];
  /** Suites whose memories are not there. */
  readonly skipped: readonly string[];
}

/** Runs every suite that is there, each on a memory of its own. */
export async function runSuites({ suites, seeds }: IssueData, folder: string): Promise<JudgedSuites> {
  const cases: JudgedCase[] = [];
  const merges: JudgedMerge[] = [];
  const skipped: string[] = [];
  for (const [name, suite] of Object.entries(suites)) {
    if (suite.cases === undefined) continue;
    await using scratch = await openScratchMemory(join(folder, name));
    const known = seeds[suite.seed ?? ''] ?? undefined;
    if (suite.seed != null && known === undefined) {
      skipped.push(name);
      continue;
    }
    await recordSeeds(scratch, known ?? []);
    for (const one of suite.cases) {
      if (isMerge(one)) merges.push(await judgeMerge(scratch, one));
      else if (isMatch(one)) cases.push(judgeCase(name, one, await ask(scratch.memory, one.query)));
    }
  }
  return { cases, merges, skipped };
}

function isMerge(one: MatchCase | MergeCase): one is MergeCase {
  return 'first' in one && 'second' in one;
}

function isMatch(one: MatchCase | MergeCase): one is MatchCase {
  return 'query' in one;
}

async function judgeMerge({ memory }: ScratchMemory, one: MergeCase): Promise<JudgedMerge> {
  const first = await memory.record(recordRequestOf(one.first));
  const second = await memory.record(recordRequestOf(one.second));
  const samePattern = first.pattern.id === second.pattern.id;
  const sameVariant = first.variant.id === second.variant.id;
  return {
    slug: one.slug,
    samePattern,
    sameVariant,
    isRight: samePattern === one.expect_same_pattern && sameVariant === one.expect_same_variant,
  };
}
