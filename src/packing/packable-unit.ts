/** What may be put into a pack. */
export interface PackableUnit {
  readonly id: string;
  /** Whole number, at least 0. */
  readonly tokens: number;
  /** Estimated usefulness; what is worth nothing is never packed. */
  readonly utility: number;
  /** Units that contradict it and so never share a pack with it; saying it on one side is enough. */
  readonly conflictsWith?: readonly string[];
}

/** Units that fit, in the order they were given. */
export interface PackedUnits<Unit> {
  readonly units: readonly Unit[];
  readonly utility: number;
  /** No choice within the room is worth more: `mostPossible − utility` bounds what the method may have lost. */
  readonly mostPossible: number;
}

/** For each unit that contradicts another, the places of those that it may not stand beside. Most contradict none. */
export function conflictsByPlace(
  units: readonly PackableUnit[],
): readonly (ReadonlySet<number> | undefined)[] {
  const conflicts: (Set<number> | undefined)[] = [];
  if (units.every(({ conflictsWith = [] }) => conflictsWith.length === 0)) return conflicts;
  const places = new Map(units.map(({ id }, place) => [id, place]));
  const note = (place: number, other: number): void => {
    conflicts[place] = (conflicts[place] ?? new Set()).add(other);
  };
  for (const [place, { conflictsWith = [] }] of units.entries()) {
    for (const id of conflictsWith) {
      const other = places.get(id);
      if (other === undefined || other === place) continue;
      note(place, other);
      note(other, place);
    }
  }
  return conflicts;
}
