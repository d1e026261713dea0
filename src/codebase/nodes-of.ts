import type { CodeNode } from '../model/code.ts';
import type { CodeGraph } from './code-graph.ts';

/** The nodes of these numbers, in their order. */
export function nodesOf({ nodes }: CodeGraph, numbers: readonly number[]): readonly CodeNode[] {
  return numbers.flatMap((number) => nodes[number] ?? []);
}
