import { basename } from 'node:path/posix';
import { defined } from '../model/defined.ts';
import type { FileEdit } from '../model/session.ts';
import {
  bareCommand,
  commandLikeness,
  handsOn,
  isAct,
  isExtended,
  isSameCommand,
  leadOf,
  refusedWord,
  verbOf,
} from './command-lines.ts';
import { tellingWords } from './describe-fix.ts';
import { neverStarted, type ObservedRun, type Remedy } from './fix-episode.ts';

/** Share of words from which on one command line stands in the place of another. */
export const likeEnough = 0.4;
const alikeWithoutEdit = 0.5;
const commandsUntilOther = 3;
const lastOutput = 4_000;
/** A change of more files is about none in particular. */
const mostFiles = 5;
const message = /\s-\w*m\s+(?:'[^']*'|"[^"]*")/g;

/** These work on something else than the files here: an edit is a remedy only where the failure names the file. */
const worksElsewhere = /^(?:gh|glab|git|curl|wget|ssh|scp|aws|gcloud|az|kubectl|docker|brew|apt|apt-get)\b/;

interface Ending {
  readonly failure: ObservedRun;
  /** The run that passed. */
  readonly check: ObservedRun;
  /** The first run in which the failure was gone. */
  readonly until: ObservedRun;
  /** Runs after the last time that the failure was seen, up to the first in which it was gone, with that. */
  readonly since: readonly ObservedRun[];
  /** Runs after the failure, up to and with the run that passed. */
  readonly all: readonly ObservedRun[];
  /** What the agent wrote meanwhile. */
  readonly remarks: readonly string[];
}

/**
 * Explains a pass by what was changed since the failure was last seen: files, things that commands did, another option of
 * the command itself. What the failing output names comes first, then what the agent speaks of, then what was done last.
 * Undefined where nothing tells it: the command passed by itself, or much later another.
 */
export function explainPass(ending: Ending): Remedy | undefined {
  const { failure, check, all } = ending;
  const [failed = '', passed = ''] = [failure.command, check.command];
  const isSame = isSameCommand(failed, passed);
  // What another look shows says nothing about the first.
  const changed = failure.onlyShows && !isSame ? undefined : explainChange(ending);
  if (changed !== undefined) return changed;
  const commands = all.filter(({ command }) => command !== undefined).length - 1;
  const isOther =
    !isSame &&
    commands < commandsUntilOther &&
    commandLikeness(failed, passed) >= alikeWithoutEdit &&
    saysMore(failed, passed);
  return isOther ? { kind: 'command', command: passed } : undefined;
}

function explainChange(ending: Ending): Remedy | undefined {
  const { failure, check, until, since, all } = ending;
  const { command: other = '' } = until;
  const before = all.slice(0, all.indexOf(since[0] ?? until));
  // Of a program that never got to work, no edit is the remedy, unless it makes what was refused.
  const isOfFiles = !neverStarted(failure) || refusedWord(failure) !== undefined;
  const files = isOfFiles ? netEdits(editsThatMatter(failure, since), before) : [];
  const act = chooseAct(ending);
  const first = act && ({ kind: 'prerequisite', command: act.command } as const);
  if (act?.isNamed && !files.some((file) => isNamedBy(failure, file))) return first;
  if (files.length > 0) return explainByFiles(failure, files, act);
  const failed = failure.command ?? '';
  if (isOtherWay(other, failed) && !isSameCommand(check.command ?? '', failed))
    return { kind: 'command', command: other };
  // Where another line passed, it and not the act may be the reason.
  return isSameCommand(other, failed) || leadOf(other, failed) !== '' ? first : undefined;
}

function explainByFiles(failure: ObservedRun, files: readonly FileEdit[], act?: Act): Remedy | undefined {
  if (files.length > mostFiles && files.every(({ path }) => nameOf(failure, path) === 0)) return undefined;
  const goesWith = act?.isNamed || files.some(({ path }) => act?.command.includes(path));
  // What is kept in the repository makes nothing pass that edits did not.
  const command = goesWith && !act?.command.startsWith('git ') ? act?.command : undefined;
  return { kind: 'edit', files: rankFiles(failure, files), ...defined({ command }) };
}

/** Whether something was done since a failure that may have ended it, edits aside. */
export function isActedOn(failure: ObservedRun, until: ObservedRun, since: readonly ObservedRun[]): boolean {
  return actsIn(failure, until, since).length > 0 || isOtherWay(until.command ?? '', failure.command ?? '');
}

function isOtherWay(command: string, failed: string): boolean {
  return isExtended(command, failed) || handsOn(command, failed);
}

function actsIn(failure: ObservedRun, until: ObservedRun, since: readonly ObservedRun[]): readonly string[] {
  const { command: failed = '' } = failure;
  const lead = until.edits.length === 0 ? leadOf(until.command ?? '', failed) : '';
  return [
    ...since.flatMap((run) => {
      const { command, verdict, edits } = run;
      const isDone = run !== until && verdict === 'passed' && edits.length === 0;
      const isAnother = commandLikeness(command ?? '', failed) < likeEnough;
      return command !== undefined && isDone && isAnother && isAct(command) ? [command] : [];
    }),
    ...(lead === '' ? [] : [lead]),
  ];
}

