import { describe, expect, it } from 'vitest';
import type { LineChange } from '../ports/git-reader.ts';
import { cutFunctions, touchedFunctions } from './cut-functions.ts';

const text = [
  'import os',
  '',
  'def read():',
  '    open()',
  '    close()',
  '',
  'def write():',
  '    flush()',
  '',
];
const functions = cutFunctions([
  { name: 'read', kind: 'function', startLine: 3, endLine: 5 },
  { name: 'write', kind: 'function', startLine: 7, endLine: 8 },
]);

function touched(...changes: readonly LineChange[]) {
  return touchedFunctions(functions, changes, text).map(({ cut, removed, added }) => [
    cut.name,
    removed,
    added,
  ]);
}

describe('touchedFunctions', () => {
  it('names the function whose lines were replaced, with these lines', () => {
    expect(touched({ startLine: 4, removed: ['    old()'], added: ['    open()'] })).toEqual([
      ['read', ['    old()'], ['    open()']],
    ]);
  });

  it('takes changes outside of functions for no function', () => {
    expect(touched({ startLine: 1, removed: ['import sys'], added: ['import os'] })).toEqual([]);
    expect(touched({ startLine: 2, removed: ['# a comment'], added: [] })).toEqual([]);
  });

  it('takes a function that is new as a whole for added, not changed', () => {
    const added = text.slice(6, 8);
    expect(touched({ startLine: 7, removed: [], added })).toEqual([]);
  });

  it('gives lines that were removed to the function around them, also at its end', () => {
    expect(touched({ startLine: 4, removed: ['    seek()'], added: [] })).toEqual([
      ['read', ['    seek()'], []],
    ]);
    expect(touched({ startLine: 8, removed: ['    sync()'], added: [] })).toEqual([
      ['write', ['    sync()'], []],
    ]);
    expect(touched({ startLine: 8, removed: ['def gone():', '    pass'], added: [] })).toEqual([]);
  });

  it('shows of a change across functions the added lines of each, and no removed ones', () => {
    const change = { startLine: 5, removed: ['    a()'], added: ['    close()', '', 'def write():'] };
    expect(touched(change)).toEqual([
      ['read', [], ['    close()']],
      ['write', [], ['def write():']],
    ]);
  });
});
