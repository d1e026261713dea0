import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { itemId } from '../../tests/fakes/memory-item.ts';
import { polarityOf } from '../text/statements/denial.ts';
import { findClusters } from './find-clusters.ts';
import { factsOf, summariseCluster } from './summarise-cluster.ts';

describe('factsOf', () => {
  it('finds what cannot be said in other words', () => {
    const text =
      'Run `npm test -- api`, see src/api/client.ts (line 42), v1.2.3, --no-cache and parseRow.\n$ make all';
    expect(factsOf(text)).toEqual([
      'npm test -- api',
      'make all',
      'src/api/client.ts',
      '42',
      'v1.2.3',
      '--no-cache',
      'parseRow',
    ]);
    expect(factsOf('The cache is stale, so clear it first.')).toEqual([]);
  });
});

describe('summariseCluster', () => {
  it('says once what was said often', () => {
    const content = 'The import of orders failed because the queue was full.';
    const fragments = [1, 2, 3, 4].map((run) => ({ title: '', content: `${content} Run ${run} took 30 s.` }));
    const summary = summariseCluster(fragments);
    expect(summary.split(content)).toHaveLength(2);
    expect(summary).toContain('Run 1 took 30 s. [1] (also 2 [2]; 3 [3]; 4 [4])');
  });

  it('tells the values of each telling together, and whose they are', () => {
    const told = [
      'Run 12 took 30 s on a.ts. It failed.',
      'Run 13 took 31 s on a.ts. It passed.',
      'Run 13 took 31 s on a.ts.',
    ];
    const summary = summariseCluster(told.map((content) => ({ title: '', content })));
    expect(summary.split('\n').slice(1)).toEqual([
      'Run 12 took 30 s on a.ts. [1] (also 13, 31 [2–3])',
      'It failed. [1]',
      'It passed. [2]',
    ]);
    expect(summariseCluster([1, 2].map(() => ({ title: '', content: 'Run 12 took 30 s.' })))).toBe(
      'Run 12 took 30 s.',
    );
  });

  it('keeps together what came of which value', () => {
    const tried = (...limits: readonly [number, number]) =>
      `The limit was ${limits[0]} s. It failed then. The limit was ${limits[1]} s. It passed then.`;
    const fragments = [tried(5, 10), tried(7, 12), tried(5, 11)].map((content) => ({ title: '', content }));
    expect(summariseCluster(fragments).split('\n').slice(1)).toEqual([
      'The limit was 5 s. [1, 3] (also 7 [2])',
      'It failed then.',
      'The limit was 10 s. [1] (also 12 [2]; 11 [3])',
      'It passed then.',
    ]);
  });

  it('holds each telling whole and in its order under the number of the telling', () => {
    const passage = fc.oneof(
      fc.constantFrom('It failed then.', 'It passed then.', 'The queue was full.'),
      fc.integer({ min: 1, max: 4 }).map((value) => `The limit was ${value} s.`),
    );
    const telling = fc.array(passage, { minLength: 1, maxLength: 8 });
    const valueless = (text: string) => text.replaceAll(/\d+/g, 'N');
    const numbersIn = (label: string) =>
      label.split(', ').flatMap((run) => {
        const [from = 0, to = from] = run.split('–').map(Number);
        return Array.from({ length: to - from + 1 }, (_, at) => from + at);
      });
    fc.assert(
      fc.property(fc.array(telling, { minLength: 2, maxLength: 5 }), (tellings) => {
        const fragments = tellings.map((passages) => ({ title: '', content: passages.join(' ') }));
        const lines = summariseCluster(fragments).split('\n');
        const read = lines.flatMap((line) => {
          const [sentence] = /^(?:It|The) .*?\./.exec(line) ?? [];
          const by = [...line.matchAll(/\[([\d–, ]+)\]/g)].flatMap(([, label = '']) => numbersIn(label));
          return sentence === undefined ? [] : [{ sentence: valueless(sentence), by }];
        });
        tellings.forEach((passages, at) => {
          const own = read.filter(({ by }) => by.length === 0 || by.includes(at + 1));
          expect(own.map(({ sentence }) => sentence)).toEqual(passages.map(valueless));
        });
      }),
    );
  });

  it('numbers tellings otherwise where they have numbers in brackets themselves', () => {
    const summary = summariseCluster(['See [1].', 'See [2].'].map((content) => ({ title: '', content })));
    expect(summary.split('\n').slice(1)).toEqual(['See [1]. «1»', 'See [2]. «2»']);
  });

  it.each([
    ['Stop it: --force is not needed.', 'Stop it: --force is needed.'],
    ['It is slow with cache.ts open.', 'It is slow without cache.ts open.'],
    ['$ npm run build --if-present', '$ npm run build --if-needed'],
    ['exit 1', 'exit 2'],
  ])('takes only values for values: %s', (one, other) => {
    const summary = summariseCluster([one, other].map((content) => ({ title: '', content })));
    expect(summary.split('\n').slice(1)).toEqual([`${one} [1]`, `${other} [2]`]);
  });

  it.each([
    ['We run the import before the deploy.', 'We do not run the import before the deploy.'],
    ['The import of orders into the warehouse failed.', 'The import of orders into the warehouse passed.'],
    ['Turn the cache on before the nightly import.', 'Turn the cache off before the nightly import.'],
    ['Do not stop the queue, stop the import.', 'Stop the queue, do not stop the import.'],
  ])('says both where one word makes the difference: %s', (one, other) => {
    const summary = summariseCluster([one, other, one].map((content) => ({ title: '', content })));
    expect(summary.split('\n').slice(1)).toEqual([`${one} [1, 3]`, `${other} [2]`]);
  });

  it('loses no path, command or number, whatever the texts', () => {
    const word = fc.constantFrom(
      'the',
      'cache',
      'fails',
      'in',
      'src/a.ts',
      '17',
      '`npm run x`',
      'v2.0',
      'again.',
      '\n$ make',
    );
    const content = fc.array(word, { minLength: 1, maxLength: 20 }).map((words) => words.join(' '));
    fc.assert(
      fc.property(fc.array(content, { minLength: 1, maxLength: 6 }), (contents) => {
        const summary = summariseCluster(contents.map((each) => ({ title: '', content: each })));
        for (const fact of contents.flatMap(factsOf)) expect(summary).toContain(fact);
      }),
    );
  });
});

