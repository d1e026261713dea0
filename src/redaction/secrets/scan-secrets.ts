import { buildLiteralScanner, type LiteralScanner } from './literal-scanner.ts';
import type { Scan, SecretReader, SecretSpan } from './rule.ts';
import { endOfMarker, isInMarker, markerOf, markerStart, NextPlaces, RunEnds } from './token-bounds.ts';

/** A secret and the rank of its reader, which is lower the more the reader knows about its secrets. */
export interface RankedSpan extends SecretSpan {
  readonly rank: number;
}

export type Place = Pick<SecretSpan, 'start' | 'end'>;

/** A keyword farther than this from every change of a text decides as before: a command may begin one reach before. */
const reach = 8_000;
/** Most questions within one reach; a secret counts for several. The densest reach of 51 MB of logs has 868. */
const mostAsked = 1_000;
const questionsOfSecret = 4;
const charactersOfQuestion = 128;
const crowdedKind = 'crowded';
const crowdedRank = -1;
const emptyLine = /\n[ \t]*(?=\n)/g;

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
    const crowd = new Crowd(text);
    let last = { end: 0, rank: readers.length };
    const ask = (rank: number, start: number, end: number): void => {
      scan.read = 0;
      const told = readers[rank]?.find(text, start, end, scan) ?? [];
      crowd.count(start, Math.min(scan.read, reach) / charactersOfQuestion);
      for (const span of 'kind' in told ? [told] : told) {
        if (isInMarker(text, span.start)) continue;
        found.push({ kind: span.kind, start: span.start, end: span.end, rank });
        crowd.count(start, questionsOfSecret);
        if (span.end >= last.end) last = { end: span.end, rank };
      }
    };
    const visit = (keyword: number, end: number): void => {
      const start = end - (lengths[keyword] ?? 0);
      for (const rank of asked[keyword] ?? []) {
        if (crowd.count(start)) return;
        // Within a secret only a reader that knows more of it is asked, so that no part of a text is read too often.
        const isKnown = start < last.end && rank >= last.rank;
        if (!isKnown && only?.(readers[rank] as SecretReader) !== false) ask(rank, start, end);
      }
    };
    scanner.scan(text, visit, outsideMarkers(text, parts));
    return [...found, ...crowd.places];
  };
}

/**
 * Parts with so many keywords that reading would take too long: withheld unread from the first keyword to an empty line, which
 * no secret crosses. Counting starts anew behind a marker, so that the following text is judged as before.
 */
export class Crowd {
  readonly places: RankedSpan[] = [];
  readonly #text: string;
  /** Where the last questions were asked, in their order. */
  readonly #starts: number[] = [];
  #asked = 0;
  #end = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Counts questions about an index, and says whether it stands in a crowd. */
  count(start: number, questions = 1): boolean {
    for (let left = questions; left >= 1 && start >= this.#end; left--) {
      const at = this.#asked++ % mostAsked;
      const first = this.#starts[at];
      this.#starts[at] = start;
      if (first !== undefined && start - first < reach && !this.#isParted(first, start))
        this.#withhold(first);
    }
    return start < this.#end;
  }

  #isParted(first: number, start: number): boolean {
    return this.#text.slice(first, start).includes(markerOf(crowdedKind));
  }

  #withhold(first: number): void {
    emptyLine.lastIndex = first + reach;
    this.#end = emptyLine.test(this.#text) ? emptyLine.lastIndex : this.#text.length;
    this.places.push({ start: first, end: this.#end, kind: crowdedKind, rank: crowdedRank });
    this.#starts.length = 0;
    this.#asked = 0;
  }
}

const tokenCharacter = String.raw`[\w+/=.-]`;
const noDigit = String.raw`\D`;

function beginScan(text: string, isEnd: Scan['isEnd'], announced: number[]): Scan {
  let lastVisible: number | undefined;
  return {
    read: 0,
    commandEnd: 0,
    isEnd,
    announced,
    tokenRuns: new RunEnds(text, tokenCharacter),
    untilDigit: new RunEnds(text, noDigit),
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

/** Parts of a text without the crowded spans, which are withheld. */
export function outsideCrowds(parts: readonly Place[], found: readonly RankedSpan[]): readonly Place[] {
  return found
    .filter(({ kind }) => kind === crowdedKind)
    .reduce(
      (left, crowd) =>
        left
          .flatMap((part) => [
            { start: part.start, end: Math.min(part.end, crowd.start) },
            { start: Math.max(part.start, crowd.end), end: part.end },
          ])
          .filter(({ start, end }) => start < end),
      parts,
    );
}

/** Parts of a text outside of earlier markers, which hold keywords themselves; no keyword holds a bracket. */
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
