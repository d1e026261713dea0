import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { bytesOf, filesOf, linesOf, measureSize, wordsOf } from './measure-size.ts';

test('counts lines, files, words and bytes without tests, and names what is too large', () => {
  const root = mkdtempSync(join(tmpdir(), 'afterwit-size-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  mkdirSync(join(root, 'src/room'), { recursive: true });
  writeFileSync(join(root, 'src/a.ts'), 'one\ntwo\n');
  writeFileSync(join(root, 'src/room/b.ts'), 'three\n');
  writeFileSync(join(root, 'src/room/b.test.ts'), 'four\nfive\n');
  writeFileSync(join(root, 'page.md'), '| word | another |\n');

  const { lines, isHeld } = measureSize(root, [
    { of: 'lines', most: 3, measure: linesOf('src/**/*.ts') },
    { of: 'files', most: 1, measure: filesOf('src/**/*.ts') },
    { of: 'words', most: 2, measure: wordsOf('*.md') },
    { of: 'bytes', most: 19, measure: bytesOf('page.md') },
  ]);

  expect(lines).toEqual(['lines: 3 of 3', 'files: 2 of 1, too many', 'words: 2 of 2', 'bytes: 19 of 19']);
  expect(isHeld).toBe(false);
});
