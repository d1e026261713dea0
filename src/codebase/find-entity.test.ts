import { describe, expect, it } from 'vitest';
import { structuredFiles } from '../../tests/fakes/code-structure.ts';
import { buildCodeGraph } from './code-graph.ts';
import { findEntity } from './find-entity.ts';

const type = (name: string) => ({ name, kind: 'class' }) as const;
const method = (container: string, name: string) => ({ name, container, kind: 'method' }) as const;

const graph = buildCodeGraph(
  structuredFiles({
    'src/acme/io.py': { symbols: [type('Writer'), method('Writer', 'write'), { name: 'open_file' }] },
    'src/acme/__init__.py': { symbols: [{ name: 'VERSION', kind: 'constant' }] },
    'src/old/io.py': { symbols: [type('Writer'), method('Writer', 'write')] },
    'src/use.py': { imports: [['acme.io', 'Writer']], calls: ['Writer'] },
    'tests/test_io.py': { symbols: [type('Writer')] },
  }),
);

function found(name: string): readonly string[] {
  return findEntity(graph, name).matches.map((node) => graph.nodes[node]?.id ?? '');
}

function suggested(name: string): readonly string[] {
  return findEntity(graph, name).suggestions.map((node) => graph.nodes[node]?.name ?? '');
}

describe('findEntity', () => {
  it.each<readonly [string, readonly string[]]>([
    ['symbol:src/acme/io.py#Writer.write', ['symbol:src/acme/io.py#Writer.write']],
    ['file:src/use.py', ['file:src/use.py']],
    ['dir:.', ['dir:.']],
    ['.', ['dir:.']],
    ['src/acme', ['dir:src/acme']],
    ['./src/acme/', ['dir:src/acme']],
    ['src/use.py', ['file:src/use.py']],
    ['use.py', ['file:src/use.py']],
    ['acme/io.py', ['file:src/acme/io.py']],
    ['io.py', ['file:src/acme/io.py', 'file:src/old/io.py']],
    ['open_file', ['symbol:src/acme/io.py#open_file']],
    ['acme/io.py:Writer', ['symbol:src/acme/io.py#Writer']],
    ['old/io.py#Writer.write', ['symbol:src/old/io.py#Writer.write']],
    ['acme.io.Writer', ['symbol:src/acme/io.py#Writer']],
    ['src.acme.VERSION', ['symbol:src/acme/__init__.py#VERSION']],
    ['writer.WRITE', ['symbol:src/acme/io.py#Writer.write', 'symbol:src/old/io.py#Writer.write']],
    ['ACME/IO.PY:writer', ['symbol:src/acme/io.py#Writer']],
    [' open_file ', ['symbol:src/acme/io.py#open_file']],
    ['riter', []],
    ['file:', []],
    ['#', []],
    [':', []],
    ['', []],
  ])('%j', (name, expected) => {
    expect(found(name)).toEqual(expected);
  });

  it('names first what is used, and what is no test', () => {
    expect(found('Writer')).toEqual([
      'symbol:src/acme/io.py#Writer',
      'symbol:src/old/io.py#Writer',
      'symbol:tests/test_io.py#Writer',
    ]);
  });

  it.each(['Writer.write', 'Writer::write', 'Writer\\write', 'Writer#write'])('takes %s', (name) => {
    expect(found(name)).toHaveLength(2);
  });

  it('names what is called nearly so, each name once, when nothing is called so', () => {
    expect(suggested('Wrtier')).toEqual(['Writer']);
    expect(suggested('openFiles')).toEqual(['open_file']);
    expect(suggested('acme.io.Writter')).toEqual(['Writer', 'Writer.write']);
    expect(suggested('zzz')).toEqual([]);
    expect(suggested('x'.repeat(100_000))).toEqual([]);
  });
});
