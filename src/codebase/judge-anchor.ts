import type { Anchor, AnchoredSymbol, Freshness } from '../model/anchor.ts';
import { freshnessLevels } from '../model/anchor.ts';
import type { WorkingFiles } from '../ports/working-files.ts';
import { digestLines } from './digest-lines.ts';

/** What became of the place that an anchor names, in the working tree as it is now. */
export function judgeAnchor(anchor: Anchor, files: WorkingFiles): Freshness {
  const found = files.read(anchor.path);
  if (found === undefined) return 'orphaned';
  const kind = anchor.blobId.length === 64 ? 'sha256' : 'sha1';
  if (files.blobId(found.bytes, kind) === anchor.blobId) return 'fresh';
  if (anchor.symbol === undefined) return 'stale';
  return holdsSymbol(new TextDecoder().decode(found.bytes), anchor.symbol) ? 'drifted' : 'stale';
}

/** Freshness of a memory: that of its anchor which fared worst; undefined without anchors. */
export function worstFreshness(anchors: readonly Freshness[]): Freshness | undefined {
  return freshnessLevels.findLast((level) => anchors.includes(level));
}

/**
 * Looks for the symbol's text word for word, wherever it moved to: no parser is needed to say that nothing changed, and one
 * that is not there can take no time.
 */
function holdsSymbol(text: string, { firstLine, lineCount, digest }: AnchoredSymbol): boolean {
  const lines = text.split('\n');
  return lines.some(
    (line, at) => line === firstLine && digestLines(lines.slice(at, at + lineCount)) === digest,
  );
}
