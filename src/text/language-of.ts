import type { SyntaxLanguage } from '../model/code.ts';

/**
 * Extensions by language. Headers are parsed as C++, whose grammar accepts nearly all C. Cython (`.pyx`) is missing
 * because it differs too much from Python for Python's grammar.
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

/** Files whose language is given by their name instead of an extension. */
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

/** The language of a file, by its path; `undefined` when afterwit has no grammar for it. */
export function languageOf(path: string): SyntaxLanguage | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  const dot = name.lastIndexOf('.');
  return dot > 0 ? languages.get(name.slice(dot + 1)) : fileNames.get(name);
}
