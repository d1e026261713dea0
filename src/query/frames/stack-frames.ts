import type { StackFrame } from '../../model/failure.ts';
import { normaliseLine } from '../normalise-line.ts';
import { frameIn, isLibraryPath, type RawFrame } from './frame-shapes.ts';

const mostFrames = 16;
const readCharacters = 600;
/** Frames with more lines than this between them belong to two traces. Of its frames, pytest shows the source. */
const longestGap = 3;
const longestSource = 60;
const opensTrace = /^\s*(?:Caused by|Traceback|Suppressed)\b|^[_=]{3,}/;
const absolute = /^(?:\/|~\/|[A-Za-z]:[\\/]|file:\/\/)/;

interface Placed {
  readonly index: number;
  readonly frame: RawFrame;
}

/**
 * Frames of the project's own code in the trace nearest to `near`, innermost last; without library frames and line numbers.
 * Linear in the characters of the lines.
 * @param lines lines without secrets
 * @param near index of the line that says why it failed
 * @param worktree top folder of the working tree, when known: paths become relative to it
 */
export function stackFrames(
  lines: readonly string[],
  near: number,
  worktree?: string,
): readonly StackFrame[] {
  const traces = tracesIn(lines)
    .map((trace) => ({ trace, frames: projectFrames(trace, worktree) }))
    .filter(({ frames }) => frames.length > 0);
  let nearest: { readonly frames: readonly StackFrame[]; readonly distance: number } | undefined;
  for (const { trace, frames } of traces) {
    const distance = distanceOf(trace, near);
    if (nearest === undefined || distance < nearest.distance) nearest = { frames, distance };
  }
  return nearest?.frames ?? [];
}

function tracesIn(lines: readonly string[]): readonly (readonly Placed[])[] {
  const traces: Placed[][] = [];
  for (const [index, line] of lines.entries()) {
    const frame = frameIn(line.slice(0, readCharacters), (lines[index - 1] ?? '').slice(0, readCharacters));
    if (frame === undefined) continue;
    const trace = traces.at(-1);
    const last = trace?.at(-1);
    const continues =
      last !== undefined && last.frame.of === frame.of && isOneTrace(lines, last.index, index, frame.of);
    if (continues) trace?.push({ index, frame });
    else traces.push([{ index, frame }]);
  }
  return traces;
}

function isOneTrace(lines: readonly string[], from: number, to: number, of: string): boolean {
  if (to - from > (of === 'pytest' ? longestSource : longestGap)) return false;
  return !lines.slice(from + 1, to).some((line) => opensTrace.test(line));
}

function projectFrames(trace: readonly Placed[], worktree: string | undefined): readonly StackFrame[] {
  const inner = trace[0]?.frame.isInnermostFirst ? trace.toReversed() : trace;
  const frames: StackFrame[] = [];
  for (const { frame } of inner) {
    const path = projectPath(frame.path, worktree);
    const name = frame.function?.trim();
    if (path === undefined) continue;
    const last = frames.at(-1);
    // Recursion says the same again, as often as the input has it.
    if (last?.path === path && last.function === (name || undefined)) continue;
    frames.push(name ? { path, function: name.slice(0, 120) } : { path });
  }
  return frames.slice(-mostFrames);
}

/** From the top of the repository, with forward slashes; undefined for a path outside the project. */
export function projectPath(path: string, worktree?: string): string | undefined {
  const plain = path
    .trim()
    .replace(/^file:\/\//, '')
    .replace(/\\/g, '/');
  if (plain === '' || isLibraryPath(plain)) return undefined;
  const normalised = absolute.test(plain) ? normaliseLine(plain, worktree?.replace(/\\/g, '/')) : plain;
  return normalised.replace(/^(?:\.\/)+/, '') || undefined;
}

/** The reason stands above a trace that starts with the innermost frame, and below a trace that ends with it. */
function distanceOf(trace: readonly Placed[], near: number): number {
  const first = trace[0];
  const last = trace.at(-1);
  if (first === undefined || last === undefined) return Number.POSITIVE_INFINITY;
  const isAbove = near < first.index;
  if (!isAbove && near <= last.index) return 0;
  const isUsual = isAbove === first.frame.isInnermostFirst;
  return (isAbove ? first.index - near : near - last.index) + (isUsual ? 0 : 0.5);
}
