/** Inputs as Claude Code 2.1 writes them: the types of its agent SDK, the words of its transcripts. */
const base = {
  session_id: '5f0c6a52-6a1b-4a77-9a2f-0d2f5f0a9e11',
  transcript_path: '/home/ada/.claude/projects/-home-ada-kettle/5f0c6a52.jsonl',
  cwd: '/home/ada/kettle',
  prompt_id: '0b1c1f55-3c9e-4a0e-8d3c-1f8f4c3f2a10',
  permission_mode: 'default',
  effort: { level: 'high' },
} as const;

let calls = 0;

/** Each call of a tool has an id of its own. */
const call = () => ({
  tool_name: 'Bash',
  tool_input: { command: 'npm test', description: 'Run the tests' },
  tool_use_id: `toolu_${++calls}`,
  duration_ms: 812,
});

export const failedOutput = 'FAIL tests/boil.test.ts\nError: Cannot find module ./whistle';

/** Input of the hook after a command that ended with an exit code other than 0. */
export function failedCommand(fields: Readonly<Record<string, unknown>> = {}) {
  return {
    ...base,
    hook_event_name: 'PostToolUseFailure',
    ...call(),
    error: `Exit code 1\n${failedOutput}`,
    is_interrupt: false,
    ...fields,
  };
}

/** Input of the hook after a command that ended with exit code 0. */
export function endedCommand(
  response: unknown = { stdout: 'ok 12 tests', stderr: '', interrupted: false, isImage: false },
  fields: Readonly<Record<string, unknown>> = {},
) {
  return { ...base, hook_event_name: 'PostToolUse', ...call(), tool_response: response, ...fields };
}
