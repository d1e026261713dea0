import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CodeSymbol } from '../model/code.ts';
import { chunkText } from './index-blob.ts';

const symbolAt = (startLine: number, kind: CodeSymbol['kind'] = 'function'): CodeSymbol => ({
  name: `f${startLine}`,
  kind,
  startLine,
  endLine: startLine,
});
const lines = fc.array(fc.string({ maxLength: 120 }), { maxLength: 60 });

describe('chunkText', () => {
  it('loses nothing, and says where each chunk begins', () => {
    fc.assert(
      fc.property(lines, fc.array(fc.integer({ min: 1, max: 80 })), (content, starts) => {
        const text = content.map((line) => line.replaceAll('\n', ' ')).join('\n');
        const chunks = chunkText(
          text,
          starts.map((line) => symbolAt(line)),
        );
        expect(chunks.map((chunk) => chunk.text).join('')).toBe(text);
        let offset = 0;
        for (const chunk of chunks) {
          expect(chunk.startLine).toBe(text.slice(0, offset).split('\n').length);
          offset += chunk.text.length;
        }
        for (const chunk of chunks.slice(0, -1)) expect(chunk.text.length).toBeGreaterThanOrEqual(250);
      }),
    );
  });

  it('cuts at definitions, not at constants', () => {
    const text = `${'x'.repeat(300)}\n${'y'.repeat(300)}\n${'z'.repeat(300)}`;
    const chunks = chunkText(text, [symbolAt(3), symbolAt(2, 'constant')]);
    expect(chunks.map(({ startLine }) => startLine)).toEqual([1, 3]);
  });
});
