import { beforeEach, describe, expect, it } from 'vitest';
import { clean, failureProfile, itemId, memoryItem } from '../../tests/fakes/memory-item.ts';
import { plainStore } from '../../tests/fakes/memory-store.ts';
import type { MemoryItem } from '../model/memory-item.ts';
import { globalScope, type Scope, scopeOf } from '../model/provenance.ts';
import type { MemoryStore } from '../ports/memory-store.ts';
import { itemTerms, queryTerms } from './item-terms.ts';
import { rankItems } from './rank-items.ts';

const repository = scopeOf('repo', 'r1');
const texts = [
  'Run npm run build before the tests, they load dist',
  'The parser drops trailing commas unless strict is set',
  'Use pnpm, never npm, to install packages',
  'Release notes are made by changesets',
  'Postgres needs the extension pgcrypto for the tests',
];
let store: MemoryStore;

beforeEach(async () => {
  store = plainStore();
  await store.transact((transaction) => {
    for (const [at, text] of texts.entries())
      put(transaction.putItem, { id: itemId(at), title: clean(text) });
    put(transaction.putItem, {
      id: itemId(90),
      scope: scopeOf('repo', 'another'),
      title: clean('The parser of another repository drops trailing commas'),
    });
  });
});

function put(
  putItem: (item: MemoryItem, terms: ReadonlyMap<string, number>) => void,
  changes: Partial<MemoryItem>,
) {
  const item = memoryItem({ scope: repository, content: clean(''), ...changes });
  putItem(item, itemTerms(item));
}

function rank(
  text: string,
  files: readonly string[] = [],
  scopes: readonly Scope[] = [repository, globalScope],
) {
  const settings = { termLimit: 24 };
  return store.read((reader) =>
    rankItems({ reader, scopes, terms: queryTerms(text, undefined), files, limit: 3, settings }),
  ).candidates;
}

describe('rankItems', () => {
  it.each([
    ['why are trailing commas dropped by the parser', 1],
    ['which package manager installs packages: npm or pnpm?', 2],
    ['how are release notes made', 3],
    ['pgcrypto is missing', 4],
  ])('finds the memory for %j', (text, at) => {
    const [best] = rank(text);
    expect(best?.item.id).toBe(itemId(at));
    expect(best?.score).toBeCloseTo(best?.explain().parts.reduce((sum, { value }) => sum + value, 0) ?? 0, 9);
  });

  it('reads the scopes asked for and no other', () => {
    expect(rank('parser trailing commas').map(({ item }) => item.id)).toEqual([itemId(1)]);
    expect(
      rank('parser trailing commas', [], [scopeOf('repo', 'another')]).map(({ item }) => item.id),
    ).toEqual([itemId(90)]);
    expect(rank('parser trailing commas', [], [globalScope])).toEqual([]);
  });

  it('is as relevant as the share of the query that a memory holds: words of no memory count against it', () => {
    const [whole] = rank('parser drops trailing commas');
    const [part] = rank('parser drops kubernetes ingress certificates');
    expect(whole?.relevance).toBeCloseTo(1, 9);
    expect(part?.relevance).toBeLessThan(0.5);
    expect(rank('kubernetes ingress certificates')).toEqual([]);
    expect(rank('')).toEqual([]);
  });

  it('puts memories about a file that is being worked on first', async () => {
    await store.transact((transaction) => {
      for (const [at, path] of ['src/a.ts', 'src/b.ts'].entries()) {
        put(transaction.putItem, {
          id: itemId(50 + at),
          title: clean('Writer must flush'),
          references: [clean(path)],
        });
      }
    });
    expect(rank('writer flush', ['src/a.ts'])[0]?.item.id).toBe(itemId(50));
    expect(rank('writer flush', ['src/b.ts'])[0]?.item.id).toBe(itemId(51));
  });
});

describe('itemTerms', () => {
  it('finds a resolution by its error, the names in it and the command', () => {
    const failure = failureProfile({
      command: { program: 'cargo', subcommand: 'test', family: 'cargo test' },
      errorLines: [clean('error[E0308]: mismatched types')],
      exceptionTypes: ['E0308'],
      entities: [{ kind: 'symbol', value: 'parse_header' }],
    });
    const terms = itemTerms(memoryItem({ body: { kind: 'variant', patternId: itemId(90), failure } }));
    for (const term of ['cargo', 'mismatch', 'header', '=parse_header'])
      expect([...terms.keys()]).toContain(term);
    expect([...queryTerms('', failure).keys()]).toContain('=e0308');
  });

  it('counts a title twice', () => {
    const terms = itemTerms(memoryItem({ title: clean('kettle'), content: clean('kettle lid') }));
    expect(terms.get('kettl')).toBe(3);
    expect(terms.get('lid')).toBe(1);
  });
});

it('finds the only memory there is by a long text: in a young store no term is common', async () => {
  store = plainStore();
  const words = Array.from(
    { length: 40 },
    (_, at) => `word${String.fromCharCode(97 + (at % 26))}${'x'.repeat(at)}`,
  );
  await store.transact((transaction) => put(transaction.putItem, { title: clean(words.join(' ')) }));
  expect(rank(words.join('\n'))).toHaveLength(1);
});

it('gives as many of the next best as are asked for, none twice', () => {
  const settings = { termLimit: 24 };
  const rankBest = (limit: number, most: number) =>
    store.read((reader) => {
      const terms = queryTerms('tests, trailing commas and packages: npm or pgcrypto', undefined);
      const { candidates, further } = rankItems({
        ...{ reader, scopes: [repository], terms, files: ['src/any.ts'], limit, settings },
      });
      return [...candidates, ...further(most)].map(({ item }) => item.id);
    });
  const all = rankBest(5, 0);
  expect(all).toHaveLength(4);
  expect(rankBest(1, 2)).toEqual(all.slice(0, 3));
  expect(rankBest(1, 9)).toEqual(all);
});
