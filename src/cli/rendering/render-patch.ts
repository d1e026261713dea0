import type { CommitPatch, FilePatch } from '../../model/repository.ts';
import { countOf, formatBytes } from '../../wording/format-number.ts';
import { type Line, line, type Span, span, splitLines } from '../terminal/line.ts';
import { blank, type Page, sentence } from './page.ts';

/** Patch of a commit, file by file, with notes on what was cut. */
export function renderPatch(patch: CommitPatch, page: Page): readonly Line[] {
  const cut = patch.omittedFiles > 0 || patch.files.some(({ omittedBytes }) => omittedBytes > 0);
  const rest =
    patch.omittedFiles > 0 ? `The patch of ${countOf(patch.omittedFiles, 'more file')} is left out. ` : '';
  return [
    ...(patch.unreadable === undefined ? [] : [blank, ...sentence(page, span(patch.unreadable, 'yellow'))]),
    ...patch.files.flatMap(renderFile),
    ...(cut
      ? [
          blank,
          ...sentence(page, span(`${rest}The patch is cut to size; --patch-bytes sets the size.`, 'dim')),
        ]
      : []),
  ];
}

function renderFile(file: FilePatch): readonly Line[] {
  const { path, previousPath } = file.change;
  const title = previousPath === undefined ? path : `${previousPath} → ${path}`;
  return [
    blank,
    line(span(`── ${title}`, 'bold')),
    ...(file.binary ? [line(span('binary file', 'dim'))] : hunkLines(file.text)),
    ...(file.omittedBytes > 0
      ? [line(span(`… ${formatBytes(file.omittedBytes)} of this file left out`, 'dim'))]
      : []),
  ];
}

/** Lines from the first hunk on, because the header repeats the title. A patch without hunks is shown unchanged. */
function hunkLines(text: string): readonly Line[] {
  const lines = splitLines(text);
  const firstHunk = lines.findIndex((content) => content.startsWith('@@'));
  return lines.slice(Math.max(firstHunk, 0)).map((content) => line(patchSpan(content)));
}

function patchSpan(content: string): Span {
  if (content.startsWith('@@')) return span(content, 'cyan');
  if (content.startsWith('+')) return span(content, 'green');
  if (content.startsWith('-')) return span(content, 'red');
  return span(content);
}
