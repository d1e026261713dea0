import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { times } from '../../tests/effort.ts';
import type { IssueViews } from '../model/answers/file-location.ts';
import { cutFunctions, functionText } from './cut-functions.ts';
import { askedWords, describeFunction, type FileToCut, rankFunctions } from './rank-functions.ts';
import { countFunctionTerms } from './score-functions.ts';

const names = ['read_entries', 'flush', 'readEntry', 'close_all', 'ArchiveReader', 'Pool'];
const words = [...names, 'entries', 'handle', 'reading', 'archives', 'pooled', 'crash', 'the', 'closes'];
const line = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 8 }).map((all) => all.join(' '));
const issues = fc
  .tuple(line, fc.array(line, { maxLength: 6 }))
  .map(([title, rest]) => [title, ...rest].join('\n'));
const sketch = fc.record({
  name: fc.constantFrom(...names),
  container: fc.option(fc.constantFrom('ArchiveReader', 'Pool', 'lib.Pool'), { nil: undefined }),
  body: fc.array(line, { minLength: 1, maxLength: 5 }),
});
const file = fc.record({
  path: fc.constantFrom('lib/pool.py', 'src/reader.py'),
  confidence: fc.double({ min: 0, max: 0.95, noNaN: true }),
  functions: fc.array(sketch, { maxLength: 5 }),
});

/** The views of a question as far as functions are ranked by them. */
function viewsOf(issue: string): IssueViews {
  const [title = ''] = issue.split('\n');
  return { title, full: issue, code: '', paths: [], frames: [], dottedNames: [] };
}

function fileOf({
  path,
  confidence,
  functions,
}: typeof file extends fc.Arbitrary<infer Value> ? Value : never) {
  const lines: string[] = [];
  const symbols = functions.map(({ name, container, body }) => {
    const startLine = lines.length + 1;
    lines.push(...body);
    const kind = container === undefined ? ('function' as const) : ('method' as const);
    const place = { name, kind, startLine, endLine: lines.length };
    return container === undefined ? place : { ...place, container };
  });
  const cut = cutFunctions(symbols);
  const found: FileToCut = {
    path,
    confidence,
    symbols: cut.map(({ name }) => name),
    terms: countFunctionTerms(cut, lines.join('\n')),
  };
  return { found, lines };
}

describe('functions of an answer', () => {
  const answers = fc.tuple(fc.uniqueArray(file, { selector: ({ path }) => path, maxLength: 2 }), issues);

  it('are said nothing of that does not hold', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(answers, ([files, issue]) => {
        const views = viewsOf(issue);
        const sketches = files.map(fileOf);
        const { functions, scores } = rankFunctions(
          sketches.map(({ found }) => found),
          views,
        );
        const question = askedWords(views, scores.terms, functions.length);
        for (const found of functions) {
          const { ownName, container = '' } = found.cut;
          const { lines = [] } = sketches.find((each) => each.found === found.file) ?? {};
          const text = functionText(lines, found.cut, 10_000);
          for (const sentence of describeFunction(found, text, question)) {
            const quotes = [...sentence.matchAll(/`([^`]*)`/g)].map(([, quote = '']) => quote);
            const kind = sentence.replace(/`.*`/, '…');
            seen.add(kind);
            const isTrue: Readonly<Record<string, () => boolean>> = {
              'its code has …': () => quotes.every((quote) => text.includes(quote)),
              'the text names …': () => quotes[0] === ownName && issue.includes(ownName),
              'the text names …, to which it belongs': () =>
                container.endsWith(quotes[0] ?? '') && issue.includes(quotes[0] ?? ''),
              'its name has words of the title': () =>
                /read|entr|flush|clos|archive|pool/i.test(ownName) && views.title.trim() !== '',
            };
            expect([sentence, isTrue[kind]?.()]).toEqual([sentence, true]);
          }
        }
      }),
      { numRuns: times(300) },
    );
    expect(seen.size).toBe(4);
  });

  it('are never likelier than their files, and stand in the order of their confidence', () => {
    fc.assert(
      fc.property(answers, ([files, issue]) => {
        const cut = files.map((each) => fileOf(each).found);
        const { functions } = rankFunctions(cut, viewsOf(issue));
        expect(functions).toHaveLength(cut.flatMap(({ terms }) => terms.functions).length);
        const confidences = functions.map(({ confidence }) => confidence);
        expect(confidences).toEqual(confidences.toSorted((a, b) => b - a));
        expect(functions.every(({ confidence, file: { confidence: most } }) => confidence <= most)).toBe(
          true,
        );
        expect(confidences.every((confidence) => confidence >= 0)).toBe(true);
      }),
      { numRuns: times(200) },
    );
  });
});
