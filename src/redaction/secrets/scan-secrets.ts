import { buildLiteralScanner, type LiteralScanner } from './literal-scanner.ts';
import type { Scan, SecretReader, SecretSpan } from './rule.ts';
import { endOfMarker, markerOf, markerStart, RunEnds } from './token-bounds.ts';

/**
 * How much may be asked about at once, and how fast more is earned. One unit is what asking a detector about a literal takes:
 * about a microsecond.
 */
interface Allowance {
  readonly burstUnits: number;
  readonly charactersPerUnit: number;
}

const usual: Allowance = { burstUnits: 3_000, charactersPerUnit: 18 };
/** More for what is left of a crowded text: just what could be read before must not be too much when it is read again. */
const ofRest: Allowance = { burstUnits: 4_000, charactersPerUnit: 16 };
const unitsInAll = 16_000;
const charactersPerUnitInAll = 7;
/** What looking for literals and encoded runs takes, wherever none are. */
const charactersPerUnitInPassing = 32;
/** What decoding takes. */
const escapesPerUnit = 4;

/** What is taken out of a text because nobody read it. */
export const crowdedKind = 'crowded';

export const urlLayer = 'u';
export const base64Layer = 'b';

/** How much may be asked about the text of one layer of a scan: more for a while, but not for long. */
class WorkCredit {
  /** Whether it only matters if there is a secret: what is base64 goes as a whole. */
  readonly oneIsEnough: boolean;
  readonly #budget: ReadingBudget;
  readonly #allowance: Allowance;
  #units: number;

  constructor(budget: ReadingBudget, allowance: Allowance, oneIsEnough: boolean) {
    this.#budget = budget;
    this.#allowance = allowance;
    this.oneIsEnough = oneIsEnough;
    this.#units = allowance.burstUnits;
  }

  /** Characters that were passed on the way to the next literal. */
  earn(characters: number): void {
    const { burstUnits, charactersPerUnit } = this.#allowance;
    this.#units = Math.min(burstUnits, this.#units + characters / charactersPerUnit);
  }

  spend(units: number): void {
    this.#units -= units;
    this.#budget.spend(units);
  }

  get isUsedUp(): boolean {
    return this.#units < 0;
  }
}

/**
 * How much work a text may make, by its length, whatever it holds. Texts that people and programs write announce a secret
 * every few hundred characters; one that does so at every fourth was made to be slow, and is taken out instead of read.
 */
export class ReadingBudget {
  readonly #credits = new Map<string, WorkCredit>();
  readonly #unitsAtFirst: number;
  #units: number;
  #allowance = usual;

  constructor(characters: number) {
    this.#units = unitsInAll + characters / charactersPerUnitInAll;
    this.#unitsAtFirst = this.#units;
  }

