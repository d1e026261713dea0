import type { FailureReport } from '../model/failure.ts';
import { englishStopWords } from '../text/words.ts';
import { commandSignature, programOf, startedCommands } from './commands/command-signature.ts';
import { type ShapeRow, shapeRows } from './logs/line-shapes.ts';
import { openToolEnvelope } from './logs/read-log.ts';
import { terminalLines } from './logs/terminal-lines.ts';

const lastLines = 15;
const readLines = 400;
const readCharacters = 300;
/** Longer than the last lines that are read, each at its longest. */
const readEnd = 1_048_576;
/** Ended from outside: by the user's Ctrl-C, by a closed pipe, or on request. */
const endedFromOutside: ReadonlySet<number> = new Set([130, 141, 143]);

/** Answers of agents' tools in place of running a command. */
const neverRan: readonly RegExp[] = [
  /^The user doesn't want to (?:proceed with this tool use|take this action)/,
  /^\[?Request interrupted by user/,
  /^Permission to use \S+ .{0,2000}has been denied/s,
  /^<tool_use_error>/,
  /^(?:This command requires approval|Claude requested permissions|exec command rejected by user|command was rejected|Command not executed)/i,
  /^(?:execution error: )?(?:sandbox (?:denied|error|blocked)|.{0,40}rejected by (?:the )?(?:user|sandbox|policy))/i,
];

/** They show a text that exists already: a failure that it tells of did not happen now. */
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
 * Whether a command failed, although its exit code may say otherwise: in a pipe (`pytest | tail`) it is that of the last program.
 * Precise rather than complete: only lines that a failing run alone prints contradict an exit code of 0. No failures are an
 * empty search and a command that was interrupted, forbidden or never ran.
 */
export function describesFailure(report: FailureReport, shows = onlyShows(report.command)): boolean {
  const { output, exitCode = report.exitCode } = openToolEnvelope(report.output);
  if (neverRanAt(output)) return false;
  if (exitCode !== undefined && exitCode !== 0) {
    if (endedFromOutside.has(exitCode)) return false;
    return report.command === undefined || !isExpectedNonZero(report.command, exitCode, output);
  }
  return !shows && endsInFailure(terminalLines(output.slice(-readEnd)));
}

/** Whether an output is a tool's answer in place of a command that was refused or interrupted. */
export function neverRanAt(output: string): boolean {
  return neverRan.some((answer) => answer.test(output));
}

/** Whether a command line only shows a text that exists already. @param signature subject of the line */
export function onlyShows(
  command: string | undefined,
  signature = command === undefined ? undefined : commandSignature(command),
): boolean {
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
    endings ??= shapeRows(failureEndings);
    return endings.some(({ says, shape }) => (isLast || says === 'ever') && shape.test(text));
  });
}

/** Every line that matches a shape below contains one of these. */
export const endingHint =
  /fail|error|panic|Traceback|fatal|exit|CONFLICT|rejected|not found|No such|Caused by|undefined|ERR!|No rule|No targets|Node.js v|issues:|violations:|offense/i;

/** Lines that a tool prints only when a command fails: `ever`, or at the `end`, since an earlier error may have been handled. */
const failureEndings = String.raw`
ever python ^=+ (?:.*, )?[1-9]\d* (?:failed|errors?)\b.* in [\d.]+s|^[1-9]\d* (?:failed|errors?)\b.* in [\d.]+s
ever python ^(?:FAILED|ERROR) \S+\.py(?:::\S+)?(?: - |$)|^ImportError while loading conftest '
end python ^ERROR: (?:file or directory not found|usage):\x20
ever python ^FAILED \((?:failures|errors)=\d+|^Found [1-9]\d* errors? in [1-9]\d* files?\b
end python ^(?:[a-z_][\w.]*\.)?[A-Z]\w*(?:Error|Exception|Interrupt|Exit)(?:: .*)?$
ever javascript ^\s*(?:Tests?|Test Suites|Test Files):?\s+(?:.*, )?[1-9]\d* failed\b|^\s*[1-9]\d* failing$
ever javascript ^# fail [1-9]\d*$|^ℹ fail [1-9]\d*$|^✖ [1-9]\d* problems? \([1-9]\d* errors?
ever typescript ^\S.*(?:\(\d+,\d+\)|:\d+:\d+(?: -)?):? error TS\d+:\x20
ever typescript ^error TS\d+: |^Found [1-9]\d* errors?(?: in |\.)
ever npm ^npm (?:ERR!|error) (?:code \S|Missing script|Lifecycle script|Test failed)|^ ?ELIFECYCLE |^\s*ERR_PNPM_\w+
end javascript ^Node\.js v\d+\.\d+\.\d+$
ever go ^--- FAIL:\x20|^FAIL(?:\s+\S+\s+(?:[\d.]+s|\[(?:build|setup) failed\]))?$
end go ^(?:panic: |exit status [1-9]\d*$)
ever go ^(?:\.{0,2}[\w/.-]+)\.go:\d+:\d+: (?:undefined: |cannot use |syntax error|expected )
end rust ^error(?:\[E\d{4}\])?: (?:could not compile|aborting due to|test failed|[a-z\x60].*)
ever rust ^error\[E\d{4}\]: |^test result: FAILED\.
ever java ^BUILD FAILED\b|^FAILURE: Build failed|^\[(?:ERROR|INFO)\] BUILD FAILURE
end java ^(?:Exception in thread "|Caused by: \S)
ever c ^(?:g?make|ninja)(?:\[\d+\])?: (?:\*\*\* .*(?:Error \d+|Stop\.)|build stopped: )
ever c ^collect2: error: ld returned|^\d+ errors? generated\.$|^ld: symbol\(s\) not found
ever c ^\S+\.(?:c|cc|cpp|cxx|h|hpp|m|mm|swift):\d+:\d+: (?:fatal )?error:\x20
ever cmake ^-- Configuring incomplete, errors occurred!
ever ruby ^[1-9]\d* examples?, [1-9]\d* failures?|^rake aborted!|^\d+ runs, .* [1-9]\d* (?:failures|errors),
ever php ^(?:FAILURES!|ERRORS!)$|^(?:PHP )?(?:Fatal|Parse) error:\x20
ever elixir ^\d+ tests?, [1-9]\d* failures?
ever dotnet ^Build FAILED\.$|^Failed!\s+- Failed:\s+[1-9]
end git ^fatal: \S
ever git ^CONFLICT \(|^ ! \[(?:remote )?rejected\]|^error: failed to push some refs|^error: could not apply\x20
end checkers ^[1-9]\d* (?:issues|violations):$|, [1-9]\d* offenses? detected
end docker ^ERROR: failed to (?:solve|build)|^Error response from daemon:\x20
end pip ^ERROR: (?:Could not|No matching|Cannot|Failed|ResolutionImpossible)
end shell ^(?:/\S+/)?(?:ba|z|da)?sh: (?:line \d+: |\d+: )?\S.*: (?:command not found|not found|No such file or directory|Permission denied)$
end shell ^zsh:(?:\d+:)? command not found: \S
ever mise ^\[[\w:.-]+\] ERROR task failed$
ever just ^error: Recipe \x60[^\x60]+\x60 failed|^task: Failed to run task
ever turbo ^ERROR {2}run failed: command {2}exited|^\s*Failed: {4}\S+#\S+
`;

