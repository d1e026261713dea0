import { conflictsByPlace, type PackableUnit, type PackedUnits } from './packable-unit.ts';

/** Each round raises the utility; so many are never needed in practice. */
const mostRounds = 200;
/** Of units that were not taken, only the densest are tried, since each try costs as much as the pack is long. */
const mostTried = 200;

/**
 * A useful choice among many units: greedily by utility per token, or the single most useful unit where that is worth more, then exchanged
 * as long as one unit is worth more than all that must give way to it. Without conflicts it is worth at least half of the best choice;
 * `mostPossible`, the knapsack of fractions, bounds the loss of this very pack.
 */
export function packByExchange<Unit extends PackableUnit>(
  units: readonly Unit[],
  roomTokens: number,
): PackedUnits<Unit> {
  const conflicts = conflictsByPlace(units);
  const places = [...units.keys()].filter((place) => {
    const { utility, tokens } = units[place] as Unit;
    return utility > 0 && tokens <= roomTokens;
  });
  const densities = Float64Array.from(units, densityOf);
  const byDensity = places.toSorted((a, b) => (densities[b] as number) - (densities[a] as number) || a - b);
  const utilityOf = (chosen: Iterable<number>): number => sumOf(chosen, (place) => units[place]?.utility);
  const tokensOf = (chosen: Iterable<number>): number => sumOf(chosen, (place) => units[place]?.tokens);

  let chosen = new Set<number>();
  let room = roomTokens;
  for (const place of byDensity) {
    const { tokens } = units[place] as Unit;
    if (tokens > room || isBeside(place, chosen, conflicts)) continue;
    chosen.add(place);
    room -= tokens;
  }
  const worth = (place: number | undefined): number => units[place ?? -1]?.utility ?? 0;
  const most = places.reduce<number | undefined>(
    (best, place) => (worth(place) > worth(best) ? place : best),
    undefined,
  );
  const single = most === undefined ? [] : [most];
  if (utilityOf(single) > utilityOf(chosen)) chosen = new Set(single);

  for (let round = 0; round < mostRounds; round += 1) {
    const better = firstFree(byDensity, chosen)
      .map((place) => new Set([place, ...givingWay(place)]))
      .find((exchanged) => utilityOf(exchanged) > utilityOf(chosen));
    if (better === undefined) break;
    chosen = better;
  }
  return {
    units: units.filter((_, place) => chosen.has(place)),
    utility: utilityOf(chosen),
    mostPossible: fractionalBound(
      byDensity.map((place) => units[place] as Unit),
      roomTokens,
    ),
  };

  /** What of the chosen stays where a unit comes in: nothing that contradicts it, and of the rest the densest that fit. */
  function givingWay(place: number): readonly number[] {
    const staying = [...chosen].filter((other) => !conflicts[place]?.has(other));
    staying.sort((a, b) => densityOf(units[a]) - densityOf(units[b]) || b - a);
    let used = tokensOf([place, ...staying]);
    return staying.filter((other) => {
      if (used <= roomTokens) return true;
      used -= units[other]?.tokens ?? 0;
      return false;
    });
  }
}

/** The densest that are not taken. Of a million candidates, all but a few are never looked at again. */
function firstFree(byDensity: readonly number[], chosen: ReadonlySet<number>): readonly number[] {
  const free: number[] = [];
  for (const place of byDensity) {
    if (chosen.has(place)) continue;
    free.push(place);
    if (free.length === mostTried) break;
  }
  return free;
}

function isBeside(
  place: number,
  chosen: ReadonlySet<number>,
  conflicts: readonly (ReadonlySet<number> | undefined)[],
): boolean {
  return [...(conflicts[place] ?? [])].some((other) => chosen.has(other));
}

function densityOf(unit: PackableUnit | undefined): number {
  return unit === undefined ? 0 : unit.utility / Math.max(1, unit.tokens);
}

/** @param densest the units by utility per token */
function fractionalBound(densest: readonly PackableUnit[], roomTokens: number): number {
  let room = roomTokens;
  let most = 0;
  for (const { tokens, utility } of densest) {
    if (tokens > room) return most + (utility * Math.max(0, room)) / tokens;
    most += utility;
    room -= tokens;
  }
  return most;
}

function sumOf(places: Iterable<number>, worth: (place: number) => number | undefined): number {
  let sum = 0;
  for (const place of places) sum += worth(place) ?? 0;
  return sum;
}
