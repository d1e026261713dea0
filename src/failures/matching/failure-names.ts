import type { FailureEntity, FailureEntityKind } from '../../model/failure.ts';
import { commonWords, madeUpName } from './telling-words.ts';

/** Kinds of entities of which another one means another cause (RSCB-MC, Section 3.2). */
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

// Letters beyond ASCII by their range: a class of Unicode properties takes a hook's process milliseconds to compile.
const edges = /^[^\w\u0080-\uffff-]+|[^\w\u0080-\uffff]+$/g;
const exceptionName = /(?:Error|Exception|Failure|Fault|Warning|Interrupt)$/;
/** At the ends of a name: `web-01:__PORT__`. Within it, they are a part of it. */
const placeholders = /^(?:__[A-Z]+__[^\w\u0080-\uffff]*)+|(?:[^\w\u0080-\uffff]*__[A-Z]+__)+$/g;
const joined = /[A-Za-z0-9\u0080-\uffff][-./:][A-Za-z0-9\u0080-\uffff]/;
const letter = /[A-Za-z\u0080-\uffff]/;
const letters = /[A-Za-z\u0080-\uffff]{2,}/g;
const nameCharacter = /[\w\u0080-\uffff]/;
/** What `query/normalise-line.ts` puts before the last part of a path that lies elsewhere. */
export const lostFolders = 'path_';
const word = /[\w\u0080-\uffff]+/g;

/** A line of text as names and plain words, in lower case. */
export interface NamedWords {
  readonly names: readonly string[];
  readonly words: ReadonlySet<string>;
}

export function criticalEntities(entities: readonly FailureEntity[]): readonly FailureEntity[] {
  return entities.filter(({ kind }) => criticalKinds.has(kind));
}

/** Tells the names that somebody made up (`zone_map`, `web-01`, `data/rows.csv`) from words and kinds of failure. */
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
  return !exceptionName.test(text) && (joined.test(text) || madeUpName.test(text)) && letter.test(text);
}

/** Whether a name was made of several words, so that no two projects would come upon it by chance: `render-cli`, not `mat1`. */
export function isSpecific(name: string): boolean {
  return (name.match(letters)?.length ?? 0) > 1;
}

/** Whether two lines of plain words say the same of different things. */
export function readAlike(one: NamedWords, other: NamedWords): number {
  const [few, many] = one.words.size < other.words.size ? [one.words, other.words] : [other.words, one.words];
  let shared = 0;
  let all = 0;
  for (const plain of few) {
    const weight = commonWords.has(plain) ? 0.25 : 1;
    all += weight;
    if (many.has(plain)) shared += weight;
  }
  return all === 0 ? 0 : shared / all;
}

/** Whether a text holds a name as a whole; of a path that lost its folders on one side, its last part. */
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
