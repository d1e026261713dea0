import { isWrapperLine } from './line-shapes.ts';
import {
  type FailingSection,
  failingSections,
  type LineMarks,
  mayBeMarked,
  type ReadLog,
} from './read-log.ts';

/** How many lines are examined closely: the first and last lines that can be marked, and lines at an end. */
const firstHinted = 500;
const lastHinted = 1_500;
const mostOutside = 700;
const lastLines = 12;
const nearEnd = 60;
const atEnd = 3;
/** More lines than tools add after a failure. */
const longestEpilogue = 500;
const comparedCharacters = 80;
const mostDoublings = 5;
const frame = /^\s*(?:at |from |File "|#\d+ |\d+: )/;

/** A line at which the reason for a failure may start. */
interface Anchor {
  readonly place: number;
  readonly marks: LineMarks;
  readonly isWrapper: boolean;
  readonly section: FailingSection | undefined;
  /** Lines between the anchor and the end of the command's own output, without the lines tools add after a failure. */
  readonly fromEnd: number;
}

/** Facts of a line, as numbers from 0 on; facts of 0 may be left out. */
interface AnchorFacts {
  readonly place: number;
  readonly facts: Readonly<Partial<Record<AnchorFact, number>>>;
}

/** Gives the places of the lines at which the reason for a failure may start, the likeliest first. */
export function rankAnchors(log: ReadLog): readonly number[] {
  return anchorFacts(log)
    .map(({ place, facts }) => ({ place, score: scoreOf(facts) }))
    .sort((left, right) => right.score - left.score || left.place - right.place)
    .map(({ place }) => place);
}

function scoreOf(facts: AnchorFacts['facts']): number {
  let score = 0;
  for (const [fact, value] of Object.entries(facts)) score += anchorWeights[fact as AnchorFact] * value;
  return score;
}

/** Returns the lines at which the reason for a failure may start, in order, with the facts of each. */
export function anchorFacts(log: ReadLog): readonly AnchorFacts[] {
  const hinted = hintedPlaces(log);
  const sections = failingSections(log, hinted);
  const scopes = sections.length === 0 ? [{ start: 0, end: log.size }] : sections;
  const lastOwn = new Map(scopes.map((scope) => [scope, lastOwnLine(log, scope)]));
  const anchors = anchorPlaces(log, hinted, lastOwn).map((place) => anchorAt(log, place, lastOwn));
  const context = contextOf(log, anchors, hinted, scopes);
  return anchors.map((anchor) => ({
    place: anchor.place,
    facts: held({ ...ownFacts(anchor), ...neighbourFacts(log, anchor), ...logFacts(log, anchor, context) }),
  }));
}

function held(facts: Readonly<Record<AnchorFact, boolean | number>>): AnchorFacts['facts'] {
  const numbers: Partial<Record<AnchorFact, number>> = {};
  for (const [fact, value] of Object.entries(facts)) if (value) numbers[fact as AnchorFact] = Number(value);
  return numbers;
}

function hintedPlaces(log: ReadLog): readonly number[] {
  const hinted: number[] = [];
  for (let place = 0; place < log.size; place++) if (mayBeMarked(log.text(place))) hinted.push(place);
  if (hinted.length <= firstHinted + lastHinted) return hinted;
  return [...hinted.slice(0, firstHinted), ...hinted.slice(-lastHinted)];
}

/** For each section, the index of the last line that its command wrote itself. */
type LastOwnLines = ReadonlyMap<FailingSection, number>;

function anchorPlaces(log: ReadLog, hinted: readonly number[], lastOwn: LastOwnLines): readonly number[] {
  const scopes = [...lastOwn.keys()];
  const said = hinted.filter((place) => {
    const marks = log.marks(place);
    const isTelling = marks.telling > 0 || marks.isHeading || marks.isItem || marks.isStatus;
    return !marks.isFurniture && (isTelling || marks.isEpilogue || marks.isFinding);
  });
  const announced = said.filter((place) => log.marks(place).announces).map((place) => place + 1);
  const inside = [...said, ...announced].filter((place) => scopeOf(place, scopes) !== undefined);
  const outside = said.filter((place) => scopeOf(place, scopes) === undefined).slice(-mostOutside);
  const ends = [...lastOwn].flatMap(([scope, last]) => {
    const own = Array.from({ length: lastLines }, (_, back) => last - back).filter((at) => at > scope.start);
    return [Math.min(scope.end, log.size - 1), Math.min(scope.start + 1, log.size - 1), ...own];
  });
  return [...new Set([...inside, ...outside, ...ends])]
    .filter((place) => place >= 0 && place < log.size)
    .sort((a, b) => a - b);
}

function scopeOf(place: number, scopes: readonly FailingSection[]): FailingSection | undefined {
  return scopes.find(({ start, end }) => place >= start && place <= end);
}

/** Index of the last line that the command wrote itself. */
function lastOwnLine(log: ReadLog, { start, end }: FailingSection): number {
  let place = end - 1;
  const first = Math.max(start, end - longestEpilogue);
  while (place > first && (log.marks(place).isFurniture || log.marks(place).isEpilogue)) place--;
  return place;
}

function anchorAt(log: ReadLog, place: number, lastOwn: LastOwnLines): Anchor {
  const scopes = [...lastOwn.keys()];
  const section = scopeOf(place, scopes);
  const next = section ?? scopes.find(({ end }) => end > place);
  const last = (next && lastOwn.get(next)) ?? log.size - 1;
  const marks = log.marks(place);
  const isWrapper = marks.isEpilogue || isWrapperLine(log.text(place));
  return { place, marks, isWrapper, section, fromEnd: Math.max(0, last - place) };
}

/** Facts about a line that depend on the other lines. */
interface Context {
  readonly noisyScopes: ReadonlySet<FailingSection | undefined>;
  readonly firstItem: number | undefined;
  readonly firstHeading: number | undefined;
  readonly lastHeading: number | undefined;
  readonly firstCauseNearEnd: number | undefined;
  /** By text without numbers: how many lines there are, and whether one is outside of every failing section. */
  readonly alike: ReadonlyMap<string, { count: number; elsewhere: boolean }>;
}

function contextOf(
  log: ReadLog,
  anchors: readonly Anchor[],
  hinted: readonly number[],
  scopes: readonly FailingSection[],
): Context {
  const inside = anchors.filter(({ section }) => section !== undefined);
  const alike = new Map<string, { count: number; elsewhere: boolean }>();
  for (const place of hinted) {
    const text = withoutNumbers(log, place);
    const known = alike.get(text) ?? { count: 0, elsewhere: false };
    const elsewhere = known.elsewhere || scopeOf(place, scopes) === undefined;
    alike.set(text, { count: known.count + 1, elsewhere });
  }
  const noisy = anchors.filter(({ marks, fromEnd }) => fromEnd < nearEnd && isStrong(marks));
  const isCause = ({ marks, fromEnd }: Anchor): boolean =>
    marks.telling >= 3 && !marks.isEpilogue && !marks.isWarning && fromEnd < nearEnd;
  return {
    noisyScopes: new Set(noisy.map(({ section }) => section)),
    firstItem: inside.find(({ marks }) => marks.isItem)?.place,
    firstHeading: inside.find(({ marks }) => marks.isHeading)?.place,
    lastHeading: inside.findLast(({ marks }) => marks.isHeading)?.place,
    firstCauseNearEnd: inside.find(isCause)?.place,
    alike,
  };
}

function withoutNumbers(log: ReadLog, place: number): string {
  return log
    .text(place)
    .slice(0, 2 * comparedCharacters)
    .trim()
    .replace(/[0-9a-f]{6,}|\d+/g, '0')
    .slice(0, comparedCharacters);
}

function isStrong(marks: LineMarks): boolean {
  const saysWhy = marks.telling >= 2 && !marks.isWarning && !marks.isEpilogue;
  return (saysWhy || marks.isItem || marks.isHeading || marks.isStatus) && !marks.isPassed;
}

function ownFacts({ marks, isWrapper, section, fromEnd }: Anchor) {
  return {
    heading: marks.isHeading,
    item: marks.isItem && !marks.isHeading && !marks.isEpilogue,
    says: marks.telling >= 2 && !isWrapper,
    beneath: marks.telling === 4 && !marks.isHeading,
    wrapper: isWrapper,
    inside: section !== undefined,
    atEnd: section !== undefined && fromEnd <= atEnd,
  };
}

function neighbourFacts(log: ReadLog, { place, marks }: Anchor) {
  const above = (lines: number, fits: (marks: LineMarks) => boolean): boolean =>
    places(place - lines, place - 1, log.size).some((at) => fits(log.marks(at)));
  const indent = indentOf(log.text(place));
  const frames = places(place + 1, place + 4, log.size).filter((at) => frame.test(log.text(at)));
  return {
    afterWrapper: above(3, ({ isEpilogue }) => isEpilogue),
    nearHeading: above(3, ({ isHeading }) => isHeading),
    hasBody: frames.length >= 2 || (place + 1 < log.size && indentOf(log.text(place + 1)) > indent),
    firstOfCluster: marks.telling >= 2 && !above(5, ({ telling, isWarning }) => telling >= 2 && !isWarning),
    emptyLineAbove: log.gapBefore(place) > 0,
  };
}

function logFacts(log: ReadLog, { place, section, fromEnd }: Anchor, context: Context) {
  const isQuiet = !context.noisyScopes.has(section);
  const alike = context.alike.get(withoutNumbers(log, place));
  return {
    firstItem: place === context.firstItem,
    firstHeading: place === context.firstHeading,
    lastHeading: place === context.lastHeading,
    firstCauseNearEnd: place === context.firstCauseNearEnd,
    quietEnd: isQuiet ? Math.max(0, 3 - Math.log2(1 + fromEnd)) : 0,
    quietVerdict: isQuiet && section !== undefined && place === section.end,
    repeated: Math.min(mostDoublings, Math.log2(alike?.count ?? 1)),
    elsewhere: alike?.elsewhere === true,
  };
}

function places(from: number, to: number, size: number): readonly number[] {
  const all: number[] = [];
  for (let place = Math.max(0, from); place <= Math.min(to, size - 1); place++) all.push(place);
  return all;
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

/**
 * Weight of each fact in whether the reason of a failure starts at a line: weights of a softmax over the lines of a
 * log, fitted by `npm run bench -- failures --fit` with the sign of each given and a pull to one size. A command that
 * stops at its first error prints it last; a command that goes on (tests, linters) lists failures under a heading.
 */
export const anchorWeights = {
  heading: 1.46,
  item: 1.76,
  /** Its shape is that of a cause or a detail, and it is no verdict of a wrapper. */
  says: 0.86,
  /** The cause beneath another error. */
  beneath: 1.27,
  firstItem: 2.54,
  firstHeading: 1.41,
  firstCauseNearEnd: 1.38,
  lastHeading: 1.38,
  nearHeading: 1.53,
  /** Among the last lines that the command wrote itself. */
  atEnd: 0.51,
  /** Within the failing command's part of the log. */
  inside: 0.58,
  firstOfCluster: 0.85,
  /** Frames or deeper lines follow. */
  hasBody: 1.1,
  emptyLineAbove: 1.58,
  /** If no line near the end looks like an error, the nearer the end the more, from 0 to 3. */
  quietEnd: 0.35,
  /** Then the line of the CI service that says that the command failed. */
  quietVerdict: 1.67,
  wrapper: -1.05,
  afterWrapper: -1.43,
  /** Logarithm, to base 2, of how many lines are alike but for their numbers. */
  repeated: -0.2,
  /** A line like it stands outside the failing command's part: a command that passed printed it, too. */
  elsewhere: -0.74,
} as const;

export type AnchorFact = keyof typeof anchorWeights;
