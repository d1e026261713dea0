import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findBrokenLinks } from './find-broken-links.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'afterwit-links-'));
  writeFileSync(join(root, 'other.md'), '# What happened *here*? — [`src/`](src)\n\n## Again\n\n## Again\n');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const brokenIn = (page: string) => {
  writeFileSync(join(root, 'page.md'), page);
  return findBrokenLinks(root).broken.filter((line) => line.startsWith('page.md'));
};

test.each([
  '[a file](other.md)',
  '[a heading](other.md#again)',
  '[the second of a name](other.md#again-1)',
  '[punctuation and code](other.md#what-happened-here--src)',
  '# Own\n[own heading](#own)',
  '[elsewhere](https://example.org/nowhere.md) and [mail](mailto:a@example.org)',
  '```md\n[only code](nowhere.md)\n```',
])('accepts %j', (page) => {
  expect(brokenIn(page)).toEqual([]);
});

test.each([
  ['[x](nowhere.md)', 'page.md: nowhere.md leads to nothing'],
  ['![x](picture.png "title")', 'page.md: picture.png leads to nothing'],
  ['[x](other.md#nothing)', 'page.md: other.md#nothing names no heading of that page'],
  ['[x](#nothing)', 'page.md: #nothing names no heading of that page'],
])('finds %j', (page, fault) => {
  expect(brokenIn(page)).toEqual([fault]);
});
