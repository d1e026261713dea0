import type { PlaceEvidence } from '../model/evidence.ts';
import type { PolicyCandidate } from './policy.ts';

/** Log-odds that a past fix of a place shares no file with the one to come: a straight line over the logarithm of its worth. */
export interface PlacePriors {
  readonly constant: number;
  /** Below zero: what is worth more is less often wrong. */
  readonly worth: number;
  /** Risk up to which one is shown at first. */
  readonly threshold: number;
}

const least = 1e-4;

/** P(function) · P(file) of the one function that the card names: both must hold. Receipts before version 6 have no chance of it. */
export function worthOfPlace({
  functionChance,
  namedChance = functionChance,
  fileChance,
}: PlaceEvidence): number {
  return namedChance * fileChance;
}

/**
 * Down to here a past fix changed a function that is changed now at least every second time; below, every fifth time
 * (docs/research/gate.md). It is the same with each of ten repositories left out but for one.
 */
const leastWorth = 0.25;

/** Whether what the card says holds at least every second time: that the function which it names is to be changed now. */
export function isPlaceLikely(place: PlaceEvidence): boolean {
  return worthOfPlace(place) >= leastWorth;
}

/** Orders what may be shown for its place: what is worth more comes first; of one function, what changed more that is likely. */
export function comparePlaces(a: PlaceEvidence, b: PlaceEvidence): number {
  return worthOfPlace(b) - worthOfPlace(a) || b.functionChance - a.functionChance;
}

/** Log-odds that it is wrong. */
export function placeLogOdds({ constant, worth }: PlacePriors, place: PlaceEvidence): number {
  return constant + worth * Math.log(Math.max(least, worthOfPlace(place)));
}

export type PlacedCandidate = PolicyCandidate & { readonly place: PlaceEvidence };

/** The admitted memory whose fix is likeliest to have changed what is to be changed now. */
export function bestPlaced(candidates: readonly PolicyCandidate[]): PlacedCandidate | undefined {
  return candidates
    .filter((candidate): candidate is PlacedCandidate => candidate.place !== undefined)
    .toSorted((a, b) => comparePlaces(a.place, b.place))[0];
}

/** Whether these are chances at all: a hand, or another version, may have written anything. */
export function isPlaceSound({ functionChance, fileChance, namedChance = 0 }: PlaceEvidence): boolean {
  return [functionChance, fileChance, namedChance].every((chance) => chance >= 0 && chance <= 1);
}
