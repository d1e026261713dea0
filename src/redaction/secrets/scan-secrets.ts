import { type ChangedPlaces, ChangesNearby, windowsAround } from './changed-places.ts';
import { buildLiteralScanner, type LiteralScanner } from './literal-scanner.ts';
import { endOfMarker, markerOf, markerStart } from './marker.ts';
import { crowdedKind, type WorkCredit } from './reading-budget.ts';
import { NextPlaces, RunEnds } from './run-ends.ts';
import { farthestReach, type SecretDetector, type SecretSpan } from './secret-span.ts';

/** A secret and the place of its detector among the others: the more a detector knows of what it found, the earlier. */
export interface RankedSpan extends SecretSpan {
  readonly rank: number;
}

const crowdLength = 1_024;
/** To put a marker in its place, and to look around it once more. */
const unitsPerFound = 2;
const restOfLines = /[^\n]*(?:\n[^\w\n]{0,24}[\w+/=.-]{16,}[^\w\n]{0,8}(?=\n|$))*/y;

interface DetectorIndex {
  readonly scanner: LiteralScanner;
  readonly asked: readonly (readonly number[])[];
  readonly lengths: readonly number[];
}

/** Reads a text once, and asks detectors about the literals they wait for; of a text read before, near what changed. */
export function buildSecretScanner(
  detectors: readonly SecretDetector[],
): (text: string, credit: WorkCredit, changes?: ChangedPlaces) => readonly RankedSpan[] {
  let index: DetectorIndex | undefined;
  return (text, credit, changes) => {
    index ??= indexDetectors(detectors);
    return scan(text, detectors, index, credit, changes);
  };
}

function scan(
  text: string,
  detectors: readonly SecretDetector[],
  { scanner, asked, lengths }: DetectorIndex,
  credit: WorkCredit,
  changes: ChangedPlaces | undefined,
): readonly RankedSpan[] {
  const found: RankedSpan[] = [];
  let lastVisible: number | undefined;
  const nearby = changes && new ChangesNearby(changes);
  const progress = {
    commandEnd: 0,
    tokenRuns: new RunEnds(text, String.raw`[\w+/=.-]`),
    bars: new NextPlaces(text, '|'),
    work: 0,
    lastVisible: () => {
      lastVisible ??= text.trimEnd().length;
      return lastVisible;
    },
  };
  let passed = 0;
  let crowdedEnd = 0;
  let covered = 0;
  let coveredBy = 0;
  const pass = (end: number, characters: number): void => {
    if (end <= passed) return;
    passed = end;
    credit.earn(characters);
  };
  const keep = (told: SecretSpan | readonly SecretSpan[] | undefined, rank: number): void => {
    if (told === undefined) return;
    for (const { kind, start, end } of 'kind' in told ? [told] : told) {
      found.push({ kind, start, end, rank });
      credit.spend(unitsPerFound);
      if (end >= covered) coveredBy = rank;
      covered = Math.max(covered, end);
      // What is taken out earns what its marker will, so that a text read again is no more crowded than it was.
      pass(end, markerOf(kind).length);
    }
  };
  const visit = (literal: number, end: number): void => {
    if (end <= crowdedEnd || (credit.oneIsEnough && found.length > 0)) return;
    pass(end, end - passed);
    if (credit.isUsedUp) {
      crowdedEnd = endOfCrowd(text, end);
      found.push({ kind: crowdedKind, start: end, end: crowdedEnd, rank: detectors.length });
      pass(crowdedEnd, markerOf(crowdedKind).length);
      return;
    }
    const start = end - (lengths[literal] ?? 0);
    for (const rank of asked[literal] ?? []) {
      // Within a secret only a detector that knows more of it is asked, so that no part of a text is read too often.
      if (start < covered && rank >= coveredBy) continue;
      const detector = detectors[rank] as SecretDetector;
      if (nearby !== undefined && !nearby.isNear(start, end, detector.reach ?? farthestReach)) continue;
      progress.work = 1;
      keep(detector.find(text, start, end, progress), rank);
      credit.spend(progress.work);
    }
  };
  // A command that has begun before a window is met by one reach more.
  const windows = changes && windowsAround(text, changes, 2 * farthestReach);
  scanner.scan(text, visit, outsideMarkers(text, windows ?? [{ start: 0, end: text.length }]));
  return found;
}

/** Where a line ends behind so much, and the lines of a key or a token that may have begun in it. */
function endOfCrowd(text: string, start: number): number {
  restOfLines.lastIndex = Math.min(text.length, start + crowdLength);
  restOfLines.test(text);
  return restOfLines.lastIndex;
}

/** What took a secret's place before is made of the very words that are looked for; but none of those holds a bracket. */
function* outsideMarkers(text: string, parts: ChangedPlaces): Generator<Pick<SecretSpan, 'start' | 'end'>> {
  for (const { start, end } of parts) {
    let from = start;
    for (let marker = nextMarker(from); marker < end; marker = nextMarker(from)) {
      yield { start: from, end: marker };
      from = Math.max(endOfMarker(text, marker), marker + markerStart.length);
    }
    if (from < end) yield { start: from, end };
  }

  function nextMarker(from: number): number {
    const marker = text.indexOf(markerStart, from);
    return marker === -1 ? text.length : marker;
  }
}

function indexDetectors(detectors: readonly SecretDetector[]): DetectorIndex {
  const ranks = new Map<string, number[]>();
  detectors.forEach((detector, rank) => {
    for (const literal of detector.literals) ranks.set(literal, [...(ranks.get(literal) ?? []), rank]);
  });
  const literals = [...ranks.keys()];
  return {
    scanner: buildLiteralScanner(literals),
    asked: [...ranks.values()],
    lengths: literals.map((literal) => literal.length),
  };
}
