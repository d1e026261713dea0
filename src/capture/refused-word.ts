import { stableLine } from '../text/output-lines.ts';
import { bareCommand, isSameCommand, leadingFoldersOf } from './command-lines.ts';

/** Words that call a word missing or unknown: those before it, and those after it. */
const before =
  /(?:\bno such [a-z ]{2,30}|\bnot found|\b(?:can't|cannot|can not|could not|couldn't|unable to) (?:open|find|access|stat|read|load)(?: (?:the )?(?:file|folder|directory|path|script|target))?|\b(?:unknown|unrecogni[sz]ed|invalid|unexpected) [a-z]{2,12}|\bpathspec)[\s:'"`(=]{1,4}$/i;
const after =
  /^['"`)]?:? {0,2}(?:no such (?:file|directory)|(?:is |was )?not found\b|does(?: not|n't) exist|is not an? |did not match|unknown revision|not recogni[sz]ed)/i;
const edgeLines = 4;
const longestLine = 400;
const shortestWord = 3;
const longestWord = 200;
const plainWord = /^[\w./@+=:~-]+$/;

interface Refused {
  readonly command?: string | undefined;
  readonly output: string;
}

/**
 * The word of a command line that its output, at one of its ends, calls missing or unknown: `testbed` where
 * `pip install -e testbed` says "testbed is not a valid editable requirement". Then the command line is at
 * fault.
 */
export function refusedWord(failure: Refused): string | undefined {
  return refusalOf(failure)?.word;
}

interface Refusal {
  readonly word: string;
  /** The line that refuses it, without it. */
  readonly says: string;
}

function refusalOf({ command = '', output }: Refused): Refusal | undefined {
  const words = argumentsOf(command);
  if (words.length === 0) return undefined;
  for (const line of edgesOf(output))
    for (const word of words) {
      const at = refusedAt(word, line);
      if (at !== undefined)
        return { word, says: stableLine(`${line.slice(0, at)}…${line.slice(at + word.length)}`) };
    }
  return undefined;
}

/**
 * Whether one fix mends the command lines of two failures: the same is said of a word of each. The fix leaves out that
 * word, its beginning, or an option with it; any other fix is of the same line. Further output does not count: the line
 * failed.
 * @param surplus text that the fix leaves out (`surplusOf`); undefined of any other fix
 */
export function isRefusedAlike(one: Refused, other: Refused, surplus: string | undefined): boolean {
  const [mine, theirs] = [refusalOf(one), refusalOf(other)];
  if (mine === undefined || mine.says !== theirs?.says) return false;
  if (surplus === undefined)
    return mine.word === theirs.word && isSameCommand(one.command ?? '', other.command ?? '');
  return surplus.endsWith('/') ? mine.word.startsWith(surplus) : surplus.split(' ').includes(mine.word);
}

/** First and last lines of an output, where shells and programs say that they could not begin. */
export function edgesOf(output: string): readonly string[] {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  const edges =
    lines.length <= 2 * edgeLines ? lines : [...lines.slice(0, edgeLines), ...lines.slice(-edgeLines)];
  return edges.map((line) => line.slice(0, longestLine).trim());
}

/** Folders that it goes to, and words behind the program and its verb. */
function argumentsOf(command: string): readonly string[] {
  const [, verb = '', ...rest] = bareCommand(command).split(' ');
  const own = /^[a-z][a-z:-]*$/.test(verb) ? rest : [verb, ...rest];
  return [...leadingFoldersOf(command), ...own].filter(
    (word) => word.length >= shortestWord && word.length <= longestWord && plainWord.test(word),
  );
}

function refusedAt(word: string, line: string): number | undefined {
  for (let at = line.indexOf(word); at >= 0; at = line.indexOf(word, at + 1)) {
    const [head, tail] = [line.slice(0, at), line.slice(at + word.length)];
    const isWhole = !/[\w./-]$/.test(head) && !/^[\w/-]/.test(tail);
    if (isWhole && (before.test(head) || after.test(tail))) return at;
  }
  return undefined;
}

/**
 * Returns the surplus of a command line, as the line in its place shows: the folder that it goes to, the beginning of a
 * path, or words in a row. Undefined where something stands in its place, or the two differ in more.
 */
export function surplusOf(failed: string, passed: string, refused: string | undefined): string | undefined {
  const folders = leadingFoldersOf(failed);
  if (refused !== undefined && folders.includes(refused))
    return leadingFoldersOf(passed).length === 0 && folders.length === 1 ? `cd ${refused}` : undefined;
  const [old, fresh] = [bareCommand(failed).split(' '), bareCommand(passed).split(' ')];
  const shorter = refused && fresh.find((word) => !old.includes(word) && refused.endsWith(`/${word}`));
  if (refused !== undefined && shorter !== undefined) return refused.slice(0, -shorter.length);
  const from = old.findIndex((word, place) => word !== fresh[place]);
  const count = old.length - fresh.length;
  const rest = old.slice(from + count);
  const surplus = old.slice(from, from + count);
  const isAll = from >= 0 && count > 0 && rest.join(' ') === fresh.slice(from).join(' ');
  return isAll && (refused === undefined || surplus.includes(refused)) ? surplus.join(' ') : undefined;
}
