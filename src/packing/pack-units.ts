export interface PackableUnit {
  readonly id: string;
  /** Whole number, at least 0. */
  readonly tokens: number;
  /** Estimated usefulness; a unit worth nothing is never packed. */
  readonly utility: number;
  /** Units that contradict it and so never share a pack with it; saying it on one side is enough. */
  readonly conflictsWith?: readonly string[];
}

/** Units that fit, in the order they were given. */
interface PackedUnits<Unit> {
  readonly units: readonly Unit[];
  readonly utility: number;
  /** No choice within the room is worth more: `mostPossible − utility` bounds the loss of the method. */
  readonly mostPossible: number;
}

/** Most units that are looked at, the densest: many times the content of a pack. */
const mostUnits = 64;
/** Choices that are looked at before the best so far is taken: milliseconds. */
const mostVisits = 50_000;

/**
 * Chooses the units that are most useful together within the room, by branch and bound over the densest
 * first: a branch ends where the fractional knapsack of the remaining units could not surpass the best one
 * found. Contradicting units never share a pack. Of equal choices the one with earlier units wins.
 */
export function packUnits<Unit extends PackableUnit>(
  units: readonly Unit[],
  roomTokens: number,
): PackedUnits<Unit> {
  const densest = units
    .filter(({ utility, tokens }) => utility > 0 && tokens <= roomTokens)
    .toSorted((a, b) => densityOf(b) - densityOf(a));
  const tried = densest.slice(0, mostUnits);
  const conflicts = conflictsAmong(tried);
  const taken: number[] = [];
  let best: readonly number[] = [];
  let bestUtility = 0;
  let visits = 0;
  const descend = (place: number, room: number, utility: number): void => {
    if (utility > bestUtility) {
      bestUtility = utility;
      best = [...taken];
    }
    const unit = tried[place];
    visits += 1;
    if (unit === undefined || visits > mostVisits) return;
    if (utility + mostWithin(tried, room, place) <= bestUtility) return;
    if (unit.tokens <= room && !taken.some((other) => conflicts[place]?.has(other))) {
      taken.push(place);
      descend(place + 1, room - unit.tokens, utility + unit.utility);
      taken.pop();
    }
    descend(place + 1, room, utility);
  };
  descend(0, roomTokens, 0);
  const chosen = new Set(best.map((place) => tried[place]));
  const isSearched = visits <= mostVisits && tried.length === densest.length;
  return {
    units: units.filter((unit) => chosen.has(unit)),
    utility: bestUtility,
    mostPossible: isSearched ? bestUtility : mostWithin(densest, roomTokens),
  };
}

function densityOf({ utility, tokens }: PackableUnit): number {
  return utility / Math.max(1, tokens);
}

/** Upper bound of the worth of units from a place on: without conflicts, and with the last unit in part. @param densest first */
function mostWithin(densest: readonly PackableUnit[], roomTokens: number, from = 0): number {
  let room = roomTokens;
  let most = 0;
  for (let place = from; place < densest.length; place++) {
    const { tokens, utility } = densest[place] as PackableUnit;
    if (tokens > room) return most + (utility * Math.max(0, room)) / tokens;
    most += utility;
    room -= tokens;
  }
  return most;
}

/** For each unit the places of those that it may not stand beside. */
function conflictsAmong(units: readonly PackableUnit[]): readonly ReadonlySet<number>[] {
  const places = new Map(units.map(({ id }, place) => [id, place]));
  const conflicts = units.map(() => new Set<number>());
  for (const [place, { conflictsWith = [] }] of units.entries())
    for (const id of conflictsWith) {
      const other = places.get(id);
      if (other === undefined || other === place) continue;
      conflicts[place]?.add(other);
      conflicts[other]?.add(place);
    }
  return conflicts;
}

/**
 * Share of the budget that one origin may fill unasked, unless a person confirmed its memories: a speaker
 * that writes much into memory shall not fill an agent's context. The gate admits one card of such an origin
 * at most.
 */
export const originShare = 0.3;