interface Act {
  readonly command: string;
  /** The failing output names something of it. */
  readonly isNamed: boolean;
}

function chooseAct({ failure, until, since, remarks }: Ending): Act | undefined {
  const acts = actsIn(failure, until, since);
  const [told, said] = [aboutOf(failure), tellingWords(remarks.join('\n'))];
  const named = acts.findLast((command) => countNamed(command, failure, told) > 0);
  if (named !== undefined) return { command: named, isNamed: true };
  const command = acts.findLast((one) => countNamed(one, failure, said) > 0) ?? acts.at(-1);
  return command === undefined ? undefined : { command, isNamed: false };
}

function aboutOf({ errorLines, output }: ObservedRun): ReadonlySet<string> {
  return tellingWords([...errorLines, output.slice(-lastOutput)].join('\n'));
}

/** How many words of a command are among others, but for words of the line that failed. */
function countNamed(
  command: string,
  { command: failed = '' }: ObservedRun,
  words: ReadonlySet<string>,
): number {
  const own = tellingWords(bareCommand(failed));
  const text = bareCommand(command).replaceAll(message, ' ');
  return [...tellingWords(text)].filter((word) => words.has(word) && !own.has(word)).length;
}

/** A line that asks for fewer tests, for less output, or for another thing altogether, is no remedy. */
function saysMore(failed: string, passed: string): boolean {
  return !bareCommand(failed).startsWith(bareCommand(passed)) && verbOf(failed) === verbOf(passed);
}

function editsThatMatter(
  { family, output, command = '' }: ObservedRun,
  runs: readonly ObservedRun[],
): readonly FileEdit[] {
  const edits = runs.flatMap((run) => run.edits);
  if (!worksElsewhere.test(family)) return edits;
  return edits.filter(({ path }) => `${command} ${output}`.includes(basename(path)));
}

/**
 * One entry for each file, with what is left of its edits in the end: a line that was put there and taken out again is no
 * part of it. @param before runs with earlier attempts, which edits may have taken back
 */
function netEdits(edits: readonly FileEdit[], before: readonly ObservedRun[]): readonly FileEdit[] {
  const earlier = Map.groupBy(
    before.flatMap((run) => run.edits),
    ({ path }) => path,
  );
  return [...Map.groupBy(edits, ({ path }) => path)].flatMap(([path, own]) => {
    const tried = earlier.get(path) ?? [];
    const put = {
      added: countLines(tried.flatMap(({ added }) => added)),
      removed: countLines(tried.flatMap(({ removed }) => removed)),
    };
    const net = { added: countLines([]), removed: countLines([]) };
    for (const { added, removed } of own) {
      for (const line of removed)
        takeOut(net.added, line) || takeOut(put.added, line) || putIn(net.removed, line);
      for (const line of added)
        takeOut(net.removed, line) || takeOut(put.removed, line) || putIn(net.added, line);
    }
    const hadLines = own.some(({ added, removed }) => added.length + removed.length > 0);
    if (hadLines && net.added.size + net.removed.size === 0) return [];
    return [{ path, added: linesIn(net.added), removed: linesIn(net.removed) }];
  });
}

/** Lines by how often they are there: a session may edit one file many times. */
type LineCounts = Map<string, number>;

function countLines(lines: readonly string[]): LineCounts {
  const counts: LineCounts = new Map();
  for (const line of lines) putIn(counts, line);
  return counts;
}

function putIn(counts: LineCounts, line: string): void {
  counts.set(line, (counts.get(line) ?? 0) + 1);
}

function takeOut(counts: LineCounts, line: string): boolean {
  const count = counts.get(line) ?? 0;
  if (count > 1) counts.set(line, count - 1);
  else counts.delete(line);
  return count > 0;
}

function linesIn(counts: LineCounts): readonly string[] {
  return [...counts].flatMap(([line, count]) => Array<string>(count).fill(line));
}

function isNamedBy(failure: ObservedRun, { path, added, removed }: FileEdit): boolean {
  if (nameOf(failure, path) > 0) return true;
  const about = aboutOf(failure);
  return [...tellingWords([...added, ...removed].join('\n'))].some((word) => about.has(word));
}

/** 2: the failing output names the path, 1: only the name of the file, or the command does. */
function nameOf({ output, command = '' }: ObservedRun, path: string): number {
  return output.includes(path) ? 2 : output.includes(basename(path)) || command.includes(path) ? 1 : 0;
}

/** First those that the failure names, then those that changed most. */
function rankFiles(failure: ObservedRun, files: readonly FileEdit[]): readonly FileEdit[] {
  const size = ({ added, removed }: FileEdit): number => Math.min(added.length + removed.length, 50);
  return files.toSorted(
    (a, b) =>
      nameOf(failure, b.path) - nameOf(failure, a.path) || size(b) - size(a) || (a.path < b.path ? -1 : 1),
  );
}
