import type { SyntaxLanguage } from '../model/code.ts';

/**
 * Extensions by language. A header is read as C++, whose grammar reads nearly all C as well; Cython (`.pyx`) is too far from
 * Python for its grammar.
 */
const extensions: Readonly<Record<SyntaxLanguage, string>> = {
  python: 'py pyi pyw',
  typescript: 'ts mts cts',
  tsx: 'tsx',
  javascript: 'js mjs cjs jsx',
  go: 'go',
  rust: 'rs',
  java: 'java',
  c: 'c',
  cpp: 'cc cpp cxx c++ h hh hpp hxx h++ inl ipp tpp',
  csharp: 'cs csx',
  ruby: 'rb rake gemspec ru',
  php: 'php php5 phtml',
};

/** Files whose name, not extension, says what they hold. */
const fileNames: ReadonlyMap<string, SyntaxLanguage> = new Map([
  ['rakefile', 'ruby'],
  ['gemfile', 'ruby'],
  ['sconstruct', 'python'],
  ['sconscript', 'python'],
  ['wscript', 'python'],
]);

const languages: ReadonlyMap<string, SyntaxLanguage> = new Map(
  (Object.entries(extensions) as [SyntaxLanguage, string][]).flatMap(([language, list]) =>
    list.split(' ').map((extension) => [extension, language] as const),
  ),
);

/** The language of a file as its path tells; `undefined` when its structure is not read from a syntax tree. */
export function languageOf(path: string): SyntaxLanguage | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  const dot = name.lastIndexOf('.');
  return dot > 0 ? languages.get(name.slice(dot + 1)) : fileNames.get(name);
}
