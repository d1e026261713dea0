import { optional } from '../../api/field.ts';
import { searchSummaries, viewSummary } from '../../api/operations.ts';
import type { FileSummary, SummarySearch } from '../../model/answers/file-location.ts';
import { AfterwitError } from '../../model/errors.ts';
import { neutraliseControls } from '../../redaction/neutralise-controls.ts';
import { isoDate } from '../../wording/format-date.ts';
import { countOf, formatShare } from '../../wording/format-number.ts';
import { defineTool, reading, type Told } from './tool.ts';

const mostExports = 20;

export const summaries = defineTool({
  name: 'summaries',
  description:
    'What files are for: purpose, what they offer, what changes with them. By path, or by a query among those that change most.',
  input: {
    path: optional(viewSummary.input.path),
    query: optional(searchSummaries.input.query),
    topK: searchSummaries.input.topK,
  },
  annotations: reading,
  async answer(memory, { path, query, topK }) {
    if ((path === undefined) === (query === undefined)) throw needsOne();
    if (path !== undefined) return { text: '', foreign: describeSummary(await memory.viewSummary(path)) };
    return toTold(await memory.searchSummaries(query ?? '', { topK }));
  },
});

function toTold({ kind, reason, fileCount, hits }: SummarySearch): Told {
  const foreign = hits.map(({ summary }) => describeSummary(summary)).join('\n\n');
  if (kind === 'relevant') return { text: '', foreign };
  const why = reason === undefined ? '' : `: ${neutraliseControls(reason)}`;
  const verdict = `None of the summaries of the ${countOf(fileCount, 'file')} that change most is likely to help${why}.`;
  return { text: verdict, foreign };
}

function describeSummary(summary: FileSummary): string {
  const { path, purpose, exports, exportCount, themes, changesWith, changes, lastChangedAtMs } = summary;
  const offered = exports.slice(0, mostExports).map(({ name, line }) => `${name}:${line}`);
  const more = exportCount - offered.length;
  const last = lastChangedAtMs === undefined ? '' : `, last ${isoDate(lastChangedAtMs)}`;
  const lines = [
    purpose === undefined ? path : `${path}: ${purpose}`,
    offered.length === 0 ? '' : `offers ${offered.join(' ')}${more > 0 ? ` and ${more} more` : ''}`,
    changesWith.length === 0
      ? ''
      : `changes with ${changesWith.map((other) => `${other.path} (${formatShare(other.share)})`).join(', ')}`,
    themes.length === 0 ? '' : `its commits speak of ${themes.map(({ word }) => word).join(', ')}`,
    `changed in ${countOf(changes, 'commit')}${last}`,
  ];
  return lines
    .filter((line) => line !== '')
    .map(neutraliseControls)
    .join('\n');
}

function needsOne(): AfterwitError {
  return new AfterwitError(
    'INVALID_ARGUMENT',
    'summaries takes a path or a query, one of the two: {"path": "src/main.py"} or {"query": "reads settings files"}.',
  );
}
