import {
  type AnchorKind,
  type AnchorPlace,
  anchorWeights,
  kindWeights,
  placeWeights,
} from './anchor-weights.ts';
import { type FailingSection, failingSections } from './failing-sections.ts';
import { type LineMarks, mayBeMarked } from './line-marks.ts';
import type { ReadLog } from './read-log.ts';

/** How many lines are examined closely: the first and last lines that can be marked, and lines at an end. */
const firstHinted = 500;
const lastHinted = 1_500;
const mostOutside = 700;
const lastLines = 12;
const nearEnd = 60;
/** More lines than tools add after a failure. */
const longestEpilogue = 500;
const firstCharacters = 50;
const frame = /^\s*(?:at |from |File "|#\d+ |\d+: )/;

/** A line at which the reason for a failure may start. */
interface Anchor {
  readonly place: number;
  readonly marks: LineMarks;
  readonly section: FailingSection | undefined;
  /** Lines between the anchor and the end of the command's own output, without what tools add after a failure. */
  readonly fromEnd: number;
}

/** For each section, the index of the last line that its command wrote itself. */
type LastOwnLines = ReadonlyMap<FailingSection, number>;

/** Gives the indices of the lines at which the reason for a failure may start, the likeliest first. */
export function rankAnchors(log: ReadLog): readonly number[] {
  const hinted = hintedPlaces(log);
  const sections = failingSections(log, hinted);
  const whole = { start: 0, end: log.size };
  const scopes = sections.length === 0 ? [whole] : sections;
  const lastOwn = new Map(scopes.map((scope) => [scope, lastOwnLine(log, scope)]));
  const anchors = anchorPlaces(log, hinted, lastOwn).map((place) => anchorAt(log, place, lastOwn));
  const context = contextOf(log, anchors, sections);
  return anchors
    .map((anchor) => ({ place: anchor.place, score: scoreOf(log, anchor, context) }))
    .sort((left, right) => right.score - left.score || left.place - right.place)
    .map(({ place }) => place);
}

function hintedPlaces(log: ReadLog): readonly number[] {
  const hinted: number[] = [];
  for (let place = 0; place < log.size; place++) if (mayBeMarked(log.text(place))) hinted.push(place);
  if (hinted.length <= firstHinted + lastHinted) return hinted;
  return [...hinted.slice(0, firstHinted), ...hinted.slice(-lastHinted)];
}

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
  while (place > first && isAddedAfter(log.marks(place))) place--;
  return place;
}

function isAddedAfter(marks: LineMarks): boolean {
  return marks.isFurniture || marks.isEpilogue;
}

function anchorAt(log: ReadLog, place: number, lastOwn: LastOwnLines): Anchor {
  const scopes = [...lastOwn.keys()];
  const section = scopeOf(place, scopes);
  const next = section ?? scopes.find(({ end }) => end > place);
  const last = (next && lastOwn.get(next)) ?? log.size - 1;
  return { place, marks: log.marks(place), section, fromEnd: Math.max(0, last - place) };
}

/** Facts about a line that depend on the other lines. */
interface Context {
  readonly sections: readonly FailingSection[];
  readonly noisyScopes: ReadonlySet<FailingSection | undefined>;
  readonly firstItem: number | undefined;
  readonly firstHeading: number | undefined;
  readonly lastHeading: number | undefined;
  readonly firstCauseNearEnd: number | undefined;
  readonly timesSaid: ReadonlyMap<string, number>;
}

function contextOf(log: ReadLog, anchors: readonly Anchor[], sections: readonly FailingSection[]): Context {
  const inside = anchors.filter(({ section }) => section !== undefined);
  const timesSaid = new Map<string, number>();
  for (const { place } of anchors) {
    const start = startOfText(log, place);
    timesSaid.set(start, (timesSaid.get(start) ?? 0) + 1);
  }
  const noisy = anchors.filter(({ marks, fromEnd }) => fromEnd < nearEnd && isStrong(marks));
  const isCause = ({ marks, fromEnd }: Anchor): boolean =>
    marks.telling >= 3 && !marks.isEpilogue && !marks.isWarning && fromEnd < nearEnd;
  return {
    sections,
    noisyScopes: new Set(noisy.map(({ section }) => section)),
    firstItem: inside.find(({ marks }) => marks.isItem)?.place,
    firstHeading: inside.find(({ marks }) => marks.isHeading)?.place,
    lastHeading: inside.findLast(({ marks }) => marks.isHeading)?.place,
    firstCauseNearEnd: inside.find(isCause)?.place,
    timesSaid,
  };
}

