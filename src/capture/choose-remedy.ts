import { basename } from 'node:path/posix';
import type { FileEdit } from '../model/session.ts';
import { asksForUsage, bareCommand, commandLikeness, isSameCommand, verbOf } from './command-words.ts';
import type { Remedy } from './fix-episode.ts';
import type { ObservedRun } from './observed-run.ts';

/** Share of words from which on one command line stands in the place of another. */
export const likeEnough = 0.4;
const alikeWithoutEdit = 0.5;
const commandsUntilOther = 3;

/** These work on something else than the files here: an edit is a remedy only where the failure names the file. */
const worksElsewhere = /^(?:gh|glab|git|curl|wget|ssh|scp|aws|gcloud|az|kubectl|docker|brew|apt|apt-get)\b/;
/** Commands that bring something about which others need: packages, generated files, tidied sources, services. */
const prepares =
  /\b(?:install|add|ci|sync|tidy|vendor|download|generate|gen|build|compile|migrate|up|start|restart|update|upgrade|init|setup|fmt|format|prune|clean|link|restore|bootstrap|login)\b|(?:^|\s)(?:--fix|--write|-w)(?=\s|$)|^(?:chmod|mkdir|gofmt|rustfmt|prettier|black|isort)\b/;

interface Ending {
  readonly failure: ObservedRun;
  readonly check: ObservedRun;
  /** Runs after the last time that the failure was seen, up to the first in which it was gone, with that. */
  readonly since: readonly ObservedRun[];
  /** Runs after the failure, up to the one that passed, with that. */
  readonly all: readonly ObservedRun[];
}

/** What made a failure go away; undefined where nothing tells: the same command passed by itself, or much later another one. */
export function chooseRemedy({ failure, check, since, all }: Ending): Remedy | undefined {
  const edited = editsThatMatter(failure, since);
  const files = edited.length > 0 ? edited : editsThatMatter(failure, all);
  if (files.length > 0) return { kind: 'edit', files: rankFiles(failure, files) };
  const [failed = '', passed = ''] = [failure.command, check.command];
  const between = all.filter((run) => run !== check);
  if (!isSameCommand(failed, passed)) {
    const commands = between.filter(({ command }) => command !== undefined).length;
    const isOther = commands < commandsUntilOther && commandLikeness(failed, passed) >= alikeWithoutEdit;
    return isOther && saysMore(failed, passed) ? { kind: 'command', command: passed } : undefined;
  }
  const first = between.findLast(
    ({ command, verdict, onlyShows }) =>
      command !== undefined &&
      verdict === 'passed' &&
      !onlyShows &&
      !asksForUsage(command) &&
      prepares.test(bareCommand(command)),
  );
  return first?.command === undefined ? undefined : { kind: 'prerequisite', command: first.command };
}

/** A line that asks for fewer tests, for less output, or for another thing altogether, is no remedy. */
function saysMore(failed: string, passed: string): boolean {
  return !bareCommand(failed).startsWith(bareCommand(passed)) && verbOf(failed) === verbOf(passed);
}

function editsThatMatter({ family, output }: ObservedRun, runs: readonly ObservedRun[]): readonly FileEdit[] {
  const edits = runs.flatMap((run) => run.edits);
  if (!worksElsewhere.test(family)) return edits;
  return edits.filter(({ path }) => output.includes(basename(path)));
}

/** One entry for each file: first those that the failure names, then those that changed most. */
function rankFiles({ output, command = '' }: ObservedRun, edits: readonly FileEdit[]): readonly FileEdit[] {
  const byPath = Map.groupBy(edits, ({ path }) => path);
  const files = [...byPath].map(([path, own]) => ({
    path,
    added: own.flatMap(({ added }) => added),
    removed: own.flatMap(({ removed }) => removed),
  }));
  const named = ({ path }: FileEdit): number =>
    output.includes(path) ? 2 : output.includes(basename(path)) || command.includes(path) ? 1 : 0;
  const size = ({ added, removed }: FileEdit): number => Math.min(added.length + removed.length, 50);
  return files.sort((a, b) => named(b) - named(a) || size(b) - size(a) || (a.path < b.path ? -1 : 1));
}
