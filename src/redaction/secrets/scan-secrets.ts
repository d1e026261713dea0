import { buildLiteralScanner, type LiteralScanner } from './literal-scanner.ts';
import type { Scan, SecretReader, SecretSpan } from './rule.ts';
import { endOfMarker, isInMarker, markerStart, NextPlaces, RunEnds } from './token-bounds.ts';

/** A secret and the place of its reader among the others: the more a reader knows of what it found, the earlier. */
export interface RankedSpan extends SecretSpan {
  readonly rank: number;
}

/** A part of a text. */
export type Place = Pick<SecretSpan, 'start' | 'end'>;

/** A keyword farther from every change of a text than this decides as it did before: a command may have begun one reach before. */
const reach = 8_000;

interface ReaderIndex {
  readonly scanner: LiteralScanner;
  /** Ranks of the readers of each keyword, and its length. */
  readonly asked: readonly (readonly number[])[];
  readonly lengths: readonly number[];
}

/** Reads a text once, and asks readers about the keywords they wait for. */
type ScanSecrets = (
  text: string,
  options?: {
    /** Only these parts. Default: all of the text. */
    readonly parts?: readonly Place[] | undefined;
    /** Only these readers, of all. */
    readonly only?: ((reader: SecretReader) => boolean) | undefined;
    /** Where a token may end, whatever follows. */
    readonly isEnd?: (index: number) => boolean;
    /** Is told where something announces a token. */
    readonly announced?: number[];
  },
) => readonly RankedSpan[];

export function buildSecretScanner(readers: readonly SecretReader[]): ScanSecrets {
  let index: ReaderIndex | undefined;
  return (text, { parts = wholeOf(text), only, isEnd = () => false, announced = [] } = {}) => {
    index ??= indexReaders(readers);
    const { scanner, asked, lengths } = index;
    const found: RankedSpan[] = [];
    const scan = beginScan(text, isEnd, announced);
    let last = { end: 0, rank: readers.length };
    const ask = (rank: number, start: number, end: number): void => {
      const told = readers[rank]?.find(text, start, end, scan) ?? [];
      for (const span of 'kind' in told ? [told] : told) {
        if (isInMarker(text, span.start)) continue;
        found.push({ kind: span.kind, start: span.start, end: span.end, rank });
        if (span.end >= last.end) last = { end: span.end, rank };
      }
    };
    const visit = (keyword: number, end: number): void => {
      const start = end - (lengths[keyword] ?? 0);
      for (const rank of asked[keyword] ?? []) {
        // Within a secret only a reader that knows more of it is asked, so that no part of a text is read too often.
        const isKnown = start < last.end && rank >= last.rank;
        if (!isKnown && only?.(readers[rank] as SecretReader) !== false) ask(rank, start, end);
      }
    };
    scanner.scan(text, visit, outsideMarkers(text, parts));
    return found;
  };
}

function beginScan(text: string, isEnd: Scan['isEnd'], announced: number[]): Scan {
  let lastVisible: number | undefined;
  return {
    commandEnd: 0,
    isEnd,
    announced,
    tokenRuns: new RunEnds(text, String.raw`[\w+/=.-]`),
    untilDigit: new RunEnds(text, String.raw`\D`),
    dots: new NextPlaces(text, '...'),
    bars: new NextPlaces(text, '|'),
    lastVisible: () => {
      lastVisible ??= text.trimEnd().length;
      return lastVisible;
    },
  };
}

export function wholeOf(text: string): readonly Place[] {
  return [{ start: 0, end: text.length }];
}

/** The parts of a text that stand near a change, none touching another. */
export function windowsAround(text: string, changes: readonly Place[]): readonly Place[] {
  const windows: { start: number; end: number }[] = [];
  for (const change of changes) {
    const start = Math.max(0, change.start - reach);
    const end = Math.min(text.length, change.end + reach);
    const last = windows.at(-1);
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
    else windows.push({ start, end });
  }
  return windows;
}

/** What took a secret's place before is made of the very words that are looked for; but none of those holds a bracket. */
function* outsideMarkers(text: string, parts: readonly Place[]): Generator<Place> {
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

function indexReaders(readers: readonly SecretReader[]): ReaderIndex {
  const ranks = new Map<string, number[]>();
  readers.forEach(({ keywords }, rank) => {
    for (const keyword of keywords) ranks.set(keyword, [...(ranks.get(keyword) ?? []), rank]);
  });
  const keywords = [...ranks.keys()];
  return {
    scanner: buildLiteralScanner(keywords),
    asked: [...ranks.values()],
    lengths: keywords.map((keyword) => keyword.length),
  };
}
