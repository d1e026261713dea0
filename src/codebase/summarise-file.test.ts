import { describe, expect, it } from 'vitest';
import { codeStructure, type StructureSketch } from '../../tests/fakes/code-structure.ts';
import { idOf } from '../../tests/fakes/commit-history.ts';
import {
  countMessageTerms,
  type FileFacts,
  firstSentences,
  type MessageTerms,
  summariseFile,
  summaryText,
  wordsOfMessage,
} from './summarise-file.ts';

function messages(texts: readonly string[], elsewhere: Readonly<Record<string, number>> = {}): MessageTerms {
  return {
    commitCount: texts.length,
    terms: countMessageTerms(texts.map(wordsOfMessage)),
    historyCommitCount: 100,
    historyFrequency: (term) => elsewhere[term] ?? 0,
  };
}

function summary(sketch: StructureSketch, facts: Partial<FileFacts> = {}) {
  return summariseFile({
    path: 'src/io.py',
    structure: codeStructure(sketch),
    messages: messages([]),
    coupled: [],
    changes: 3,
    heat: 1.5,
    lastChangedAtMs: 7,
    asOf: idOf('a'),
    ...facts,
  });
}

describe('summariseFile', () => {
  it('tells what is known, and how long that is', () => {
    const found = summary({ documentation: 'Reads files.', symbols: [{ name: 'read' }], imports: ['os'] });
    expect(found).toEqual({
      path: 'src/io.py',
      language: 'python',
      purpose: 'Reads files.',
      exports: [{ name: 'read', kind: 'function', line: 1 }],
      exportCount: 1,
      themes: [],
      changesWith: [],
      counts: { classes: 0, functions: 1, methods: 0, imports: 1 },
      changes: 3,
      heat: 1.5,
      lastChangedAtMs: 7,
      estimatedTokens: 7,
      asOf: idOf('a'),
    });
    expect(summaryText(found)).toBe('src/io.py\nReads files.\nread');
  });

  it('says nothing of what it does not know', () => {
    const found = summary(
      {},
      { path: 'NOTES', structure: undefined, changes: 0, heat: 0, lastChangedAtMs: undefined },
    );
    expect(found).toMatchObject({ path: 'NOTES', exports: [], counts: { imports: 0 }, changes: 0 });
    expect(Object.keys(found)).not.toContain('purpose');
    expect(Object.keys(found)).not.toContain('language');
    expect(Object.keys(found)).not.toContain('lastChangedAtMs');
  });

  it('takes the purpose from the main definition when the file has none', () => {
    const symbols = [{ name: 'Writer', kind: 'class', documentation: 'Writes. In blocks.' } as const];
    expect(summary({ symbols }).purpose).toBe('Writes.');
  });

  it('lists what is public, the most important first', () => {
    const symbols = [
      { name: 'limit', kind: 'constant' },
      { name: 'small' },
      { name: 'large', startLine: 10, endLine: 90 },
      { name: '_hidden', startLine: 10, endLine: 900 },
      { name: 'Writer', kind: 'class', startLine: 100, endLine: 140, documentation: 'Writes. Well.' },
      { name: 'write', kind: 'method', container: 'Writer', startLine: 110 },
      { name: 'small', startLine: 200 },
      { name: 'Acme', kind: 'module', startLine: 300, endLine: 320 },
      { name: 'Inner', kind: 'class', container: 'Acme', startLine: 310 },
      { name: 'tests', kind: 'module', startLine: 400 },
      { name: 'checks', container: 'tests', startLine: 401 },
    ] as const;
    const { exports, exportCount } = summary({ symbols });
    expect(exports.map(({ name }) => name)).toEqual(['Writer', 'large', 'Inner', 'small', 'limit']);
    expect(exports[0]).toEqual({ name: 'Writer', kind: 'class', line: 100, documentation: 'Writes.' });
    expect(exportCount).toBe(5);
  });

  it('names a dozen of many, and counts all', () => {
    const symbols = Array.from({ length: 40 }, (_, at) => ({ name: `f${at}` }));
    expect(summary({ symbols })).toMatchObject({ exportCount: 40, exports: { length: 12 } });
  });

  it('names the files that change with it, the surest five', () => {
    const coupled = Array.from({ length: 7 }, (_, at) => ({ path: `c${at}.py`, share: 0.5 }));
    const found = summary({}, { coupled });
    expect(found.changesWith.map(({ path }) => path)).toEqual(['c0.py', 'c1.py', 'c2.py', 'c3.py', 'c4.py']);
    expect(found.estimatedTokens).toBeGreaterThan(summary({}).estimatedTokens);
  });
});

describe('themes', () => {
  it('are words that come back here and are rare elsewhere, as they were written', () => {
    const texts = [
      'Fix SurrogateEscape in Decoder',
      'Decoders: fix leak',
      'fix Decoders again',
      'Fix io docs',
    ];
    const { themes } = summary({}, { messages: messages(texts, { fix: 90, decoder: 3 }) });
    expect(themes).toEqual([{ word: 'Decoders', commits: 3 }]);
  });

  it('are not what the path says already', () => {
    expect(summary({}, { messages: messages(['io src', 'io src', 'io src']) }).themes).toEqual([]);
  });

  it('show a compound once, not with its parts', () => {
    const { themes } = summary({}, { messages: messages(['MigrationWriter', 'MigrationWriter']) });
    expect(themes.map(({ word }) => word)).toEqual(['MigrationWriter']);
  });

  it('do not depend on the order of the commits', () => {
    const texts = ['a Leak here', 'leak there', 'cache leak', 'cache Leak', 'cache'];
    const reversed = summary({}, { messages: messages(texts.toReversed()) });
    expect(reversed).toEqual(summary({}, { messages: messages(texts) }));
  });
});

describe('firstSentences', () => {
  it.each([
    ['One. Two. Three.', 'One. Two.'],
    ['Reads e.g. JSON. Writes nothing. More.', 'Reads e.g. JSON. Writes nothing.'],
    ['By J. Doe. Two.', 'By J. Doe. Two.'],
    ['Title\n=====\n\nOne line\nand another. Two! Three?', 'One line and another. Two!'],
    ['Title\n=====\n', 'Title'],
    ['It has steps: 1. Read. 2. Write. 3. End.', 'It has steps: 1. Read. 2. Write.'],
    ['No stop at all', 'No stop at all'],
    ['Version 1.2.3 of it. End.', 'Version 1.2.3 of it. End.'],
  ])('%j', (text, expected) => {
    expect(firstSentences(text, 2)).toBe(expected);
  });

  it.each([undefined, '', ' \n', '-----', '1234'])('finds no words in %j', (text) => {
    expect(firstSentences(text, 2)).toBeUndefined();
  });

  it('is cut between words', () => {
    const long = firstSentences('word '.repeat(1000), 2) ?? '';
    expect(long).toMatch(/^(?:word )+…$/);
    expect(long.length).toBeLessThanOrEqual(302);
    expect(firstSentences('😀a'.repeat(1000), 2)?.isWellFormed()).toBe(true);
  });
});
