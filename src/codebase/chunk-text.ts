import type { CodeSymbol } from '../model/code.ts';

/** A stretch of a file that is searched as one document. */
interface TextChunk {
  /** From 1. */
  readonly startLine: number;
  readonly text: string;
}

/**
 * Shortest chunk in characters. A definition that begins sooner joins the chunk before, because single lines say too
 * little on their own.
 */
const shortestChunk = 250;

/**
 * Cuts a file where its definitions begin; text without definitions is one chunk. The chunks joined give the whole
 * text.
 *
 * @param symbols in any order
 */
export function chunkText(text: string, symbols: readonly CodeSymbol[]): readonly TextChunk[] {
  const lines = lineStarts(text);
  const starts = [
    ...new Set(symbols.filter(({ kind }) => kind !== 'constant').map(({ startLine }) => startLine)),
  ];
  starts.sort((a, b) => a - b);
  const chunks: TextChunk[] = [];
  let from = 0;
  let fromLine = 1;
  for (const line of starts) {
    const at = lines[line - 1];
    if (at === undefined || at - from < shortestChunk) continue;
    chunks.push({ startLine: fromLine, text: text.slice(from, at) });
    from = at;
    fromLine = line;
  }
  chunks.push({ startLine: fromLine, text: text.slice(from) });
  return chunks;
}

function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}