let endings: readonly ShapeRow[] | undefined;

/** Exit code 1 of these answers a question with no. */
const answering: ReadonlySet<string> = new Set(
  'grep egrep fgrep zgrep rg ag ack diff cmp test [ [[ which type hash pgrep pidof lsof fuser expr let kill pkill'.split(
    ' ',
  ),
);
const answeringGit =
  /^(?:diff|grep|check-ignore|merge-base|show-ref|config|cat-file|rev-parse|ls-files|ls-remote)$/;
/** These look at files; that one is not there is an answer too. */
const looking: ReadonlySet<string> = new Set(
  'ls cat head tail sed wc stat file find less more du tree nl rg grep readlink realpath bat eza'.split(' '),
);
const nothingThere =
  /No such file or directory|cannot (?:access|open|stat)|can't read|does not exist|not found|Permission denied/i;

/**
 * Whether an exit code other than 0 tells no failure: `grep`, `rg`, `diff`, `test` and the like found nothing, or `ls` and
 * `cat` were asked for a missing file.
 */
function isExpectedNonZero(command: string, exitCode: number, output: string): boolean {
  const started = startedCommands(command);
  const last = started.at(-1)?.words ?? [];
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  if (exitCode === 1 && answers(last)) return true;
  const looksOnly = started.every(({ words }) => looking.has(programOf(words) ?? '') || words[0] === 'cd');
  return (
    looksOnly && started.length > 0 && (lines.length === 0 || lines.some((line) => nothingThere.test(line)))
  );
}

function answers(words: readonly string[]): boolean {
  const program = programOf(words) ?? '';
  return (
    answering.has(program) || (program === 'git' && words.slice(1, 4).some((word) => answeringGit.test(word)))
  );
}

/** A longer line is no sentence that a person typed before a log. */
const longestSentence = 4_000;
const fewestWords = 3;
/** Least share of a sentence's words that are such as `the` and `is`; a line of a log names things. */
const leastCommon = 0.2;
const word = /^["'(`*_]*[\p{L}\p{N}][\p{L}\p{N}'’./_-]*[)"'`.,;:?!*_]*$/u;
const fence = /^\s*(?:```|~~~)\w*\s*$/;
/** `$ npm test`: it was typed, not printed. */
const typed = /^\s*[$❯➜](?:\s|$)/u;

/**
 * A program's output out of a text in which a person pasted it: without sentences and command lines before
 * and after it. They would count as lines that it printed, and no failure would be known by them.
 */
export function pastedOutput(text: string): string {
  const lines = text.split('\n');
  const isAround = (line: string): boolean =>
    line.trim() === '' || fence.test(line) || typed.test(line) || isSentence(line);
  const from = lines.findIndex((line) => !isAround(line));
  const to = lines.findLastIndex((line) => !isAround(line));
  return from === -1 ? '' : lines.slice(from, to + 1).join('\n');
}

/** Whether a first line is a label: `Error: could not connect to the server` and `Traceback (most recent call last):` are none. */
function isLabel(first: string): boolean {
  return first.endsWith(':') || endingHint.test(first);
}

function isSentence(line: string): boolean {
  if (line.length > longestSentence) return false;
  const words = line.trim().split(/\s+/);
  if (words.length < fewestWords || isLabel(words[0] ?? '') || !words.every((each) => word.test(each)))
    return false;
  const common = words.filter((each) => englishStopWords.has(each.toLowerCase().replace(/[^\p{L}']/gu, '')));
  return common.length / words.length >= leastCommon;
}
