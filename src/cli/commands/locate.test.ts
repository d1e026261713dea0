import { describe, expect, it } from 'vitest';
import type { EarlierFix, LocatedFunction } from '../../model/answers/file-location.ts';
import type { CommitId } from '../../model/repository.ts';
import { type Block, layOut } from '../page.ts';
import { lineWidth } from '../terminal/line.ts';
import { showEarlierFixes, showFunctions } from './locate.ts';

const page = { width: 60, nowMs: 0 };
const linesOf = (block: Block) => layOut(block, page);
const textOf = (block: Block) =>
  linesOf(block)
    .map((row) => row.map(({ text }) => text).join(''))
    .join('\n');

const found: LocatedFunction = {
  path: 'src/archives/reading/reader.py',
  name: 'ArchiveReader.read_entries_of_all_folders',
  kind: 'method',
  line: 12,
  endLine: 30,
  confidence: 0.42,
  evidence: ['the text names `read_entries_of_all_folders`', 'its code has `handle`, `sums`'],
};
const fix: EarlierFix = {
  commit: 'a'.repeat(40) as CommitId,
  subject: 'Fix leak',
  committedAtMs: 0,
  functions: [
    {
      path: found.path,
      name: found.name,
      formerly: 'lib/old.py: Reader.scan',
      removed: ['\tpass'],
      added: ['\tclose(\u001b[31mhandle)'],
      omittedLines: 3,
    },
  ],
  files: [found.path],
};

describe('functions of an answer', () => {
  it('are shown with place, share and reasons, within the page', () => {
    const shown = showFunctions([found]);
    expect(textOf(shown)).toContain('42%');
    expect(textOf(shown).replaceAll(/\s+/g, ' ')).toContain('src/archives/reading/reader.py:12');
    for (const row of linesOf(shown)) expect(lineWidth(row)).toBeLessThanOrEqual(page.width);
  });

  it('are not spoken of unless they were asked for', () => {
    expect(linesOf(showFunctions(undefined))).toEqual([]);
    expect(linesOf(showEarlierFixes(undefined))).toEqual([]);
    expect(textOf(showFunctions([]))).toContain('No function');
    expect(textOf(showEarlierFixes([]))).toContain('No past fix');
  });

  it('are said to be the place of a past fix, not its fault', () => {
    const text = textOf(showEarlierFixes([fix]));
    expect(text.replaceAll(/\s+/g, ' ')).toContain('whether it is the same fault is not known');
    expect(text).toContain('-         pass');
    expect(text).not.toContain('\u001b');
    expect(text.replaceAll(/\s+/g, ' ')).toContain('lib/old.py: Reader.scan');
    expect(text).toContain('3 lines more');
  });

  it('are left out of a fix that only changed the same file', () => {
    const text = textOf(showEarlierFixes([{ ...fix, functions: [] }])).replaceAll(/\s+/g, ' ');
    expect(text).toContain('none of the functions');
  });
});
