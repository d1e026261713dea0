import type { FileEdit } from '../model/session.ts';
import { headOf } from '../redaction/cut-text.ts';
import { jaccard } from '../text/likeness.ts';
import { patchFiles } from '../text/line-changes.ts';

const longestCommand = 8_000;
const heredocBody = /(<<-?\s*['"]?(\w+)['"]?[^\n]*\n)[\s\S]*?(?:\n\s*\2(?=\n|$)|$)/g;
/** Part of a command line that shapes its output rather than its deeds. */
const redirection = /\s*(?:2>&1|&?>\s*\/dev\/null|2>\s*\/dev\/null)/g;
const lastFilter = /\s*\|\s*(?:head|tail|grep|egrep|rg|tee|less|cat)\b(?:"[^"]*"|'[^']*'|[^|&;"'])*$/;
const mostFilters = 3;
const leadingFolder = /^\s*(?:cd\s+(?:'[^']*'|"[^"]*"|\S+)\s*(?:&&|;)\s*)+/;
const goesTo = /cd\s+(?:'([^']*)'|"([^"]*)"|(\S+))\s*(?:&&|;)/g;
const asking = /(?:^|\s)(?:--help|-h|help|--version|which|type|command -v|whereis|man)(?=\s|$)/;

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
