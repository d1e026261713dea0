import { expect, it } from 'vitest';
import { patchFiles } from './patch-files.ts';

it('reads the files of a patch, also inside a command line', () => {
  const patch = [
    "apply_patch <<'EOF'",
    '*** Begin Patch',
    '*** Update File: src/a.ts',
    '@@',
    ' const rows = all();',
    '-return rows[0];',
    '+return rows.at(-1);',
    '*** Add File: docs/b.md',
    '+# B',
    '*** End Patch',
    '+not of it',
  ].join('\n');
  expect(patchFiles(patch)).toEqual([
    { path: 'src/a.ts', added: ['return rows.at(-1);'], removed: ['return rows[0];'] },
    { path: 'docs/b.md', added: ['# B'], removed: [] },
  ]);
});

it('finds nothing where there is no patch', () => {
  expect(patchFiles('+ a line\n- another')).toEqual([]);
});
