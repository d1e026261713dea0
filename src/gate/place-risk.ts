import type { PlaceEvidence } from '../model/located-places.ts';
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

/** P(function) · P(file)²: both must hold, and a file that is not changed makes it wrong. */
export function worthOfPlace({ functionChance, fileChance }: PlaceEvidence): number {
  return functionChance * fileChance ** 2;
}

/** Below it the card would name a function that is likelier left alone. */
const leastNamedChance = 0.5;

/** Whether what the card says holds more likely than not: that the one function which it names is to be changed now. */
export function isPlaceLikely({ functionChance, namedChance = functionChance }: PlaceEvidence): boolean {
  return namedChance >= leastNamedChance;
}

/** Orders what may be shown for its place: first that of which the card's words hold, then what is worth more. */
export function comparePlaces(a: PlaceEvidence, b: PlaceEvidence): number {
  return Number(isPlaceLikely(b)) - Number(isPlaceLikely(a)) || worthOfPlace(b) - worthOfPlace(a);
}

/** Log-odds that it is wrong. */
export function placeLogOdds({ constant, worth }: PlacePriors, place: PlaceEvidence): number {
  return constant + worth * Math.log(Math.max(least, worthOfPlace(place)));
}

export type PlacedCandidate = PolicyCandidate & { readonly place: PlaceEvidence };

/** The admitted memory whose fix is likeliest to have changed what is to be changed now, of those of which that may be said. */
export function bestPlaced(candidates: readonly PolicyCandidate[]): PlacedCandidate | undefined {
  return candidates
    .filter((candidate): candidate is PlacedCandidate => candidate.place !== undefined)
    .toSorted((a, b) => comparePlaces(a.place, b.place))[0];
}

/** Whether these are chances at all: a hand, or another version, may have written anything. */
export function isPlaceSound({ functionChance, fileChance, namedChance = 0 }: PlaceEvidence): boolean {
  return [functionChance, fileChance, namedChance].every((chance) => chance >= 0 && chance <= 1);
}
