import { expect, it } from 'vitest';
import { pathRole } from './path-role.ts';

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
