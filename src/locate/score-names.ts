import type { SymbolKind, SymbolOutline } from '../model/code.ts';
import type { CodeFile, CodeSnapshot } from '../ports/repository-index.ts';
import { termsOf } from '../text/terms.ts';

/**
 * Files that the issue names by path: share of the named path's segments that the file ends with, for the best-matching
 * files of each name only, divided among them. `sphinx/ext/autodoc.py` names one file, `utils.py` a little of many.
 */
export function scoreNamedPaths(files: readonly CodeFile[], paths: readonly string[]): Float64Array {
  const scores = new Float64Array(files.length);
  if (paths.length === 0) return scores;
  const findEnds = endFinder(files);
  for (const path of paths) {
    const { best, segments } = findEnds(path);
    for (const file of best) {
      scores[file] = Math.max(scores[file] as number, Math.min(1, segments / 2) / best.length);
    }
  }
  return scores;
}

/** Finds the files that share most segments at the end of a path. */
function endFinder(files: readonly CodeFile[]) {
  const byName = Map.groupBy(files.keys(), (file) => nameOf(files[file]?.path ?? ''));
  return (path: string) => {
    const candidates = byName.get(nameOf(path)) ?? [];
    const lengths = candidates.map((file) => commonSuffix(path, files[file]?.path ?? ''));
    const segments = Math.max(0, ...lengths);
    return { best: candidates.filter((_, position) => lengths[position] === segments), segments };
  };
}

/** Files of the traceback, the frame nearest to the fault first: 1, ½, ⅓ … for frames in the repository. */
export function scoreFrames(files: readonly CodeFile[], frames: readonly string[]): Float64Array {
  const scores = new Float64Array(files.length);
  if (frames.length === 0) return scores;
  const findEnds = endFinder(files);
  let depth = 0;
  for (const path of frames.toReversed()) {
    const { best, segments } = findEnds(path);
    if (segments < 2) continue;
    depth++;
    for (const file of best) scores[file] = Math.max(scores[file] as number, 1 / depth);
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
function moduleSegments(path: string): readonly string[] {
  return path
    .replace(/\.[^./]+$/, '')
    .replace(/\/(?:__init__|index|mod)$/, '')
    .split('/');
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Number of segments that two paths have in common at their ends. */
function commonSuffix(a: string, b: string): number {
  const left = a.split('/').toReversed();
  const right = b.split('/').toReversed();
  let length = 0;
  while (length < left.length && length < right.length && left[length] === right[length]) length++;
  return length;
}

/** A path of which fewer segments agree is another file of the same name. */
const fewestFrameSegments = 2;

/** How a text names a file: the end of its path that one of the named paths has too. */
export function findNamedPath(path: string, named: readonly string[]): string | undefined {
  return longestEnd(path, named, 1);
}

/** How a traceback names a file. */
export function findFrame(path: string, frames: readonly string[]): string | undefined {
  return longestEnd(path, frames, fewestFrameSegments);
}

/** The longest dotted name of a text that stands for a file's module. */
export function findModule(path: string, dottedNames: readonly string[]): string | undefined {
  const own = `.${moduleSegments(path).join('.')}`;
  const named = dottedNames.flatMap((name) => {
    const parts = name.split('.');
    return parts.map((_, last) => parts.slice(0, last + 1).join('.'));
  });
  return named
    .filter((name) => name.includes('.') && own.endsWith(`.${name}`))
    .toSorted((a, b) => b.length - a.length)[0];
}

function longestEnd(path: string, others: readonly string[], fewest: number): string | undefined {
  const length = Math.max(0, ...others.map((other) => commonSuffix(path, other)));
  return length < fewest ? undefined : path.split('/').slice(-length).join('/');
}

const kindWeights: Readonly<Record<SymbolKind, number>> = {
  class: 1,
  interface: 1,
  enum: 1,
  type: 1,
  module: 1,
  function: 0.9,
  method: 0.6,
  constant: 0.5,
};
/** Names with more defining files are skipped: they say next to nothing, and looking them up takes time. */
const mostDefiners = 30;
const rarityExponent = 0.7;
const shortestName = 3;

/**
 * Scores files that define the names in a text, spelled exactly: class 1, function .9, method .6, constant .5, ÷ n^.7
 * for a name that n files define. By blob.
 */
export function scoreSymbols(code: CodeSnapshot, text: string): Float64Array {
  const scores = new Float64Array(code.definitionLengths.length);
  for (const name of new Set(text.match(/[\p{L}_][\p{L}\p{N}_]*/gu))) {
    if (name.length < shortestName) continue;
    const definers = findDefiners(code, name);
    for (const [blob, weight] of definers) {
      scores[blob] = (scores[blob] as number) + weight / definers.length ** rarityExponent;
    }
  }
  return scores;
}

/** Whether too many files define a name for it to be evidence: `__init__`, `run`. */
export function isCommonName(code: CodeSnapshot, name: string): boolean {
  const term = termsOf(name).at(-1);
  const definers = term === undefined ? undefined : code.postings('definition', term)?.ordinals;
  return definers === undefined || definers.length > mostDefiners;
}

/** Files that define a name, with the weight of its best definition. */
function findDefiners(code: CodeSnapshot, name: string): readonly (readonly [number, number])[] {
  const term = termsOf(name).at(-1);
  const ordinals = term === undefined ? undefined : code.postings('definition', term)?.ordinals;
  if (ordinals === undefined || ordinals.length > mostDefiners) return [];
  return [...ordinals].flatMap((blob) => {
    const weights = code.outlineOf(blob).map((symbol) => weightOf(symbol, name));
    const weight = Math.max(0, ...weights);
    return weight > 0 ? [[blob, weight] as const] : [];
  });
}

function weightOf(symbol: SymbolOutline, name: string): number {
  if (symbol.name !== name) return 0;
  const isPlainVariable = symbol.kind === 'constant' && name !== name.toUpperCase();
  return isPlainVariable ? 0 : kindWeights[symbol.kind];
}
