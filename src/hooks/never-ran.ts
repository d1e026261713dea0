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

/** What the sandbox appends when it was the one to say no. */
const sandboxMark = '<sandbox_violations>';

/**
 * Whether a failed call of the Bash tool says nothing about the command: it was rejected, denied, cancelled, or refused by
 * the sandbox.
 * @param hasExitCode the command did run, so its first words are its own
 */
export function neverRan(error: string, hasExitCode: boolean): boolean {
  if (error.includes(sandboxMark)) return true;
  return !hasExitCode && beginnings.some((beginning) => error.startsWith(beginning));
}
