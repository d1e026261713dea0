import { expect, it } from 'vitest';
import { clean, itemId, memoryItem } from '../../../tests/fakes/memory-item.ts';
import { plainStore } from '../../../tests/fakes/memory-store.ts';
import type { MemoryItem } from '../../model/memory-item.ts';
import { globalScope } from '../../model/provenance.ts';
import type { RepositoryId } from '../../model/repository.ts';
import type { ItemReader } from '../../ports/memory-store.ts';
import { itemTerms } from '../../retrieval/item-terms.ts';
import { readGraph } from './read-graph.ts';

const about = (number: number, path: string, changes: Partial<MemoryItem> = {}) =>
  memoryItem({
    ...{ id: itemId(number), references: [clean(path)], type: 'constraint' },
    anchors: [{ path, blobId: 'a'.repeat(40) }] as never,
    ...changes,
  });

/** A reader that gives memories by id, place and number, and refuses whatever else is asked of it. */
function audited(reader: ItemReader): ItemReader {
  const allowed = new Set(['item', 'postings', 'itemsAt']);
  return new Proxy(reader, {
    get(target, name) {
      if (!allowed.has(String(name))) throw new Error(`the graph reads ${String(name)}`);
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

const places = {
  files: [{ path: 'src/a.ts', confidence: 0.8 }],
  functions: [{ path: 'src/a.ts', name: 'Cart.add', confidence: 0.4 }],
};

async function graphOf(items: readonly MemoryItem[], maxHops: number) {
  const store = plainStore(['r1']);
  await store.transact((transaction) => {
    for (const item of items) transaction.putItem(item, itemTerms(item));
  });
  const source = { scopes: [globalScope], repositoryId: 'r1' as RepositoryId, maxHops };
  return store.read((reader) =>
    readGraph({ places, memories: items.slice(0, 1) }, { ...source, reader: audited(reader) }),
  );
}

it('holds what is remembered about places, and why one leads to another', async () => {
  const cause = about(2, 'src/far.ts', { type: 'failure' });
  const contrary = about(3, 'src/far.ts');
  const start = about(1, 'src/b.ts', {
    relatedItems: [
      { id: cause.id, relation: 'caused_by' },
      { id: contrary.id, relation: 'contradicts' },
    ],
  });
  const near = about(4, 'src/a.ts');
  const graph = await graphOf([start, cause, contrary, near], 1);
  const edgesOf = (id: string) => graph.neighbours(id).map(({ node, edge }) => [edge.kind, node.id]);
  expect(edgesOf('src/a.ts')).toEqual([
    ['containment', 'src/a.ts#Cart.add'],
    ['task_memory', near.id],
  ]);
  expect(edgesOf(start.id)).toEqual([
    ['precondition', cause.id],
    ['conflict', contrary.id],
    ['task_memory', 'src/b.ts'],
  ]);
  expect(graph.conflicts(start.id)).toEqual(new Set([contrary.id]));
  expect(graph.nodes.map(({ kind }) => kind)).toEqual([
    ...['file', 'symbol', 'rule', 'rule', 'failure', 'rule', 'file'],
  ]);
});

it('knows nothing but what was remembered before: no outcome, no decision, no label (leak audit)', async () => {
  const graph = await graphOf([about(1, 'src/b.ts'), about(2, 'src/a.ts')], 3);
  const fields = ['id', 'instanceId', 'kind', 'source', 'content', 'tokens', 'confidence'];
  expect(graph.nodes.length).toBeGreaterThan(3);
  for (const { item, ...node } of graph.nodes) {
    expect(Object.keys(node).sort()).toEqual([...fields].sort());
    expect(node.instanceId).toBe('r1');
    if (item !== undefined) expect(node.content).toBe(`${item.title}\n${item.content}`);
  }
});

it('ends, whatever circles memories and places form', async () => {
  const ring = [1, 2, 3].map((number) =>
    about(number, 'src/a.ts', { relatedItems: [{ id: itemId((number % 3) + 1), relation: 'depends_on' }] }),
  );
  expect((await graphOf(ring, 50)).nodes).toHaveLength(5);
  expect((await graphOf(ring, 0)).nodes.map(({ id }) => id)).not.toContain(itemId(2));
});
