import type { PlaceEvidence } from '../model/evidence.ts';
import { type CandidateEvidence, untold } from '../model/gate.ts';
import { logisticOf } from '../numeric/online-models.ts';
import { fixesAmong } from './actions.ts';
import { isClearlySame } from './overrides.ts';
import type { GateState, PolicyCandidate } from './policy.ts';

/** Version of the covariates: models learned on others are not used. */
export const covariatesVersion = 2;

/** Signs that the risk of the best candidate is weighed by, 0–1 each, and whether each raises or lowers the risk. */
export const riskSigns = {
  /** Its lines say that it is another failure. */
  is_other: 1,
  /** It is about another name of the same kind. */
  conflicts: 1,
  /** Mean of the signatures that both sides tell: command, path, stack, environment. */
  signatures: -1,
  /** Share of the names at hand that it has too. */
  entities: -1,
  /** Frames of the stack and the environment, once more alone: where two causes print one message, these part them. */
  stack: -1,
  environment: -1,
} as const;

const weighed = Object.keys(riskSigns).length;
/** The weighed ones, and whether it is the very same failure, with no other fix in sight. */
export const covariateCount = weighed + 1;

/** The covariates, in the order of {@link riskSigns}. */
export function riskCovariates({ candidates, match }: GateState): readonly number[] {
  const [best] = fixesAmong(candidates);
  const evidence = best?.evidence;
  const isClear =
    best !== undefined && !evidence?.isOther && !evidence?.conflicts && isClearlySame(match, [best]);
  return [
    evidence?.isOther ? 1 : 0,
    evidence?.conflicts ? 1 : 0,
    meanSignature(evidence),
    evidence?.entities ?? 0,
    evidence?.stack ?? 0,
    evidence === undefined ? 0 : (evidence.environment ?? untold),
    isClear ? 1 : 0,
  ];
}

function meanSignature(evidence: CandidateEvidence | undefined): number {
  if (evidence === undefined) return 0;
  const { command, path, stack, environment = untold } = evidence;
  const told = [command, path, stack, environment].filter((match) => match !== untold);
  return told.length === 0 ? untold : told.reduce((sum, match) => sum + match, 0) / told.length;
}

interface RiskWeights {
  /** The constant, then one for each of {@link riskSigns}. */
  readonly risk: readonly number[];
  /** Log-odds of the very same failure, as measured on real ones. */
  readonly same: number;
}

/**
 * Log-odds that a shown memory would be wrong. That it is the very same failure, with no name against it and no other
 * fix, was measured on real failures; the weights come from made ones and may only say less of it than measured.
 */
export function failureLogOdds({ risk, same }: RiskWeights, covariates: readonly number[]): number {
  const probability = logisticOf(risk, [1, ...covariates.slice(0, weighed)]);
  const logOdds = Math.log(probability / (1 - probability));
  return covariates[weighed] === 1 ? Math.min(logOdds, same) : logOdds;
}

/** Log-odds that a past fix of a place shares no file with the coming one: linear in the logarithm of its worth. */
export interface PlacePriors {
  readonly constant: number;
  /** Below zero: a memory of higher worth is less often wrong. */
  readonly worth: number;
  /** Risk up to which one is shown at first. */
  readonly threshold: number;
}

const least = 1e-4;

/** P(function) · P(file) of the function that the card names: both must hold. Receipts before version 6 lack `namedChance`. */
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

/** Whether the card's claim holds at least every second time: that the function which it names is to be changed now. */
export function isPlaceLikely(place: PlaceEvidence): boolean {
  return worthOfPlace(place) >= leastWorth;
}

/** Orders past fixes by worth; of one function, the fix that changed more of the likely places comes first. */
export function comparePlaces(a: PlaceEvidence, b: PlaceEvidence): number {
  return worthOfPlace(b) - worthOfPlace(a) || b.functionChance - a.functionChance;
}

/** Log-odds that it is wrong. */
export function placeLogOdds({ constant, worth }: PlacePriors, place: PlaceEvidence): number {
  return constant + worth * Math.log(Math.max(least, worthOfPlace(place)));
}

type PlacedCandidate = PolicyCandidate & { readonly place: PlaceEvidence };

/** The admitted memory whose fix likeliest changed the place to be changed now. */
export function bestPlaced(candidates: readonly PolicyCandidate[]): PlacedCandidate | undefined {
  return candidates
    .filter((candidate): candidate is PlacedCandidate => candidate.place !== undefined)
    .toSorted((a, b) => comparePlaces(a.place, b.place))[0];
}

/** Whether these are chances at all: a hand, or another version, may have written anything. */
export function isPlaceSound({ functionChance, fileChance, namedChance = 0 }: PlaceEvidence): boolean {
  return [functionChance, fileChance, namedChance].every((chance) => chance >= 0 && chance <= 1);
}
