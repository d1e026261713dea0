import type { CoupledFile } from '../model/answers/commit-answers.ts';
import type { FileExport, FileSummary, FileTheme } from '../model/answers/file-location.ts';
import {
  type CodeStructure,
  type CodeSymbol,
  noStructure,
  qualifiedName,
  type SymbolKind,
} from '../model/code.ts';
import type { CommitId } from '../model/repository.ts';
import { languageOf } from '../text/path-role.ts';
import { termsOf, wordsByTerm } from '../text/terms.ts';
import { oneLine } from '../text/words.ts';

export interface FileFacts {
  readonly path: string;
  /** Undefined for a file that is not read as code. */
  readonly structure: CodeStructure | undefined;
  readonly messages: MessageTerms;
  /** Most certain first. */
  readonly coupled: readonly Pick<CoupledFile, 'path' | 'share'>[];
  readonly changes: number;
  readonly heat: number;
  readonly lastChangedAtMs: number | undefined;
  readonly asOf: CommitId;
}

const mostExports = 12;
const mostThemes = 8;
const mostCoupled = 5;
const purposeSentences = 2;
const charactersPerToken = 4;

/**
 * Summarises the purpose of a file, from the file and its history alone (Section 3.2 of the repository-memory paper,
 * without a model).
 */
export function summariseFile(facts: FileFacts): FileSummary {
  const structure = facts.structure ?? noStructure;
  const { exports, exportCount } = listExports(structure, mostExports);
  const language = languageOf(facts.path);
  const purpose = purposeIn(structure, exports);
  const summary = {
    path: facts.path,
    ...(language === undefined ? {} : { language }),
    ...(purpose === undefined ? {} : { purpose }),
    exports,
    exportCount,
    themes: findThemes(facts.messages, new Set(termsOf(facts.path)), mostThemes),
    changesWith: [],
    counts: countSymbols(structure),
    changes: facts.changes,
    heat: facts.heat,
    ...(facts.lastChangedAtMs === undefined ? {} : { lastChangedAtMs: facts.lastChangedAtMs }),
    asOf: facts.asOf,
  };
  return addCoupled(summary, facts.coupled);
}

/** Returns the purpose that a file states, or that of its main definition; undefined where neither says anything. */
export function purposeOf(structure: CodeStructure): string | undefined {
  return purposeIn(structure, listExports(structure, mostExports).exports);
}

function purposeIn(structure: CodeStructure, exports: FileSummary['exports']): string | undefined {
  const mainDefinition = exports.find(({ documentation }) => documentation !== undefined);
  return firstSentences(structure.documentation, purposeSentences) ?? mainDefinition?.documentation;
}

/** A summary with the files that change together with its file. */
export function addCoupled(
  summary: Omit<FileSummary, 'estimatedTokens'>,
  coupled: FileFacts['coupled'],
): FileSummary {
  const changesWith = coupled.slice(0, mostCoupled).map(({ path, share }) => ({ path, share }));
  const whole = { ...summary, changesWith };
  return { ...whole, estimatedTokens: Math.ceil(summaryText(whole).length / charactersPerToken) };
}

/** A summary as plain text, used for the search and for its length in tokens. */
export function summaryText({
  path,
  purpose = '',
  exports,
  themes,
  changesWith,
}: Pick<FileSummary, 'path' | 'purpose' | 'exports' | 'themes' | 'changesWith'>): string {
  return [
    path,
    purpose,
    ...exports.map(({ name, documentation }) =>
      documentation === undefined ? name : `${name}: ${documentation}`,
    ),
    themes.map(({ word }) => word).join(', '),
    changesWith.map((other) => other.path).join(', '),
  ]
    .filter((part) => part !== '')
    .join('\n');
}

const classKinds: ReadonlySet<SymbolKind> = new Set(['class', 'interface', 'enum', 'type']);

