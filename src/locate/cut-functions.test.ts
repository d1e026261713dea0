import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SymbolOutline } from '../model/code.ts';
import { cutFunctions, functionText } from './cut-functions.ts';

const symbol = (
  name: string,
  startLine: number,
  endLine: number,
  rest: Partial<SymbolOutline> = {},
): SymbolOutline => ({ name, kind: 'function', startLine, endLine, ...rest });

describe('cutFunctions', () => {
  it('gives functions and methods in the order of the text, and neither classes nor constants', () => {
    const outline = [
      symbol('write', 3, 5, { kind: 'method', container: 'Writer' }),
      symbol('Writer', 2, 8, { kind: 'class' }),
      symbol('LIMIT', 1, 1, { kind: 'constant' }),
      symbol('flush', 6, 8, { kind: 'method', container: 'Writer' }),
      symbol('main', 9, 12),
    ];
    expect(cutFunctions(outline).map(({ name }) => name)).toEqual(['Writer.write', 'Writer.flush', 'main']);
  });

  it('keeps what is defined within a function with it', () => {
    const outline = [
      symbol('outer', 1, 9),
      symbol('inner', 2, 4, { container: 'outer' }),
      symbol('Local', 5, 9, { kind: 'class', container: 'outer' }),
      symbol('run', 6, 9, { kind: 'method', container: 'outer.Local' }),
    ];
    expect(cutFunctions(outline).map(({ name }) => name)).toEqual(['outer']);
  });

  it('takes definitions of one name as one function', () => {
    const outline = [1, 4, 9].map((line) =>
      symbol('size', line, line + 1, { kind: 'method', container: 'Box' }),
    );
    const [size, ...others] = cutFunctions(outline);
    expect(others).toEqual([]);
    const lines = Array.from({ length: 12 }, (_, at) => `line ${at + 1}`);
    expect(size && functionText(lines, size, 1_000)).toBe(
      'line 1\nline 2\nline 4\nline 5\nline 9\nline 10\n',
    );
  });

  it('cuts any outline into functions that do not overlap', () => {
    const place = fc.record({
      name: fc.constantFrom('a', 'b', 'c'),
      kind: fc.constantFrom('function' as const, 'method' as const, 'class' as const),
      startLine: fc.integer({ min: 1, max: 40 }),
      length: fc.integer({ min: 0, max: 20 }),
    });
    fc.assert(
      fc.property(fc.array(place, { maxLength: 20 }), (places) => {
        const functions = cutFunctions(
          places.map(({ name, kind, startLine, length }) =>
            symbol(name, startLine, startLine + length, { kind }),
          ),
        );
        expect(new Set(functions.map(({ name }) => name)).size).toBe(functions.length);
        const starts = functions.flatMap(({ spans }) => spans.map(({ startLine }) => startLine));
        expect(functions.every(({ spans }) => spans.every((span) => span.startLine <= span.endLine))).toBe(
          true,
        );
        expect(starts.every((line) => line >= 1)).toBe(true);
      }),
    );
  });
});

describe('functionText', () => {
  it('is cut to a size, however long the function', () => {
    const lines = Array.from({ length: 50_000 }, () => 'x = compute(x)');
    const [whole] = cutFunctions([symbol('whole', 1, 50_000)]);
    expect(whole && functionText(lines, whole, 20_000).length).toBe(20_000);
  });

  it('is empty where the text is shorter than the outline says', () => {
    const [gone] = cutFunctions([symbol('gone', 10, 12)]);
    expect(gone && functionText(['one line'], gone, 100).trim()).toBe('');
  });
});
