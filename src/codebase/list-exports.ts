import type { FileExport } from '../model/answers/file-location.ts';
import type { CodeStructure, CodeSymbol, SymbolKind } from '../model/code.ts';
import { qualifiedName } from './code-graph-nodes.ts';
import { firstSentences } from './first-sentences.ts';

/** How much a kind of definition tells about its file's purpose. */
const weightOfKind: Readonly<Record<SymbolKind, number>> = {
  class: 3,
  interface: 3,
  function: 2,
  enum: 2,
  type: 1.5,
  method: 1,
  module: 0,
  constant: 0.5,
};
const documentedWeight = 1;

interface ExportList {
  /** Most important first. */
  readonly exports: readonly FileExport[];
  readonly exportCount: number;
}

/** Public definitions of a file, ranked by kind, documentation and size. */
export function listExports({ symbols }: CodeStructure, limit: number): ExportList {
  const modules = new Set(symbols.filter(({ kind }) => kind === 'module').map(qualifiedName));
  const isPublic = ({ name, container, kind }: CodeSymbol): boolean => {
    const isAtTop = container === undefined || modules.has(container);
    return (
      isAtTop && kind !== 'module' && !/^[_#]|^main$/.test(name) && !/(?:^|\.)tests?$/.test(container ?? '')
    );
  };
  const ranked = symbols
    .filter(isPublic)
    .map((symbol) => ({ symbol, weight: weigh(symbol) }))
    .sort((a, b) => b.weight - a.weight || a.symbol.startLine - b.symbol.startLine);
  const byName = new Map<string, CodeSymbol>();
  for (const { symbol } of ranked) if (!byName.has(symbol.name)) byName.set(symbol.name, symbol);
  const exports = [...byName.values()].slice(0, limit).map(describe);
  return { exports, exportCount: byName.size };
}

function weigh({ kind, documentation, startLine, endLine }: CodeSymbol): number {
  const lines = endLine - startLine + 1;
  return (
    weightOfKind[kind] +
    (documentation === undefined ? 0 : documentedWeight) +
    Math.log2(Math.max(1, lines)) / 2
  );
}

function describe({ name, kind, startLine, documentation }: CodeSymbol): FileExport {
  const sentence = firstSentences(documentation, 1);
  return { name, kind, line: startLine, ...(sentence === undefined ? {} : { documentation: sentence }) };
}
