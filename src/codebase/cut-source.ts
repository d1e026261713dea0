import type { CodeEntity, CodeNode } from '../model/code.ts';

/**
 * Source of a symbol or a file, cut to a size at line ends; a single longer line is cut within.
 *
 * @param mostCharacters in UTF-16 units
 */
export function cutSource(
  text: string,
  { startLine = 1, endLine }: Pick<CodeNode, 'startLine' | 'endLine'>,
  mostCharacters: number,
): CodeEntity['source'] {
  const lines = text
    .replace(/\n$/, '')
    .split('\n')
    .slice(startLine - 1, endLine);
  let length = -1;
  let kept = 0;
  while (kept < lines.length && length + 1 + (lines[kept]?.length ?? 0) <= mostCharacters) {
    length += 1 + (lines[kept]?.length ?? 0);
    kept++;
  }
  const shown = kept === 0 ? (lines[0] ?? '').slice(0, mostCharacters) : lines.slice(0, kept).join('\n');
  return { text: shown, startLine, omittedLines: Math.max(0, lines.length - Math.max(1, kept)) };
}
