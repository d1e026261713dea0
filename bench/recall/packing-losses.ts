import { packUnits } from '../../src/packing/pack-units.ts';
import { SeededRandom } from '../doors/seeded-random.ts';

const sets = 300;
/** Losses are against the method's own bound; where it has searched all choices there is none. */
const counts = [12, 24, 32] as const;
const manyCount = 200;
const mostConflicts = 8;
const room = 1_500;
const seed = 17;

export interface PackingLosses {
  readonly sets: number;
  /** Greatest share of the best possible utility that packing may have lost, by number of units. */
  readonly losses: readonly { readonly units: number; readonly most: number; readonly mean: number }[];
  /** Greatest share that it may have lost of 200 units, by its own bound. */
  readonly bound: number;
}

/** Sets of units with and without conflicts, with utility at random or in proportion to the tokens. */
export function measurePackingLosses(): PackingLosses {
  const random = new SeededRandom(seed);
  const losses = counts.map((units) => {
    const lost = Array.from({ length: sets }, () => {
      const all = makeUnits(units, random);
      const { utility, mostPossible } = packUnits(all, room);
      return 1 - utility / mostPossible;
    });
    return { units, most: Math.max(...lost), mean: lost.reduce((sum, one) => sum + one, 0) / sets };
  });
  const bounds = Array.from({ length: sets }, () => {
    const packed = packUnits(makeUnits(manyCount, random), room);
    return 1 - packed.utility / packed.mostPossible;
  });
  return { sets, losses, bound: Math.max(...bounds) };
}

function makeUnits(count: number, random: SeededRandom) {
  const isProportional = random.happens(0.5);
  const conflicts = random.below(mostConflicts + 1);
  return Array.from({ length: count }, (_, at) => {
    const tokens = 40 + random.below(260);
    const chance = random.below(1_000) / 1_000;
    const against = Array.from({ length: conflicts }, () => `${random.below(count)}`);
    const utility = isProportional ? (tokens / 300) * (0.9 + 0.2 * chance) : chance;
    return { id: `${at}`, tokens, utility: Math.max(0.001, utility), conflictsWith: against };
  });
}
