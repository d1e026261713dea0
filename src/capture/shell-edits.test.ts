import { expect, it } from 'vitest';
import { shellEdits } from './shell-edits.ts';

it.each([
  ["sed -i 's/a/b/' src/a.ts", ['src/a.ts']],
  ["sed -i '' -e 's/a/b/' src/a.ts && npm test", ['src/a.ts']],
  ["cat > src/b.ts <<'EOF'\nx > y.ts\nEOF", ['src/b.ts']],
  ["apply_patch <<'P'\n*** Begin Patch\n*** Update File: c.ts\n-a\n+b\n*** End Patch\nP", ['c.ts']],
  ['npm test > /tmp/log.txt 2>&1', []],
  ['npm test 2>&1 | tail', []],
  ['const f = (a) => b.c', []],
])('names the files that %j writes', (command, files) => {
  expect(shellEdits(command).map(({ path }) => path)).toEqual(files);
});
