import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { times } from '../../../tests/effort.ts';
import { noFixSource } from '../../../tests/fakes/fix-source.ts';
import { settings as historySettings, plainIndex } from '../../../tests/fakes/history-snapshot.ts';
import { historyOf } from '../../../tests/fakes/opened-history.ts';
import { indexBlob } from '../../codebase/index-blob.ts';
import type { CodeSymbol } from '../../model/code.ts';
import { locateFiles } from './locate-files.ts';

const words = [
  ...['useEffect', 'side_effects', 'sideEffect', 'effect', 'crash', 'crashes', 'crashed', 'properties'],
  ...['property', 'RowWriter', 'row', 'writers', 'write', 'http.client', 'HTTPClient', 'caching', 'cache'],
];
const paths = ['src/row_writer.py', 'src/http/client.py', 'lib/effects.py', 'lib/cache/__init__.py'];
const mentions = [
  ...['client.py', 'src/row_writer.py', 'other/cache/__init__.py', 'import http.client', 'lib.cache.drop'],
  ...['File "/opt/app/http/client.py", line 3, in send', 'File "/opt/effects.py", line 1, in run'],
];
const line = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 8 }).map((all) => all.join(' '));
const source = fc.array(line, { minLength: 1, maxLength: 12 });
const question = fc
  .array(fc.oneof(line, fc.constantFrom(...mentions)), { minLength: 1, maxLength: 4 })
  .map((all) => all.join('\n'));

interface Known {
  readonly text: string;
  readonly symbols: readonly CodeSymbol[];
}

/** Long lines, so that a file has several chunks; a line with one bare word defines it. */
function fileOf(lines: readonly string[]): Known {
  const text = lines.map((row) => (row.includes(' ') ? `${row} ${'# '.repeat(99)}` : row)).join('\n');
  const symbols = lines.flatMap((row, position): readonly CodeSymbol[] =>
    /^\w+$/.test(row)
      ? [{ name: row, kind: 'function', startLine: position + 1, endLine: position + 1 }]
      : [],
  );
  return { text, symbols };
}

async function ask(files: ReadonlyMap<string, Known>, issue: string, isReadable = true) {
  const index = plainIndex();
  const entries = [...files.keys()].map((path, position) => ({
    path,
    blobId: String(position).repeat(40),
    mode: '100644',
  }));
  const structure = { parser: 'syntax', imports: [], calls: [], hasErrors: false } as const;
  index.appendBlobs(
    entries.map(({ path, blobId }) => {
      const { text = '', symbols = [] } = files.get(path) ?? {};
      return indexBlob(blobId, text, { ...structure, symbols });
    }),
  );
  return await locateFiles({
    history: await historyOf([{ name: 'a', message: 'Fix crashes of writers', files: paths.slice(0, 2) }]),
    code: index.code(entries),
    skipped: new Map(),
    readTexts: async (wanted) =>
      new Map(isReadable ? wanted.map((path) => [path, files.get(path)?.text ?? '']) : []),
    issue,
    topK: 10,
    fixSource: noFixSource,
    historySettings,
    settings: { termLimit: 64, youngRepositoryCommits: 0, weakConfidence: 0, minimumAnswerConfidence: 0 },
  });
}

/** The condition that each kind of sentence puts on its quote; a sentence without a quote has no entry. */
const holds: readonly (readonly [
  RegExp,
  (quote: string, path: string, known: Known, issue: string) => boolean,
])[] = [
  [/^its code has /, (quote, _, { text }) => wordsOf(text).has(quote)],
  [
    /^defines /,
    (quote, _, { symbols }, issue) => symbols.some(({ name }) => name === quote) && issue.includes(quote),
  ],
  [/^its path has /, (quote, path) => wordsOf(path).has(quote)],
  [
    /^the text names its module /,
    (quote, path) => path.replace('/__init__', '').replaceAll('/', '.').includes(quote),
  ],
  [/^the text names /, (quote, path, _, issue) => path.endsWith(quote) && issue.includes(quote)],
  [/^stands in the traceback as /, (quote, path, _, issue) => path.endsWith(quote) && issue.includes(quote)],
];

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.match(/\w+/g));
}

describe('the evidence of a file', () => {
  it('quotes nothing that does not stand there', async () => {
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.array(source, { minLength: 4, maxLength: 4 }), question, async (sources, issue) => {
        const files = new Map(paths.map((path, position) => [path, fileOf(sources[position] ?? [])]));
        const { files: found } = await ask(files, issue);
        for (const { path, evidence } of found) {
          for (const sentence of evidence) {
            const [kind, isTrue] = holds.find(([words]) => words.test(sentence)) ?? [];
            for (const [, quote = ''] of sentence.matchAll(/`([^`]*)`/g)) {
              expect([sentence, path, isTrue?.(quote, path, files.get(path) ?? fileOf([]), issue)]).toEqual([
                sentence,
                path,
                true,
              ]);
              seen.add(String(kind));
            }
          }
        }
      }),
      { numRuns: times(400) },
    );
    expect(seen.size).toBe(holds.length);
  });

  it('says nothing of code that cannot be read', async () => {
    const files = new Map(paths.map((path) => [path, fileOf(['crash crashes row writers', 'effect'])]));
    const evidenceOf = async (isReadable: boolean) => {
      const { files: found } = await ask(files, 'crashed writers', isReadable);
      return found.flatMap(({ evidence }) => evidence).join();
    };
    expect(await evidenceOf(true)).toContain('its code has `');
    expect(await evidenceOf(false)).not.toContain('its code has');
  });
});
