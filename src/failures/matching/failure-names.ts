import type { FailureEntity, FailureEntityKind } from '../../model/failure.ts';
import { commonInFailures, isMadeUpName } from '../../text/stop-words.ts';

/** Critical kinds of entities: a different name of this kind means a different cause (RSCB-MC, Section 3.2). */
const criticalKinds: ReadonlySet<FailureEntityKind> = new Set([
  'module',
  'file',
  'symbol',
  'environment_variable',
  'config_key',
  'package',
  'port',
  'table',
  'column',
  'device',
  'dtype',
  'shape',
  'flag',
  'test',
]);

// Matches letters beyond ASCII by their range, because compiling a Unicode property class costs a hook milliseconds.
const edges = /^[^\w\u0080-\uffff-]+|[^\w\u0080-\uffff]+$/g;
const exceptionName = /(?:Error|Exception|Failure|Fault|Warning|Interrupt)$/;
/** Placeholders at the ends of a name are removed: `web-01:__PORT__`. Within a name they stay. */
const placeholders = /^(?:__[A-Z]+__[^\w\u0080-\uffff]*)+|(?:[^\w\u0080-\uffff]*__[A-Z]+__)+$/g;
const joined = /[A-Za-z0-9\u0080-\uffff][-./:][A-Za-z0-9\u0080-\uffff]/;
const letter = /[A-Za-z\u0080-\uffff]/;
const letters = /[A-Za-z\u0080-\uffff]{2,}/g;
const nameCharacter = /[\w\u0080-\uffff]/;
/** Prefix that `query/normalise-line.ts` puts before the last part of a path outside of the repository. */
export const lostFolders = 'path_';
const word = /[\w\u0080-\uffff]+/g;

/** A line of text, split into names and plain words, in lower case. */
export interface NamedWords {
  readonly names: readonly string[];
  readonly words: ReadonlySet<string>;
}

export function criticalEntities(entities: readonly FailureEntity[]): readonly FailureEntity[] {
  return entities.filter(({ kind }) => criticalKinds.has(kind));
}

/** Separates made-up names (`zone_map`, `web-01`, `data/rows.csv`) from plain words and kinds of failure. */
export function namedWords(line: string): NamedWords {
  const names = new Set<string>();
  const words = new Set<string>();
  for (const piece of line.split(/[\s'"`‘’“”<>()[\]{},;=]+/)) {
    const bare = piece.replace(placeholders, '').replace(edges, '');
    if (bare === '') continue;
    if (isName(bare)) names.add(bare.toLowerCase());
    else for (const [plain] of bare.matchAll(word)) words.add(plain.toLowerCase());
  }
  return { names: [...names], words };
}

function isName(text: string): boolean {
  return !exceptionName.test(text) && (joined.test(text) || isMadeUpName(text)) && letter.test(text);
}

/**
 * Whether a name consists of several words, so that two projects hardly share it by chance: `render-cli`, not `mat1`.
 */
export function isSpecific(name: string): boolean {
  return (name.match(letters)?.length ?? 0) > 1;
}

/** Similarity of the plain words of two lines, ignoring their names. */
export function readAlike(one: NamedWords, other: NamedWords): number {
  const [few, many] = one.words.size < other.words.size ? [one.words, other.words] : [other.words, one.words];
  let shared = 0;
  let all = 0;
  for (const plain of few) {
    const weight = commonInFailures.has(plain) ? 0.25 : 1;
    all += weight;
    if (many.has(plain)) shared += weight;
  }
  return all === 0 ? 0 : shared / all;
}

/** Whether a text contains a name as a whole; for a path without its folders, its last part. */
export function holdsName(text: string, name: string): boolean {
  if (name.startsWith(lostFolders)) return holdsWhole(text, name.slice(lostFolders.length));
  if (holdsWhole(text, name)) return true;
  return name.includes('/') && text.includes(`${lostFolders}${name.slice(name.lastIndexOf('/') + 1)}`);
}

function holdsWhole(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    if (!isNameCharacter(text[at - 1]) && !isNameCharacter(text[at + name.length])) return true;
    if (text.startsWith(lostFolders, at - lostFolders.length)) return true;
  }
  return false;
}

function isNameCharacter(character: string | undefined): boolean {
  return character !== undefined && nameCharacter.test(character);
}
