import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { openSyntaxParser } from '../../src/adapters/syntax/open-syntax-parser.ts';
import type { CodeStructure, SyntaxLanguage } from '../../src/model/code.ts';
import { isFull, some, times } from '../effort.ts';
import { anyCharacter } from '../fakes/any-character.ts';
import { expectSound } from './expect-sound.ts';

const languages: readonly SyntaxLanguage[] = [
  'python',
  'typescript',
  'tsx',
  'javascript',
  'go',
  'rust',
  'java',
  'kotlin',
  'c',
  'cpp',
  'csharp',
  'ruby',
  'php',
];

const parser = openSyntaxParser({ threads: 1 });
afterAll(() => parser.close());

const nothing: CodeStructure = { parser: 'none', symbols: [], imports: [], calls: [], hasErrors: false };

/** Pieces of code of every language, and of none. */
const pieces = [
  ...[
    'def f(a):',
    'class A(B):',
    'import a.b',
    'from . import c',
    '"""text',
    "'",
    '"',
    '`',
    '/*',
    '*/',
    '//',
    '#',
    '@x',
  ],
  ...[
    '{',
    '}',
    '(',
    ')',
    '[',
    ']',
    '<',
    '>',
    '::',
    '=>',
    '=',
    ';',
    ',',
    '\n',
    '\r\n',
    '\n    ',
    '\t',
    '\0',
    '\uFEFF',
  ],
  ...[
    '\ud800',
    '\udc00',
    '😀',
    'function f',
    'fn f',
    'func (r *T) f',
    'impl A for B',
    'use a::{b, c::*}',
    '<?php',
    '?>',
  ],
  ...[
    'namespace n',
    'template <typename T>',
    'A::operator<',
    '#define X',
    '#include <x>',
    'export const x =',
    'end',
    'module M',
  ],
  ...[
    'interface I extends J',
    'require("x")',
    'new X',
    'x.y.z',
    'é',
    '名前',
    'enum E',
    'type T =',
    'static final',
  ],
];

// By itself, `languages.test.ts` reads a file of each.
test.each(some(languages))('%s: any text gives a sound structure', async (language) => {
  const text = fc.array(
    fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...pieces) }, fc.string({ unit: anyCharacter })),
    {
      maxLength: 60,
    },
  );
  await fc.assert(
    fc.asyncProperty(text, fc.constantFrom('', ' '), async (parts, space) => {
      const source = parts.join(space);
      expectSound(await parser.parse(source, language), source);
    }),
    { numRuns: times(150) },
  );
});

const many = 10_000;
const hostile: Readonly<Record<string, string>> = {
  'open brackets': '['.repeat(many),
  'nested calls': 'f('.repeat(many) + ')'.repeat(many),
  'nested blocks': 'class A {'.repeat(many),
  'nested functions': Array.from({ length: 500 }, (_, depth) => `${' '.repeat(depth)}def f():`).join('\n'),
  'a huge line': `x = ${'1 + '.repeat(100_000)}1`,
  'an endless string': `"${'a'.repeat(1_000_000)}`,
  'symbols on one line': 'function f(){}'.repeat(8_000),
  'comments that never end': '/*'.repeat(100_000),
};

test.each(Object.entries(hostile))(
  '%s: read or given up within its time, in every language',
  async (name, text) => {
    const limitMs = times(1_600, 100);
    const limited = openSyntaxParser({ threads: 2, limitMs });
    try {
      const turn = Object.keys(hostile).indexOf(name);
      for (const language of some(some(languages, turn), turn)) {
        const startedAtMs = performance.now();
        expectSound(await limited.parse(text, language), text);
        // The limit, and what comes around it: a new thread, its grammar, a machine with other things to do.
        expect(performance.now() - startedAtMs, language).toBeLessThan(limitMs + 100_000);
      }
    } finally {
      limited.close();
    }
  },
);

