import type { FileEdit } from '../model/session.ts';
import { headOf } from '../redaction/redact.ts';
import { jaccard } from '../text/likeness.ts';
import { patchFiles } from '../text/line-changes.ts';
import { stableLine } from '../text/output-lines.ts';
import { readingOptions } from './allowed-commands.ts';

const longestCommand = 8_000;
const heredocBody = /(<<-?\s*['"]?(\w+)['"]?[^\n]*\n)[\s\S]*?(?:\n\s*\2(?=\n|$)|$)/g;
/** Part of a command line that shapes its output rather than its deeds. */
const redirection = /\s*(?:2>&1|&?>\s*\/dev\/null|2>\s*\/dev\/null)/g;
const lastFilter = /\s*\|\s*(?:head|tail|grep|egrep|rg|tee|less|cat)\b(?:"[^"]*"|'[^']*'|[^|&;"'])*$/;
const mostFilters = 3;
const leadingFolder = /^\s*(?:cd\s+(?:'[^']*'|"[^"]*"|\S+)[^\S\n]*(?:&&|[;\n])\s*)+/;
const goesTo = /cd\s+(?:'([^']*)'|"([^"]*)"|(\S+))[^\S\n]*(?:&&|[;\n])/g;
/** The command line itself: without the folder it goes to, filters of its output and texts that are handed to it. */
export function bareCommand(command: string): string {
  return withoutFilters(headOf(command, longestCommand).replace(heredocBody, '$1'))
    .replace(/\s+/g, ' ')
    .trim();
}

/** The folders that a line goes to before it runs anything, in turn: `cd a && cd b && make`. */
export function leadingFoldersOf(command: string): readonly string[] {
  return namesIn(leadingFolder.exec(headOf(command, longestCommand))?.[0] ?? '', goesTo);
}

/** Whether two lines run the same: `cd a && npm test 2>&1 | tail -5` is `npm test`. */
export function isSameCommand(one: string, other: string): boolean {
  return bareCommand(one) === bareCommand(other);
}

/** Likeness of the words of two command lines and their input, 0–1. */
export function commandLikeness(one: string, other: string): number {
  return jaccard(wordsOf(one), wordsOf(other));
}

/** It asks how a program is called, or where it is. */
export function asksForUsage(command: string): boolean {
  return asking.test(bareCommand(command));
}

const asking = /(?:^|\s)(?:--help|-h|help|--version(?!\s+\d)|which|type|command -v|whereis|man)(?=\s|$)/;
const substituted = /\$\([^()]*\)/g;
const valuedOption = /\s(?:-[Ccn]|--(?:context|namespace|profile|region|project))\s\S+/g;
const sends = /\s(?:-X|--method|-[fFd]|--input|--data\S*)(?=[\s=])/;
const quotedText = /'[^']*'|"(?:[^"\\]|\\.)*"/g;
const joints = /\s*(?:&&|\|\||[;|&])\s*/g;
const assignment = /^\w+=/;
/** Programs that show, wait or move about. */
const looking =
  /^(?:\S*\/)?(?:cd|pwd|ls|cat|head|tail|[efrz]?grep|rg|ag|fd|find|tree|wc|stat|file|du|df|env|printenv|echo|printf|sleep|ps|top|lsof|sort|uniq|cut|tr|jq|yq|awk|sed|diff|cmp|less|nl|strings|xxd|hexdump|date|whoami|uname|id|test|\[|true|exit|wait|realpath|dirname|basename|exec|sqlite3|curl(?!.* -\w*[oO]))(?= |$)/;
/** Code that is tried out, or a list that is asked for. */
const trying = /^(?!\S*sh\s)\S+\s(?:\S+\s)*?-[ce]\s|\s--list(?=\s|$)/;
/** What a program is asked to show or to judge, or to keep of what is there. */
const lookingVerb =
  /^(?:get|list|ls|show|describe|logs?|status|stats?|diff|view|cat|inspect|info|version|search|ps|test|spec|check|lint|clippy|vet|verify|validate|plan|typecheck|tsc|pytest|jest|vitest|mocha|rspec|commit|push|stash|branch|rev-parse|remote|doc|api)(?=$|[:.-])/;
interface CommandPart {
  readonly text: string;
  readonly start: number;
}

/** The commands of a line as they are written, without folders and filters. */
function partsOf(bare: string): readonly CommandPart[] {
  const masked = bare.replace(quotedText, (text) => 'q'.repeat(text.length));
  const parts: CommandPart[] = [];
  let start = 0;
  for (const { index, 0: joint } of [...masked.matchAll(joints), { index: bare.length, 0: '' }]) {
    const text = bare.slice(start, index).replace(/^[({ ]+/, '');
    if (text !== '') parts.push({ text, start });
    start = index + joint.length;
  }
  return parts;
}

function changesSomething({ text }: CommandPart): boolean {
  const words = text
    .replace(substituted, 'q')
    .replace(quotedText, 'q')
    .replace(valuedOption, '')
    .split(' ')
    .filter((word) => !assignment.test(word) && word !== 'sudo');
  const [program = '', verb = '', next = ''] = words.filter((word) => !word.startsWith('-'));
  return (
    (verb === 'api' && sends.test(text)) ||
    (program !== '' &&
      !asking.test(text) &&
      !trying.test(text) &&
      !looking.test(words.join(' ')) &&
      ![program, verb, next].some((word) => lookingVerb.test(word)))
  );
}

/**
 * Whether a line does more than to show and to judge what is there: it installs, generates, starts or moves something. A
 * script of several lines is none: what it does is not told in a line.
 */
export function isAct(command: string): boolean {
  return !isScript(command) && partsOf(bareCommand(command)).some(changesSomething);
}

function isScript(command: string): boolean {
  return command.replace(leadingFolder, '').replaceAll('\\\n', ' ').trim().includes('\n');
}

/** What a line that passed does before it calls what had failed: `git add -N a && make`; empty where that is nothing. */
export function leadOf(passed: string, failed: string): string {
  const startOf = ({ text }: CommandPart) =>
    text
      .split(' ')
      .filter((word) => !assignment.test(word))
      .slice(0, 2)
      .join(' ');
  const bare = bareCommand(passed);
  const known = partsOf(bareCommand(failed)).map(startOf);
  const parts = partsOf(bare);
  const at = parts.findIndex((part) => known.includes(startOf(part)));
  return !isScript(passed) && parts.slice(0, Math.max(0, at)).some(changesSomething)
    ? bare.slice(0, parts[at]?.start).replace(/[\s;&|]+$/, '')
    : '';
}

/** Whether a line calls what had failed through another program: `carton exec prove -l t/` for `prove -l t/a.t`. */
export function handsOn(command: string, failed: string): boolean {
  const wordsOfLast = (line: string) => partsOf(bareCommand(line)).at(-1)?.text.split(' ') ?? [];
  const [words, own] = [wordsOfLast(command), wordsOfLast(failed)];
  const [program = '', first] = own;
  const at = words.indexOf(program, 1);
  const isOtherVerb = words[0] === program && words[1] !== first;
  const isSameEnd = own.length > 4 && words.slice(-3).join() === own.slice(-3).join();
  const isHanded = at > 0 && !words.some((word) => word.startsWith('<<'));
  return (isHanded && first !== undefined && words[at + 1] === first) || (isOtherVerb && isSameEnd);
}

/** Whether a line is another with further words that do more than choose what is read, or how much is said. */
export function isExtended(command: string, other: string): boolean {
  const [words, own] = [bareCommand(command).split(' '), bareCommand(other).split(' ')];
  const further = words.filter((word) => !own.includes(word));
  return (
    words[0] === own[0] &&
    own.every((word) => words.includes(word)) &&
    further.some((word) => /^[-+]\w/.test(word) || /^-{2}\w/.test(word)) &&
    !further.some((word) => readingOptions.has(word.replace(/=.*/, '')))
  );
}

/** The verb that follows a program, where a plain word does: `start` in `./harness.sh start`. */
export function verbOf(command: string): string | undefined {
  const words = bareCommand(command)
    .split(' ')
    .filter((word) => !/^(?:export|env|time|&&|;|\w+=.*)$/.test(word));
  return words.find((word, place) => place > 0 && /^[a-z][a-z:-]{1,40}$/.test(word));
}

function withoutFilters(command: string): string {
  let line = command.replace(leadingFolder, '').replace(redirection, '').trimEnd();
  for (let count = 0; count < mostFilters; count++) line = line.replace(lastFilter, '');
  return line;
}

function wordsOf(command: string): ReadonlySet<string> {
  return new Set(withoutFilters(headOf(command, longestCommand)).match(/[\w./@:=-]{1,200}/g) ?? []);
}

const selector =
  /(?:^|\s)(?:-run|-k|-t|-m|--filter|--grep|--tests?|--testNamePattern)[= ]+(?:'([^']{1,400})'|"([^"]{1,400})"|(\S{1,400}))/g;

/**
 * Whether a run that passed says anything about a run that failed: a run of other tests does not. A run without a
 * choice covers all.
 */
export function coversFailure(passed: string, failed: string): boolean {
  const chosen = selectorsOf(passed);
  const meant = selectorsOf(failed);
  if (chosen.length === 0 || meant.length === 0) return true;
  return meant.some((name) => chosen.some((other) => name.includes(other) || other.includes(name)));
}

function selectorsOf(command: string): readonly string[] {
  const names = namesIn(command, selector).flatMap((choice) => choice.split('|'));
  return names.map((name) => name.replace(/[\^$]/g, '')).filter((name) => name !== '');
}

const longestEdit = 100_000;
const path = `(?:'([^'\\n]{1,300})'|"([^"\\n]{1,300})"|([\\w./@+-]{1,300}\\.\\w{1,12}))`;
const inPlace = new RegExp(
  `\\b(?:sed|perl)\\s+(?:-\\S+\\s+)*-\\w*i\\S*\\s[^\\n;&|]{0,2000}?\\s${path}\\s*(?=$|[\\n;&|])`,
  'g',
);
const written = new RegExp(`(?<![\\d&>=-])>{1,2}\\s*${path}`, 'g');
const temporary = /^(?:\/tmp\/|\/var\/|\/dev\/|\$)/;
const heredocStart = /<<-?[ \t]*['"]?(\w+)['"]?[^\n]{0,500}\n/g;
/** A line of a few here-documents at most; of more, none is looked for in another. */
const mostHeredocs = 8;
const mostLines = 400;

/** Files that a command line writes by its own words: `sed -i`, `> file`, a patch in a here-document; no temporary files. */
export function shellEdits(commandLine: string): readonly FileEdit[] {
  const command = commandLine.slice(0, longestEdit);
  const patched = patchFiles(command);
  if (patched.length > 0) return patched;
  const heredoc = findHeredoc(command);
  // Inside a here-document, `>` is the text's own.
  const line = heredoc === undefined ? command : command.slice(0, heredoc.start) + command.slice(heredoc.end);
  const added = heredoc?.text.split('\n', mostLines) ?? [];
  return [
    ...namesIn(line, inPlace).map((name) => ({ path: name, added: [], removed: [] })),
    ...namesIn(line, written).map((name) => ({ path: name, added, removed: [] })),
  ].filter((edit) => !temporary.test(edit.path));
}

/** The first that ends. Each beginning is followed to the end of the text, so only a few are. */
function findHeredoc(command: string) {
  let tried = 0;
  for (const opening of command.matchAll(heredocStart)) {
    if (++tried > mostHeredocs) return undefined;
    const from = opening.index + opening[0].length;
    const end = new RegExp(`\\n[ \\t]*${opening[1]}(?=\\n|$)`, 'g');
    end.lastIndex = from - 1;
    const found = end.exec(command);
    if (found !== null)
      return { start: opening.index, end: end.lastIndex, text: command.slice(from, found.index) };
  }
  return undefined;
}

/** Names that stand in single quotes, in double quotes or without: the three groups of a shape. */
function namesIn(command: string, shape: RegExp): readonly string[] {
  return [...command.matchAll(shape)].map(([, single, double, plain]) => single ?? double ?? plain ?? '');
}

/** Words that call a word missing or unknown: those before it, and those after it. */
const before =
  /(?:\bno such (?:(?!by )[a-z]{1,15} ?){1,4}|\bnot found|\b(?:can't|cannot|can not|could not|couldn't|unable to) (?:open|find|access|stat|read|load)(?: (?:the )?(?:file|folder|directory|path|script|target))?|\b(?:unknown|unrecogni[sz]ed|invalid|unexpected) [a-z]{2,12}|\bpathspec)[\s:'"`(=]{1,4}$/i;
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