function countSymbols({ symbols, imports }: CodeStructure): FileSummary['counts'] {
  const count = (accepts: (kind: SymbolKind) => boolean) =>
    symbols.filter(({ kind }) => accepts(kind)).length;
  return {
    classes: count((kind) => classKinds.has(kind)),
    functions: count((kind) => kind === 'function'),
    methods: count((kind) => kind === 'method'),
    imports: imports.length,
  };
}

/** A term of the messages of a file's commits. */
interface MessageTerm {
  /** Commits of the file that have it. */
  readonly commits: number;
  /** Its most frequent spelling. */
  readonly word: string;
}

/** Term statistics of a file's commits, compared with the whole history. */
export interface MessageTerms {
  /** Number of the file's commits that were read. */
  readonly commitCount: number;
  readonly terms: ReadonlyMap<string, MessageTerm>;
  /** Number of commits in the whole history. */
  readonly historyCommitCount: number;
  /** Number of commits in the whole history with the term. */
  readonly historyFrequency: (term: string) => number;
}

/** The terms of one message, each with its original word. */
export type MessageWords = ReadonlyMap<string, string>;

export function wordsOfMessage(text: string): MessageWords {
  return wordsByTerm(text);
}

/** Terms of several messages. Order of the messages does not matter. */
export function countMessageTerms(messages: readonly MessageWords[]): ReadonlyMap<string, MessageTerm> {
  const forms = new Map<string, Map<string, number>>();
  for (const message of messages) {
    for (const [term, word] of message) {
      const known = forms.get(term) ?? new Map<string, number>();
      known.set(word, (known.get(word) ?? 0) + 1);
      forms.set(term, known);
    }
  }
  return new Map([...forms].map(([term, counts]) => [term, describeTerm(counts)]));
}

function describeTerm(counts: ReadonlyMap<string, number>): MessageTerm {
  const [commonest] = [...counts].sort(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1));
  return { commits: [...counts.values()].reduce((sum, count) => sum + count, 0), word: commonest?.[0] ?? '' };
}

/** A word in a single message may be chance. */
const leastCommits = 2;
/** A theme is at least this many times as frequent as in the whole history. */
const leastLift = 1.5;

/**
 * Terms that recur in the messages of a file's commits and are rarer elsewhere. Ranked by commits · ln(lift), the
 * larger part of the log-likelihood ratio.
 * @param known terms to leave out because they are obvious, such as those of the path
 */
export function findThemes(
  messages: MessageTerms,
  known: ReadonlySet<string>,
  limit: number,
): readonly FileTheme[] {
  const { commitCount, terms, historyCommitCount, historyFrequency } = messages;
  /** Ranked so far. By word, because a compound and its parts may share the same word. */
  const best = new Map<string, WeighedTheme>();
  const mostWeight = Math.log(Math.max(1, historyCommitCount) / Math.max(1, commitCount));
  const recurring = [...terms].filter(([term, { commits }]) => commits >= leastCommits && !known.has(term));
  recurring.sort(([, a], [, b]) => b.commits - a.commits);
  let least = 0;
  for (const [term, { commits, word }] of recurring) {
    // A term that only this file's commits have would weigh no more: the frequencies of all others need not be read.
    if (commits * mostWeight < least) break;
    const elsewhere = Math.max(commits, historyFrequency(term)) / Math.max(1, historyCommitCount);
    const lift = commits / commitCount / elsewhere;
    if (lift < leastLift) continue;
    const found = { theme: { word, commits }, weight: commits * Math.log(lift) };
    const key = word.toLowerCase();
    const same = best.get(key);
    if (same === undefined || byWeight(found, same) < 0) best.set(key, found);
    if (best.size >= limit)
      least = [...best.values()].map(({ weight }) => weight).sort((a, b) => b - a)[limit - 1] ?? 0;
  }
  return [...best.values()]
    .sort(byWeight)
    .slice(0, limit)
    .map(({ theme }) => theme);
}

interface WeighedTheme {
  readonly theme: FileTheme;
  readonly weight: number;
}

