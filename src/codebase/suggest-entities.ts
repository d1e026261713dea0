import type { CodeNode } from '../model/code.ts';
import { dice } from '../text/likeness.ts';

const mostSuggestions = 5;
/** Share of letter pairs that two similar names must have in common. */
const leastLikeness = 0.4;
const longestName = 200;

/** Nodes whose names are most similar to a name, by letter pairs (Dice's coefficient); one node for each name. */
export function suggestEntities(nodes: readonly CodeNode[], name: string): readonly number[] {
  const wanted = letterPairs(name);
  if (wanted.size === 0) return [];
  const best = new Map<string, { readonly node: number; readonly likeness: number }>();
  for (const [node, { name: full, kind }] of nodes.entries()) {
    const own = kind === 'file' || kind === 'directory' ? full : full.slice(full.lastIndexOf('.') + 1);
    if (best.has(own)) continue;
    const likeness = compare(wanted, letterPairs(own));
    if (likeness >= leastLikeness) best.set(own, { node, likeness });
  }
  return [...best.values()]
    .sort((a, b) => b.likeness - a.likeness || a.node - b.node)
    .slice(0, mostSuggestions)
    .map(({ node }) => node);
}

function compare(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  // Skip early: with this difference in length, no overlap can reach the threshold.
  if (2 * Math.min(a.size, b.size) < leastLikeness * (a.size + b.size)) return 0;
  return dice(a, b);
}

function letterPairs(name: string): ReadonlySet<string> {
  const text = ` ${name.slice(0, longestName).toLowerCase().replace(/[_-]/g, '')} `;
  const pairs = new Set<string>();
  for (let at = 0; at + 1 < text.length; at++) pairs.add(text.slice(at, at + 2));
  return name === '' ? new Set() : pairs;
}
