import fc from 'fast-check';
import { expect, it } from 'vitest';
import { randomFiles } from '../../tests/fakes/random-code.ts';
import { codeEdgeKinds, type ReachedNode, traverseDirections } from '../model/code.ts';
import { buildCodeGraph, type CodeGraph, traverseGraph } from './code-graph.ts';

const traversals = fc.record({
  start: fc.nat(),
  direction: fc.constantFrom(...traverseDirections),
  kinds: fc.subarray([...codeEdgeKinds]),
  depth: fc.integer({ min: 1, max: 5 }),
  limit: fc.integer({ min: 1, max: 30 }),
});

function startIn({ nodes }: CodeGraph, seed: number): number {
  return seed % nodes.length;
}

it('does not depend on the order of the files', () => {
  fc.assert(
    fc.property(
      randomFiles.chain((files) =>
        fc.tuple(fc.constant(files), fc.shuffledSubarray([...files], { minLength: files.length })),
      ),
      ([files, shuffled]) => {
        expect(buildCodeGraph(shuffled)).toEqual(buildCodeGraph(files));
      },
    ),
  );
});

it('contains everything once: every node but the top has one container, and no circle', () => {
  fc.assert(
    fc.property(randomFiles, (files) => {
      const { nodes, byId, parents, edges } = buildCodeGraph(files);
      expect(byId.size).toBe(nodes.length);
      const containers = nodes.map(() => 0);
      for (const [edge, kind] of edges.kinds.entries()) {
        if (codeEdgeKinds[kind] === 'contains')
          containers[edges.to[edge] ?? -1] = (containers[edges.to[edge] ?? -1] ?? 0) + 1;
      }
      for (const [node, { id }] of nodes.entries()) {
        expect(containers[node]).toBe(id === 'dir:.' ? 0 : 1);
        let above = node;
        for (let steps = 0; (parents[above] ?? -1) >= 0; steps++) {
          above = parents[above] ?? -1;
          expect(steps).toBeLessThan(nodes.length);
        }
        expect(nodes[above]?.id).toBe('dir:.');
      }
    }),
  );
});

it('has both ends of every edge, each edge once, listed at both ends', () => {
  fc.assert(
    fc.property(randomFiles, (files) => {
      const { nodes, edges } = buildCodeGraph(files);
      const seen = new Set<string>();
      for (const [edge, kind] of edges.kinds.entries()) {
        const [from, to] = [edges.from[edge] ?? -1, edges.to[edge] ?? -1];
        expect(nodes[from]).toBeDefined();
        expect(nodes[to]).toBeDefined();
        expect(edges.counts[edge]).toBeGreaterThan(0);
        seen.add(`${kind} ${from} ${to}`);
        expect([...edges.out.edges.subarray(edges.out.offsets[from], edges.out.offsets[from + 1])]).toContain(
          edge,
        );
        expect([...edges.in.edges.subarray(edges.in.offsets[to], edges.in.offsets[to + 1])]).toContain(edge);
      }
      expect(seen.size).toBe(edges.kinds.length);
    }),
  );
});

it('reaches what one edge more leads to, at the same distance as before', () => {
  fc.assert(
    fc.property(randomFiles, traversals, (files, { start: seed, limit: _, ...options }) => {
      const graph = buildCodeGraph(files);
      const start = startIn(graph, seed);
      const all = { ...options, limit: graph.nodes.length };
      const { nodes, edges } = traverseGraph(graph, start, all);
      const distances = new Map(nodes.map(({ id, distance }) => [id, distance]));
      expect(nodes[0]).toEqual({ ...graph.nodes[start], distance: 0 });
      expect(nodes.map(({ distance }) => distance)).toEqual(
        nodes.map(({ distance }) => distance).sort((a, b) => a - b),
      );
      for (const { id, distance } of nodes) {
        if (distance > 0) expect(comesFrom(id, distance, edges, distances, options.direction)).toBe(true);
        expect(distance).toBeLessThanOrEqual(options.depth);
      }
      for (const { from, to, kind } of edges) {
        expect(options.kinds).toContain(kind);
        if (options.direction !== 'in')
          expect(distances.get(to)).toBeLessThanOrEqual((distances.get(from) ?? 0) + 1);
        if (options.direction !== 'out')
          expect(distances.get(from)).toBeLessThanOrEqual((distances.get(to) ?? 0) + 1);
      }
      const farther = traverseGraph(graph, start, { ...all, depth: options.depth + 1 });
      expect(farther.nodes.filter(({ distance }) => distance <= options.depth)).toEqual(nodes);
    }),
  );
});

function comesFrom(
  id: string,
  distance: number,
  edges: readonly { readonly from: string; readonly to: string }[],
  distances: ReadonlyMap<string, ReachedNode['distance']>,
  direction: string,
): boolean {
  return edges.some(({ from, to }) => {
    const along = direction !== 'in' && to === id && distances.get(from) === distance - 1;
    const against = direction !== 'out' && from === id && distances.get(to) === distance - 1;
    return along || against;
  });
}

it('cuts off the farthest, and says how much', () => {
  fc.assert(
    fc.property(randomFiles, traversals, (files, { start: seed, limit, ...options }) => {
      const graph = buildCodeGraph(files);
      const start = startIn(graph, seed);
      const all = traverseGraph(graph, start, { ...options, limit: graph.nodes.length });
      const cut = traverseGraph(graph, start, { ...options, limit });
      expect(cut.nodes).toEqual(all.nodes.slice(0, limit));
      expect(cut.omitted).toBe(Math.max(0, all.nodes.length - limit));
      expect(all.omitted).toBe(0);
      const shown = new Set(cut.nodes.map(({ id }) => id));
      expect(cut.edges.every(({ from, to }) => shown.has(from) && shown.has(to))).toBe(true);
    }),
  );
});
