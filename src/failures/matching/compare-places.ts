import type { FailureProfile, StackFrame } from '../../model/failure.ts';

const sameFamily = 0.7;
const sameFolder = 0.5;
const framesLookedAt = 8;

interface CommandSide {
  readonly failure: FailureProfile;
  readonly command: string | undefined;
}

/** Similarity of two commands: by family, and by common words within it. Undefined when one is unknown. */
export function compareCommands(query: CommandSide, known: CommandSide): number | undefined {
  const family = query.failure.command?.family;
  const other = known.failure.command?.family;
  if (family === undefined || other === undefined) return undefined;
  if (family !== other) return 0;
  return sameFamily + (1 - sameFamily) * (jaccard(wordsOf(query.command), wordsOf(known.command)) ?? 1);
}

/** 1 for the same file, less for one of the same kind in the same folder. Undefined when one is unknown. */
export function compareFiles(query: string | undefined, known: string | undefined): number | undefined {
  if (query === undefined || known === undefined) return undefined;
  if (query === known || query.endsWith(`/${known}`) || known.endsWith(`/${query}`)) return 1;
  return folderOf(query) === folderOf(known) && extensionOf(query) === extensionOf(known) ? sameFolder : 0;
}

/**
 * Share of common frames in the project's own code, weighted towards the innermost. Undefined when one side has none.
 */
export function compareFrames(
  query: readonly StackFrame[] = [],
  known: readonly StackFrame[] = [],
): number | undefined {
  const inner = (frames: readonly StackFrame[]) =>
    new Set(frames.slice(-framesLookedAt).map((frame) => `${frame.path} ${frame.function ?? ''}`));
  return jaccard(inner(query), inner(known));
}

/** Jaccard index; undefined when a side is empty, which says nothing. */
export function jaccard(left: ReadonlySet<string>, right: ReadonlySet<string>): number | undefined {
  if (left.size === 0 || right.size === 0) return undefined;
  let shared = 0;
  for (const value of left) if (right.has(value)) shared += 1;
  return shared / (left.size + right.size - shared);
}

function wordsOf(command: string | undefined): ReadonlySet<string> {
  return new Set((command ?? '').split(/\s+/).filter(Boolean));
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

function extensionOf(path: string): string {
  return /\.[^./]+$/.exec(path)?.[0] ?? '';
}
