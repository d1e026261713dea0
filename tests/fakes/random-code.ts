import fc from 'fast-check';
import type { StructuredFile } from '../../src/codebase/resolve-imports.ts';
import { codeStructure } from './code-structure.ts';

const names = ['a', 'b', 'Writer', 'Reader', 'write', 'constructor', '__proto__'] as const;
const name = fc.constantFrom(...names);
const folder = fc.array(fc.constantFrom('src', 'pkg', 'tests', 'a'), { maxLength: 3 });
const fileName = fc.constantFrom(
  'a.py',
  '__init__.py',
  'b.ts',
  'a.go',
  'a.rs',
  'Writer.java',
  'a.cs',
  'a.c',
  'a.h',
  'a.rb',
  'a.php',
);
const path = fc.tuple(folder, fileName).map(([folders, last]) => [...folders, last].join('/'));

const module = fc.oneof(
  fc.constantFrom(
    '',
    '.',
    '..',
    './a',
    '../a',
    'a',
    'a.h',
    'pkg.a',
    '.a',
    'self::a',
    'super',
    'crate::a::b',
    'example.com/src/pkg',
    '../../..',
  ),
  fc.string({ unit: fc.constantFrom('.', '/', 'a', '::', '\\', 'pkg', '#', ' ') }),
);

const symbol = fc
  .record({
    name,
    kind: fc.constantFrom('class', 'interface', 'function', 'method', 'module', 'constant'),
    container: fc.option(
      fc.array(name, { minLength: 1, maxLength: 2 }).map((parts) => parts.join('.')),
      { nil: undefined },
    ),
    bases: fc.array(name, { maxLength: 2 }),
    startLine: fc.integer({ min: 1, max: 20 }),
    length: fc.nat(10),
  })
  .map(({ container, length, ...rest }) => ({
    ...rest,
    ...(container === undefined ? {} : { container }),
    endLine: rest.startLine + length,
  }));

const structure = fc
  .record({
    symbols: fc.array(symbol, { maxLength: 6 }),
    imports: fc.array(fc.tuple(module, fc.array(fc.oneof(name, fc.constant('*')), { maxLength: 2 })), {
      maxLength: 4,
    }),
    calls: fc.array(fc.tuple(fc.option(fc.nat(), { nil: undefined }), name), { maxLength: 6 }),
  })
  .map(({ symbols, imports, calls }) =>
    codeStructure({
      symbols,
      imports: imports.map(([from, taken]) => [from, ...taken] as const),
      calls: calls.map(([caller, callee]) =>
        caller === undefined || symbols.length === 0 ? callee : ([caller % symbols.length, callee] as const),
      ),
    }),
  );

/** Files in several languages that import, call and inherit at random, names that no map should trip over among them. */
export const randomFiles: fc.Arbitrary<readonly StructuredFile[]> = fc.uniqueArray(
  fc.record({ path, structure }),
  {
    maxLength: 10,
    selector: (file) => file.path,
  },
);
