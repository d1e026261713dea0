import { fieldsOf, type JsonFields, textOf } from '../../text/json/fields.ts';

/** An agent's report of a command that ended. */
export interface EndedCommand {
  /** `success`: ended with 0, but a pipe may hide a failure. `unknown`: the agent reports the output, not the end. */
  readonly event: 'failure' | 'success' | 'unknown';
  readonly command: string;
  readonly output: string;
  readonly exitCode?: number | undefined;
  readonly cwd?: string;
  readonly session?: string | undefined;
  /** How the agent names this call of its tool. */
  readonly call?: string | undefined;
  /** Where the agent writes how the command ended, which it does not tell. */
  readonly transcript?: string | undefined;
}

/** A shell command of the agent that failed or may have, or the reason why there is nothing to look up. */
type CommandResult =
  | {
      readonly kind: 'command';
      readonly hookEvent: 'PostToolUse' | 'PostToolUseFailure';
      readonly report: EndedCommand;
    }
  | { readonly kind: 'nothing'; readonly reason: string };

/** First line of Claude Code's report on a command that failed. */
const exitLine = /^(?:Error: )?Exit code (\d{1,10})[ \t]*(?:\r?\n|$)/;

/** How Claude Code begins to say that a command was not started, or was taken away from the agent. */
const beginnings: readonly string[] = [
  '<tool_use_error>',
  "The user doesn't want to",
  'User rejected tool use',
  'Permission to use ',
  'Claude requested permissions',
  'This command requires approval',
  'Sibling tool call errored',
  'Cancelled: parallel tool call',
  '[Request interrupted by user',
  'Interrupted by user',
  'PreToolUse:',
  'Hook PreToolUse:',
];

/** Mark that the sandbox appends where it refused the command. */
const sandboxMark = '<sandbox_violations>';

/**
 * Reads the input of a `PostToolUse` or `PostToolUseFailure` hook, of Claude Code or Codex. Reads only the fields that are used
 * and checks each one, because other versions may send more, fewer or other fields.
 */
export function readCommandResult(input: unknown): CommandResult {
  const fields = fieldsOf(input);
  const command = textOf(fieldsOf(fields.tool_input).command);
  if (fields.tool_name !== 'Bash' || !command?.trim()) return nothing('no command');
  const cwd = textOf(fields.cwd);
  const session = textOf(fields.session_id);
  const call = textOf(fields.tool_use_id);
  const about = {
    command,
    ...(cwd ? { cwd } : {}),
    ...(session ? { session } : {}),
    ...(call ? { call } : {}),
  };
  if (fields.hook_event_name === 'PostToolUseFailure') return readFailure(about, fields);
  if (fields.hook_event_name === 'PostToolUse') return readEnd(about, fields);
  return nothing('another event');
}

type About = Pick<EndedCommand, 'command' | 'cwd' | 'session' | 'call'>;

function readFailure(about: About, fields: JsonFields): CommandResult {
  if (fields.is_interrupt === true) return nothing('interrupted');
  const error = textOf(fields.error) ?? '';
  const exit = exitLine.exec(error);
  const output = exit === null ? error.replace(/^Error: /, '') : error.slice(exit[0].length);
  if (neverRan(output, exit !== null)) return nothing('did not run');
  // A search without a match or a false test also fails; without output there is nothing to recognise.
  if (output.trim() === '') return nothing('no output');
  const exitCode = exit === null ? {} : { exitCode: Number(exit[1]) };
  return {
    kind: 'command',
    hookEvent: 'PostToolUseFailure',
    report: { ...about, event: 'failure', output, ...exitCode },
  };
}

/**
 * Whether a failed call of the Bash tool says nothing about the command: it was rejected, denied, cancelled, or refused by
 * the sandbox.
 * @param hasExitCode the command did run, so its first words are its own
 */
function neverRan(error: string, hasExitCode: boolean): boolean {
  if (error.includes(sandboxMark)) return true;
  return !hasExitCode && beginnings.some((beginning) => error.startsWith(beginning));
}

function readEnd(about: About, fields: JsonFields): CommandResult {
  const { tool_response: response } = fields;
  const output = outputOf(response);
  const transcript = typeof response === 'string' ? textOf(fields.transcript_path) : undefined;
  // The transcript holds its end, whatever it printed.
  const mayHaveFailed = transcript === undefined ? mayTellOfFailure(output) : output.trim() !== '';
  if (!mayHaveFailed) return nothing('passed');
  const ending =
    typeof response === 'string'
      ? { event: 'unknown' as const, transcript }
      : { event: 'success' as const, exitCode: 0 };
  return { kind: 'command', hookEvent: 'PostToolUse', report: { ...about, ...ending, output } };
}

/**
 * Output of a command with exit code 0; empty when it still runs, or when Claude Code knows that its exit code is not a
 * failure.
 */
function outputOf(response: unknown): string {
  if (typeof response === 'string') return response;
  const fields = fieldsOf(response);
  const goesOn = fields.interrupted === true || textOf(fields.backgroundTaskId) !== undefined;
  if (goesOn || fields.isImage === true || textOf(fields.returnCodeInterpretation)) return '';
  return [textOf(fields.stdout), textOf(fields.stderr)].filter(Boolean).join('\n');
}

function nothing(reason: string): CommandResult {
  return { kind: 'nothing', reason };
}

/**
 * The engine recognises a failure only in outputs with at least one of these words. This filter spares commands that
 * passed from loading the engine, which makes the decision.
 */
const failureWords =
  /fail|error|err!|exception|traceback|panic|fatal|exit|abort|conflict|rejected|denied|not found|no such|caused by|undefined|no rule|no targets|node.js v|issues:|violations:|offense|:\d+:\d|\d:\d+ {2}|\(\d+,\d+\): |<file name|:\d+: (?:error|warning)/i;

/** In longer outputs, searching for words takes longer than loading the engine. */
const maximumCharacters = 1_000_000;

/** Whether the output of a command that ended with exit code 0 may hide a failure, as a pipe does (`npm test | tail`). */
export function mayTellOfFailure(output: string): boolean {
  return output.length > maximumCharacters || failureWords.test(output);
}
