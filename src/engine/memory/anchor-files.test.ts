import { expect, it } from 'vitest';
import type { WorkingFiles } from '../../ports/git-reader.ts';
import { anchorFiles } from './draft-item.ts';

const names = ['src/a.ts', 'src/b.ts', 'src\\b.ts'];

const files: WorkingFiles = {
  read: (path) => (names.includes(path) ? { bytes: new TextEncoder().encode('x') } : undefined),
  blobId: () => '0'.repeat(40),
  isFolder: () => false,
  relative: (path) => path,
};
const openParser = () => Promise.reject(new Error('not needed'));

it('takes a path as Windows writes it, unless a file is called so', async () => {
  const anchors = await anchorFiles(['src\\a.ts', 'src\\b.ts'], { files, openParser });
  expect(anchors.map(({ path }) => path)).toEqual(['src/a.ts', 'src\\b.ts']);
  await expect(anchorFiles(['src\\c.ts'], { files, openParser })).rejects.toThrow('"src\\\\c.ts" is not');
});
