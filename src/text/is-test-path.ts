import { byFolder } from './by-folder.ts';

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
