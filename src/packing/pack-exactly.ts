import { conflictsByPlace, type PackableUnit, type PackedUnits } from './packable-unit.ts';

/** Capacities of the table; of a larger room each stands for several tokens, which keeps the bound a bound. */
const mostCapacities = 4_096;

/**
 * The most useful choice within the room, by branch and bound: units are taken or left in their order, and a branch ends where even the
 * best choice of what is left could not surpass the best one found. That bound is the knapsack without conflicts, solved once by dynamic
 * programming, so that without conflicts the first descent is the answer. Of equal choices, the one with earlier units wins.
 *
 * @param mostVisits choices looked at before the best one so far is taken, and the bound told as `mostPossible`; default: no limit
 */
export function packExactly<Unit extends PackableUnit>(
  units: readonly Unit[],
  roomTokens: number,
  mostVisits = Number.POSITIVE_INFINITY,
): PackedUnits<Unit> {
  const conflicts = conflictsByPlace(units);
  const mostOf = boundOf(units, roomTokens);
  const taken: number[] = [];
  let best: readonly number[] = [];
  let bestUtility = 0;
  let visits = 0;
  const descend = (place: number, room: number, utility: number): void => {
    if (utility > bestUtility) {
      bestUtility = utility;
      best = [...taken];
    }
    const unit = units[place];
    visits += 1;
    if (visits > mostVisits) return;
    if (unit === undefined || utility + mostOf(place, room) <= bestUtility) return;
    const isFree = !taken.some((other) => conflicts[place]?.has(other));
    if (isFree && unit.utility > 0 && unit.tokens <= room) {
      taken.push(place);
      descend(place + 1, room - unit.tokens, utility + unit.utility);
      taken.pop();
    }
    descend(place + 1, room, utility);
  };
  if (roomTokens >= 0) descend(0, roomTokens, 0);
  return {
    units: best.map((place) => units[place] as Unit),
    utility: bestUtility,
    mostPossible: visits > mostVisits ? mostOf(0, roomTokens) : bestUtility,
  };
}

/** The most that the units from a place on are worth in a room, conflicts left aside. */
function boundOf(
  units: readonly PackableUnit[],
  roomTokens: number,
): (place: number, room: number) => number {
  const room = Math.max(0, Math.min(roomTokens, totalTokens(units)));
  const step = Math.max(1, Math.ceil(room / mostCapacities));
  const width = Math.floor(room / step) + 1;
  const table = new Float64Array((units.length + 1) * width);
  for (let place = units.length - 1; place >= 0; place -= 1) {
    const { tokens, utility } = units[place] as PackableUnit;
    const size = Math.floor(tokens / step);
    for (let capacity = 0; capacity < width; capacity += 1) {
      const without = table[(place + 1) * width + capacity] as number;
      const rest = size <= capacity ? (table[(place + 1) * width + capacity - size] as number) : -Infinity;
      table[place * width + capacity] = Math.max(without, rest + utility);
    }
  }
  return (place, left) => table[place * width + Math.min(width - 1, Math.floor(left / step))] as number;
}

function totalTokens(units: readonly PackableUnit[]): number {
  return units.reduce((sum, { tokens }) => sum + tokens, 0);
}
