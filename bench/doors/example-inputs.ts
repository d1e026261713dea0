/** Inputs as Claude Code hands them to hooks after a shell command. */
interface Place {
  readonly cwd: string;
}

/** After a command with an exit code other than 0; `error` begins with that code, as Claude Code words it. */
export function failedInput({ cwd }: Place, command: string, error: string): string {
  return JSON.stringify({ ...call(cwd, command, 'PostToolUseFailure'), error, is_interrupt: false });
}

/** After a command that ended with 0. */
export function passedInput({ cwd }: Place, command: string, stdout: string): string {
  const response = { stdout, stderr: '', interrupted: false, isImage: false, noOutputExpected: false };
  return JSON.stringify({ ...call(cwd, command, 'PostToolUse'), tool_response: response });
}

/** Each input is of a session of its own, since a card is shown once in a session. */
let sessions = 0;

function call(cwd: string, command: string, event: string) {
  sessions += 1;
  const session = `5f0c6a52-6a1b-4a77-9a2f-${String(sessions).padStart(12, '0')}`;
  return {
    session_id: session,
    transcript_path: `/home/ada/.claude/projects/-home-ada-work/${session}.jsonl`,
    cwd,
    permission_mode: 'default',
    hook_event_name: event,
    tool_name: 'Bash',
    tool_input: { command, description: 'Run it' },
    tool_use_id: `toolu_${sessions}`,
    duration_ms: 1_834,
  };
}
