import type { CoupledFile } from '../model/answers/commit-answers.ts';
import type { FileSummary } from '../model/answers/file-location.ts';
import type { CodeStructure, SymbolKind } from '../model/code.ts';
import type { CommitId } from '../model/repository.ts';
import { languageOf } from '../text/language-of.ts';
import { termsOf } from '../text/terms.ts';
import { findThemes, type MessageTerms } from './find-themes.ts';
import { firstSentences } from './first-sentences.ts';
import { listExports } from './list-exports.ts';

/** All that is known of a file. */
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

const unread: CodeStructure = { parser: 'none', symbols: [], imports: [], calls: [], hasErrors: false };

/**
 * Summarises what a file is for, from the file and its history alone (Section 3.2 of the repository-memory paper,
 * without a model).
 */
export function summariseFile(facts: FileFacts): FileSummary {
  const structure = facts.structure ?? unread;
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

/** What a file says that it is for, or its main definition; undefined where neither says anything. */
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
