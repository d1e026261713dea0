import type { QuotedFrame } from '../model/answers/file-location.ts';
import { commonSuffix, moduleSegments } from './score-paths.ts';

/** A path of which fewer segments agree is another file of the same name. */
const fewestFrameSegments = 2;

/** How a text names a file: the end of its path that one of the named paths has too. */
export function findNamedPath(path: string, named: readonly string[]): string | undefined {
  return longestEnd(path, named, 1);
}

/** How a traceback names a file. */
export function findFrame(path: string, frames: readonly QuotedFrame[]): string | undefined {
  const paths = frames.map((frame) => frame.path);
  return longestEnd(path, paths, fewestFrameSegments);
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
