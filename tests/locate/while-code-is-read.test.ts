import { expect, onTestFinished, test } from 'vitest';
import { openMemory } from '../../src/index.ts';
import { newHome } from '../doors/open-library.ts';
import { buildRepository } from '../git/build-repository.ts';

test('locate that does not wait for the code answers from what is read, and from all of it later', async () => {
  const { path: repository, commit } = buildRepository();
  const names = Array.from({ length: 40 }, (_, at) => `src/kiln${at}.ts`);
  const text = (name: string) => `export function fire() {\n  return '${name}';\n}\n`;
  commit('Build the kilns', Object.fromEntries(names.map((name) => [name, text(name)])));
  const memory = await openMemory({ repository, home: newHome(), waitForCodeMs: 1 });
  onTestFinished(() => memory.close());
  const first = await memory.locate('kiln39 fires twice');
  expect(first.warnings).toContain('code_unread');
  expect(first.fileCount).toBeLessThan(names.length);
  // Another question waits until all is read.
  await memory.entity('src/kiln39.ts');
  const { warnings, fileCount } = await memory.locate('kiln39 fires twice');
  expect(warnings).not.toContain('code_unread');
  expect(fileCount).toBe(names.length);
});
