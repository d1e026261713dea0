import type { SyntaxLanguage } from '../model/code.ts';

const mostKept = 10_000;

/**
 * Caches a judgement of paths that depends on the folder alone: a tree has ten files to a folder. The cache is bounded, then
 * emptied.
 * @param judge is given the names of the folder, from the top
 */
export function byFolder<T>(judge: (names: readonly string[]) => T): (path: string) => T {
  const kept = new Map<string, T>();
  return (path) => {
    const folder = folderOf(path);
    if (kept.has(folder)) return kept.get(folder) as T;
    const judged = judge(folder === '' ? [] : folder.split('/'));
    if (kept.size >= mostKept) kept.clear();
    kept.set(folder, judged);
    return judged;
  };
}

/** Folders that hold nothing but tests, in any language. */
const testFolders = new Set(
  `test tests testing testdata e2e unittest unittests __tests__ __test__ __mocks__ __fixtures__ __snapshots__ spec specs`.split(
    /\s+/,
  ),
);
/** `integration-tests`, `unit_tests`, `Shop.Api.Tests`; not `_pytest`, `latest`. */
const testSuffix = /[^-_.][-_.]tests?$/;
/** Source sets of Gradle, Maven and Kotlin that stand right under `src`: `androidTest`, `testFixtures`, `test-jdk17`, `it`. */
const testSourceSet = /^(?:it|test.*|[a-z]+Test)$/;
/**
 * Everything below `src/main` is product code, even when a package is named after tests:
 * `spring-test/src/main/java/org/springframework/test`.
 */
const productSourceSet = 'main';

/** Names of test files in every language: `test_x.py`, `x_test.go`, `x.spec.ts`, `x_unittest.cc`, `tests.rs`. */
const plainName = /^(?:conftest|tests?|test_.*|.*_(?:tests?|unittest)|.*[.-](?:test|spec))$/;

/** Names that mean a test only in some languages, where the file is named after its class. */
const namesByLanguage: readonly { readonly extensions: ReadonlySet<string>; readonly name: RegExp }[] = [
  { extensions: new Set(['java', 'kt', 'kts']), name: /[\p{Ll}\p{N}](?:Tests?|TestCase|IT)$/u },
  { extensions: new Set(['scala', 'groovy', 'kt']), name: /[\p{Ll}\p{N}](?:Tests?|Spec|Suite)$/u },
  { extensions: new Set(['rb', 'cr', 'lua']), name: /_spec$/ },
  { extensions: new Set(['cs', 'vb', 'fs']), name: /[\p{Ll}\p{N}](?:Tests?|Fixture)$/u },
  { extensions: new Set(['php', 'swift', 'm', 'mm']), name: /[\p{Ll}\p{N}](?:Tests?|TestCase|Spec)$/u },
];

/**
 * Whether a path belongs to a test or to something made only for tests. Decided by whole segments and names, never by a
 * substring.
 */
export function isTestPath(path: string): boolean {
  return holdsTests(path) ?? isTestName(path.slice(path.lastIndexOf('/') + 1));
}

/** Whether all files of a folder are tests, or none; undefined where their names tell. */
const holdsTests = byFolder((folders) => {
  const set = folders.find((_, i) => folders[i - 1] === 'src' && isSourceSet(folders, i));
  if (set === productSourceSet) return false;
  return set !== undefined || folders.some(isTestFolder) || undefined;
});

/** `src/main` is a source set only when a language's folder follows; otherwise it is an ordinary folder. */
function isSourceSet(folders: readonly string[], position: number): boolean {
  const folder = folders[position] ?? '';
  if (folder === productSourceSet)
    return /^(?:java|kotlin|scala|groovy|resources|proto)$/.test(folders[position + 1] ?? '');
  return (
    testSourceSet.test(folder) &&
    /^(?:java|kotlin|scala|groovy|resources.*)$/.test(folders[position + 1] ?? '')
  );
}

function isTestFolder(folder: string): boolean {
  const lower = folder.toLowerCase();
  return testFolders.has(lower) || testSuffix.test(lower);
}

/** In every name that means a test; most names need no closer look. */
const testWord = /test|spec|fixture|it(?:\.|$)/i;

