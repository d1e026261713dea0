import { packByExchange } from './pack-by-exchange.ts';
import { packExactly } from './pack-exactly.ts';
import type { PackableUnit, PackedUnits } from './packable-unit.ts';

/** Up to so many units the choice is the best there is. */
const exactLimit = 24;
/** Up to so many it is searched for, and nearly always found, within a number of choices that takes milliseconds. */
const searchedLimit = 64;
const mostVisits = 20_000;

/** Chooses the units that are most useful together within the room. What contradicts each other never shares a pack. */
export function packUnits<Unit extends PackableUnit>(
  units: readonly Unit[],
  roomTokens: number,
): PackedUnits<Unit> {
  if (units.length <= exactLimit) return packExactly(units, roomTokens);
  const exchanged = packByExchange(units, roomTokens);
  return units.length > searchedLimit ? exchanged : searchFurther(units, roomTokens, exchanged);
}

/** The densest first: what is found early ends the other branches. */
function searchFurther<Unit extends PackableUnit>(
  units: readonly Unit[],
  roomTokens: number,
  exchanged: PackedUnits<Unit>,
): PackedUnits<Unit> {
  const densityOf = ({ utility, tokens }: Unit) => utility / Math.max(1, tokens);
  const densest = units.toSorted((a, b) => densityOf(b) - densityOf(a));
  const found = packExactly(densest, roomTokens, mostVisits);
  const mostPossible = Math.min(exchanged.mostPossible, found.mostPossible);
  if (found.utility <= exchanged.utility) return { ...exchanged, mostPossible };
  const chosen = new Set(found.units);
  return { units: units.filter((unit) => chosen.has(unit)), utility: found.utility, mostPossible };
}
