import type { RedactedText } from '../../model/brands.ts';
import type {
  FailureComparison,
  FailureProfile,
  FailureSketch,
  PrintedOutput,
  SamenessCaveat,
  StackFrame,
} from '../../model/failure.ts';
import { hashOfName, isNumber, namesIn, stableLine } from '../../text/output-lines.ts';

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

/** Share of the most telling lines that must be in the other. */
const sameShare = 0.9;
/** Fewer words and names that not any failure could say do not tell which one it is. */
const fewestTelling = 2;
const fewestOfPart = 4;
/** Fewer words are a language's own, of whatever place: `Cannot read properties of undefined`. */
const fewestApart = 2 * fewestOfPart;
/** Each says what is wrong in so many wordings that the other lacks: then they are two. */
const mostLeftOver = 2;
/** Two different outputs of so many lines, or lines that say why, are two failures, whatever words they share. */
const longExcerpt = 12;
const longSpine = 4;
const longestNamed = 60;

/**
 * Whether two failures are one: both printed nine of ten lines that say best why, the best among them, each says enough to be told
 * from others, and neither gives causes that the other lacks. Another name, or number of a reason, is no other failure, but a caveat.
 */
export function compareFailures(asked: FailureAtHand, known: ComparedFailure): FailureComparison {
  const one = share(asked.sketch.sketch.spine, known.sketch.lines);
  const other = one === 0 ? 0 : share(known.sketch.sketch.spine, { has: (hash) => hasPrinted(asked, hash) });
  const isPart = one >= sameShare && other < sameShare && showsPartOfError(asked);
  const likeness = isPart ? one : Math.min(one, other);
  const isElsewhere = !isPart && failsElsewhere(asked, known, likeness);
  const reason = reasonAgainst(asked, known, likeness, { isPart, isElsewhere });
  if (reason === undefined) {
    const name = replacedName(asked, known, isElsewhere);
    const caveat = {
      ...name,
      ...(isElsewhere ? { isElsewhere } : {}),
      ...(isPart ? { isPart } : {}),
    };
    return {
      ...{ likeness: isElsewhere ? sameShare : likeness, strength: 'same' },
      // A name that no excerpt holds is a caveat, too.
      ...(name !== undefined || isElsewhere || isPart ? { caveat } : {}),
    };
  }
  const isOther =
    likeness >= sameShare || saysTooLittle(asked, known) || (saysMuch(asked) && saysMuch(known));
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
  { isPart, isElsewhere }: { readonly isPart: boolean; readonly isElsewhere: boolean },
): string | undefined {
  if (likeness < sameShare && !isElsewhere) return 'what says best why reads otherwise';
  if (saysTooLittle(asked, known)) return 'too little is said to tell which failure it is';
  // The end of a chain of errors was raised elsewhere than its beginning.
  if (!asked.isCut && !isElsewhere && areSetApart(asked.profile, known.profile))
    return 'it was raised at another place';
  if (!asked.isCut && isOfOtherEnvironment(asked.profile, known.profile))
    return 'it ran in another environment';
  return !isPart && Math.min(leftOver(asked, known), leftOver(known, asked)) >= mostLeftOver
    ? 'each says what is wrong that the other does not'
    : undefined;
}

/** Whether something else failed, or at another place, for the same reasons. */
function failsElsewhere(asked: FailureAtHand, known: ComparedFailure, likeness: number): boolean {
  const isApart = areSetApart(asked.profile, known.profile);
  const fewest = isApart ? fewestApart : fewestOfPart;
  return (
    (isApart || likeness < sameShare) && giveSameReasons(asked.sketch.sketch, known.sketch.sketch, fewest)
  );
}

/** Whether both give the same reasons, in words enough, whatever else they say of what failed, and where. */
export function giveSameReasons(
  { reasons = [], tellingReasons = 0 }: FailureSketch,
  { reasons: others = [] }: FailureSketch,
  fewest = fewestOfPart,
): boolean {
  return (
    tellingReasons >= fewest &&
    reasons.length === others.length &&
    reasons.every((reason) => others.includes(reason))
  );
}

function saysTooLittle({ sketch: { sketch: one } }: ComparedFailure, known: ComparedFailure): boolean {
  return Math.min(one.tellingWords, known.sketch.sketch.tellingWords) < fewestTelling;
}

/** Where both tell what it ran in, or where it was raised, and nothing of it agrees, equal words have two causes. */
function isOfOtherEnvironment(
  { environment: facts = [] }: FailureProfile,
  { environment: others = [] }: FailureProfile,
): boolean {
  return facts.length > 0 && others.length > 0 && !facts.some((fact) => others.includes(fact));
}

function areSetApart(one: FailureProfile, other: FailureProfile): boolean {
  return isSetApart(one, other) && isSetApart(other, one);
}

/** Whether the innermost frame of the one is nowhere in the trace of the other. */
function isSetApart({ frames: own = [] }: FailureProfile, { frames: others = [] }: FailureProfile): boolean {
  const innermost = own.at(-1);
  return innermost !== undefined && others.length > 0 && !others.map(placeOf).includes(placeOf(innermost));
}

