import { expect, it } from 'vitest';
import { namesFile } from './names-file.ts';

it.each([
  ['The router loses its state', 'src/router.ts'],
  ['fails in src/router', 'src/router.ts'],
  ['SessionStore forgets', 'src/session_store.go'],
  ['OuterTypeFilename is too strict', 'src/OuterTypeFilenameCheck.java'],
  ['the hydration folder', 'src/hydration/index.ts'],
])('%s names %s', (text, path) => {
  expect(namesFile(text, path)).toBe(true);
});

it.each([
  ['The routers lose their state', 'src/router.ts'],
  ['an index out of range', 'src/hydration/index.ts'],
  ['stores of visitors', 'src/session_store.go'],
])('%s does not name %s', (text, path) => {
  expect(namesFile(text, path)).toBe(false);
});
