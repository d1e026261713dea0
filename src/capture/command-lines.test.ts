import { expect, it } from 'vitest';
import { processorMsOf } from '../../tests/processor-ms-of.ts';
import { shellEdits } from './command-lines.ts';

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

it('keeps the text of the here-document that is written, without its ends', () => {
  const [edit] = shellEdits("cat > src/b.ts <<'EOF' && ls\n\nconst a = 1;\n\nEOF\nnpm test");
  expect(edit?.added).toEqual(['', 'const a = 1;', '']);
  expect(shellEdits('cat > src/b.ts <<E\nE\nls')[0]?.added).toEqual(['']);
});

it.each(['<<E ', '<<E\n', 'cat <<E\n', '\n'])('takes no longer for texts of many %j', (piece) => {
  const command = `cat > src/b.ts <<E\n${piece.repeat(1_000_000 / piece.length)}`;
  expect(processorMsOf(() => shellEdits(command))).toBeLessThan(10_000);
});
