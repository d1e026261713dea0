import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../git/build-repository.ts';
import { describeStaleness } from './built-file.ts';

/** A tree with files of given ages. */
function treeOf(agesSeconds: Readonly<Record<string, number>>): string {
  const root = temporaryFolder();
  for (const [path, age] of Object.entries(agesSeconds)) {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), '');
    const changed = new Date(Date.UTC(2026, 0, 2) - age * 1_000);
    utimesSync(join(root, path), changed, changed);
  }
  return root;
}

const built = 'dist/hooks/package.json';

it('says what to do where nothing was built', () => {
  expect(describeStaleness(treeOf({ 'src/bin.ts': 1 }))).toMatch(/missing.*`npm run build`/);
});

it('says what to do where the source was changed since, and names the file', () => {
  const root = treeOf({ [built]: 5, 'src/bin.ts': 9, 'src/text/words.ts': 4 });
  expect(describeStaleness(root)).toMatch(/older than src.text.words\.ts.*`npm run build`/);
});

it('is content with what was built last, whatever tests have been changed', () => {
  const root = treeOf({ [built]: 5, 'src/bin.ts': 9, 'src/text/words.test.ts': 4 });
  expect(describeStaleness(root)).toBeUndefined();
});
