import type { CodeSymbol } from '../model/code.ts';
import type { Anchor } from '../model/memory-item.ts';
import type { RepositoryPath } from '../model/repository.ts';
import { digestLines } from './digest-lines.ts';

interface AnchorRequest {
  readonly path: RepositoryPath;
  readonly blobId: string;
  /** Content of the file; needed for a symbol. */
  readonly text: string;
  /** The part of the file that the memory is about. */
  readonly symbol?: CodeSymbol;
}

/** An anchor to the current content of a file, or of a symbol in it. */
export function makeAnchor({ path, blobId, text, symbol }: AnchorRequest): Anchor {
  if (symbol === undefined) return { path, blobId };
  const lines = text.split('\n').slice(symbol.startLine - 1, symbol.endLine);
  const name = symbol.container === undefined ? symbol.name : `${symbol.container}.${symbol.name}`;
  return {
    path,
    blobId,
    symbol: { name, firstLine: lines[0] ?? '', lineCount: lines.length, digest: digestLines(lines) },
  };
}

/**
 * The symbol with a name: a match of the qualified name (`Writer.write`) before one of the last part (`write`), the
 * first of several.
 */
export function findSymbol(symbols: readonly CodeSymbol[], name: string): CodeSymbol | undefined {
  const fullName = (symbol: CodeSymbol) =>
    symbol.container === undefined ? symbol.name : `${symbol.container}.${symbol.name}`;
  return (
    symbols.find((symbol) => fullName(symbol) === name) ?? symbols.find((symbol) => symbol.name === name)
  );
}