function isTestName(name: string): boolean {
  if (!testWord.test(name)) return false;
  const stem = name.replace(/\.[^.]*$/, '');
  const extension = name.slice(stem.length + 1).toLowerCase();
  return (
    plainName.test(stem.toLowerCase()) ||
    namesByLanguage.some((rule) => rule.extensions.has(extension) && rule.name.test(stem))
  );
}

/** Purpose of a file, by its path. */
type PathRole = 'source' | 'test' | 'documentation' | 'bookkeeping' | 'other';

const documentationSegments = new Set(['doc', 'docs', 'documentation', 'man', 'manual']);
const documentationExtensions = new Set(['md', 'rst', 'txt', 'adoc', 'tex', 'po', 'pot']);
const sourceExtensions = new Set(
  `py pyx pxd pyi c h cc cpp cxx hh hpp hxx m mm cs java kt kts scala clj go rs rb php js jsx mjs cjs ts tsx mts cts vue svelte
  swift dart lua pl pm r jl ex exs erl hs ml mli fs sql sh bash zsh ps1 html css scss sass less jinja j2 tmpl proto graphql`.split(
    /\s+/,
  ),
);
const bookkeepingName =
  /^(?:changes?|changelog|history|news|releases?|authors?|contributors?|thanks|copying|licen[cs]e|notice|version|\.mailmap|\.gitignore|\.gitattributes|package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|poetry\.lock|uv\.lock|pipfile\.lock|cargo\.lock|go\.sum|gemfile\.lock|composer\.lock)(?:\.(?:md|rst|txt|adoc|old|\d+))?$/;

/**
 * Role of a file. Tests are recognised by whole path *segments* and file names, never by a substring:
 * `src/_pytest/python.py` is source. Bookkeeping files change with all kinds of commits: changelogs, author lists, lock
 * files.
 */
export function pathRole(path: string): PathRole {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  if (bookkeepingName.test(name)) return 'bookkeeping';
  if (isTestPath(path)) return 'test';
  const extension = name.slice(name.lastIndexOf('.') + 1 || name.length);
  if (documentationExtensions.has(extension) || isDocumentationFolder(path)) return 'documentation';
  return sourceExtensions.has(extension) ? 'source' : 'other';
}

const isDocumentationFolder = byFolder((names) =>
  names.some((name) => documentationSegments.has(name.toLowerCase())),
);

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
  kotlin: 'kt kts',
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

/** The path of the folder that a file lies in, with slashes; empty at the top. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

const longestText = 20_000;

/**
 * Whether a text names a file: by its whole path, from the top or absolute, by its end (`parse.ts`,
 * `gate/admit.ts`), as a module (`gate.admit`), or by a folder around it (`src/gate/`).
 * @param path with slashes, from the top of the repository
 */
export function namesPath(text: string, path: string): boolean {
  return text
    .slice(0, longestText)
    .split(besidePaths())
    .some((word) => fits(withoutMarks(word), path));
}

/** Characters outside a path as prose writes it: parsed when needed, for such a class takes a while. */
const besidePaths = () => /[^\p{L}\p{N}_@.~*+/-]+/u;

function fits(name: string, path: string): boolean {
  if (name === '' || name === '/') return false;
  // An absolute path ends with it.
  if (name === path || name.endsWith(`/${path}`)) return true;
  // `build/` alone may be any folder of that name: only at the top it is this one.
  if (name.endsWith('/')) return path.startsWith(name) || (isLong(name) && `/${path}`.includes(`/${name}`));
  if (!/\.\p{L}/u.test(name)) return false;
  return `/${path}`.endsWith(`/${name}`) || isModule(name, path);
}

function isModule(name: string, path: string): boolean {
  return `/${path.replace(/\.[^./]+$/, '')}`.endsWith(`/${name.replaceAll('.', '/')}`);
}

function isLong(folder: string): boolean {
  return folder.indexOf('/') < folder.length - 1;
}

/** `./src/a.ts.` → `src/a.ts`: the end of a sentence is no part of it, and where it starts from is the top. */
function withoutMarks(word: string): string {
  let end = word.length;
  while (word[end - 1] === '.') end -= 1;
  const start = word.startsWith('./') ? 2 : 0;
  return word.slice(start, end);
}
