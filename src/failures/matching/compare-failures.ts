import type { RedactedText } from '../../model/brands.ts';
import type {
  FailureComparison,
  FailureProfile,
  PrintedOutput,
  SamenessCaveat,
} from '../../model/failure.ts';
import { hashOfName, namesIn, stableLine } from '../../text/output-lines.ts';
import { excerptLikeness } from './excerpt-likeness.ts';
import type { ReadSketch } from './read-sketch.ts';

/** A failure with its sketch. */
export interface ComparedFailure {
  readonly profile: FailureProfile;
  readonly sketch: ReadSketch;
}

/** The failure at hand: all that it printed is known, and whether that was cut. */
export interface FailureAtHand extends ComparedFailure {
  readonly printed?: PrintedOutput | undefined;
  /** Its command shows a part of the output: `… | tail -5`. */
  readonly isCut?: boolean | undefined;
}

/** Of the lines that say best why, so many must be in the other. */
const sameShare = 0.9;
/** Fewer words and names that not any failure could say do not tell which one it is. */
const fewestTelling = 2;
const fewestOfPart = 4;
/** Each says what is wrong in so many wordings that the other lacks: then they are two. */
const mostLeftOver = 2;
/** Two outputs of so many lines, or lines that say why, that read otherwise are two failures, whatever words they share. */
const longExcerpt = 12;
const longSpine = 4;
const longestNamed = 60;

/**
 * Whether two failures are one. They are where nine of ten lines that say best why were printed by both, each says enough to be told
 * from others, and they do not each say what is wrong in ways that the other lacks. A name that stands at one place of a line
 * where the known failure has another makes no other failure, but is said.
 */
export function compareFailures(asked: FailureAtHand, known: ComparedFailure): FailureComparison {
  const one = share(asked.sketch.sketch.spine, known.sketch.lines);
  const other = one === 0 ? 0 : share(known.sketch.sketch.spine, { has: (hash) => hasPrinted(asked, hash) });
  const isPart = one >= sameShare && other < sameShare && showsPartOfError(asked);
  const likeness = isPart ? one : Math.min(one, other);
  const reason = reasonAgainst(asked, known, likeness, isPart);
  if (reason === undefined) {
    const name = replacedName(asked, known);
    const caveat =
      name === undefined && !isPart ? {} : { caveat: { ...name, ...(isPart ? { isPart } : {}) } };
    return {
      ...{ likeness, strength: 'same' },
      excerptLikeness: excerptLikeness(asked.profile, known.profile),
      ...caveat,
    };
  }
  const isOther = likeness >= sameShare || (saysMuch(asked) && saysMuch(known));
  return {
    likeness,
    strength: one > 0 ? 'similar' : 'different',
    reason,
    ...(isOther ? { isOther } : {}),
  };
}

function reasonAgainst(
  asked: FailureAtHand,
  known: ComparedFailure,
  likeness: number,
  isPart: boolean,
): string | undefined {
  if (likeness < sameShare) return 'what says best why reads otherwise';
  const [one, other] = [asked.sketch.sketch, known.sketch.sketch];
  if (Math.min(one.tellingWords, other.tellingWords) < fewestTelling)
    return 'too little is said to tell which failure it is';
  return !isPart && Math.min(leftOver(asked, known), leftOver(known, asked)) >= mostLeftOver
    ? 'each says what is wrong that the other does not'
    : undefined;
}

/** Whether what is left of a cut output names its kind of error, in words of its own: the end of a log often says that of any failure. */
function showsPartOfError({ isCut = false, profile, sketch }: FailureAtHand): boolean {
  return isCut && profile.exceptionTypes.length > 0 && sketch.sketch.tellingWords >= fewestOfPart;
}

function hasPrinted({ sketch, printed }: FailureAtHand, hash: number): boolean {
  return sketch.lines.has(hash) || printed?.hasLine(hash) === true;
}

/** Wordings of the one that the other lacks. */
function leftOver({ sketch: one }: ComparedFailure, { sketch: other }: ComparedFailure): number {
  const known = new Set(other.sketch.wordings);
  return one.sketch.wordings.filter((wording) => !known.has(wording)).length;
}

/** A name that the known failure never kept, at a place where it has one that was never printed here. */
function replacedName(asked: FailureAtHand, known: ComparedFailure): SamenessCaveat | undefined {
  for (const [place, names] of asked.sketch.places) {
    const others = known.sketch.places.get(place);
    const own = others && names.find((hash) => !known.sketch.names.has(hash));
    const met = own && others.find((hash) => !hasName(asked, hash));
    if (own === undefined || met === undefined) continue;
    const [says, knownSays] = [nameIn(asked.profile, own), nameIn(known.profile, met)];
    return { ...(says === undefined ? {} : { says }), ...(knownSays === undefined ? {} : { knownSays }) };
  }
  return undefined;
}

function hasName({ sketch, printed }: FailureAtHand, hash: number): boolean {
  return sketch.names.has(hash) || printed?.hasName(hash) === true;
}

/** The text of a hashed name, where the excerpt holds it; part of a redacted text is redacted. */
function nameIn({ excerpt }: FailureProfile, hash: number): RedactedText | undefined {
  for (const line of excerpt.split('\n')) {
    const name = namesIn(stableLine(line)).find((one) => hashOfName(one) === hash);
    if (name !== undefined) return name.slice(0, longestNamed) as RedactedText;
  }
  return undefined;
}

function saysMuch({ profile: { excerpt }, sketch }: ComparedFailure): boolean {
  return sketch.sketch.spine.length >= longSpine || excerpt.split('\n', longExcerpt).length === longExcerpt;
}

function share(some: readonly number[], all: { has(hash: number): boolean }): number {
  return some.length === 0 ? 0 : some.filter((hash) => all.has(hash)).length / some.length;
}
