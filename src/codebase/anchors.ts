import { type CodeSymbol, qualifiedName } from '../model/code.ts';
import {
  type Anchor,
  type AnchoredSymbol,
  type Freshness,
  freshnessLevels,
  type MemoryItem,
} from '../model/memory-item.ts';
import type { RepositoryPath } from '../model/repository.ts';
import type { WorkingFiles } from '../ports/git-reader.ts';
import { hideLine, lineFinder } from '../text/hashes.ts';

/** SHA-256 of lines of text, as hexadecimal digits. */
export function digestLines(lines: readonly string[]): string {
  // Loaded when it is needed: importing it costs 5 ms of every start.
  const { createHash } = process.getBuiltinModule('node:crypto');
  return createHash('sha256').update(lines.join('\n')).digest('hex');
}

/** The same, however deep the lines are indented. */
export function digestTrimmed(lines: readonly string[]): string {
  return digestLines(lines.map((line) => line.trim()));
}

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
  return {
    path,
    blobId,
    symbol: {
      name: qualifiedName(symbol),
      firstLine: hideLine(lines[0] ?? ''),
      lineCount: lines.length,
      digest: digestLines(lines),
    },
  };
}

/**
 * The symbol with a name: a match of the qualified name (`Writer.write`) before one of the last part (`write`), the
 * first of several.
 */
export function findSymbol(symbols: readonly CodeSymbol[], name: string): CodeSymbol | undefined {
  return (
    symbols.find((symbol) => qualifiedName(symbol) === name) ?? symbols.find((symbol) => symbol.name === name)
  );
}

/** Freshness of each anchor of a memory in the current working tree. */
export function judgeAnchors(
  { anchors, body }: Pick<MemoryItem, 'anchors' | 'body'>,
  files: WorkingFiles,
): readonly Freshness[] {
  // Only a failure's fix has a body and a line without a name; the rules of a file have no body.
  return anchors.map((anchor) =>
    body !== undefined && anchor.symbol?.name === ''
      ? judgeChange(anchor, files)
      : judgeAnchor(anchor, files),
  );
}

/** Whether a change stands in its file. A missing file lacks a change that took nothing out, such as its creation. */
function judgeChange({ path, symbol, removed }: Anchor, files: WorkingFiles): Freshness {
  const found = files.read(path);
  if (found === undefined) return removed?.length === 0 ? 'unmerged' : 'orphaned';
  const lines = new TextDecoder()
    .decode(found.bytes)
    .split('\n')
    .map((line) => line.trim());
  const isBack = lines.some(lineFinder(removed ?? []));
  return symbol !== undefined && holdsChange(lines, symbol) && !isBack ? 'applied' : 'unmerged';
}

/** However deep they are indented. Of one line no digest is compared: it was once taken with the indentation. */
function holdsChange(lines: readonly string[], { firstLine, lineCount, digest }: AnchoredSymbol): boolean {
  const isFirst = lineFinder([firstLine]);
  return lines.some(
    (line, at) =>
      isFirst(line) && (lineCount === 1 || digestTrimmed(lines.slice(at, at + lineCount)) === digest),
  );
}

/** Freshness of an anchor that is about no change. */
export function judgeAnchor(anchor: Anchor, files: WorkingFiles): Freshness {
  const found = files.read(anchor.path);
  if (found === undefined) return 'orphaned';
  const kind = anchor.blobId.length === 64 ? 'sha256' : 'sha1';
  if (files.blobId(found.bytes, kind) === anchor.blobId) return 'fresh';
  if (anchor.symbol === undefined) return 'stale';
  return holdsSymbol(new TextDecoder().decode(found.bytes), anchor.symbol) ? 'drifted' : 'stale';
}

/** Freshness of a memory: the worst of its anchors; undefined without anchors. */
export function worstFreshness(anchors: readonly Freshness[]): Freshness | undefined {
  return freshnessLevels.findLast((level) => anchors.includes(level));
}

/**
 * Whether the file still contains the symbol's exact text, at any place. Comparing text needs no parser, which a hook
 * could not load in time.
 */
function holdsSymbol(text: string, { firstLine, lineCount, digest }: AnchoredSymbol): boolean {
  const lines = text.split('\n');
  const isFirst = lineFinder([firstLine]);
  return lines.some((line, at) => isFirst(line) && digestLines(lines.slice(at, at + lineCount)) === digest);
}
