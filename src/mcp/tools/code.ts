import { optional } from '../../api/field.ts';
import * as operations from '../../api/operations.ts';
import type {
  FileLocation,
  FileSummary,
  LocatedFile,
  LocatedFunction,
} from '../../model/answers/file-location.ts';
import type { CodeEntity, CodeNode } from '../../model/code.ts';
import { type AfterwitError, invalidArgument } from '../../model/errors.ts';
import { neutraliseControls, neutraliseLines } from '../../redaction/neutralise-controls.ts';
import { countOf, formatShare, isoDate } from '../../wording/formats.ts';
import { locateWarningWords } from '../../wording/locate-words.ts';
import type { ServedMemory } from '../shared-memory.ts';
import { andMore, because, defineTool, reading, type Told, toolOf } from './tool.ts';

const mostPastFiles = 5;
const mostExports = 20;
const mostNeighbours = 8;

const joinParts = (parts: readonly string[]) =>
  neutraliseControls(parts.filter((part) => part !== '').join(' · '));
const safely = (reason: string | undefined) => because(reason && neutraliseControls(reason));

export const locate = defineTool({
  name: 'locate',
  description:
    'Files and symbols that an issue, a failure or a planned change is about, best first, from history and code. Use it first when unsure where to look.',
  input: operations.locate.input,
  annotations: reading,
  async answer(memory, { query, ...options }) {
    const found = await memory.locate(query, options);
    return tellPlaces(found, found.warnings.includes('code_unread') ? await pastFiles(memory, query) : []);
  },
});

/** Files that past commits about the same changed, read or not: the history's answer while the code is read. */
async function pastFiles(
  memory: Pick<ServedMemory, 'searchCommits'>,
  query: string,
): Promise<readonly string[]> {
  const { files } = await memory.searchCommits(query, { files: mostPastFiles });
  return files.map(({ path }) => neutraliseControls(path));
}

