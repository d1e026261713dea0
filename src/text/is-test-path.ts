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
/** `src/main` is the product whatever its packages are called: `spring-test/src/main/java/org/springframework/test`. */
const productSourceSet = 'main';

/** Names of test files in every language: `test_x.py`, `x_test.go`, `x.spec.ts`, `x_unittest.cc`, `tests.rs`. */
const plainName = /^(?:conftest|tests?|test_.*|.*_(?:tests?|unittest)|.*[.-](?:test|spec))$/;

/** Names that mean a test in some languages only: mostly the class in the file is called so. */
const namesByLanguage: readonly { readonly extensions: ReadonlySet<string>; readonly name: RegExp }[] = [
  { extensions: new Set(['java', 'kt', 'kts']), name: /[\p{Ll}\p{N}](?:Tests?|TestCase|IT)$/u },
  { extensions: new Set(['scala', 'groovy', 'kt']), name: /[\p{Ll}\p{N}](?:Tests?|Spec|Suite)$/u },
  { extensions: new Set(['rb', 'cr', 'lua']), name: /_spec$/ },
  { extensions: new Set(['cs', 'vb', 'fs']), name: /[\p{Ll}\p{N}](?:Tests?|Fixture)$/u },
  { extensions: new Set(['php', 'swift', 'm', 'mm']), name: /[\p{Ll}\p{N}](?:Tests?|TestCase|Spec)$/u },
];

/** Whether a path is a test's, or of something made for tests only. Told by whole segments and names, never by a substring. */
export function isTestPath(path: string): boolean {
  const folders = path.split('/');
  const name = folders.pop() ?? '';
  const set = folders.find((_, i) => folders[i - 1] === 'src' && isSourceSet(folders, i));
  if (set === productSourceSet) return false;
  return set !== undefined || folders.some(isTestFolder) || isTestName(name);
}

/** `src/main` counts before a language's folder only: elsewhere it is a folder called so. */
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

function isTestName(name: string): boolean {
  const stem = name.replace(/\.[^.]*$/, '');
  const extension = name.slice(stem.length + 1).toLowerCase();
  return (
    plainName.test(stem.toLowerCase()) ||
    namesByLanguage.some((rule) => rule.extensions.has(extension) && rule.name.test(stem))
  );
}
