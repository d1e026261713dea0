import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One measure of the house, and its limit. */
export interface SizeLimit {
  readonly of: string;
  readonly most: number;
  readonly measure: (root: string) => number;
}

const isTest = (path: string) => /\.test\.ts$/.test(path);

function textsOf(root: string, pattern: string): readonly string[] {
  return globSync(pattern, { cwd: root, exclude: isTest }).map((path) =>
    readFileSync(join(root, path), 'utf8'),
  );
}

/** Lines of the files that match, tests left out. */
export function linesOf(pattern: string) {
  return (root: string): number =>
    textsOf(root, pattern).reduce((lines, text) => lines + text.split('\n').length - 1, 0);
}

/** Number of files that match, tests left out. */
export function filesOf(pattern: string) {
  return (root: string): number => textsOf(root, pattern).length;
}

/** Words of the pages that match; bars of tables are no words. */
export function wordsOf(pattern: string) {
  return (root: string): number =>
    textsOf(root, pattern).reduce(
      (words, text) => words + text.replaceAll('|', ' ').split(/\s+/).filter(Boolean).length,
      0,
    );
}

/** Bytes of a file. */
export function bytesOf(path: string) {
  return (root: string): number => readFileSync(join(root, path)).length;
}

/** A line for each limit: `lines of src: 58,000 of 60,000`, and whether all are held. */
export function measureSize(root: string, limits: readonly SizeLimit[]) {
  const measured = limits.map(({ of, most, measure }) => ({ of, most, is: measure(root) }));
  const lines = measured.map(
    ({ of, most, is }) =>
      `${of}: ${is.toLocaleString('en')} of ${most.toLocaleString('en')}${is > most ? ', too many' : ''}`,
  );
  return { lines, isHeld: measured.every(({ is, most }) => is <= most) };
}
