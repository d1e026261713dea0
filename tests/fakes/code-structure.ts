import type { StructuredFile } from '../../src/codebase/resolve-imports.ts';
import type { CodeCall, CodeImport, CodeStructure, CodeSymbol } from '../../src/model/code.ts';

/** A symbol as a test writes it down; without lines it takes the one after the symbol before it. */
type SymbolSketch = Partial<CodeSymbol> & Pick<CodeSymbol, 'name'>;

export interface StructureSketch {
  readonly symbols?: readonly SymbolSketch[];
  /** A module alone, or with the names taken from it. */
  readonly imports?: readonly (string | readonly [module: string, ...names: string[]])[];
  /** A name called at the top of the file, or one with the position of the symbol that calls it. */
  readonly calls?: readonly (string | readonly [caller: number, callee: string])[];
  readonly documentation?: string;
}

export function codeStructure({
  symbols = [],
  imports = [],
  calls = [],
  documentation,
}: StructureSketch): CodeStructure {
  return {
    parser: 'syntax',
    symbols: symbols.map((symbol, position): CodeSymbol => {
      const startLine = symbol.startLine ?? position + 1;
      return { kind: 'function', ...symbol, startLine, endLine: symbol.endLine ?? startLine };
    }),
    imports: imports.map((each, position): CodeImport => {
      const [module, ...names] = typeof each === 'string' ? [each] : each;
      return { module, names, line: position + 1 };
    }),
    calls: calls.map((each, position): CodeCall => {
      const line = position + 1;
      return typeof each === 'string' ? { callee: each, line } : { caller: each[0], callee: each[1], line };
    }),
    ...(documentation === undefined ? {} : { documentation }),
    hasErrors: false,
  };
}

/** Files by path. */
export function structuredFiles(
  sketches: Readonly<Record<string, StructureSketch>>,
): readonly StructuredFile[] {
  return Object.entries(sketches).map(([path, sketch]) => ({ path, structure: codeStructure(sketch) }));
}
