import { headOf } from '../redaction/cut-text.ts';
import { jaccard } from '../text/likeness.ts';

const longestCommand = 8_000;
const heredocBody = /(<<-?\s*['"]?(\w+)['"]?[^\n]*\n)[\s\S]*?(?:\n\s*\2(?=\n|$)|$)/g;
/** What shapes the output of a command rather than what it does. */
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

/** The folder that a line goes to before it runs anything. */
export function leadingFolderOf(command: string): string | undefined {
  const opening = leadingFolder.exec(command)?.[0];
  return opening
    ?.match(/cd\s+(?:'([^']*)'|"([^"]*)"|(\S+))\s*(?:&&|;)\s*$/)
    ?.slice(1)
    .find((name) => name !== undefined);
}

/** The folders that a line goes to before it runs anything, in turn: `cd a && cd b && make`. */
export function leadingFoldersOf(command: string): readonly string[] {
  const opening = leadingFolder.exec(headOf(command, longestCommand))?.[0] ?? '';
  return [...opening.matchAll(goesTo)].map(([, single, double, plain]) => single ?? double ?? plain ?? '');
}

/** Whether two lines run the same: `cd a && npm test 2>&1 | tail -5` is `npm test`. */
export function isSameCommand(one: string, other: string): boolean {
  return bareCommand(one) === bareCommand(other);
}

/** Words of a command line and of what is handed to it, 0–1 alike. */
export function commandLikeness(one: string, other: string): number {
  return jaccard(wordsOf(one), wordsOf(other));
}

/** It asks how a program is called, or where it is. */
export function asksForUsage(command: string): boolean {
  return asking.test(bareCommand(command));
}

function withoutFilters(command: string): string {
  let line = command.replace(leadingFolder, '').replace(redirection, '').trimEnd();
  for (let count = 0; count < mostFilters; count++) line = line.replace(lastFilter, '');
  return line;
}

function wordsOf(command: string): ReadonlySet<string> {
  return new Set(withoutFilters(headOf(command, longestCommand)).match(/[\w./@:=-]{1,200}/g) ?? []);
}

/** The verb that follows a program, where a plain word does: `start` in `./harness.sh start`. */
export function verbOf(command: string): string | undefined {
  const words = bareCommand(command)
    .split(' ')
    .filter((word) => !/^(?:export|env|time|&&|;|\w+=.*)$/.test(word));
  return words.find((word, place) => place > 0 && /^[a-z][a-z:-]{1,40}$/.test(word));
}
