import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { CodeSymbol } from '../model/code.ts';
import type { VariantBody } from '../model/item-body.ts';
import type { Anchor } from '../model/memory-item.ts';
import type { WorkingFiles } from '../ports/git-reader.ts';
import {
  digestTrimmed,
  findSymbol,
  judgeAnchor,
  judgeAnchors,
  makeAnchor,
  worstFreshness,
} from './anchors.ts';

function filesWith(contents: Readonly<Record<string, string>>): WorkingFiles {
  return {
    read: (path) => {
      const text = contents[path];
      return text === undefined ? undefined : { bytes: new TextEncoder().encode(text) };
    },
    blobId: (bytes, like) => createHash(like).update(bytes).digest('hex'),
    isFolder: () => false,
    relative: (path) => path,
  };
}

const text = 'import x\n\nfunction open() {\n  return x;\n}\n\nfunction close() {}\n';
const open: CodeSymbol = { name: 'open', kind: 'function', startLine: 3, endLine: 5 };
const blobId = createHash('sha1').update(text).digest('hex');
const toFile: Anchor = makeAnchor({ path: 'io.ts', blobId, text });
const toSymbol: Anchor = makeAnchor({ path: 'io.ts', blobId, text, symbol: open });

describe('judgeAnchor', () => {
  it.each([
    ['fresh', toFile, text],
    ['fresh', toSymbol, text],
    ['stale', toFile, `${text}\n`],
    ['drifted', toSymbol, `// a new first line\n${text}\nfunction more() {}`],
    ['stale', toSymbol, text.replace('return x', 'return y')],
    ['stale', toSymbol, text.replace('function open', 'function reopen')],
    ['drifted', toSymbol, `function open() {\n  return y;\n}\n${text}`],
    ['stale', toSymbol, ''],
  ] as const)('is %s', (freshness, anchor, now) => {
    expect(judgeAnchor(anchor, filesWith({ 'io.ts': now }))).toBe(freshness);
  });

  it('is orphaned when the file is gone', () => {
    expect(judgeAnchor(toSymbol, filesWith({ 'moved.ts': text }))).toBe('orphaned');
  });

  it('compares ids of the kind that the anchor has', () => {
    const sha256 = createHash('sha256').update(text).digest('hex');
    expect(judgeAnchor({ path: 'io.ts', blobId: sha256 }, filesWith({ 'io.ts': text }))).toBe('fresh');
  });
});

describe('judgeAnchors', () => {
  const symbol = { name: '', firstLine: '  return x;', lineCount: 1, digest: 'd' };
  const change: Anchor = { path: 'io.ts', blobId, symbol, removed: ['  return y;'] };
  const body = { kind: 'variant' } as VariantBody;
  const judge = (anchor: Anchor, now: Readonly<Record<string, string>>) =>
    judgeAnchors({ anchors: [anchor], body }, filesWith(now));

  it.each([
    ['applied', change, text],
    ['applied', change, text.replaceAll('  return', '\treturn')],
    ['unmerged', change, text.replace('return x', 'return y')],
    ['unmerged', change, `${text}  return y;\n`],
    ['unmerged', change, ''],
    ['applied', { path: 'io.ts', blobId, symbol }, `${text}  return y;\n`],
  ] as const)('is %s of a change', (freshness, anchor, now) => {
    expect(judge(anchor, { 'io.ts': now })).toEqual([freshness]);
  });

  it('knows lines that came together by their order', () => {
    const lines = ['keys.push(older);', 'keys.push(current);'];
    const together = {
      name: '',
      firstLine: '  keys.push(older);',
      lineCount: 2,
      digest: digestTrimmed(lines),
    };
    const swap: Anchor = { path: 'io.ts', blobId, symbol: together, removed: [] };
    expect(judge(swap, { 'io.ts': `a\n\t${lines.join('\n  ')}\n` })).toEqual(['applied']);
    expect(judge(swap, { 'io.ts': lines.toReversed().join('\n') })).toEqual(['unmerged']);
  });

  it('knows a file that the change created from one that is gone', () => {
    expect(judge(change, {})).toEqual(['orphaned']);
    expect(judge({ ...change, removed: [] }, {})).toEqual(['unmerged']);
    expect(judge({ path: 'io.ts', blobId, symbol }, {})).toEqual(['orphaned']);
  });

  it('takes a rule of a file without headings for what it is', () => {
    expect(
      judgeAnchors({ anchors: [{ path: 'io.ts', blobId, symbol }] }, filesWith({ 'io.ts': text })),
    ).toEqual(['fresh']);
  });
});

describe('worstFreshness', () => {
  it('is that of the anchor which fared worst', () => {
    expect(worstFreshness(['fresh', 'stale', 'drifted'])).toBe('stale');
    expect(worstFreshness(['orphaned', 'fresh'])).toBe('orphaned');
    expect(worstFreshness([])).toBeUndefined();
  });
});

describe('findSymbol', () => {
  const method: CodeSymbol = { ...open, container: 'Writer' };

  it('takes a whole name before a last part', () => {
    expect(findSymbol([method, open], 'open')).toBe(open);
    expect(findSymbol([open, method], 'Writer.open')).toBe(method);
    expect(findSymbol([method], 'open')).toBe(method);
    expect(findSymbol([method], 'shut')).toBeUndefined();
  });
});
