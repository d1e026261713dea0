import { describe, expect, it } from 'vitest';
import type { CodeSymbol } from '../../../model/code.ts';
import { decodeOutline, encodeOutline } from './outline-codec.ts';

describe('outline', () => {
  it('gives back names and places, and nothing else', () => {
    const method: CodeSymbol = {
      name: 'größe',
      kind: 'method',
      container: 'Cache',
      startLine: 3,
      endLine: 9,
      bases: ['Base'],
      documentation: 'How large it is.',
    };
    const constant: CodeSymbol = { name: 'LIMIT', kind: 'constant', startLine: 12, endLine: 12 };
    expect(decodeOutline(encodeOutline([method, constant]))).toEqual([
      { name: 'größe', kind: 'method', container: 'Cache', startLine: 3, endLine: 9 },
      { name: 'LIMIT', kind: 'constant', startLine: 12, endLine: 12 },
    ]);
  });

  it('may be empty', () => {
    expect(decodeOutline(encodeOutline([]))).toEqual([]);
  });
});
