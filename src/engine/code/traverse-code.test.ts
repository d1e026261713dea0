import { describe, expect, it } from 'vitest';
import { codeView } from '../../../tests/fakes/code-view.ts';
import { idOf } from '../../../tests/fakes/commit-history.ts';
import { type TraverseRequest, traverseCode } from './code-graph.ts';

const code = codeView({
  'io.py': { symbols: [{ name: 'Writer', kind: 'class' }, { name: 'open' }], calls: [[1, 'Writer']] },
  'main.py': { imports: ['io'], calls: ['open'] },
  'old.py': { symbols: [{ name: 'Writer', kind: 'class' }] },
});

function reached(request: Omit<TraverseRequest, 'code'>): readonly string[] {
  return traverseCode({ code, ...request }).nodes.map(({ id, distance }) => `${distance} ${id}`);
}

describe('traverseCode', () => {
  it('looks one edge around, both ways and over all kinds, unless told otherwise', () => {
    expect(traverseCode({ code, node: 'open' })).toEqual({
      kind: 'traversed',
      nodes: [
        expect.objectContaining({ id: 'symbol:io.py#open', distance: 0 }),
        expect.objectContaining({ id: 'file:io.py', distance: 1 }),
        expect.objectContaining({ id: 'file:main.py', distance: 1 }),
        expect.objectContaining({ id: 'symbol:io.py#Writer', distance: 1 }),
      ],
      edges: expect.arrayContaining([{ kind: 'imports', from: 'file:main.py', to: 'file:io.py', count: 1 }]),
      omitted: 0,
      direction: 'both',
      depth: 1,
      kinds: ['contains', 'imports', 'calls', 'inherits'],
      alternatives: [],
      asOf: idOf('a'),
    });
  });

  it('follows the kinds it is told to, the way it is told to', () => {
    const open = 'symbol:io.py#open';
    expect(reached({ node: open, direction: 'out', kinds: ['calls'] })).toEqual([
      `0 ${open}`,
      '1 symbol:io.py#Writer',
    ]);
    expect(reached({ node: open, direction: 'in', kinds: ['calls'], depth: 5 })).toEqual([
      `0 ${open}`,
      '1 file:main.py',
    ]);
    expect(reached({ node: open, kinds: [] })).toEqual([`0 ${open}`]);
  });

  it('names others of the name', () => {
    const { nodes, alternatives } = traverseCode({ code, node: 'Writer' });
    expect(nodes[0]?.id).toBe('symbol:io.py#Writer');
    expect(alternatives.map(({ id }) => id)).toEqual(['symbol:old.py#Writer']);
  });

  it('names what is nearest when nothing has the name', () => {
    const answer = traverseCode({ code, node: 'Writr' });
    expect(answer).toMatchObject({
      kind: 'unknown',
      nodes: [],
      edges: [],
      alternatives: [{ name: 'Writer' }],
    });
  });

  it.each([
    { node: ' ' },
    { node: 'open', depth: 0 },
    { node: 'open', depth: 6 },
    { node: 'open', depth: 1.5 },
    { node: 'open', limit: 0 },
    { node: 'open', limit: Number.NaN },
  ])('refuses %j', (request) => {
    expect(() => traverseCode({ code, ...request })).toThrow(
      expect.objectContaining({ code: 'INVALID_ARGUMENT' }),
    );
  });

  it('has an answer for a tree without code', () => {
    const empty = codeView({});
    expect(traverseCode({ code: empty, node: '.' }).nodes).toHaveLength(1);
    expect(traverseCode({ code: empty, node: 'x' })).toMatchObject({ kind: 'unknown', alternatives: [] });
  });
});
