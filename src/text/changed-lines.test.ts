import { describe, expect, it } from 'vitest';
import { changedLines } from './changed-lines.ts';

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
