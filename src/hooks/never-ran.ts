/** First words of Claude Code's messages that a command was not started, or was taken away from the agent. */
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

/** Mark that the sandbox appends when it refused the command. */
const sandboxMark = '<sandbox_violations>';

/**
 * Whether a failed call of the Bash tool says nothing about the command: it was rejected, denied, cancelled, or refused
 * by the sandbox.
 * @param hasExitCode the command did run, so the first words are its own output
 */
export function neverRan(error: string, hasExitCode: boolean): boolean {
  if (error.includes(sandboxMark)) return true;
  return !hasExitCode && beginnings.some((beginning) => error.startsWith(beginning));
}
