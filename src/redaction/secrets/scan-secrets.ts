import { buildLiteralScanner, type LiteralScanner } from './literal-scanner.ts';
import { endOfMarker, markerStart } from './marker.ts';
import type { SecretDetector, SecretSpan } from './secret-span.ts';

/** A secret and the place of its detector among the others: the more a detector knows of what it found, the earlier. */
export interface RankedSpan extends SecretSpan {
  readonly rank: number;
}

interface DetectorIndex {
  readonly scanner: LiteralScanner;
  readonly asked: readonly (readonly number[])[];
  readonly lengths: readonly number[];
}

/** Reads a text once, and asks detectors about the literals they wait for. */
export function buildSecretScanner(
  detectors: readonly SecretDetector[],
): (text: string) => readonly RankedSpan[] {
  let index: DetectorIndex | undefined;
  return (text) => {
    index ??= indexDetectors(detectors);
    return scan(text, detectors, index);
  };
}

function scan(
  text: string,
  detectors: readonly SecretDetector[],
  { scanner, asked, lengths }: DetectorIndex,
): readonly RankedSpan[] {
  const found: RankedSpan[] = [];
  const progress = { commandEnd: 0 };
  let covered = 0;
  let coveredBy = 0;
  const keep = ({ kind, start, end }: SecretSpan, rank: number): void => {
    found.push({ kind, start, end, rank });
    if (end >= covered) coveredBy = rank;
    covered = Math.max(covered, end);
  };
  let marker = text.indexOf(markerStart);
  // What took a secret's place before is made of the very words that are looked for.
  const isOfMarker = (start: number): boolean => {
    while (marker !== -1 && endOfMarker(text, marker) <= start)
      marker = text.indexOf(markerStart, marker + 1);
    return marker !== -1 && marker <= start;
  };
  scanner.scan(text, (literal, end) => {
    const start = end - (lengths[literal] ?? 0);
    if (isOfMarker(start)) return;
    for (const rank of asked[literal] ?? []) {
      // Within a secret only a detector that knows more of it is asked, so that no part of a text is read too often.
      if (start < covered && rank >= coveredBy) continue;
      const told = detectors[rank]?.find(text, start, end, progress);
      if (!told) continue;
      for (const span of 'kind' in told ? [told] : told) keep(span, rank);
    }
  });
  return found;
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
