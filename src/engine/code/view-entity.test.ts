import { describe, expect, it } from 'vitest';
import { codeView } from '../../../tests/fakes/code-view.ts';
import { idOf } from '../../../tests/fakes/commit-history.ts';
import { viewEntity } from './code-graph.ts';

const texts: Readonly<Record<string, string | undefined>> = {
  'io.py': 'class Writer:\n    """Writes."""\n    def write(self): ...\n\ndef open(): ...\n',
  'lost.py': undefined,
  'large.py': `${'x = 1\n'.repeat(50_000)}`,
};
const git = {
  async *readBlobs(ids: readonly string[]) {
    for (const id of ids) {
      const text = texts[id.replace('blob of ', '')];
      yield { id, sizeBytes: 1, bytes: text === undefined ? undefined : new TextEncoder().encode(text) };
    }
  },
};
const code = codeView({
  'io.py': {
    symbols: [
      { name: 'Writer', kind: 'class', startLine: 1, endLine: 3, documentation: 'Writes.' },
      { name: 'write', container: 'Writer', kind: 'method', startLine: 3 },
      { name: 'open', startLine: 5 },
    ],
    calls: [[2, 'Writer'], [2, 'Writer'], 'Writer'],
  },
  'lost.py': { symbols: [{ name: 'lost' }] },
  'large.py': {},
  ...Object.fromEntries(
    Array.from(
      { length: 30 },
      (_, at) => [`use${at}.py`, { imports: ['io'], symbols: [{ name: 'same' }] }] as const,
    ),
  ),
});

const view = (name: string) => viewEntity({ code, git, name });

describe('viewEntity', () => {
  it('gives the source of a symbol, and what is next to it, the most frequent first', async () => {
    const { kind, entities, asOf } = await view('Writer');
    expect({ kind, asOf }).toEqual({ kind: 'found', asOf: idOf('a') });
    expect(entities).toHaveLength(1);
    expect(entities[0]).toMatchObject({
      node: { id: 'symbol:io.py#Writer', documentation: 'Writes.' },
      source: {
        text: 'class Writer:\n    """Writes."""\n    def write(self): ...',
        startLine: 1,
        omittedLines: 0,
      },
    });
    expect(
      entities[0]?.neighbours.map(({ relation, nodes }) => [relation, nodes.map(({ id }) => id)]),
    ).toEqual([
      ['contained_by', ['file:io.py']],
      ['contains', ['symbol:io.py#Writer.write']],
      ['called_by', ['symbol:io.py#open', 'file:io.py']],
    ]);
  });

  it('gives a file whole, and counts the neighbours it does not name', async () => {
    const { entities } = await view('io.py');
    expect(entities[0]?.source?.text).toBe(texts['io.py']?.trimEnd());
    const importers = entities[0]?.neighbours.find(({ relation }) => relation === 'imported_by');
    expect(importers).toMatchObject({ total: 30, nodes: { length: 20 } });
  });

  it('cuts what is long', async () => {
    const { entities } = await view('large.py');
    expect(entities[0]?.source?.text.length).toBe(59_999);
    expect(entities[0]?.source?.omittedLines).toBe(40_000);
  });

  it('has no source of a directory, nor where the content is missing', async () => {
    expect(Object.keys((await view('.')).entities[0] ?? {})).not.toContain('source');
    expect(Object.keys((await view('lost')).entities[0] ?? {})).not.toContain('source');
  });

  it('shows three of many in full, and names others', async () => {
    const { entities, alternatives } = await view('same');
    expect(entities).toHaveLength(3);
    expect(alternatives).toHaveLength(20);
  });

  it('names what is nearest when nothing has the name', async () => {
    const { kind, entities, alternatives } = await view('Writr');
    expect({ kind, entities }).toEqual({ kind: 'unknown', entities: [] });
    expect(alternatives.map(({ name }) => name)).toEqual(['Writer', 'Writer.write']);
  });

  it('refuses a name without text', async () => {
    await expect(view('  ')).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  });
});
