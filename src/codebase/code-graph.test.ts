import { describe, expect, it } from 'vitest';
import { type StructureSketch, structuredFiles } from '../../tests/fakes/code-structure.ts';
import { type CodeEdgeKind, codeEdgeKinds } from '../model/code.ts';
import { buildCodeGraph } from './code-graph.ts';

/** Edges of a kind as `from > to`, ids without their `symbol:`. */
function edgesOf(kind: CodeEdgeKind, sketches: Readonly<Record<string, StructureSketch>>): readonly string[] {
  const { nodes, edges } = buildCodeGraph(structuredFiles(sketches));
  const short = (node: number | undefined) => nodes[node ?? -1]?.id.replace('symbol:', '') ?? '';
  return [...edges.kinds.entries()]
    .filter(([, position]) => codeEdgeKinds[position] === kind)
    .map(([edge]) => `${short(edges.from[edge])} > ${short(edges.to[edge])}`)
    .sort();
}

const method = (container: string, name: string) => ({ name, container, kind: 'method' }) as const;
const type = (name: string, ...bases: readonly string[]) => ({ name, bases, kind: 'class' }) as const;

describe('contains', () => {
  it('goes from the top to the methods', () => {
    expect(edgesOf('contains', { 'src/io/a.py': { symbols: [type('A'), method('A', 'open')] } })).toEqual([
      'dir:. > dir:src',
      'dir:src > dir:src/io',
      'dir:src/io > file:src/io/a.py',
      'file:src/io/a.py > src/io/a.py#A',
      'src/io/a.py#A > src/io/a.py#A.open',
    ]);
  });

  it('tells definitions of one name apart, and finds the one around', () => {
    const symbols = [
      { ...type('A'), startLine: 1, endLine: 3 },
      { ...method('A', 'x'), startLine: 2 },
      { ...type('A'), startLine: 5, endLine: 9 },
      { ...method('A', 'x'), startLine: 6 },
    ];
    expect(edgesOf('contains', { 'a.py': { symbols } })).toEqual([
      'a.py#A > a.py#A.x',
      'a.py#A~2 > a.py#A.x~2',
      'dir:. > file:a.py',
      'file:a.py > a.py#A',
      'file:a.py > a.py#A~2',
    ]);
  });

  it('leaves a method whose class stands elsewhere with its file', () => {
    expect(edgesOf('contains', { 'a.go': { symbols: [method('Stack', 'Push')] } })).toContain(
      'file:a.go > a.go#Stack.Push',
    );
  });
});

describe('imports', () => {
  it('leads from file to file, never to itself', () => {
    const sketches = { 'a.py': { imports: ['b', 'a', 'os', 'b'] }, 'b.py': {} };
    expect(edgesOf('imports', sketches)).toEqual(['file:a.py > file:b.py']);
  });
});

describe('calls', () => {
  it('prefers the file itself, and there what stands beside the caller', () => {
    const symbols = [
      type('A'),
      method('A', 'run'),
      method('A', 'stop'),
      type('B'),
      method('B', 'stop'),
      { name: 'go' },
    ];
    const sketches = {
      'a.py': {
        symbols,
        calls: [
          [1, 'stop'],
          [1, 'go'],
        ] as const,
      },
      'b.py': { symbols: [{ name: 'go' }, { name: 'stop' }] },
    };
    expect(edgesOf('calls', sketches)).toEqual(['a.py#A.run > a.py#A.stop', 'a.py#A.run > a.py#go']);
  });

  it('follows imported names, also through a file that only passes them on', () => {
    const sketches = {
      'main.py': { imports: [['pkg', 'read'] as const], calls: ['read'] },
      'pkg/__init__.py': { imports: [['.io', 'read'] as const] },
      'pkg/io.py': { symbols: [{ name: 'read' }] },
      'other.py': { symbols: [{ name: 'read' }] },
    };
    expect(edgesOf('calls', sketches)).toEqual(['file:main.py > pkg/io.py#read']);
  });

  it('ends where files pass names on in a circle', () => {
    const sketches = {
      'main.py': { imports: [['a', 'x'] as const], calls: ['x'] },
      'a.py': { imports: [['b', 'x'] as const] },
      'b.py': { imports: [['a', 'x'] as const] },
    };
    expect(edgesOf('calls', sketches)).toEqual([]);
  });

  it('finds the one definition of a name anywhere, in the same languages, and gives up when there are many', () => {
    const define = (...names: readonly string[]) => ({ symbols: names.map((name) => ({ name })) });
    const many = Object.fromEntries([1, 2, 3, 4, 5, 6].map((at) => [`many${at}.py`, define('many')]));
    const sketches = {
      'main.py': { calls: ['once', 'many', 'foreign', 'never', 'constant'] },
      'a.py': { symbols: [{ name: 'once' }, { name: 'constant', kind: 'constant' } as const] },
      'a.ts': define('once', 'foreign'),
      ...many,
    };
    expect(edgesOf('calls', sketches)).toEqual(['file:main.py > a.py#once']);
  });

  it('does not take the stand-in of a test for what the product calls', () => {
    const sketches = {
      'main.py': { calls: ['fetch'] },
      'tests/test_main.py': { symbols: [{ name: 'fetch' }] },
      'tests/test_other.py': { calls: ['fetch'] },
    };
    expect(edgesOf('calls', sketches)).toEqual(['file:tests/test_other.py > tests/test_main.py#fetch']);
  });

  it('leads to the definition that counts, where later ones replace earlier ones', () => {
    const twice = { symbols: [{ name: 'open' }, { name: 'open' }], calls: ['open'] };
    expect(edgesOf('calls', { 'a.py': twice })).toEqual(['file:a.py > a.py#open~2']);
    expect(edgesOf('calls', { 'a.java': twice })).toHaveLength(2);
  });

  it('takes a call of its own name for one of what it stands in for', () => {
    const sketches = {
      'a.py': {
        symbols: [type('A'), method('A', 'save'), type('B'), method('B', 'save')],
        calls: [[1, 'save']] as const,
      },
    };
    expect(edgesOf('calls', sketches)).toEqual([]);
  });
});

describe('inherits', () => {
  it('finds bases in the file, in imports and in the tree, but not the class itself', () => {
    const sketches = {
      'a.py': {
        symbols: [type('A', 'Base'), type('B', 'A', 'other.B'), type('C', 'Exception', 'object')],
        imports: [['base', 'Base'] as const],
      },
      'base.py': { symbols: [type('Base')] },
      'other.py': { symbols: [type('B')] },
      'decoy.py': { symbols: [type('Base')] },
    };
    expect(edgesOf('inherits', sketches)).toEqual([
      'a.py#A > base.py#Base',
      'a.py#B > a.py#A',
      'a.py#B > other.py#B',
    ]);
  });
});
