import type { FailureEntity, FailureProfile } from '../../model/failure.ts';
import type { ItemId, MemoryItem } from '../../model/memory-item.ts';
import type { ComparedFailure } from './compare-failures.ts';
import { type ReadLines, readErrorLines } from './error-similarity.ts';
import { criticalEntities, type NamedWords, namedWords } from './issue-names.ts';
import { issueTerms, isTelling, type TermRarity, type TermWeights } from './issue-terms.ts';
import { viewWeights } from './match-weights.ts';
import { readExcerpt } from './read-excerpt.ts';

/** What both sides of a comparison have. */
interface IssueSide {
  readonly failure: FailureProfile;
  /** Full command line, where known. */
  readonly command: string | undefined;
  readonly file: string | undefined;
  readonly entities: readonly FailureEntity[];
  /** Names of the entities, in lower case. */
  readonly names: ReadonlySet<string>;
  /** All of its text in lower case, to look names up in. */
  readonly text: string;
  /** Numbers and absolute paths of the output, as they stand there: another run may well have others. */
  readonly particulars: ReadonlySet<string>;
}

/** The failure at hand, read once for all candidates. */
export interface IssueQuery extends IssueSide {
  readonly compared: ComparedFailure;
  readonly errors: ReadLines;
  readonly lines: readonly NamedWords[];
  readonly terms: TermWeights;
  /** Terms of the kinds of failure that it names. */
  readonly exceptionTerms: TermWeights;
  /** Words of it that not any failure could say. */
  readonly tellingCount: number;
  readonly rarityOf: TermRarity;
}

export interface IssueQuestion {
  readonly failure: FailureProfile;
  readonly command?: string;
  /** What was asked in words beside it. */
  readonly words?: string;
  /** Lines of all that the command printed in which a word stands. */
  readonly linesWith?: (word: string) => readonly string[];
  readonly rarityOf: TermRarity;
}

/** One thing that is known of a known failure, with how much it tells by itself. */
export interface IssueView {
  readonly name: keyof typeof viewWeights;
  readonly weight: number;
  readonly terms: TermWeights;
}

/** A known failure: a variant as a candidate c. */
export interface KnownIssue extends IssueSide {
  readonly id: ItemId;
  /** Each time that it was met and that its excerpt was kept of. */
  readonly met: readonly FailureProfile[];
  /** Error lines of each time that it was met. */
  readonly errors: readonly ReadLines[];
  /** Lines that a line of the query may say the same as, of something else. */
  readonly lines: readonly string[];
  readonly views: readonly IssueView[];
  readonly terms: { has(term: string): boolean };
}

/** Lines beyond these are rarely what a failure is about. */
const comparedLines = 6;
const particular = /(?<![\w.])(?:0x[\da-f]+|\d+(?:\.\d+)*)(?![\w.]*\w)|(?<![\w./])(?:\/[\w.@+-]+){2,}/gi;
const mostParticulars = 12;
const readOfFix = 2_000;

export function issueQuery({ failure, command, words = '', linesWith, rarityOf }: IssueQuestion): IssueQuery {
  const said = [...saidBy(failure), words].join('\n');
  const terms = issueTerms(said, rarityOf);
  return {
    ...sideOf(failure, command, [said, failure.excerpt, command ?? ''].join('\n')),
    compared: {
      profile: failure,
      excerpt: readExcerpt(failure.excerpt),
      ...(linesWith === undefined ? {} : { linesWith }),
    },
    lines: saidBy(failure).slice(0, comparedLines).map(namedWords),
    terms,
    errors: readErrorLines(failure.errorLines),
    exceptionTerms: issueTerms(failure.exceptionTypes.join('\n'), rarityOf),
    tellingCount: [...terms.keys()].filter(isTelling).length,
    rarityOf,
  };
}

/** Its error lines; of a failure in which none was made out, all that was kept of it. */
function saidBy({ errorLines, excerpt }: FailureProfile): readonly string[] {
  return errorLines.length > 0 ? errorLines : excerpt.split('\n');
}

/**
 * Undefined of an item that is no variant.
 * @param resolved failures that it is known to have resolved since it was recorded: it was met in these too
 */
export function knownIssue(
  { id, title, content, tags, body }: MemoryItem,
  rarityOf: TermRarity,
  resolved: readonly FailureProfile[] = [],
): KnownIssue | undefined {
  if (body?.kind !== 'variant') return undefined;
  const { failure, command, symptom, context, alsoSeen = [], appliesWhen = [] } = body;
  const said = saidBy(failure);
  const met = resolved.map((other) => saidBy(other).join('\n'));
  const seen = [said.join('\n'), said[0] ?? '', ...alsoSeen, ...met];
  const view = (name: IssueView['name'], text: string | undefined): readonly IssueView[] =>
    text ? [{ name, weight: viewWeights[name], terms: issueTerms(text, rarityOf) }] : [];
  const views = [
    ...[...new Set(seen)].flatMap((text) => view('error', text)),
    ...view('symptom', symptom),
    ...view('context', context),
    ...view('title', title),
    ...view('fix', content.slice(0, readOfFix)),
  ];
  const rest = issueTerms([...tags, ...appliesWhen, command ?? '', failure.file ?? ''].join('\n'), rarityOf);
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
    ...sideOf(failure, command, [...said, failure.excerpt, command ?? '', ...prose].join('\n')),
    errors: [failure, ...resolved].map(({ errorLines }) => readErrorLines(errorLines)),
    lines: [...said.slice(0, comparedLines), ...alsoSeen, ...(symptom ? [symptom] : [])],
    views,
    terms: { has: (term) => rest.has(term) || views.some(({ terms }) => terms.has(term)) },
  };
}

function sideOf(failure: FailureProfile, command: string | undefined, text: string): IssueSide {
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
