import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changedLines, compareLines, patchFiles } from './line-changes.ts';

describe('changedLines', () => {
  it('names what was taken away and what was put there', () => {
    expect(
      changedLines('const id = row.id;\nreturn find(id);', 'const id = Number(row.id);\nreturn find(id);'),
    ).toEqual({
      added: ['const id = Number(row.id);'],
      removed: ['const id = row.id;'],
    });
  });

  it('takes a line that moved, or was indented, for no change', () => {
    expect(changedLines('a();\nb();', 'if (x) {\n  b();\n  a();\n}')).toEqual({
      added: ['if (x) {', '}'],
      removed: [],
    });
  });

  it('counts how often a line occurs', () => {
    expect(changedLines('x', 'x\nx').added).toEqual(['x']);
  });
});

const numbered = (count: number): string => Array.from({ length: count }, (_, at) => `${at}\n`).join('');

it.each([
  { what: 'equal texts', before: 'a\nb\n', after: 'a\nb\n', diff: [] },
  { what: 'nothing', before: '', after: '', diff: [] },
  { what: 'a new text', before: '', after: 'a\nb', diff: ['+a', '+b'] },
  { what: 'a text that goes', before: 'a\nb\n', after: '', diff: ['-a', '-b'] },
  { what: 'a line between', before: 'a\nc\n', after: 'a\nb\nc\n', diff: [' a', '+b', ' c'] },
  { what: 'a changed line', before: 'a\nb', after: 'a\nx', diff: [' a', '-b', '+x'] },
  {
    what: 'two places far apart',
    before: numbered(12),
    after: numbered(12).replace('1\n', 'x\n').replace('9\n', '9\ny\n'),
    diff: [' 0', '-1', '+x', ' 2', ' 3', ' …', ' 8', ' 9', '+y', ' 10', ' 11'],
  },
  { what: 'line ends of Windows', before: 'a\r\nb\r\n', after: 'a\r\nb\r\nc\r\n', diff: [' a', ' b', '+c'] },
])('shows $what', ({ before, after, diff }) => {
  expect(compareLines(before, after)).toEqual(diff);
});

it('shows exactly what turns one text into the other', () => {
  const texts = fc.array(fc.constantFrom('a', 'b', 'c', '{', '}'), { maxLength: 14 });
  fc.assert(
    fc.property(texts, texts, (before, after) => {
      // Of lines left out between, both texts have the same.
      const diff = compareLines(before.join('\n'), after.join('\n'));
      const kept = (sign: string) =>
        diff
          .filter((line) => line.startsWith(sign))
          .map((line) => line.slice(1))
          .sort();
      const count = (lines: readonly string[], line: string) => lines.filter((one) => one === line).length;
      for (const line of ['a', 'b', 'c', '{', '}']) {
        expect(count(after, line) - count(before, line)).toBe(
          count(kept('+'), line) - count(kept('-'), line),
        );
      }
    }),
  );
});

it('takes texts of many thousand lines', () => {
  const before = numbered(30_000);
  const after = before.replaceAll('7', 'seven');
  const diff = compareLines(before, after);
  expect(diff.filter((line) => line.startsWith('+')).length).toBeGreaterThan(10_000);
});

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