function byWeight(a: WeighedTheme, b: WeighedTheme): number {
  return b.weight - a.weight || (a.theme.word < b.theme.word ? -1 : 1);
}

const mostCharacters = 300;
/** A full stop after these ends no sentence. */
const abbreviation =
  /(?:\b(?:e\.g|i\.e|etc|vs|cf|resp|approx|Dr|Mr|Ms|St|No|Fig|Eq|Sec|al)|\b\p{Lu}|(?:^|[:.]\S* )\d{1,2})\.$/u;
const heading = /^.*\n[ \t]*([=\-~*^"#])\1{2,}[ \t]*$/gm;

/** The first sentences of a documentation, on one line and of bounded length; undefined when it has no words. */
export function firstSentences(documentation: string | undefined, count: number): string | undefined {
  const start = (documentation ?? '').slice(0, 4 * mostCharacters);
  const body = oneLine(start.replace(heading, ' '));
  // A heading is better than nothing.
  const text = hasWords(body) ? body : oneLine(start.replace(/([=\-~*^"#])\1{2,}/g, ' '));
  if (!hasWords(text)) return undefined;
  const sentences: string[] = [];
  let sentence = '';
  for (const part of text.split(/(?<=[.!?]["')\]]?)\s/)) {
    sentence = sentence === '' ? part : `${sentence} ${part}`;
    if (abbreviation.test(sentence)) continue;
    sentences.push(sentence);
    sentence = '';
    if (sentences.length === count) break;
  }
  if (sentence !== '') sentences.push(sentence);
  return shorten(sentences.slice(0, count).join(' '));
}

function hasWords(text: string): boolean {
  return /\p{L}/u.test(text);
}

/** Cut between words. */
function shorten(text: string): string {
  if (text.length <= mostCharacters) return text;
  const cut = text.slice(0, mostCharacters);
  return `${cut
    .slice(0, Math.max(cut.lastIndexOf(' '), mostCharacters / 2))
    .toWellFormed()
    .trimEnd()} …`;
}

/** How much a kind of definition tells about its file's purpose. */
const weightOfKind: Readonly<Record<SymbolKind, number>> = {
  class: 3,
  interface: 3,
  function: 2,
  enum: 2,
  type: 1.5,
  method: 1,
  module: 0,
  constant: 0.5,
};
const documentedWeight = 1;

/** Public definitions of a file, ranked by kind, documentation and size. */
function listExports({ symbols }: CodeStructure, limit: number) {
  const modules = new Set(symbols.filter(({ kind }) => kind === 'module').map(qualifiedName));
  const isPublic = ({ name, container, kind }: CodeSymbol): boolean => {
    const isAtTop = container === undefined || modules.has(container);
    return (
      isAtTop && kind !== 'module' && !/^[_#]|^main$/.test(name) && !/(?:^|\.)tests?$/.test(container ?? '')
    );
  };
  const ranked = symbols
    .filter(isPublic)
    .map((symbol) => ({ symbol, weight: weigh(symbol) }))
    .sort((a, b) => b.weight - a.weight || a.symbol.startLine - b.symbol.startLine);
  const byName = new Map<string, CodeSymbol>();
  for (const { symbol } of ranked) if (!byName.has(symbol.name)) byName.set(symbol.name, symbol);
  const exports = [...byName.values()].slice(0, limit).map(describe);
  return { exports, exportCount: byName.size };
}

function weigh({ kind, documentation, startLine, endLine }: CodeSymbol): number {
  const lines = endLine - startLine + 1;
  return (
    weightOfKind[kind] +
    (documentation === undefined ? 0 : documentedWeight) +
    Math.log2(Math.max(1, lines)) / 2
  );
}

function describe({ name, kind, startLine, documentation }: CodeSymbol): FileExport {
  const sentence = firstSentences(documentation, 1);
  return { name, kind, line: startLine, ...(sentence === undefined ? {} : { documentation: sentence }) };
}
