import { beforeEach, describe, expect, it } from 'vitest';
import { anyRandom } from '../../../tests/fakes/any-random.ts';
import { ada } from '../../../tests/fakes/issue-memory.ts';
import { clean, itemId, memoryItem } from '../../../tests/fakes/memory-item.ts';
import { plainStore } from '../../../tests/fakes/memory-store.ts';
import { settingsWith } from '../../config/settings.ts';
import type { LocatedPlaces } from '../../model/evidence.ts';
import type { MemoryItem } from '../../model/memory-item.ts';
import { globalScope } from '../../model/provenance.ts';
import type { CommitId, RepositoryId } from '../../model/repository.ts';
import type { ItemReader, MemoryStore } from '../../ports/memory-store.ts';
import { itemTerms } from '../../retrieval/item-terms.ts';
import { explainDecision } from '../decisions/read-decisions.ts';
import { type RememberItemRequest, remember } from '../items/remember.ts';
import type { RecallDependencies } from '../memory/recall-dependencies.ts';
import { resolveScopes } from '../memory/where-it-holds.ts';
import { readGraph } from './expand-candidates.ts';
import type { RecallMemoriesRequest } from './moments.ts';
import { recall } from './recall.ts';

const bytes = new TextEncoder().encode('export {};\n');
const rule = 'Amounts stay whole cents until they are printed.';
const question = 'why is the invoice total wrong?';

let store: MemoryStore;
let nowMs: number;
let located: LocatedPlaces | undefined;
let asked: string[];

beforeEach(() => {
  store = plainStore(['r1']);
  nowMs = 1_000_000;
  located = { files: [{ path: 'src/money.py', confidence: 0.6 }], functions: [] };
  asked = [];
});

function dependencies(values: Parameters<typeof settingsWith>[0] = {}): RecallDependencies {
  const settings = settingsWith(values);
  const repositoryId = 'r1' as RepositoryId;
  return {
    ...{ store, repositoryId, settings, clock: { nowMs: () => nowMs++ }, random: anyRandom },
    scopes: resolveScopes({ repositoryId, userName: 'ada' }, settings.memory.v3.scope),
    files: {
      read: () => ({ bytes }),
      blobId: () => 'a'.repeat(40),
      isFolder: () => false,
      relative: (path) => path,
    },
    ancestry: { head: async () => 'c0' as CommitId, holds: async () => true },
    locatePlacesOf: async (text) => {
      asked.push(text);
      return located;
    },
  };
}

async function say(content: string, request: Partial<RememberItemRequest> = {}) {
  const own = dependencies();
  const { item } = await remember(
    { content, type: 'constraint', speaker: ada, ...request },
    {
      ...own,
      tokens: { count: async (text) => Math.ceil(text.length / 4) },
      openParser: () => Promise.reject(new Error('no parser expected')),
      settings: own.settings.memory,
    },
  );
  return item;
}

async function ask(
  values: Parameters<typeof settingsWith>[0] = {},
  request: Partial<RecallMemoriesRequest> = {},
) {
  const answer = await recall(
    { query: question, moment: 'asked', speaker: ada, ...request },
    dependencies(values),
  );
  return { ...answer, contents: answer.memories.map(({ item }) => item.content as string) };
}

describe('memories that are linked with one that answers', () => {
  it.each([
    ['caused_by', 1, true],
    ['caused_by', 0, false],
    ['contradicts', 1, false],
  ] as const)('%s, %s steps: shown %s', async (relation, maxHops, isShown) => {
    const linked = await say('Currencies come from the bank.');
    const answer = await say('The invoice total is wrong while the rate cache is cold.');
    const relatedItems = [{ id: linked.id, relation }];
    await store.transact((transaction) => transaction.updateItem({ ...answer, relatedItems }));
    const query = 'why is the invoice total wrong while the rate cache is cold?';
    const { kind, memories, reason } = await ask({ 'memory.v3.graphExpansion.maxHops': maxHops }, { query });
    expect([kind, reason]).toEqual(['recalled', undefined]);
    expect(memories.map(({ item }) => item.id)).toEqual([answer.id, ...(isShown ? [linked.id] : [])]);
    if (isShown) expect(memories[1]?.reached).toMatchObject({ from: answer.id, edge: 'precondition' });
  });
});