function tellPlaces(
  { kind, reason, files, functions = [], fileCount, warnings }: FileLocation,
  past: readonly string[],
): Told {
  const none = `None of ${fileCount} files is likely to be what this is about${safely(reason)}.`;
  const isLocated = kind === 'located';
  const verdict = [
    ...(isLocated ? [] : [none]),
    ...(isLocated || files.length === 0 ? [] : ['Nearest, none of them likely:']),
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

function withShare(place: string, confidence: number | undefined): string {
  return confidence === undefined ? place : `${place} (${formatShare(confidence)})`;
}

function describeFile({ path, confidence, symbols, evidence }: LocatedFile): string {
  const places = symbols.map(({ name, line }) => `${name}:${line}`).join(' ');
  return joinParts([withShare(path, confidence), places, evidence.join('; ')]);
}

function describeFunction({ path, name, line, confidence, evidence }: LocatedFunction): string {
  return joinParts([withShare(`${path}:${line} ${name}`, confidence), evidence.join('; ')]);
}

export const summaries = defineTool({
  name: 'summaries',
  description:
    'What files are for: purpose, what they offer, what changes with them. By path, or by a query among those that change most.',
  input: {
    path: optional(operations.viewSummary.input.path),
    query: optional(operations.searchSummaries.input.query),
    topK: operations.searchSummaries.input.topK,
  },
  annotations: reading,
  async answer(memory, { path, query, topK }): Promise<Told> {
    if ((path === undefined) === (query === undefined)) throw needsOne();
    if (path !== undefined) return { text: '', foreign: describeSummary(await memory.viewSummary(path)) };
    const { kind, reason, fileCount, hits } = await memory.searchSummaries(query ?? '', { topK });
    const foreign = hits.map(({ summary }) => describeSummary(summary)).join('\n\n');
    if (kind === 'relevant') return { text: '', foreign };
    const verdict = `None of the summaries of the ${countOf(fileCount, 'file')} that change most is likely to help${safely(reason)}.`;
    return { text: verdict, foreign };
  },
});

function describeSummary(summary: FileSummary): string {
  const { path, purpose, exports, exportCount, themes, changesWith, changes, lastChangedAtMs } = summary;
  const offered = exports.slice(0, mostExports).map(({ name, line }) => `${name}:${line}`);
  const others = changesWith.map((other) => `${other.path} (${formatShare(other.share)})`).join(', ');
  const spoken = themes.map(({ word }) => word).join(', ');
  const last = lastChangedAtMs === undefined ? '' : `, last ${isoDate(lastChangedAtMs)}`;
  const lines = [
    purpose === undefined ? path : `${path}: ${purpose}`,
    offered.length === 0 ? '' : `offers ${offered.join(' ')}${andMore(exportCount, offered.length)}`,
    others && `changes with ${others}`,
    spoken && `its commits speak of ${spoken}`,
    `changed in ${countOf(changes, 'commit')}${last}`,
  ];
  return lines
    .filter((line) => line !== '')
    .map(neutraliseControls)
    .join('\n');
}

function needsOne(): AfterwitError {
  return invalidArgument(
    'summaries takes a path or a query, one of the two: {"path": "src/main.py"} or {"query": "reads settings files"}.',
  );
}

/** At a depth of 1, edges between neighbours are beside the point. */
export const traverse = toolOf(
  operations.traverse,
  'What a file or symbol contains, imports, calls, inherits, and what uses it in these ways.',
  ({ nodes, edges, depth, omitted, alternatives }, { node }) => {
    const [start] = nodes;
    if (start === undefined) return sayUnknown(node, alternatives);
    const byId = new Map(nodes.map((each) => [each.id, each]));
    const found = edges.flatMap(({ kind, from, to }) => {
      const [one, other] = [byId.get(from), byId.get(to)];
      if (depth === 1 && from !== start.id && to !== start.id) return [];
      return one === undefined || other === undefined ? [] : [`${nameNode(one)} ${kind} ${nameNode(other)}`];
    });
    const more = omitted === 0 ? '' : `${omitted} more nodes: limit shows more, kinds and direction select.`;
    return { text: more, foreign: [nameNode(start), ...found, ...sameName(alternatives)].join('\n') };
  },
);

export const entity = toolOf(
  operations.entity,
  'Source and neighbours of a named entity.',
  ({ name, entities, alternatives }) => {
    if (entities.length === 0) return sayUnknown(name, alternatives);
    const said = [
      ...entities.map(describeNeighbours),
      ...sameName(alternatives),
      ...entities.flatMap(describeSource),
    ];
    return { text: '', foreign: said.join('\n') };
  },
);

function sameName(alternatives: readonly CodeNode[]): readonly string[] {
  if (alternatives.length === 0) return [];
  return [`Of the same name: ${alternatives.map(({ id }) => neutraliseControls(id)).join(', ')}`];
}

function describeNeighbours({ node, neighbours }: CodeEntity): string {
  const groups = neighbours.map(({ relation, nodes, total }) => {
    const shown = nodes.slice(0, mostNeighbours);
    return `${relation.replaceAll('_', ' ')}: ${shown.map(nameNode).join(', ')}${andMore(total, shown.length)}`;
  });
  return [`${nameNode(node)} · ${node.kind}`, ...groups].join('\n');
}

function describeSource({ node, source }: CodeEntity): readonly string[] {
  if (source === undefined) return [];
  const { text, startLine, omittedLines } = source;
  const cut = omittedLines > 0 ? `, ${omittedLines} more lines cut` : '';
  return ['', `${nameNode(node)} from line ${startLine}${cut}:`, neutraliseLines(text)];
}

/** `src/io.py`, `src/`, `Writer.write (src/io.py:12)`. */
function nameNode({ kind, name, path, startLine }: CodeNode): string {
  if (kind === 'directory') return neutraliseControls(path === '.' ? './' : `${path}/`);
  if (kind === 'file') return neutraliseControls(path);
  return neutraliseControls(`${name} (${startLine === undefined ? path : `${path}:${startLine}`})`);
}

function sayUnknown(name: string, nearest: readonly CodeNode[]): string {
  const near = nearest.length === 0 ? '' : ` Nearest: ${nearest.map(nameNode).join(', ')}.`;
  return `Nothing in the code is called ${neutraliseControls(name)}.${near}`;
}