function startOfText(log: ReadLog, place: number): string {
  return log.text(place).trim().slice(0, firstCharacters).replace(/\d+/g, '0');
}

function isStrong(marks: LineMarks): boolean {
  const saysWhy = marks.telling >= 2 && !marks.isWarning && !marks.isEpilogue;
  return (saysWhy || marks.isItem || marks.isHeading || marks.isStatus) && !marks.isPassed;
}

function scoreOf(log: ReadLog, anchor: Anchor, context: Context): number {
  const place = placeOf(anchor);
  const holds = { ...ownFacts(anchor, context), ...neighbourFacts(log, anchor, context) };
  const { place: at, section } = anchor;
  const isSectionEnd = section !== undefined && at === section.end;
  const isQuiet = !context.noisyScopes.has(section);
  const endFacts = {
    sectionEnd: isSectionEnd,
    quietEnd3: isQuiet && place === 'end3',
    quietEnd12: isQuiet && place === 'end12',
    quietSectionEnd: isQuiet && isSectionEnd,
  };
  let score = kindWeights[kindOf(anchor.marks)] + placeWeights[place];
  for (const [name, isSo] of Object.entries({ ...holds, ...endFacts }))
    if (isSo) score += anchorWeights[name as keyof typeof anchorWeights];
  return score;
}

function ownFacts({ place, marks, section }: Anchor, context: Context) {
  const last = context.sections.at(-1);
  return {
    beneath: marks.telling === 4 && !marks.isHeading,
    warning: marks.isWarning,
    passed: marks.isPassed,
    status: marks.isStatus,
    epilogue: marks.isEpilogue,
    finding: marks.isFinding,
    afterAllSections: last !== undefined && place > last.end,
    inLastSection: last !== undefined && section === last,
    firstItem: place === context.firstItem,
    firstHeading: place === context.firstHeading,
    lastHeading: place === context.lastHeading,
    firstCauseNearEnd: place === context.firstCauseNearEnd,
  } satisfies Partial<Record<keyof typeof anchorWeights, boolean>>;
}

function neighbourFacts(log: ReadLog, { place, marks }: Anchor, context: Context) {
  const above = (lines: number, fits: (marks: LineMarks) => boolean): boolean =>
    places(place - lines, place - 1, log.size).some((at) => fits(log.marks(at)));
  const below = places(place + 1, place + 4, log.size);
  const indent = indentOf(log.text(place));
  return {
    afterEpilogue: above(3, ({ isEpilogue }) => isEpilogue),
    nearHeading: above(3, ({ isHeading }) => isHeading),
    nearItem: above(3, ({ isItem }) => isItem),
    framesBelow: below.filter((at) => frame.test(log.text(at))).length >= 2,
    deeperBelow: place + 1 < log.size && indentOf(log.text(place + 1)) > indent,
    indented: indent >= 2,
    usageBelow: below.slice(0, 3).some((at) => log.marks(at).isUsage),
    firstOfCluster: marks.telling >= 2 && !above(5, ({ telling, isWarning }) => telling >= 2 && !isWarning),
    emptyLineAbove: log.gapBefore(place) > 0,
    saidOften: (context.timesSaid.get(startOfText(log, place)) ?? 0) > 3,
    firstFinding: marks.isFinding && !above(1, ({ isFinding }) => isFinding),
  } satisfies Partial<Record<keyof typeof anchorWeights, boolean>>;
}

function kindOf(marks: LineMarks): AnchorKind {
  if (marks.isHeading) return 'heading';
  if (marks.isEpilogue) return marks.telling > 0 ? 'mention' : 'other';
  if (marks.isItem) return 'item';
  if (marks.telling >= 3) return 'cause';
  if (marks.telling === 2) return 'detail';
  if (marks.telling === 1) return 'mention';
  return marks.isFinding ? 'finding' : 'other';
}

function placeOf({ section, fromEnd }: Anchor): AnchorPlace {
  if (section === undefined) return 'outside';
  if (fromEnd <= 3) return 'end3';
  if (fromEnd <= 12) return 'end12';
  if (fromEnd <= 40) return 'end40';
  return fromEnd <= 150 ? 'end150' : 'far';
}

function places(from: number, to: number, size: number): readonly number[] {
  const all: number[] = [];
  for (let place = Math.max(0, from); place <= Math.min(to, size - 1); place++) all.push(place);
  return all;
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