describe('memories about the place that a question is likely about', () => {
  it('are labelled where they follow a strategy that is to be avoided', async () => {
    const failure = { output: 'E   decimal.InvalidOperation: quantize of a float', command: 'pytest' };
    const fix = { failure, type: 'fix', files: ['src/money.py'] } as const;
    await say('Cast the amount with float() before it is rounded.', fix);
    expect((await ask()).memories[0]?.warnings).not.toContain('avoided_strategy');
    await say('It loses cents.', {
      type: 'preference',
      strategy: { stance: 'avoid', words: 'Cast the amount with float()' },
    });
    expect((await ask()).memories[0]?.warnings).toContain('avoided_strategy');
  });

  it('are shown where none answers, with the place, why, and how likely that matters', async () => {
    const { id } = await say(rule, { files: ['src/money.py'] });
    const { kind, memories, places, pack, units, reason, decisionId } = await ask();
    expect(kind).toBe('nothing_known');
    expect(memories).toMatchObject([
      { item: { id }, reached: { from: 'src/money.py', edge: 'task_memory', confidence: 0.6 } },
    ]);
    expect(memories[0]?.confidence).toBeUndefined();
    expect(places).toMatchObject([{ path: 'src/money.py' }]);
    expect(pack.text).toContain(
      'NO ANSWER by its words, but about src/money.py, where this likely belongs (60%)',
    );
    expect(units).toMatchObject([
      { bank: 'files', confidence: 0.6 },
      { bank: 'rules', confidence: 0.15 },
    ]);
    expect(reason).toContain('no memory');
    expect(explainDecision(store, decisionId).receipt.considered).toMatchObject([
      { itemId: id, shown: true, reached: { from: 'src/money.py', confidence: 0.6 } },
    ]);
    expect(asked).toHaveLength(1);
  });

  it.each([
    ['memory.v3.graphExpansion.maxHops', { 'memory.v3.graphExpansion.maxHops': 0 }],
    ['memory.v3.enabled', { 'memory.v3.enabled': false }],
  ])('%s turns that off, and leaves the place', async (_, off) => {
    await say(rule, { files: ['src/money.py'] });
    const { kind, places, memories } = await ask(off);
    expect(memories).toEqual([]);
    expect(kind).toBe('nothing_known');
    expect(places).toMatchObject([{ path: 'src/money.py' }]);
  });

  it('are not looked for where a memory answers', async () => {
    await say(rule, { files: ['src/money.py'] });
    const answer = await say('The invoice total is wrong while rates are cached.');
    expect((await ask()).contents).toEqual([answer.content]);
    expect(asked).toEqual([]);
  });

  it('are few: the likeliest, of these what has most words of the question, then the latest', async () => {
    const about = { files: ['src/money.py'] };
    await say('Rates are read once a day.', about);
    const later = await say('Discounts are never combined.', about);
    const latest = await say('Currencies come from the bank.', about);
    expect((await ask()).contents).toEqual([latest.content, later.content]);
    const worded = await say(
      'The ledger keeps, among many other numbers which nobody reads, one total of everything.',
      about,
    );
    await say('Refunds need two people.', about);
    expect((await ask()).contents).toContain(worded.content);
    located = {
      files: [
        { path: 'src/tax.py', confidence: 0.9 },
        { path: 'src/money.py', confidence: 0.6 },
      ],
      functions: [],
    };
    const taxed = await say('Tax comes last.', { files: ['src/tax.py'] });
    const { memories } = await ask({ 'memory.v3.graphExpansion.maxItems': 1 });
    const near = memories.filter(({ reached }) => reached !== undefined);
    expect(near.map(({ item }) => item.id)).toEqual([taxed.id]);
  });

  it('take no room from the place itself', async () => {
    await say(`${rule} ${'Round once, at the very end, and never in between. '.repeat(8)}`, {
      files: ['src/money.py'],
    });
    for (let budgetTokens = 75; budgetTokens < 400; budgetTokens += 25) {
      const { memories, places = [], pack } = await ask({}, { budgetTokens });
      expect(pack.tokens).toBeLessThanOrEqual(budgetTokens);
      if (memories.length > 0) expect(places).toHaveLength(1);
    }
    expect((await ask({}, { budgetTokens: 400 })).memories).toHaveLength(1);
  });

  it('pass the gate: none that was put away, and none beside what it contradicts', async () => {
    const about = { files: ['src/money.py'] };
    const gone = await say('Discounts are never combined.', about);
    await store.transact((transaction) => transaction.updateItem({ ...gone, status: 'archived' }));
    await say('Install packages with npm in the kettle.', { scope: 'user', ...about });
    await say('Install packages with pnpm in the kettle, not npm.', about);
    expect((await ask()).contents).toHaveLength(1);
    expect((await ask({ 'memory.v3.contradiction.enabled': false })).contents).toHaveLength(2);
  });

  it('two steps lead on to what stands near another place, and circles end', async () => {
    await say(rule, { files: ['src/money.py', 'src/tax.py'] });
    const far = await say('Tax comes last.', { files: ['src/tax.py', 'src/rate.py'] });
    await say('Rates are read once a day.', { files: ['src/rate.py', 'src/money.py'] });
    expect((await ask()).contents).not.toContain(far.content);
    const { contents } = await ask({
      'memory.v3.graphExpansion.maxHops': 3,
      'memory.v3.graphExpansion.maxItems': 5,
    });
    expect(contents).toContain(far.content);
  });

  it('add nothing unasked or after a failure', async () => {
    await say(rule, { files: ['src/money.py'] });
    const failure = { output: 'Error: invoice total is wrong', command: 'make' };
    expect((await ask({}, { failure })).memories).toEqual([]);
    expect(asked).toEqual([]);
  });
});

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
