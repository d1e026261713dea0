import { programOf, startedCommands } from './command-signature.ts';
import { simpleCommands } from './simple-commands.ts';

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
 * Whether a command ended with an exit code other than 0 without anything having gone wrong: `grep`, `rg`, `diff`, `test`
 * and their like found nothing, or `ls` and `cat` were asked for a file that is not there.
 */
export function isExpectedNonZero(command: string, exitCode: number, output: string): boolean {
  const started = startedCommands(command);
  const last = started.at(-1)?.words ?? [];
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  if (
    exitCode === 1 &&
    (answers(last) ||
      (lines.length === 0 &&
        asks(
          command,
          started.map(({ words }) => words),
        )))
  )
    return true;
  const looksOnly = started.every(({ words }) => looking.has(programOf(words) ?? '') || words[0] === 'cd');
  return (
    looksOnly && started.length > 0 && (lines.length === 0 || lines.some((line) => nothingThere.test(line)))
  );
}

function asks(command: string, started: readonly (readonly string[])[]): boolean {
  return (
    started.some(answers) ||
    simpleCommands(command).some(({ words }) => words[0] === 'command' && words[1] === '-v')
  );
}

function answers(words: readonly string[]): boolean {
  const program = programOf(words) ?? '';
  return (
    answering.has(program) || (program === 'git' && words.slice(1, 4).some((word) => answeringGit.test(word)))
  );
}
