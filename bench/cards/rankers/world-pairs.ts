import { seededRandom } from '../../../src/numeric/seeded-random.ts';
import { shuffle } from '../../gate/generate-benchmark.ts';
import type { ContextMethod } from '../methods/context-method.ts';
import { judgeCandidates } from '../methods/judge-candidates.ts';
import { ourProxy } from '../methods/our-methods.ts';
import { runWorld } from '../run-world.ts';
import { generateWorld, type WorldScale, type WorldSuite } from '../world/generate-world.ts';
import type { RuleFamilyName } from '../world/rule-families.ts';
import type { RankedPair } from './fit-pairwise.ts';
import { unitFeatures } from './unit-features.ts';

const pairsOfTask = 40;
const budget = 120;

/** Pairs of one task's candidates, of which the first is right and the second is not. */
export function worldPairs(
  suite: WorldSuite,
  family: RuleFamilyName,
  seed: number,
  scale?: WorldScale,
): readonly RankedPair[] {
  const world = generateWorld(suite, family, seed, scale);
  const random = seededRandom(seed);
  const gold = new Map(world.tasks.map(({ id, goldIds }) => [id, goldIds]));
  const pairs: RankedPair[] = [];
  /** Selects as the proxy does, so that the outcomes it sees are those of a run. */
  const watching: ContextMethod = {
    name: 'watching',
    select: (selection) => {
      const rows = judgeCandidates(selection).map(({ unit, evidence }) => ({
        isRight: gold.get(selection.task.id)?.includes(unit.id) ?? false,
        row: unitFeatures(evidence),
      }));
      const all = rows
        .filter(({ isRight }) => isRight)
        .flatMap(({ row: better }) =>
          rows.filter(({ isRight }) => !isRight).map(({ row: worse }) => ({ better, worse })),
        );
      pairs.push(...shuffle(all, random).slice(0, pairsOfTask));
      return ourProxy.select(selection);
    },
  };
  runWorld(world, budget, [watching]);
  return pairs;
}