test('a text that takes too long is given up, and those beside and after it are read', async () => {
  const limited = openSyntaxParser({ threads: 1, limitMs: 200 });
  const slow = 'def f(): pass\n'.repeat(250_000);
  const structures = await Promise.all(
    ['x = 1', slow, 'y = 2', 'z = 3'].map((text) => limited.parse(text, 'python')),
  );
  structures.push(await limited.parse('w = 4', 'python'));
  limited.close();
  expect(structures.map(({ parser, symbols }) => [parser, symbols.map(({ name }) => name)])).toEqual([
    ['syntax', ['x']],
    ['none', []],
    ['syntax', ['y']],
    ['syntax', ['z']],
    ['syntax', ['w']],
  ]);
  expect(structures[1]?.hasErrors).toBe(true);
});

test('without its grammar a language is not read, and the parser says why', async () => {
  const grammarFolder = mkdtempSync(join(tmpdir(), 'afterwit-no-grammars-'));
  const without = openSyntaxParser({ grammarFolder });
  try {
    expect(await without.parse('def f(): pass', 'python')).toEqual(nothing);
    expect(await without.parse('def g(): pass', 'python')).toEqual(nothing);
    expect([...without.unavailable.keys()]).toEqual(['python']);
    expect(without.unavailable.get('python')).toContain('tree-sitter-python.wasm');
  } finally {
    without.close();
    rmSync(grammarFolder, { recursive: true });
  }
});

test.each([
  ['missing', 'none.js', undefined],
  ['broken', 'broken.mjs', "throw new Error('out of order')"],
  ['ending at once', 'ended.mjs', 'process.exit(0)'],
])('a thread that is %s is told of once, and no text waits for another', async (_, name, text) => {
  const folder = mkdtempSync(join(tmpdir(), 'afterwit-no-thread-'));
  if (text !== undefined) writeFileSync(join(folder, name), text);
  const told: string[] = [];
  const broken = openSyntaxParser({
    ...{ threads: 2, threadFile: pathToFileURL(join(folder, name)) },
    onFault: (reason) => told.push(reason),
  });
  try {
    const texts = Array.from({ length: 200 }, () => broken.parse('def f(): pass', 'python'));
    expect(new Set((await Promise.all(texts)).map((structure) => JSON.stringify(structure)))).toEqual(
      new Set([JSON.stringify(nothing)]),
    );
    expect(broken.failure).toMatch(
      name === 'ended.mjs' ? /ended/ : name === 'none.js' ? /none\.js/ : /out of order/,
    );
    expect(told).toHaveLength(1);
  } finally {
    broken.close();
    rmSync(folder, { recursive: true });
  }
});

test('a file too long to be code is not parsed', async () => {
  const structure = await parser.parse(' '.repeat(4_000_001), 'python');
  expect(structure).toEqual({ ...nothing, hasErrors: true });
});

test('closing answers waiting and later jobs', async () => {
  const closing = openSyntaxParser({ threads: 1 });
  const waiting = Array.from({ length: 5 }, () => closing.parse('x = 1\n'.repeat(10_000), 'python'));
  closing.close();
  closing.close();
  const structures = await Promise.all([...waiting, closing.parse('x = 1', 'python')]);
  expect(structures.map(({ parser: reader }) => reader)).toEqual(Array(6).fill('none'));
});

// It takes many trees to tell their memory from that of the process.
test.runIf(isFull)('the memory of a tree is given back at once', async () => {
  const text = 'class A(B):\n    def f(self):\n        return self.g(1)\n'.repeat(400);
  const read = async (count: number) => {
    for (let done = 0; done < count; done += 20)
      await Promise.all(Array.from({ length: 20 }, () => parser.parse(text, 'python')));
    return process.memoryUsage.rss();
  };
  const before = await read(20);
  const after = await read(240);
  // Left to the garbage collector, which does not see the parser's memory, trees take some 110 MB; given back, 30.
  expect(after - before).toBeLessThan(65_000_000);
});