  /**
   * What is left for a layer: the text itself, what it decodes to, what that decodes to, one letter for each step
   * ({@link urlLayer}, {@link base64Layer}). All runs of base64 share theirs.
   */
  creditOf(layer: string): WorkCredit {
    const known = this.#credits.get(layer);
    if (known !== undefined) return known;
    const credit = new WorkCredit(this, this.#allowance, layer.includes(base64Layer));
    this.#credits.set(layer, credit);
    return credit;
  }

  /** Another look at the text: each layer begins anew, and all of them go on using up the whole. */
  beginRound(text: string): void {
    this.#credits.clear();
    this.#allowance = text.includes(markerOf(crowdedKind)) ? ofRest : usual;
    this.spend(text.length / charactersPerUnitInPassing);
  }

  /** A layer beneath the text was made of it, by reading so many escapes. */
  beginLayer(characters: number, escapes: number): void {
    this.spend(characters / charactersPerUnitInPassing + escapes / escapesPerUnit);
  }

  spend(units: number): void {
    this.#units -= units;
  }

  get isUsedUp(): boolean {
    return this.#units < 0;
  }

  /** Whether so much was asked that a layer might run short of units if it earned less; most texts ask far less. */
  get mayRunShort(): boolean {
    return this.#unitsAtFirst - this.#units > usual.burstUnits / 2;
  }
}

/** A secret and the place of its reader among the others: the more a reader knows of what it found, the earlier. */
export interface RankedSpan extends SecretSpan {
  readonly rank: number;
}

/** A part of a text. */
export type Place = Pick<SecretSpan, 'start' | 'end'>;

/** A keyword farther from every change of a text than this decides as it did before: a command may have begun one reach before. */
const reach = 8_000;
const crowdLength = 1_024;
/** To put a marker in its place, and to look around it once more. */
const unitsPerFound = 2;
const charactersPerUnit = 128;
const restOfLines = /[^\n]*(?:\n[^\w\n]{0,24}[\w+/=.-]{16,}[^\w\n]{0,8}(?=\n|$))*/y;

interface ReaderIndex {
  readonly scanner: LiteralScanner;
  /** Ranks of the readers of each keyword, and its length. */
  readonly asked: readonly (readonly number[])[];
  readonly lengths: readonly number[];
}

/** Reads a text once, and asks readers about the keywords they wait for; of a text read before, near what changed. */
type ScanSecrets = (text: string, credit: WorkCredit, changes?: readonly Place[]) => readonly RankedSpan[];

export function buildSecretScanner(readers: readonly SecretReader[]): ScanSecrets {
  let index: ReaderIndex | undefined;
  return (text, credit, changes) => {
    index ??= indexReaders(readers);
    return scanText(text, readers, index, credit, changes);
  };
}

function scanText(
  text: string,
  readers: readonly SecretReader[],
  { scanner, asked, lengths }: ReaderIndex,
  credit: WorkCredit,
  changes: readonly Place[] | undefined,
): readonly RankedSpan[] {
  const found: RankedSpan[] = [];
  const scan = beginScan(text, (characters) => credit.spend(characters / charactersPerUnit));
  let passed = 0;
  let crowdedEnd = 0;
  let covered = 0;
  let coveredBy = 0;
  const pass = (end: number, characters: number): void => {
    if (end <= passed) return;
    passed = end;
    credit.earn(characters);
  };
  const keep = ({ kind, start, end }: SecretSpan, rank: number): void => {
    found.push({ kind, start, end, rank });
    credit.spend(unitsPerFound);
    if (end >= covered) coveredBy = rank;
    covered = Math.max(covered, end);
    // What is taken out earns what its marker will, so that a text read again is no more crowded than it was.
    pass(end, markerOf(kind).length);
  };
  const ask = (rank: number, start: number, end: number): readonly SecretSpan[] => {
    const told = readers[rank]?.find(text, start, end, scan) ?? [];
    return 'kind' in told ? [told] : told;
  };
  const visit = (keyword: number, end: number): void => {
    if (end <= crowdedEnd || (credit.oneIsEnough && found.length > 0)) return;
    pass(end, end - passed);
    if (credit.isUsedUp) {
      crowdedEnd = endOfCrowd(text, end);
      found.push({ kind: crowdedKind, start: end, end: crowdedEnd, rank: readers.length });
      pass(crowdedEnd, markerOf(crowdedKind).length);
      return;
    }
    const start = end - (lengths[keyword] ?? 0);
    for (const rank of asked[keyword] ?? []) {
      // Within a secret only a reader that knows more of it is asked, so that no part of a text is read too often.
      if (start < covered && rank >= coveredBy) continue;
      for (const span of ask(rank, start, end)) keep(span, rank);
      credit.spend(1);
    }
  };
  const parts = changes === undefined ? [{ start: 0, end: text.length }] : windowsAround(text, changes);
  scanner.scan(text, visit, outsideMarkers(text, parts));
  return found;
}

function beginScan(text: string, read: Scan['read']): Scan {
  let lastVisible: number | undefined;
  return {
    commandEnd: 0,
    tokenRuns: new RunEnds(text, String.raw`[\w+/=.-]`),
    untilBar: new RunEnds(text, '[^|]'),
    lastVisible: () => {
      lastVisible ??= text.trimEnd().length;
      return lastVisible;
    },
    read,
  };
}

/** Where a line ends behind so much, and the lines of a key or a token that may have begun in it. */
function endOfCrowd(text: string, start: number): number {
  restOfLines.lastIndex = Math.min(text.length, start + crowdLength);
  restOfLines.test(text);
  return restOfLines.lastIndex;
}

/** The parts of a text that stand near a change, none touching another. */
function windowsAround(text: string, changes: readonly Place[]): readonly Place[] {
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
