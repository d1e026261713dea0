import type { Anchor, AnchoredSymbol, Freshness } from '../model/anchor.ts';
import { freshnessLevels } from '../model/anchor.ts';
import type { WorkingFiles } from '../ports/working-files.ts';
import { digestLines } from './digest-lines.ts';

/** Freshness of an anchor in the current working tree. */
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
  return lines.some(
    (line, at) => line === firstLine && digestLines(lines.slice(at, at + lineCount)) === digest,
  );
}
