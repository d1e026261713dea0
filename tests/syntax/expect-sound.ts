import { expect } from 'vitest';
import type { CodeStructure } from '../../src/model/code.ts';

/** Checks the laws of a structure for any text. */
export function expectSound({ symbols, imports, calls, documentation }: CodeStructure, text: string): void {
  const lines = text.split('\n').length;
  for (const { name, startLine, endLine, documentation: about } of symbols) {
    expect(name).not.toBe('');
    expect(startLine).toBeGreaterThanOrEqual(1);
    expect(endLine).toBeGreaterThanOrEqual(startLine);
    expect(endLine).toBeLessThanOrEqual(lines);
    expect(about?.length ?? 0).toBeLessThanOrEqual(200);
  }
  expect(documentation?.length ?? 0).toBeLessThanOrEqual(400);
  expect(symbols.map(({ startLine }) => startLine)).toEqual(
    symbols.map(({ startLine }) => startLine).toSorted((one, other) => one - other),
  );
  for (const { line, module } of imports) {
    expect(module).not.toBe('');
    expect(line).toBeLessThanOrEqual(lines);
  }
  for (const { caller, callee, line } of calls) {
    expect(callee).not.toBe('');
    if (caller === undefined) continue;
    const symbol = symbols[caller];
    expect(line).toBeGreaterThanOrEqual(symbol?.startLine ?? Number.POSITIVE_INFINITY);
    expect(line).toBeLessThanOrEqual(symbol?.endLine ?? 0);
  }
}
