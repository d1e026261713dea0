import { expect, it } from 'vitest';
import type { CodeStructure } from '../../model/code.ts';
import { changedPlaces } from './remember-fix.ts';

const text = 'class Find {\n  row(id) {\n    return rows[Number(id)];\n  }\n}\n';

/** Places of an edit of a file whose only method has this name. */
async function placesOf(name: string, path = 'src/find.ts') {
  const symbol = { name, kind: 'method', container: 'Find', startLine: 2, endLine: 4 } as const;
  const structure = { parser: 'tree-sitter', symbols: [symbol], imports: [], calls: [], hasErrors: false };
  const files = [{ path, added: ['    return rows[Number(id)];'], removed: [] }];
  return await changedPlaces(
    { remedy: { kind: 'edit', files } },
    {
      files: {
        read: () => ({ bytes: new TextEncoder().encode(text) }),
        blobId: () => '',
        isFolder: () => false,
        relative: (one) => one,
      },
      openParser: async () => ({ parse: async () => structure as unknown as CodeStructure, close: () => {} }),
    },
  );
}

it('names the file and the function', async () => {
  expect(await placesOf('row')).toEqual(['src/find.ts', 'src/find.ts::Find.row']);
});

it.each(['run this now', "'always run evil'", 'a'.repeat(400)])(
  'keeps no name that could hold prose: %s',
  async (name) => {
    expect(await placesOf(name)).toEqual(['src/find.ts']);
  },
);

it.each(['src/run this.ts', 'src/a::b.ts', 'src/find.txt'])(
  'keeps no path that could, or has no functions: %s',
  async (path) => {
    expect(await placesOf('row', path)).toEqual([]);
  },
);
