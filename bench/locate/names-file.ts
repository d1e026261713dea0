import { basename, dirname } from 'node:path';

/** Names that say nothing about a file but where it is. */
const placeNames = new Set(['index', 'mod', 'lib', 'main', '__init__', 'types', 'package-info']);

/** Whether a text has a file's name, in whatever case and with or without its extension, its path or its module. */
export function namesFile(text: string, path: string): boolean {
  const lower = path.toLowerCase();
  const own = basename(lower).replace(/\..*$/, '');
  const stem = placeNames.has(own) ? basename(dirname(lower)) : own;
  const names = [
    stem,
    lower,
    lower.replace(/\.[^./]+$/, ''),
    lower.replace(/\.[^./]+$/, '').replaceAll('/', '.'),
  ];
  const words = new Set(
    text
      .toLowerCase()
      .match(/[\p{L}\p{N}_$./-]+/gu)
      ?.flatMap(wordForms),
  );
  return (
    names.some((name) => words.has(name)) ||
    [...words].some((word) => isMostOf(word, stem.replaceAll(/[-_]/g, '')))
  );
}

const shortestPart = 6;

/** Whether a word is a name, or the beginning or end of it and half as long: `OuterTypeFilename` of `OuterTypeFilenameCheck`. */
function isMostOf(word: string, name: string): boolean {
  if (word === name) return true;
  const isPart = name.startsWith(word) || name.endsWith(word);
  return isPart && word.length >= shortestPart && 2 * word.length >= name.length;
}

/** A word, its parts between dots and slashes, and what is left without signs. */
function wordForms(word: string): readonly string[] {
  return [word, ...word.split(/[./]+/), word.replaceAll(/[-_]/g, '')];
}