/** By the name of the file: folders differ between machines. */
function placeOf({ path, function: name = '' }: StackFrame): string {
  return `${path.slice(path.lastIndexOf('/') + 1).replace(/^path_/, '')} ${name}`;
}

/** Whether the rest of a cut output names its kind of error in words of its own; the end of a log often fits any failure. */
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

/**
 * A name that the known failure never kept, at a place where it has one that was never printed here.
 * @param isElsewhere then names of what failed differ, and only a number is told
 */
function replacedName(
  asked: FailureAtHand,
  known: ComparedFailure,
  isElsewhere: boolean,
): SamenessCaveat | undefined {
  for (const [place, names] of asked.sketch.places) {
    const others = known.sketch.places.get(place);
    const own = others && names.find((hash) => !known.sketch.names.has(hash));
    const met = own && others.find((hash) => !hasName(asked, hash));
    if (own === undefined || met === undefined) continue;
    const [says, knownSays] = [nameIn(asked.profile, own), nameIn(known.profile, met)];
    if (isElsewhere && !isNumber(says ?? '')) continue;
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

/** Nothing is shared without the line that tells most: all others may be of any run of the command. */
function share(some: readonly number[], all: { has(hash: number): boolean }): number {
  const [best] = some;
  if (best === undefined || !all.has(best)) return 0;
  return some.filter((hash) => all.has(hash)).length / some.length;
}

/** A sketch as it is compared: its hashes as sets, made when they are asked for. */
export class ReadSketch {
  readonly sketch: FailureSketch;
  #lines: ReadonlySet<number> | undefined;
  #names: ReadonlySet<number> | undefined;
  #places: ReadonlyMap<number, readonly number[]> | undefined;

  constructor(sketch: FailureSketch) {
    this.sketch = sketch;
  }

  get lines(): ReadonlySet<number> {
    this.#lines ??= new Set([...this.sketch.spine, ...this.sketch.lines]);
    return this.#lines;
  }

  /** All words and names that were kept. */
  get names(): ReadonlySet<number> {
    this.#names ??= new Set([...this.sketch.names, ...[...this.places.values()].flat()]);
    return this.#names;
  }

  /** Names at each place of a wording. */
  get places(): ReadonlyMap<number, readonly number[]> {
    this.#places ??= new Map(this.sketch.places.map(([place = 0, ...names]) => [place, names]));
    return this.#places;
  }
}

/** A shorter name stands in many words. */
const shortestName = 3;

/** The sketch of a recorded failure; made from its excerpt where none was kept. */
type SketchOf = (profile: FailureProfile) => FailureSketch;

/**
 * Compares the failure at hand with the occurrences of a known one; gives the comparison that agrees most. Occurrences of one failure may
 * read differently: each stands for itself.
 * @param occurrences those beyond the first few are read only while none is the same
 * @param fix of the known failure; where it speaks of a name that is another one here, it does not fit
 */
export function compareOccurrences(
  asked: FailureAtHand,
  occurrences: readonly (() => readonly FailureProfile[])[],
  { sketchOf, fix }: { readonly sketchOf: SketchOf; readonly fix: string },
): FailureComparison {
  const nearest = nearestOccurrence(asked, occurrences, sketchOf);
  const replaced = nearest.caveat?.knownSays;
  if (replaced === undefined || !speaksOf(fix, replaced)) return nearest;
  const { caveat, ...rest } = nearest;
  return {
    ...rest,
    strength: 'similar',
    isOther: true,
    reason: `its fix is about ${replaced}, which is not in this failure`,
  };
}

function nearestOccurrence(
  asked: FailureAtHand,
  occurrences: readonly (() => readonly FailureProfile[])[],
  sketchOf: SketchOf,
): FailureComparison {
  let best: FailureComparison = { likeness: 0, strength: 'different' };
  for (const some of occurrences) {
    for (const profile of some()) {
      const one = compareFailures(asked, { profile, sketch: new ReadSketch(sketchOf(profile)) });
      if (isNearer(one, best)) best = one;
    }
    if (best.strength === 'same' && best.caveat === undefined) return best;
  }
  return best;
}

/** Whether a fix has the last part of a name as whole words: fixes rarely repeat folders, and `run` is no part of `prune`. */
function speaksOf(fix: string, name: string): boolean {
  const last = wordsIn(name.slice(name.search(/[^/\\]*[/\\]*$/)));
  return last.trim().length >= shortestName && wordsIn(fix).includes(last);
}

/** Lower-case words between single spaces, one at each end. */
function wordsIn(text: string): string {
  return ` ${
    text
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu)
      ?.join(' ') ?? ''
  } `;
}

/** The same before the same but for a name, and both before the other; then what agrees more. */
export function isNearer(one: FailureComparison, other: FailureComparison): boolean {
  return rankOf(one) - rankOf(other) > 0;
}

function rankOf({ strength, caveat, likeness }: FailureComparison): number {
  const step = strength === 'same' ? (caveat === undefined ? 4 : 2) : 0;
  return step + likeness;
}
