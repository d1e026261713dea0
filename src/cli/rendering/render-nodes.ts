import type { CodeNode } from '../../model/code.ts';
import { alignColumns, wrapRows } from '../terminal/layout.ts';
import { type Line, line, type Span, span } from '../terminal/line.ts';
import { blank, type Page, sentence } from './page.ts';
import { shellWord } from './shell-word.ts';

const indent = 2;

/** Name of a node in a list. */
export function nodeName({ kind, name, path }: CodeNode): Span {
  if (kind === 'directory') return span(path === '.' ? './' : `${path}/`, 'cyan');
  return kind === 'file' ? span(path, 'cyan') : span(name, 'bold');
}

/** `src/io.py:12` for a symbol; nothing for a file or directory, whose name is its place. */
export function nodePlace({ kind, path, startLine }: CodeNode): Span {
  if (kind === 'file' || kind === 'directory') return span('');
  return span(startLine === undefined ? path : `${path}:${startLine}`, 'dim');
}

/** One row for each node: name and place. */
export function nodeRows(nodes: readonly CodeNode[], { width }: Page): readonly Line[] {
  return wrapRows(
    nodes.map((node) => line(nodeName(node), '  ', nodePlace(node))),
    { width, indent },
  );
}

/** The answer when no node has the name: the nearest names. */
export function renderUnknown(name: string, nearest: readonly CodeNode[], page: Page): readonly Line[] {
  const verdict = sentence(page, 'Nothing in the code is called ', span(name, 'bold'), '.');
  if (nearest.length === 0) return verdict;
  return [...verdict, blank, line(span('Nearest names:', 'dim')), ...nodeRows(nearest, page)];
}

/** Other nodes with the name, and how to ask for one of them. */
export function renderAlternatives(
  command: 'entity' | 'traverse',
  alternatives: readonly CodeNode[],
  page: Page,
): readonly Line[] {
  const [first] = alternatives;
  if (first === undefined) return [];
  const rows = alternatives.map((node) => [line(span(node.kind, 'dim')), line(span(node.id))]);
  return [
    blank,
    line(span('Of the same name', 'bold')),
    ...wrapRows(alignColumns(rows), { width: page.width, indent }),
    ...sentence(
      page,
      span('One of them: ', 'dim'),
      span(`afterwit ${command} ${shellWord(first.id)}`, 'cyan'),
    ),
  ];
}
