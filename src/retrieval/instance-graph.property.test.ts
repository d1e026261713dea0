import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { edgeKinds, type GraphEdge } from '../model/card.ts';
import { expandGraph, InstanceGraph } from './instance-graph.ts';

const ids = ['a', 'b', 'c', 'd', 'e', 'f'] as const;
const id = fc.constantFrom(...ids);
const share = fc.constantFrom(0.1, 0.5, 0.9, 1);
const edge: fc.Arbitrary<GraphEdge> = fc.record({
  from: id,
  to: id,
  kind: fc.constantFrom(...edgeKinds),
  confidence: share,
});
const cases = fc.record({
  edges: fc.array(edge, { maxLength: 14 }),
  seeds: fc.uniqueArray(fc.record({ id, confidence: share }), { selector: (one) => one.id, maxLength: 2 }),
  maxHops: fc.nat(5),
  minConfidence: fc.constantFrom(0, 0.3),
});

function graphOf(edges: readonly GraphEdge[]): InstanceGraph<{ readonly id: string }> {
  const graph = new InstanceGraph<{ readonly id: string }>();
  for (const one of ids) graph.add({ id: one });
  for (const one of edges) graph.connect(one);
  return graph;
}

/** The likeliest of all walks of so many steps, circles and all. */
function bestWalks(
  edges: readonly GraphEdge[],
  seeds: readonly { id: string; confidence: number }[],
  hops: number,
) {
  const walks = new Map(seeds.map((seed) => [seed.id, seed.confidence]));
  const seen = new Set(walks.keys());
  let ends = new Map(walks);
  for (let hop = 0; hop < hops; hop += 1) {
    const next = new Map<string, number>();
    for (const { from, to, confidence } of edges.filter(({ kind }) => kind !== 'conflict'))
      for (const [start, end] of [
        [from, to],
        [to, from],
      ] as const)
        next.set(end, Math.max(next.get(end) ?? 0, (ends.get(start) ?? 0) * confidence));
    for (const [end, likely] of next) walks.set(end, Math.max(walks.get(end) ?? 0, likely));
    ends = next;
  }
  return new Map([...walks].filter(([end, likely]) => !seen.has(end) && likely > 0));
}

describe('expandGraph', () => {
  it('reaches what the likeliest walk reaches, whatever circles there are', () => {
    fc.assert(
      fc.property(cases, ({ edges, seeds, maxHops, minConfidence }) => {
        const reached = expandGraph(graphOf(edges), seeds, { maxHops, minConfidence: 0 });
        const walks = bestWalks(edges, seeds, maxHops);
        expect(reached.map(({ node }) => node.id).sort()).toEqual([...walks.keys()].sort());
        for (const { node, confidence } of reached)
          expect(confidence).toBeCloseTo(walks.get(node.id) ?? 0, 12);
        const likely = expandGraph(graphOf(edges), seeds, { maxHops, minConfidence });
        expect(likely.map(({ node }) => node.id)).toEqual(
          reached.filter(({ confidence }) => confidence >= minConfidence).map(({ node }) => node.id),
        );
      }),
    );
  });

  it('ends on a circle, and steps no further than it may', () => {
    const circle = ids.map((from, at): GraphEdge => {
      return { from, to: ids[(at + 1) % ids.length] as string, kind: 'similarity', confidence: 1 };
    });
    const reach = (maxHops: number) =>
      expandGraph(graphOf(circle), [{ id: 'a', confidence: 0.8 }], { maxHops, minConfidence: 0.25 });
    expect(reach(0)).toEqual([]);
    expect(reach(1).map(({ node, from, confidence }) => [node.id, from, confidence])).toEqual([
      ['b', 'a', 0.8],
      ['f', 'a', 0.8],
    ]);
    expect(reach(1000)).toHaveLength(5);
  });

  it('never follows a conflict, and names it', () => {
    const graph = graphOf([{ from: 'a', to: 'b', kind: 'conflict', confidence: 1 }]);
    expect(expandGraph(graph, [{ id: 'a', confidence: 1 }], { maxHops: 3, minConfidence: 0 })).toEqual([]);
    expect([...graph.conflicts('b')]).toEqual(['a']);
  });
});
