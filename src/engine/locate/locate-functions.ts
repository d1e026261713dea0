import { functionText } from '../../locate/cut-functions.ts';
import {
  askedWords,
  describeFunction,
  type RankedFunction,
  rankFunctions,
} from '../../locate/rank-functions.ts';
import { functionTermsOf } from '../../locate/score-functions.ts';
import type { EarlierFix, IssueViews } from '../../model/answers/file-location.ts';
import type { CodeSnapshot } from '../../ports/repository-index.ts';
import type { History } from '../snapshot/history-reader.ts';
import { findEarlierFixes, type ReadTouchedRequest } from './earlier-fixes.ts';

/** The best files are cut; functions of those further down are hardly ever changed. */
export const mostCutFiles = 4;

/** Length of the part of a function that is quoted, and compared with its former text. */
const mostCharacters = 4_000;

/** The past of less likely files is not read, but for the first. */
const worthReading = 0.05;
const surelyRead = 2;

/** A likely file, before it is cut. */
export interface LikelyFile {
  readonly path: string;
  readonly blob: number;
  /** Probability that the change touches it, calibrated or not. */
  readonly confidence: number;
  readonly symbols: readonly { readonly name: string }[];
}

export interface LocateFunctionsRequest {
  /** Functions to give; 0 for none. */
  readonly functions?: number | undefined;
  /** Past fixes of these functions to give; 0 for none. */
  readonly pastFixes?: number | undefined;
  readonly fixSource: ReadTouchedRequest;
  readonly explain?: boolean | undefined;
  /** Say why a place is likely, by its text. Default: true. */
  readonly reasons?: boolean | undefined;
  readonly history: History;
  readonly historySettings: { readonly evidenceFileLimit: number };
  readonly code: CodeSnapshot;
}

export function asksFunctions({
  functions = 0,
  pastFixes = 0,
}: Pick<LocateFunctionsRequest, 'functions' | 'pastFixes'>): boolean {
  return functions > 0 || pastFixes > 0;
}

/**
 * The functions of the best files that a change likely touches, with past fixes that touched them. Leaves out files without
 * a text or functions.
 * @param isSure whether the files' confidence is calibrated; else none is given for the functions
 */
export async function locateFunctions(
  request: LocateFunctionsRequest,
  likely: { readonly files: readonly LikelyFile[]; readonly isSure: boolean },
  { views, texts }: { readonly views: IssueViews; readonly texts: ReadonlyMap<string, string> },
) {
  const { functions: count = 0, pastFixes = 0, code } = request;
  if (!asksFunctions(request)) return {};
  const files = likely.files.flatMap(({ path, blob, confidence, symbols }) => {
    const text = texts.get(path);
    if (text === undefined) return [];
    const names = symbols.map(({ name }) => name);
    return [
      { path, confidence, symbols: names, characters: text.length, terms: functionTermsOf(code, blob, text) },
    ];
  });
  const { functions, scores } = rankFunctions(files, views);
  const lines = new Map(files.map(({ path }) => [path, texts.get(path)?.split('\n') ?? []]));
  const textOf = ({ file, cut }: RankedFunction) =>
    functionText(lines.get(file.path) ?? [], cut, mostCharacters);
  const question = request.reasons === false ? undefined : askedWords(views, scores.terms, functions.length);
  const located = functions.slice(0, count).map((each) => ({
    ...describePlace(each),
    ...(likely.isSure ? { confidence: each.confidence } : {}),
    evidence: question === undefined ? [] : describeFunction(each, textOf(each), question),
    ...(request.explain === true ? { features: each.values } : {}),
  }));
  return {
    ...(count > 0 ? { functions: located } : {}),
    ...(pastFixes > 0
      ? {
          pastFixes: await fixesOf(
            request,
            functions.map((each) => ({ ...each, text: textOf(each) })),
            likely.isSure,
            files,
          ),
        }
      : {}),
  };
}

function describePlace({ file: { path }, cut: { name, kind, spans } }: RankedFunction) {
  const endLine = Math.max(...spans.map((span) => span.endLine));
  return { path, name, kind, line: spans[0].startLine, endLine };
}

async function fixesOf(
  { history, historySettings, fixSource, pastFixes = 0 }: LocateFunctionsRequest,
  functions: readonly (RankedFunction & { readonly text: string })[],
  isSure: boolean,
  files: readonly { readonly path: string; readonly confidence: number; readonly characters: number }[],
): Promise<readonly EarlierFix[]> {
  const { renames } = await history.files();
  return await findEarlierFixes({
    ...fixSource,
    snapshot: history.snapshot,
    renames,
    evidenceFileLimit: historySettings.evidenceFileLimit,
    files: files
      .filter(({ confidence }, rank) => rank < surelyRead || confidence >= worthReading)
      .map(({ path, characters }) => ({ path, characters })),
    functions: functions.map(({ file: { path }, cut: { name }, text, confidence }) => ({
      path,
      name,
      text,
      ...(isSure ? { confidence } : {}),
    })),
    count: pastFixes,
  });
}