describe('polarityOf', () => {
  it('tells what is so from what is not, must be or may be', () => {
    expect(polarityOf('We deploy by hand; note the notice of the canal.')).toBe('');
    const texts = ['Do not deploy', 'Don’t deploy', "It can't deploy", 'You cannot deploy'];
    expect(texts.map(polarityOf)).toEqual(['not', 'not', 'not', 'not']);
    expect(polarityOf('Never deploy without a tag')).toBe('never without');
    expect(polarityOf('It is no longer needed')).not.toBe(polarityOf('It is needed'));
    expect(polarityOf('Only ada must deploy')).toBe('only must');
    expect(polarityOf('Anyone may deploy')).toBe('may');
  });
});

it('tells values with a comma apart from two values', () => {
  const said = (values: string) => ({
    title: '',
    content: `The import read ${values} rows of the table in one go.`,
  });
  expect(summariseCluster(['12', '1,200', '7;8'].map(said))).toContain('(also `1,200` [2]; `7;8` [3])');
});

describe('findClusters', () => {
  const member = (index: number, content: string) => ({ id: itemId(index), title: '', content });
  const likeness = { likeness: 0.5, minimum: 3 };

  it('puts together what tells of the same, and leaves the others alone', () => {
    const same = [1, 2, 3].map((at) =>
      member(at, `nightly import of orders failed with a full queue on host ${at}`),
    );
    const others = [
      member(8, 'colours of the theme are named after birds'),
      member(9, 'releases are tagged by hand on Fridays'),
    ];
    const clusters = all(findClusters([...same, ...others], likeness));
    expect(clusters.map((all) => all.map(({ id }) => id))).toEqual([same.map(({ id }) => id)]);
  });

  it('gives none where too few are alike', () => {
    const few = [member(1, 'a full queue'), member(2, 'a full queue')];
    expect(all(findClusters(few, likeness))).toEqual([]);
  });

  it('stops for others every hundred members, twice', () => {
    const steps = findClusters(
      Array.from({ length: 250 }, (_, at) => member(at, `queue ${at}`)),
      likeness,
    );
    expect([...steps]).toHaveLength(4);
  });
});

function all<T>(steps: Generator<void, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
