import { expect, it, test } from 'vitest';
import { byFolder, isTestPath, languageOf, pathRole } from './path-role.ts';

it('judges each folder once', () => {
  const judged: (readonly string[])[] = [];
  const depthOf = byFolder((names) => judged.push(names) && names.length);
  expect(['a/b/c.ts', 'a/b/d.ts', 'e.ts', 'a/b.ts', 'f.ts'].map(depthOf)).toEqual([2, 2, 0, 1, 0]);
  expect(judged).toEqual([['a', 'b'], [], ['a']]);
});

it.each([
  // Python
  'tests/test_build.py',
  'pkg/test_io.py',
  'conftest.py',
  'app/tests.py',
  // JavaScript and TypeScript
  'src/app.test.ts',
  'src/app.spec.tsx',
  'packages/core/__tests__/render.ts',
  'packages/core/__mocks__/clock.js',
  'packages-private/dts-test/ref.test-d.ts',
  // Go
  'pkg/server_test.go',
  'pkg/testdata/input.go',
  // Rust
  'crates/ignore/tests/walk.rs',
  'src/parser/tests.rs',
  'src/parser/test.rs',
  // Java, Kotlin, Scala, Groovy
  'gson/src/test/java/com/google/gson/Fields.java',
  'core/src/testFixtures/java/org/Fake.java',
  'core/src/integrationTest/kotlin/org/Start.kt',
  'app/src/androidTest/java/org/Start.java',
  'src/test-jdk17/java/org/Records.java',
  'src/it/resources/org/Input.java',
  'guava-tests/src/com/google/ListsTest.java',
  'app/ListsTests.kt',
  'app/StartIT.java',
  'app/ParserSpec.scala',
  // C#, C++, Ruby, PHP, Swift, Dart, Elixir
  'Shop.Api.Tests/Orders.cs',
  'Shop/OrderTests.cs',
  'base/strings_unittest.cc',
  'spec/models/user.rb',
  'lib/user_spec.rb',
  'src/UserTest.php',
  'Tests/AppTests/Start.swift',
  'lib/user_test.dart',
  'test/user_test.exs',
])('%s is a test', (path) => {
  expect(isTestPath(path)).toBe(true);
});

it.each([
  'src/_pytest/python.py',
  'src/latest.py',
  'dask/_task_spec.py',
  'pylint/testutils/lint.py',
  'src/contest.go',
  'src/attest/attestation.ts',
  'pkg/cmd/attestation/verify.go',
  'spring-test/src/main/java/org/springframework/test/Context.java',
  'junit-api/src/main/java/org/junit/jupiter/api/RepeatedTest.java',
  'lib/KeySpec.java',
  'src/main.rs',
  'src/Latest.cs',
  'src/Manifest.kt',
  'lib/inspect.rb',
  'src/it/index.ts',
])('%s is none', (path) => {
  expect(isTestPath(path)).toBe(false);
});

it.each([
  ['src/_pytest/python.py', 'source'],
  ['sympy/testing/runtests.py', 'test'],
  ['tests/test_build.py', 'test'],
  ['pkg/server_test.go', 'test'],
  ['web/app.spec.ts', 'test'],
  ['conftest.py', 'test'],
  ['src/latest.py', 'source'],
  ['doc/usage/index.rst', 'documentation'],
  ['README.md', 'documentation'],
  ['CHANGES', 'bookkeeping'],
  ['docs/CHANGELOG.md', 'bookkeeping'],
  ['package-lock.json', 'bookkeeping'],
  ['sphinx/changes.py', 'source'],
  ['Makefile', 'other'],
] as const)('%s is %s', (path, role) => {
  expect(pathRole(path)).toBe(role);
});

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
