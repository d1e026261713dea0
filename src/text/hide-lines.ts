import type { Anchor } from '../model/memory-item.ts';
import { fnv1a } from './hashes.ts';

const hiddenForm = /^fnv1a:[0-9a-f]{8}$/;

/**
 * A line as 32 bits, indentation aside: enough to find it again in a file, too little to tell its text. A hidden line
 * stays hidden.
 */
export function hideLine(line: string): string {
  return hiddenForm.test(line) ? line : `fnv1a:${hashOf(line).toString(16).padStart(8, '0')}`;
}

function hashOf(line: string): number {
  return fnv1a(line.trim()) >>> 0;
}

/** Tells whether a line is one of those that were kept, hidden or, by former versions, as they are. */
export function lineFinder(kept: readonly string[]): (line: string) => boolean {
  const hashes = new Set(kept.map((line) => Number.parseInt(hideLine(line).slice('fnv1a:'.length), 16)));
  return (line) => hashes.has(hashOf(line));
}

/** Lines of code may hold secrets of a form that nothing here knows, so none is kept. */
export function hideLines(anchor: Anchor): Anchor {
  const { symbol, removed } = anchor;
  return {
    ...anchor,
    ...(symbol && { symbol: { ...symbol, firstLine: hideLine(symbol.firstLine) } }),
    ...(removed && { removed: removed.map(hideLine) }),
  };
}
