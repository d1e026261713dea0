import type { FailureReport } from '../model/failure.ts';
import { commandSignature } from './commands/command-signature.ts';
import { isExpectedNonZero } from './commands/is-expected-non-zero.ts';
import { endingHint, failureEndings } from './logs/failure-endings.ts';
import { terminalLines } from './logs/terminal-lines.ts';
import { openToolEnvelope } from './logs/tool-envelope.ts';

const lastLines = 15;
const readLines = 400;
const readCharacters = 300;
/** Longer than the last lines that are read, each at its longest. */
const readEnd = 1_048_576;
/** Ended from outside: by the user's Ctrl-C, by a closed pipe, or on request. */
const endedFromOutside: ReadonlySet<number> = new Set([130, 141, 143]);

/** What agents' tools answer instead of running a command. */
const neverRan: readonly RegExp[] = [
  /^The user doesn't want to (?:proceed with this tool use|take this action)/,
  /^\[?Request interrupted by user/,
  /^Permission to use \S+ .{0,2000}has been denied/s,
  /^<tool_use_error>/,
  /^(?:This command requires approval|Claude requested permissions|exec command rejected by user|command was rejected|Command not executed)/i,
  /^(?:execution error: )?(?:sandbox (?:denied|error|blocked)|.{0,40}rejected by (?:the )?(?:user|sandbox|policy))/i,
];

/** They show text that somebody else wrote: what it says failed, did not fail now. */
const showing: ReadonlySet<string> = new Set(
  (
    'cat head tail grep egrep fgrep rg ag ack less more bat sed awk jq yq cut sort uniq wc tr nl strings tac ls find fd tree diff ' +
    'cmp comm stat file du echo printf curl wget http gh glab journalctl dmesg kubectl aws gcloud az history man tldr sqlite3 psql mysql ' +
    'redis-cli xxd od hexdump base64 column fold rev paste'
  ).split(' '),
);
const showingSubcommands =
  /^(?:git (?!rebase|merge|push|pull|cherry-pick|commit|clone|fetch|checkout|switch|apply|am|revert|stash)|docker (?:logs|ps|inspect|compose logs)|(?:npm|pnpm|yarn) (?:view|ls|list|audit|outdated|config))/;

/**
 * Whether a command failed, although its exit code may say otherwise: in a pipe (`pytest | tail`) it is that of the last
 * program. Precise rather than complete: an exit code of 0 is contradicted only by lines that nothing but a failing run prints.
 * No failures are: a search that found nothing, a command that was interrupted, forbidden or never ran.
 */
export function describesFailure(report: FailureReport): boolean {
  const { output, exitCode = report.exitCode } = openToolEnvelope(report.output);
  if (neverRanAt(output)) return false;
  if (exitCode !== undefined && exitCode !== 0) {
    if (endedFromOutside.has(exitCode)) return false;
    return report.command === undefined || !isExpectedNonZero(report.command, exitCode, output);
  }
  return !onlyShows(report.command) && endsInFailure(terminalLines(output.slice(-readEnd)));
}

/** Whether this is what a tool answers in place of a command that was refused or interrupted. */
export function neverRanAt(output: string): boolean {
  return neverRan.some((answer) => answer.test(output));
}

/** Whether a command line only shows text that somebody else wrote. */
export function onlyShows(command: string | undefined): boolean {
  const signature = command === undefined ? undefined : commandSignature(command);
  return (
    signature !== undefined && (showing.has(signature.program) || showingSubcommands.test(signature.family))
  );
}

function endsInFailure(lines: readonly string[]): boolean {
  const written = lines.filter((line) => line !== '').slice(-readLines);
  return written.some((line, place) => {
    const text = line.slice(0, readCharacters);
    if (!endingHint.test(text)) return false;
    const isLast = place >= written.length - lastLines;
    return failureEndings.some(({ shape, atEnd }) => (isLast || atEnd === undefined) && shape.test(text));
  });
}
