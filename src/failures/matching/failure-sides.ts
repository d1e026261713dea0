import type { ItemId } from '../../model/brands.ts';
import type { FailureEntity, FailureProfile } from '../../model/failure.ts';
import type { MemoryItem } from '../../model/memory-item.ts';
import { oncePerKey } from '../../text/once.ts';
import { compoundPrefix, termsOf } from '../../text/terms.ts';
import {
  criticalEntities,
  failureTerms,
  isTelling,
  type NamedWords,
  namedWords,
  type ReadLines,
  readErrorLines,
  type TermRarity,
  type TermWeights,
} from './failure-words.ts';

/** Weight of each text about a failure: printed output counts most, the fix least. */
const viewWeights = {
  error: 1,
  symptom: 1,
  title: 0.85,
  context: 0.8,
  fix: 0.6,
} as const;

interface FailureSide {
  readonly failure: FailureProfile;
  /** Full command line, if known. */
  readonly command: string | undefined;
  readonly file: string | undefined;
  readonly entities: readonly FailureEntity[];
  /** Names of the entities, in lower case. */
  readonly names: ReadonlySet<string>;
  /** All of its text in lower case, to search for names. */
  readonly text: string;
  /** Original numbers and absolute paths of the output, which may differ in another run. */
  readonly particulars: ReadonlySet<string>;
}

/** The queried failure, prepared once for all candidates. */
export interface FailureQuery extends FailureSide {
  readonly errors: ReadLines;
  readonly lines: readonly NamedWords[];
  readonly terms: TermWeights;
  /** Number of its informative words, which not every failure contains. */
  readonly tellingCount: number;
  readonly rarityOf: TermRarity;
  readonly rarityOfName: (name: string) => number;
}

interface FailureQuestion {
  readonly failure: FailureProfile;
  readonly command?: string | undefined;
  /** The question in words beside the output. */
  readonly words?: string | undefined;
  readonly rarityOf: TermRarity;
}

/** One text about a known failure, with its weight as evidence. */
export interface WeightedView {
  readonly name: keyof typeof viewWeights;
  readonly weight: number;
  readonly terms: TermWeights;
}

/** A known failure: a variant as a candidate c. */
export interface KnownFailure extends FailureSide {
  readonly id: ItemId;
  /** The first of its occurrences, and those that it was verified for. */
  readonly met: readonly FailureProfile[];
  /** Its other occurrences, read when they are asked for. */
  readonly metAgain: () => readonly FailureProfile[];
  /** Error lines of each of its occurrences. */
  readonly errors: readonly ReadLines[];
  /** Lines that are compared with the query's for equal wording about different names. */
  readonly lines: readonly string[];
  readonly views: readonly WeightedView[];
  readonly terms: { has(term: string): boolean };
}

/** Rarity of a name that has no terms, such as a port. */
const usualRarity = 0.7;
/** Number of lines compared; later lines are rarely about the cause. */
const comparedLines = 6;
const particular = /(?<![\w.])(?:0x[\da-f]+|\d+(?:\.\d+)*)(?![\w.]*\w)|(?<![\w./])(?:\/[\w.@+-]+){2,}/gi;
const mostParticulars = 12;
const readOfFix = 2_000;

export function failureQuery({ failure, command, words = '', rarityOf }: FailureQuestion): FailureQuery {
  const said = [...saidBy(failure), words].join('\n');
  const terms = failureTerms(said, rarityOf);
  return {
    ...sideOf(failure, command, [said, failure.excerpt, command ?? ''].join('\n')),
    lines: saidBy(failure).slice(0, comparedLines).map(namedWords),
    terms,
    errors: readErrorLines(failure.errorLines),
    tellingCount: [...terms.keys()].filter(isTelling).length,
    rarityOf,
    // Every candidate is asked about the same names.
    rarityOfName: oncePerKey((name: string) => rarityOfName(name, rarityOf)),
  };
}

function rarityOfName(name: string, rarityOf: TermRarity): number {
  const known = [`${compoundPrefix}${name}`, ...termsOf(name)].flatMap((term) => rarityOf(term) ?? []);
  return known.length === 0 ? usualRarity : Math.max(...known);
}

/** Its error lines; if none was recognised, its whole excerpt. */
function saidBy({ errorLines, excerpt }: FailureProfile): readonly string[] {
  return errorLines.length > 0 ? errorLines : excerpt.split('\n');
}

/**
 * Undefined for an item that is not a variant.
 * @param resolved failures that it has fixed since it was recorded; they count as further occurrences
 * @param metAgain occurrences recorded after the first
 */
export function knownFailure(
  { id, title, content, tags, body }: MemoryItem,
  rarityOf: TermRarity,
  resolved: readonly FailureProfile[] = [],
  metAgain: () => readonly FailureProfile[] = () => [],
): KnownFailure | undefined {
  if (body?.kind !== 'variant') return undefined;
  const { failure, command, symptom, context, alsoSeen = [], appliesWhen = [] } = body;
  const said = saidBy(failure);
  const met = resolved.map((other) => saidBy(other).join('\n'));
  const seen = [said.join('\n'), said[0] ?? '', ...alsoSeen, ...met];
  const view = (name: WeightedView['name'], text: string | undefined): readonly WeightedView[] =>
    text ? [{ name, weight: viewWeights[name], terms: failureTerms(text, rarityOf) }] : [];
  const views = [
    ...[...new Set(seen)].flatMap((text) => view('error', text)),
    ...view('symptom', symptom),
    ...view('context', context),
    ...view('title', title),
    ...view('fix', content.slice(0, readOfFix)),
  ];
  const rest = failureTerms(
    [...tags, ...appliesWhen, command ?? '', failure.file ?? ''].join('\n'),
    rarityOf,
  );
  const prose = [
    title,
    symptom ?? '',
    context ?? '',
    content.slice(0, readOfFix),
    ...alsoSeen,
    ...met,
    ...tags,
  ];
  return {
    id,
    met: [failure, ...resolved],
    metAgain,
    ...sideOf(failure, command, [...said, failure.excerpt, command ?? '', ...prose].join('\n')),
    errors: [failure, ...resolved].map(({ errorLines }) => readErrorLines(errorLines)),
    lines: [...said.slice(0, comparedLines), ...alsoSeen, ...(symptom ? [symptom] : [])],
    views,
    terms: { has: (term) => rest.has(term) || views.some(({ terms }) => terms.has(term)) },
  };
}

function sideOf(failure: FailureProfile, command: string | undefined, text: string): FailureSide {
  const entities = criticalEntities(failure.entities);
  return {
    failure,
    command,
    file: failure.file,
    entities,
    names: new Set(entities.map(({ value }) => value.toLowerCase())),
    text: `${text}\n${failure.file ?? ''}`.toLowerCase(),
    particulars: new Set((failure.excerpt.match(particular) ?? []).slice(0, mostParticulars)),
  };
}
