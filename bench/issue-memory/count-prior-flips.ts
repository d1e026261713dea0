import { join } from 'node:path';
import type { CaseSuite, MatchCase, SeedRecord } from './issue-data.ts';
import { ask } from './judge-case.ts';
import { openScratchMemory, recordSeeds, type ScratchMemory } from './scratch-memory.ts';

const uses = 20;

export interface PriorFlips {
  readonly flips: number;
  readonly comparisons: number;
}

/**
 * The number of other cases whose answer changes after one memory was used and verified 20 times. The uses of each memory start
 * from a copy, so that they do not add up.
 */
export async function countPriorFlips(
  suite: CaseSuite,
  seeds: readonly SeedRecord[],
  folder: string,
): Promise<PriorFlips> {
  await using scratch = await openScratchMemory(folder);
  await recordSeeds(scratch, seeds);
  const cases = (suite.cases ?? []).filter((one): one is MatchCase => 'query' in one);
  const before = await topTitles(scratch, cases);
  let flips = 0;
  let comparisons = 0;
  for (const [at, { title }] of seeds.entries()) {
    const user = cases.find((_, place) => before[place] === title);
    if (user === undefined) continue;
    await using used = await scratch.copy(join('used', String(at)));
    await verify(used, user);
    const others = cases.flatMap((one, place) =>
      before[place] === title ? [] : [{ one, top: before[place] }],
    );
    const after = await topTitles(
      used,
      others.map(({ one }) => one),
    );
    comparisons += others.length;
    flips += others.filter(({ top }, place) => after[place] !== top).length;
  }
  return { flips, comparisons };
}

async function verify({ memory, home }: ScratchMemory, { query }: MatchCase): Promise<void> {
  for (let use = 0; use < uses; use++) {
    const { recollection } = await ask(memory, query);
    const [first] = recollection.memories;
    if (first === undefined) return;
    await home.feedback({ decision: recollection.decisionId, item: first.item.id, outcome: 'verified' });
  }
}

async function topTitles({ memory }: ScratchMemory, cases: readonly MatchCase[]) {
  const titles: (string | undefined)[] = [];
  for (const { query } of cases) titles.push((await ask(memory, query)).recollection.memories[0]?.item.title);
  return titles;
}
