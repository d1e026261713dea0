import { locate as operation } from '../../api/operations.ts';
import type { FileLocation, LocatedFile, LocatedFunction } from '../../model/answers/file-location.ts';
import { neutraliseControls } from '../../redaction/neutralise-controls.ts';
import { formatShare } from '../../wording/format-number.ts';
import { locateWarningWords } from '../../wording/locate-warning-words.ts';
import type { ServedMemory } from '../shared-memory.ts';
import { defineTool, reading, type Told } from './tool.ts';

const mostPastFiles = 5;

export const locate = defineTool({
  name: 'locate',
  description:
    'Files and symbols that an issue, a failure or a planned change is about, best first, from history and code. Use it first when unsure where to look.',
  input: operation.input,
  annotations: reading,
  async answer(memory, { query, ...options }) {
    const found = await memory.locate(query, options);
    return toTold(found, found.warnings.includes('code_unread') ? await pastFiles(memory, query) : []);
  },
});

/** Files that past commits about the same changed, read or not: what the history says while the code is read. */
async function pastFiles(
  memory: Pick<ServedMemory, 'searchCommits'>,
  query: string,
): Promise<readonly string[]> {
  const { files } = await memory.searchCommits(query, { files: mostPastFiles });
  return files.map(({ path }) => neutraliseControls(path));
}

function toTold(
  { kind, reason, files, functions = [], fileCount, warnings }: FileLocation,
  past: readonly string[],
): Told {
  const verdict = [
    ...(kind === 'located' ? [] : sayNone(reason, fileCount, files.length > 0)),
    ...warnings.map((warning) => locateWarningWords[warning]),
  ];
  const places = [
    ...files.map(describeFile),
    ...(functions.length === 0 ? [] : ['Functions:']),
    ...functions.map(describeFunction),
    ...(past.length === 0 ? [] : ['Changed by past commits about the like:']),
    ...past,
  ];
  return { text: verdict.join('\n'), foreign: places.join('\n') };
}

function sayNone(reason: string | undefined, fileCount: number, hasNearest: boolean): readonly string[] {
  const why = reason === undefined ? '' : `: ${neutraliseControls(reason)}`;
  const verdict = `None of ${fileCount} files is likely to be what this is about${why}.`;
  return hasNearest ? [verdict, 'Nearest, none of them likely:'] : [verdict];
}

function describeFile({ path, confidence, symbols, evidence }: LocatedFile): string {
  const parts = [
    confidence === undefined ? path : `${path} (${formatShare(confidence)})`,
    symbols.map(({ name, line }) => `${name}:${line}`).join(' '),
    evidence.join('; '),
  ];
  return neutraliseControls(parts.filter((part) => part !== '').join(' · '));
}

function describeFunction({ path, name, line, confidence, evidence }: LocatedFunction): string {
  const place = `${path}:${line} ${name}`;
  const sure = confidence === undefined ? place : `${place} (${formatShare(confidence)})`;
  return neutraliseControls([sure, evidence.join('; ')].filter((part) => part !== '').join(' · '));
}
