import { type ChangedPlaces, ChangesNearby, windowsAround } from './changed-places.ts';
import { buildLiteralScanner, type LiteralScanner } from './literal-scanner.ts';
import { endOfMarker, markerStart } from './marker.ts';
import { NextPlaces, RunEnds } from './run-ends.ts';
import { farthestReach, type SecretDetector, type SecretSpan } from './secret-span.ts';

/** A secret and the place of its detector among the others: the more a detector knows of what it found, the earlier. */
export interface RankedSpan extends SecretSpan {
  readonly rank: number;
}

interface DetectorIndex {
  readonly scanner: LiteralScanner;
  readonly asked: readonly (readonly number[])[];
  readonly lengths: readonly number[];
}

/** Reads a text once, and asks detectors about the literals they wait for; of a text read before, near what changed. */
export function buildSecretScanner(
  detectors: readonly SecretDetector[],
): (text: string, changes?: ChangedPlaces) => readonly RankedSpan[] {
  let index: DetectorIndex | undefined;
  return (text, changes) => {
    index ??= indexDetectors(detectors);
    return scan(text, detectors, index, changes);
  };
}

function scan(
  text: string,
  detectors: readonly SecretDetector[],
  { scanner, asked, lengths }: DetectorIndex,
  changes: ChangedPlaces | undefined,
): readonly RankedSpan[] {
  const found: RankedSpan[] = [];
  const nearby = changes && new ChangesNearby(changes);
  const progress = {
    commandEnd: 0,
    tokenRuns: new RunEnds(text, String.raw`[\w+/=.-]`),
    wordRuns: new RunEnds(text, String.raw`[\w-]`),
    bars: new NextPlaces(text, '|'),
  };
  let covered = 0;
  let coveredBy = 0;
  const keep = (told: SecretSpan | readonly SecretSpan[] | undefined, rank: number): void => {
    if (told === undefined) return;
    for (const { kind, start, end } of 'kind' in told ? [told] : told) {
      found.push({ kind, start, end, rank });
      if (end >= covered) coveredBy = rank;
      covered = Math.max(covered, end);
    }
  };
  const visit = (literal: number, end: number): void => {
    const start = end - (lengths[literal] ?? 0);
    for (const rank of asked[literal] ?? []) {
      // Within a secret only a detector that knows more of it is asked, so that no part of a text is read too often.
      if (start < covered && rank >= coveredBy) continue;
      const detector = detectors[rank] as SecretDetector;
      if (nearby !== undefined && !nearby.isNear(start, end, detector.reach ?? farthestReach)) continue;
      keep(detector.find(text, start, end, progress), rank);
    }
  };
  // A command that has begun before a window is met by one reach more.
  const windows = changes && windowsAround(text, changes, 2 * farthestReach);
  scanner.scan(text, visit, outsideMarkers(text, windows ?? [{ start: 0, end: text.length }]));
  return found;
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
