import { expect, test } from 'vitest';
import { languageOf } from './language-of.ts';

test.each([
  ['src/a.py', 'python'],
  ['src/a.pyi', 'python'],
  ['a.ts', 'typescript'],
  ['a.test.MTS', 'typescript'],
  ['a.d.cts', 'typescript'],
  ['view.tsx', 'tsx'],
  ['a.jsx', 'javascript'],
  ['a.cjs', 'javascript'],
  ['main.go', 'go'],
  ['lib.rs', 'rust'],
  ['A.java', 'java'],
  ['a.c', 'c'],
  ['a.h', 'cpp'],
  ['a.hpp', 'cpp'],
  ['a.cs', 'csharp'],
  ['lib/Rakefile', 'ruby'],
  ['a.php', 'php'],
])('%s is %s', (path, language) => {
  expect(languageOf(path)).toBe(language);
});

test.each(['a.pyx', 'README', 'a', '.py', 'a.py/readme', 'dir.py/', '', 'a.vue', 'a.'])(
  '%s is read without a grammar',
  (path) => {
    expect(languageOf(path)).toBeUndefined();
  },
);
