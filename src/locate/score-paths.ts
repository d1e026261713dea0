import type { QuotedFrame } from '../model/answers/file-location.ts';
import type { CodeFile } from '../ports/repository-index.ts';

/**
 * Files that the issue names by path: share of the named path's segments that the file ends with, for the best-matching
 * files of each name only, divided among them. `sphinx/ext/autodoc.py` names one file, `utils.py` a little of many.
 */
export function scoreNamedPaths(files: readonly CodeFile[], paths: readonly string[]): Float64Array {
  const scores = new Float64Array(files.length);
  if (paths.length === 0) return scores;
  const byName = Map.groupBy(files.keys(), (file) => nameOf(files[file]?.path ?? ''));
  for (const path of paths) {
    const candidates = byName.get(nameOf(path)) ?? [];
    const lengths = candidates.map((file) => commonSuffix(path, files[file]?.path ?? ''));
    const longest = Math.max(0, ...lengths);
    const best = candidates.filter((_, position) => lengths[position] === longest);
    for (const file of best) {
      scores[file] = Math.max(scores[file] as number, Math.min(1, longest / 2) / best.length);
    }
  }
  return scores;
}

/** Files of the traceback, the frame nearest to the fault first: 1, ½, ⅓ … for frames in the repository. */
export function scoreFrames(files: readonly CodeFile[], frames: readonly QuotedFrame[]): Float64Array {
  const scores = new Float64Array(files.length);
  if (frames.length === 0) return scores;
  const byName = Map.groupBy(files.keys(), (file) => nameOf(files[file]?.path ?? ''));
  let depth = 0;
  for (const { path } of frames.toReversed()) {
    const candidates = byName.get(nameOf(path)) ?? [];
    const lengths = candidates.map((file) => commonSuffix(path, files[file]?.path ?? ''));
    const longest = Math.max(0, ...lengths);
    if (longest < 2) continue;
    depth++;
    for (const [position, file] of candidates.entries()) {
      if (lengths[position] === longest) scores[file] = Math.max(scores[file] as number, 1 / depth);
    }
  }
  return scores;
}

/** Files by every dotted name their module can be imported under: `src/pkg/io.py` is `src.pkg.io` and `pkg.io`. */
export function modulesOf(files: readonly CodeFile[]): ReadonlyMap<string, readonly number[]> {
  const byModule = new Map<string, number[]>();
  for (const [file, { path }] of files.entries()) {
    const segments = moduleSegments(path);
    for (let start = 0; start < segments.length - 1; start++) {
      const module = segments.slice(start).join('.');
      const known = byModule.get(module);
      if (known === undefined) byModule.set(module, [file]);
      else known.push(file);
    }
  }
  return byModule;
}

/** Files whose module a dotted name of the issue resolves to: `sphinx.ext.autodoc.Documenter` → `sphinx/ext/autodoc/__init__.py`. */
export function scoreDottedNames(
  modules: ReadonlyMap<string, readonly number[]>,
  fileCount: number,
  names: readonly string[],
): Float64Array {
  const scores = new Float64Array(fileCount);
  for (const name of names) {
    const parts = name.split('.');
    for (let end = parts.length; end >= 2; end--) {
      const found = modules.get(parts.slice(0, end).join('.'));
      if (found === undefined) continue;
      for (const file of found) scores[file] = Math.max(scores[file] as number, 1 / found.length);
      break;
    }
  }
  return scores;
}

/** Names of the folders and the file that a module is imported by. */
export function moduleSegments(path: string): readonly string[] {
  return path
    .replace(/\.[^./]+$/, '')
    .replace(/\/(?:__init__|index|mod)$/, '')
    .split('/');
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Number of segments that two paths have in common at their ends. */
export function commonSuffix(a: string, b: string): number {
  const left = a.split('/').toReversed();
  const right = b.split('/').toReversed();
  let length = 0;
  while (length < left.length && length < right.length && left[length] === right[length]) length++;
  return length;
}
